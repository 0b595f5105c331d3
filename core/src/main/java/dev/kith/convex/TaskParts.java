package dev.kith.convex;

import dev.kith.convex.solver.Scaled;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Structure;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.sparse.Blocks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Takes data apart by groups of tasks that a structure matrix does not tie. */
final class TaskParts {
    private TaskParts() {}

    /**
     * The data of some tasks, counted from 0, as if there were no others.
     *
     * @param tasks what they are in the whole
     * @param rows the inputs of the whole that are theirs
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Split(int[] tasks, int[] rows, Dataset raw, Scaled scaled) {}

    /** Groups of tasks, ascending, with nothing between any two groups. */
    static List<List<Integer>> of(Structure structure, List<String> tasks) {
        TaskMatrix a = structure.taskMatrix(tasks);
        int[] joined = IntStream.range(0, a.size()).toArray();
        if (a instanceof TaskForest forest) {
            int[] first = new int[forest.nodes()];
            Arrays.fill(first, -1);
            for (int t = 0; t < a.size(); t++) {
                int root = root(forest, t);
                if (root >= 0) {
                    first[root] = first[root] < 0 ? t : first[root];
                    joined[t] = first[root];
                }
            }
        } else if (a instanceof TaskNetwork network) {
            for (int e = 0; e < network.edges(); e++) {
                if (network.weight(e) > 0) {
                    int x = first(joined, network.from(e));
                    int y = first(joined, network.to(e));
                    joined[Math.max(x, y)] = Math.min(x, y);
                }
            }
        } else {
            return Blocks.of(structure.definition(tasks).hi()).groups().stream()
                    .map(group -> Arrays.stream(group).boxed().toList())
                    .toList();
        }
        Map<Integer, List<Integer>> groups = new LinkedHashMap<>();
        for (int t = 0; t < joined.length; t++) {
            groups.computeIfAbsent(first(joined, t), k -> new ArrayList<>()).add(t);
        }
        return List.copyOf(groups.values());
    }

    /** The highest node above a task that ties what is below it; -1 for none. */
    private static int root(TaskForest forest, int t) {
        int root = -1;
        for (int g = forest.node(t); g >= 0; g = forest.parent(g)) {
            root = forest.weight(g) > 0 ? g : root;
        }
        return root;
    }

    /** The first task of a group, paths to it shortened. */
    private static int first(int[] joined, int t) {
        int at = t;
        while (joined[at] != at) {
            joined[at] = joined[joined[at]];
            at = joined[at];
        }
        return at;
    }

    /** The rows and columns of these tasks. */
    static Matrix of(Matrix a, int[] tasks) {
        return Blocks.part(a, tasks);
    }

    /** @param raw the data that were scaled, observation by observation */
    static List<Split> split(Dataset raw, Scaled scaled, List<List<Integer>> groups) {
        int[] groupOf = new int[raw.taskCount()];
        int[] place = new int[raw.taskCount()];
        for (int g = 0; g < groups.size(); g++) {
            for (int k = 0; k < groups.get(g).size(); k++) {
                groupOf[groups.get(g).get(k)] = g;
                place[groups.get(g).get(k)] = k;
            }
        }
        List<List<Integer>> observations = new ArrayList<>();
        groups.forEach(group -> observations.add(new ArrayList<>()));
        for (int o = 0; o < raw.size(); o++) {
            observations.get(groupOf[raw.task(o)]).add(o);
        }
        List<Split> splits = new ArrayList<>();
        int[] newRow = new int[raw.inputs().rows()];
        Arrays.fill(newRow, -1);
        for (int g = 0; g < groups.size(); g++) {
            int[] tasks = groups.get(g).stream().mapToInt(Integer::intValue).toArray();
            int[] chosen =
                    observations.get(g).stream().mapToInt(Integer::intValue).toArray();
            int[] rows = Arrays.stream(chosen).map(raw::row).distinct().sorted().toArray();
            for (int i = 0; i < rows.length; i++) {
                newRow[rows[i]] = i;
            }
            Dataset part = part(raw, chosen, rows, newRow, tasks, place);
            Dataset inUnits = part(scaled.data(), chosen, rows, newRow, tasks, place);
            splits.add(new Split(tasks, rows, part, new Scaled(part, of(scaled.scaling(), tasks), inUnits)));
        }
        return splits;
    }

    private static Dataset part(Dataset whole, int[] chosen, int[] rows, int[] newRow, int[] tasks, int[] place) {
        double @Nullable [] weights = whole.weighted()
                ? Arrays.stream(chosen).mapToDouble(whole::weight).toArray()
                : null;
        return Dataset.of(
                whole.inputs().select(rows),
                Arrays.stream(tasks).mapToObj(t -> whole.tasks().get(t)).toList(),
                Arrays.stream(chosen).map(o -> newRow[whole.row(o)]).toArray(),
                Arrays.stream(chosen).map(o -> place[whole.task(o)]).toArray(),
                Arrays.stream(chosen).mapToDouble(whole::label).toArray(),
                weights,
                null);
    }

    private static Standardizer of(Standardizer whole, int[] tasks) {
        Matrix mean = Matrix.zeros(1, tasks.length);
        Matrix scale = Matrix.zeros(1, tasks.length);
        for (int t = 0; t < tasks.length; t++) {
            mean.set(0, t, whole.labelMean().get(0, tasks[t]));
            scale.set(0, t, whole.labelScale().get(0, tasks[t]));
        }
        return new Standardizer(whole.featureMean(), whole.featureScale(), mean, scale);
    }
}
