package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Tasks under a common node are alike, {@code tree}:
 *
 * <pre>  A = (diag(leaf branches) + gamma sum over inner nodes g of length_g e_g e_g' / |g|) / (1 + gamma)  </pre>
 *
 * with e_g the indicator of the |g| tasks below g: every node draws the tasks below it towards their mean. A tree of
 * depth 1 with unit branches is {@link MeanVariance} with the same gamma.
 */
record TreeStructure(TaskTree tree, double gamma) implements Structure {
    public TreeStructure {
        Checks.requireNonNegative("gamma", gamma);
    }

    @Override
    public String name() {
        return "tree";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("tree", tree.text(), "gamma", Texts.number(gamma));
    }

    @Override
    public boolean namesTasks() {
        return true;
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        return taskMatrix(tasks).dense();
    }

    @Override
    public TaskMatrix taskMatrix(List<String> tasks) {
        Map<String, Integer> positions = Checks.positions(tasks);
        double[] own = new double[tasks.size()];
        int[] above = new int[tasks.size()];
        int[] below = new int[tree.nodes().size()];
        for (int leaf : tree.leaves()) {
            TaskTree.Node node = tree.nodes().get(leaf);
            int t = Checks.position(positions, node.name(), "tree");
            if (own[t] != 0) {
                throw new DataException("tree: task '" + node.name() + "' occurs twice");
            }
            own[t] = node.length() / (1 + gamma);
            above[t] = node.parent();
            for (int g = node.parent(); g >= 0; g = tree.nodes().get(g).parent()) {
                below[g]++;
            }
        }
        for (int t = 0; t < tasks.size(); t++) {
            if (own[t] == 0) {
                throw new DataException(
                        "tree: has no leaf (or one with branch length 0) for task '" + tasks.get(t) + "'");
            }
        }
        return inner(own, above, below);
    }

    /** The nodes above tasks, in the order of the tree: leaves are tasks here, not nodes. */
    private TaskMatrix inner(double[] own, int[] above, int[] below) {
        int[] number = new int[below.length];
        int[] parent = new int[below.length];
        double[] weight = new double[below.length];
        int count = 0;
        for (int g = 0; g < below.length; g++) {
            TaskTree.Node node = tree.nodes().get(g);
            if (below[g] > 0) {
                parent[count] = node.parent() < 0 ? -1 : number[node.parent()];
                weight[count] = gamma / (1 + gamma) * node.length() / below[g];
                number[g] = count++;
            }
        }
        int[] over = Arrays.stream(above).map(g -> g < 0 ? -1 : number[g]).toArray();
        return new TaskForest(own, over, Arrays.copyOf(parent, count), Arrays.copyOf(weight, count));
    }
}
