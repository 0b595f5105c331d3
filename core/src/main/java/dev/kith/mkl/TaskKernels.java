package dev.kith.mkl;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.read.Texts;
import dev.kith.structure.Structure;
import dev.kith.structure.TaskKernel;
import dev.kith.structure.TaskTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which task kernels to learn the weights of, before any task is named. */
public interface TaskKernels {
    /** A word for provenance: {@code tree}, {@code shared+own}, ... */
    String name();

    /** What they were made from, by the names users write: tree, groups, graph, metric, ... */
    Map<String, String> parameters();

    /** The tasks a model will know: those observed, then any that are only placed in the structure. */
    default List<String> tasks(List<String> observed) {
        return observed;
    }

    /** The kernels once the data are known; the same unless they are to be found in the data. */
    default TaskKernels forData(Dataset data, MklTrainer trainer) {
        return this;
    }

    /** One kernel per weight, over these tasks in this order. */
    List<TaskKernel> of(List<String> tasks);

    /** The kernels that view {@code view} is learned with; those of all views unless they are {@link #paired}. */
    default List<TaskKernel> ofView(int view, List<String> tasks) {
        return of(tasks);
    }

    /** View v with the kernels of {@code each.get(v)} only. For several kernels ({@link KernelSumTrainer}). */
    static TaskKernels paired(List<TaskKernels> each) {
        return new Paired(List.copyOf(each));
    }

    /** One kernel for what all tasks share, one for what each has of its own. */
    static TaskKernels sharedAndOwn() {
        return new Fixed(
                "shared+own",
                Map.of(),
                tasks -> List.of(TaskKernel.shared(tasks.size()), TaskKernel.own(tasks.size())));
    }

    /** One kernel for what all tasks share. */
    static TaskKernels shared() {
        return new Fixed("shared", Map.of(), tasks -> List.of(TaskKernel.shared(tasks.size())));
    }

    /** The one kernel of a given structure. */
    static TaskKernels structure(Structure structure) {
        return new Fixed(
                structure.name(),
                described(List.of(structure)),
                tasks -> List.of(TaskKernel.of(structure.name(), structure.matrix(tasks))));
    }

    /** Tasks have nothing in common: one problem per task. */
    static TaskKernels own() {
        return new Fixed("own", Map.of(), tasks -> List.of(TaskKernel.own(tasks.size())));
    }

    /** All tasks are one, intercepts included. */
    static TaskKernels union() {
        return new Union();
    }

    /**
     * One kernel for every node of a tree: tasks below it are alike. Leaves that were never observed become tasks too,
     * served by the nodes above them. Branch lengths are not used: the weights are learned.
     */
    static TaskKernels tree(TaskTree tree) {
        return new Nodes(tree);
    }

    /** The nodes of a tree found by clustering models of single tasks; see {@link Hierarchy}. */
    static TaskKernels inferredTree() {
        return new Inferred();
    }

    /** One kernel per group of tasks, one for all and one for each task alone. */
    static TaskKernels groups(Map<String, String> groupOf) {
        Map<String, String> copy = Map.copyOf(groupOf);
        return new Fixed("groups", Map.of("groups", Texts.pairs(copy)), tasks -> groups(tasks, copy));
    }

    /** One kernel for each given structure (graph, metric, ...), beside one for what every task has of its own. */
    static TaskKernels structures(List<Structure> structures) {
        List<Structure> copy = List.copyOf(structures);
        return new Fixed("structures", described(copy), tasks -> {
            List<TaskKernel> kernels = new ArrayList<>();
            Map<String, Integer> count = new HashMap<>();
            for (Structure structure : copy) {
                String name = numbered(structure.name(), count.merge(structure.name(), 1, Integer::sum));
                kernels.add(TaskKernel.of(name, structure.matrix(tasks)));
            }
            kernels.add(TaskKernel.own(tasks.size()));
            return kernels;
        });
    }

