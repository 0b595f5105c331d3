package dev.kith.method;

import dev.kith.mkl.TaskKernels;
import dev.kith.structure.Relations;
import dev.kith.structure.Structure;
import dev.kith.structure.StructureFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How tasks are alike, as settings of multiple kernel learning say: trees, groups, graphs and matrices. */
final class Similarities {
    private final Settings settings;

    Similarities(Settings settings) {
        this.settings = settings;
    }

    /** All that are given, or what all tasks share and what each has of its own. */
    TaskKernels all() {
        List<TaskKernels> parts = new ArrayList<>();
        files("tree").forEach(file -> parts.add(tree(file)));
        files("groups").forEach(file -> parts.add(TaskKernels.groups(StructureFiles.groups(file))));
        List<Structure> structures = new ArrayList<>();
        files("graph").forEach(file -> structures.add(graph(file)));
        files("metric").forEach(file -> structures.add(metric(file)));
        if (!structures.isEmpty()) {
            parts.add(TaskKernels.structures(structures));
        }
        return parts.isEmpty() ? TaskKernels.sharedAndOwn() : joined(parts);
    }

    /** For every kernel those that {@code pairs} names for it. */
    TaskKernels paired(int kernels) {
        Map<String, TaskKernels> known = named();
        Map<Integer, List<TaskKernels>> chosen = new LinkedHashMap<>();
        for (String pair : settings.text("pairs").split(",", -1)) {
            String[] parts = pair.split(":", -1);
            int kernel = parts.length == 2 && parts[0].matches("[0-9]{1,6}") ? Integer.parseInt(parts[0]) : 0;
            if (kernel < 1 || kernel > kernels) {
                throw new SettingException(
                        "pairs", "must be N:NAME,... with N from 1 to " + kernels + ", got '" + pair + "'");
            }
            TaskKernels similarity = known.get(parts[1]);
            if (similarity == null) {
                throw new SettingException(
                        "pairs", "can name " + String.join(", ", known.keySet()) + "; got '" + parts[1] + "'");
            }
            chosen.computeIfAbsent(kernel, k -> new ArrayList<>()).add(similarity);
        }
        List<TaskKernels> each = new ArrayList<>();
        for (int kernel = 1; kernel <= kernels; kernel++) {
            each.add(chosen.containsKey(kernel) ? joined(chosen.get(kernel)) : all());
        }
        return TaskKernels.paired(each);
    }

    private Map<String, TaskKernels> named() {
        Map<String, TaskKernels> known = new LinkedHashMap<>();
        known.put("shared", TaskKernels.shared());
        known.put("own", TaskKernels.own());
        add(known, "tree", files("tree").stream().map(Similarities::tree).toList());
        add(
                known,
                "groups",
                files("groups").stream()
                        .map(file -> TaskKernels.groups(StructureFiles.groups(file)))
                        .toList());
        add(
                known,
                "graph",
                files("graph").stream()
                        .map(file -> TaskKernels.structure(graph(file)))
                        .toList());
        add(
                known,
                "metric",
                files("metric").stream()
                        .map(file -> TaskKernels.structure(metric(file)))
                        .toList());
        return known;
    }

    private static void add(Map<String, TaskKernels> known, String name, List<TaskKernels> each) {
        for (int k = 0; k < each.size(); k++) {
            known.put(name + (k == 0 ? "" : "-" + (k + 1)), each.get(k));
        }
    }

    private List<Path> files(String name) {
        return settings.has(name) ? settings.files(name) : List.of();
    }

    private static TaskKernels tree(Path file) {
        return file.toString().equals(Parameter.AUTO)
                ? TaskKernels.inferredTree()
                : TaskKernels.tree(StructureFiles.tree(file));
    }

    private static Structure graph(Path file) {
        return Relations.graph(StructureFiles.graph(file), 1);
    }

    private static Structure metric(Path file) {
        return Relations.metric(StructureFiles.matrix(file));
    }

    private static TaskKernels joined(List<TaskKernels> parts) {
        return parts.size() == 1 ? parts.get(0) : TaskKernels.joined(parts);
    }
}
