package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.structure.penalty.Definition;
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

    /**
     * The tree by task.
     *
     * @param branch the length above every task
     * @param below the tasks below every inner node; none below leaves
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Placed(double[] branch, int[][] below) {}

    private Placed place(List<String> tasks) {
        Map<String, Integer> positions = Checks.positions(tasks);
        int[][] below = new int[tree.nodes().size()][0];
        double[] branch = new double[tasks.size()];
        for (int leaf : tree.leaves()) {
            String name = tree.nodes().get(leaf).name();
            int t = Checks.position(positions, name, "tree");
            if (branch[t] != 0) {
                throw new DataException("tree: task '" + name + "' occurs twice");
            }
            branch[t] = tree.nodes().get(leaf).length();
            for (int node = tree.nodes().get(leaf).parent();
                    node >= 0;
                    node = tree.nodes().get(node).parent()) {
                below[node] = append(below[node], t);
            }
        }
        for (int t = 0; t < tasks.size(); t++) {
            if (branch[t] == 0) {
                throw new DataException(
                        "tree: has no leaf (or one with branch length 0) for task '" + tasks.get(t) + "'");
            }
        }
        return new Placed(branch, below);
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        Placed placed = place(tasks);
        Matrix a = Matrix.zeros(tasks.size(), tasks.size());
        for (int t = 0; t < tasks.size(); t++) {
            a.set(t, t, placed.branch[t] / (1 + gamma));
        }
        for (int g = 0; g < placed.below.length; g++) {
            int[] under = placed.below[g];
            double share = gamma / (1 + gamma) * tree.nodes().get(g).length() / under.length;
            for (int s : under) {
                for (int t : under) {
                    a.add(s, t, share);
                }
            }
        }
        return a;
    }

    @Override
    public Definition definition(List<String> tasks) {
        Placed placed = place(tasks);
        Twofold all = Twofold.sum(1, gamma);
        Twofold[][] a = new Twofold[tasks.size()][tasks.size()];
        double least = Double.POSITIVE_INFINITY;
        for (int t = 0; t < a.length; t++) {
            Arrays.fill(a[t], Twofold.ZERO);
            a[t][t] = Twofold.of(placed.branch[t]).dividedBy(all);
            least = Math.min(least, Math.nextDown(a[t][t].hi()));
        }
        for (int g = 0; g < placed.below.length; g++) {
            int[] under = placed.below[g];
            for (int s : under) {
                Twofold length = Twofold.of(tree.nodes().get(g).length());
                Twofold share = length.times(gamma).dividedBy(all).dividedBy(under.length);
                for (int t : under) {
                    a[s][t] = a[s][t].plus(share);
                }
            }
        }
        return Definition.of(a, tree.nodes().size() + 3, least, false);
    }

    private static int[] append(int[] array, int value) {
        int[] longer = java.util.Arrays.copyOf(array, array.length + 1);
        longer[array.length] = value;
        return longer;
    }
}