    /** Every structure by its name, a second of this name with a number, its other parameters behind that name. */
    private static Map<String, String> described(List<Structure> structures) {
        Map<String, String> all = new TreeMap<>();
        Map<String, Integer> count = new HashMap<>();
        for (Structure structure : structures) {
            int number = count.merge(structure.name(), 1, Integer::sum);
            String name = numbered(structure.name(), number);
            structure
                    .parameters()
                    .forEach((key, value) -> all.put(key.equals(structure.name()) ? name : name + "-" + key, value));
        }
        return all;
    }

    private static String numbered(String name, int number) {
        return name + (number == 1 ? "" : "-" + number);
    }

    /** The kernels of all parts; one that several parts have ({@code own}, {@code shared}) is taken once. */
    static TaskKernels joined(List<TaskKernels> parts) {
        return new Joined(List.copyOf(parts));
    }

    private static List<TaskKernel> groups(List<String> tasks, Map<String, String> groupOf) {
        Map<String, List<Integer>> members = new TreeMap<>();
        for (int t = 0; t < tasks.size(); t++) {
            String group = groupOf.get(tasks.get(t));
            if (group == null) {
                throw new DataException("groups: task '" + tasks.get(t) + "' has no group");
            }
            members.computeIfAbsent(group, name -> new ArrayList<>()).add(t);
        }
        List<TaskKernel> kernels = new ArrayList<>();
        kernels.add(TaskKernel.shared(tasks.size()));
        members.forEach((group, list) -> kernels.add(TaskKernel.group(
                group, tasks.size(), list.stream().mapToInt(Integer::intValue).toArray())));
        kernels.add(TaskKernel.own(tasks.size()));
        return kernels;
    }

    /** Kernels that follow from the tasks alone. */
    record Fixed(
            String name,
            Map<String, String> parameters,
            java.util.function.Function<List<String>, List<TaskKernel>> kernels)
            implements TaskKernels {
        @Override
        public List<TaskKernel> of(List<String> tasks) {
            return kernels.apply(tasks);
        }
    }

    /** Several sources of kernels. */
    record Joined(List<TaskKernels> parts) implements TaskKernels {
        @Override
        public String name() {
            return String.join(", ", parts.stream().map(TaskKernels::name).toList());
        }

        @Override
        public Map<String, String> parameters() {
            Map<String, String> all = new TreeMap<>();
            for (TaskKernels part : parts) {
                part.parameters().forEach((name, value) -> {
                    int number = 1;
                    while (!value.equals(all.getOrDefault(numbered(name, number), value))) {
                        number++;
                    }
                    all.put(numbered(name, number), value);
                });
            }
            return all;
        }

        @Override
        public List<String> tasks(List<String> observed) {
            List<String> all = observed;
            for (TaskKernels part : parts) {
                all = part.tasks(all);
            }
            return all;
        }

        @Override
        public TaskKernels forData(Dataset data, MklTrainer trainer) {
            return new Joined(
                    parts.stream().map(part -> part.forData(data, trainer)).toList());
        }

        @Override
        public List<TaskKernel> of(List<String> tasks) {
            Map<String, TaskKernel> byName = new LinkedHashMap<>();
            for (TaskKernels part : parts) {
                part.of(tasks).forEach(kernel -> add(byName, kernel));
            }
            return List.copyOf(byName.values());
        }

        /** Under its name, with a number where another kernel has it; not at all where the same has it. */
        private static void add(Map<String, TaskKernel> byName, TaskKernel kernel) {
            int number = 1;
            TaskKernel there = byName.get(kernel.name());
            while (there != null && !there.sameNodes(kernel)) {
                there = byName.get(numbered(kernel.name(), ++number));
            }
            if (there == null) {
                byName.put(numbered(kernel.name(), number), kernel.named(numbered(kernel.name(), number)));
            }
        }
    }

    /** Other kernels for every view. */
    record Paired(List<TaskKernels> each) implements TaskKernels {
        private Joined all() {
            return new Joined(each);
        }

        @Override
        public String name() {
            return "paired: " + all().name();
        }

        @Override
        public Map<String, String> parameters() {
            Map<String, String> all = new TreeMap<>(all().parameters());
            List<String> pairs = new ArrayList<>();
            for (int v = 0; v < each.size(); v++) {
                pairs.add((v + 1) + ":" + each.get(v).name());
            }
            all.put("pairs", String.join("; ", pairs));
            return all;
        }

        @Override
        public List<String> tasks(List<String> observed) {
            return all().tasks(observed);
        }

        @Override
        public List<TaskKernel> ofView(int view, List<String> tasks) {
            if (each.size() <= view) {
                throw new IllegalArgumentException(
                        "there are task kernels for " + each.size() + " views, view " + (view + 1) + " has none");
            }
            return each.get(view).of(tasks);
        }

        @Override
        public List<TaskKernel> of(List<String> tasks) {
            throw new IllegalArgumentException("task kernels are paired with kernels: give as many kernels as pairs");
        }
    }

    /** A tree that the data will tell. */
    record Inferred() implements TaskKernels {
        @Override
        public String name() {
            return "inferred tree";
        }

        @Override
        public Map<String, String> parameters() {
            return Map.of("tree", "auto");
        }

        @Override
        public TaskKernels forData(Dataset data, MklTrainer trainer) {
            return new Nodes(Hierarchy.infer(
                    data, trainer.loss(), trainer.views(), trainer.c(), trainer.training(), trainer.options()));
        }

        @Override
        public List<TaskKernel> of(List<String> tasks) {
            throw new IllegalArgumentException("a tree is inferred from explicit features: use the linear kernel,"
                    + " spectrum:k or weighted-degree:k, or give a tree");
        }
    }

    /** Learned as one task; the solver sees a single block of rows. */
    record Union() implements TaskKernels {
        @Override
        public String name() {
            return "union";
        }

        @Override
        public Map<String, String> parameters() {
            return Map.of();
        }

        @Override
        public List<TaskKernel> of(List<String> tasks) {
            return List.of(TaskKernel.shared(tasks.size()));
        }
    }

    /** The nodes of a tree. */
    record Nodes(TaskTree tree) implements TaskKernels {
        @Override
        public String name() {
            return "tree";
        }

        @Override
        public Map<String, String> parameters() {
            return Map.of("tree", tree.text());
        }

        @Override
        public List<String> tasks(List<String> observed) {
            List<String> all = new ArrayList<>(observed);
            for (int leaf : tree.leaves()) {
                String name = tree.nodes().get(leaf).name();
                if (!observed.contains(name)) {
                    all.add(name);
                }
            }
            return all;
        }

        @Override
        public List<TaskKernel> of(List<String> tasks) {
            Map<String, Integer> position = new HashMap<>();
            for (int t = 0; t < tasks.size(); t++) {
                position.put(tasks.get(t), t);
            }
            List<List<Integer>> below = new ArrayList<>();
            tree.nodes().forEach(node -> below.add(new ArrayList<>()));
            for (int leaf : tree.leaves()) {
                Integer t = position.remove(tree.nodes().get(leaf).name());
                if (t == null) {
                    throw new DataException(
                            "tree: task '" + tree.nodes().get(leaf).name() + "' occurs twice");
                }
                for (int node = leaf; node >= 0; node = tree.nodes().get(node).parent()) {
                    below.get(node).add(t);
                }
            }
            if (!position.isEmpty()) {
                String missing =
                        tasks.stream().filter(position::containsKey).findFirst().orElseThrow();
                throw new DataException("tree: has no leaf for task '" + missing + "'");
            }
            return kernels(below, tasks.size());
        }

        private List<TaskKernel> kernels(List<List<Integer>> below, int tasks) {
            List<TaskKernel> kernels = new ArrayList<>();
            for (int node = 0; node < below.size(); node++) {
                int parent = tree.nodes().get(node).parent();
                // An only child holds the same tasks as its parent: a second copy of one kernel.
                if (parent < 0 || below.get(parent).size() > below.get(node).size()) {
                    kernels.add(TaskKernel.group(
                            label(node),
                            tasks,
                            below.get(node).stream().mapToInt(Integer::intValue).toArray()));
                }
            }
            return kernels;
        }

        private String label(int node) {
            String name = tree.nodes().get(node).name();
            return name.isEmpty() ? "node " + node : name;
        }
    }
}
