package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.Matrix;
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
        Map<String, Integer> positions = Checks.positions(tasks);
        int[][] below = new int[tree.nodes().size()][0];
        Matrix a = Matrix.zeros(tasks.size(), tasks.size());
        for (int leaf : tree.leaves()) {
            String name = tree.nodes().get(leaf).name();
            int t = Checks.position(positions, name, "tree");
            if (a.get(t, t) != 0) {
                throw new DataException("tree: task '" + name + "' occurs twice");
            }
            a.set(t, t, tree.nodes().get(leaf).length() / (1 + gamma));
            for (int node = tree.nodes().get(leaf).parent();
                    node >= 0;
                    node = tree.nodes().get(node).parent()) {
                below[node] = append(below[node], t);
            }
        }
        for (int t = 0; t < tasks.size(); t++) {
            if (a.get(t, t) == 0) {
                throw new DataException(
                        "tree: has no leaf (or one with branch length 0) for task '" + tasks.get(t) + "'");
            }
        }
        for (int g = 0; g < below.length; g++) {
            double share = gamma / (1 + gamma) * tree.nodes().get(g).length() / below[g].length;
            for (int s : below[g]) {
                for (int t : below[g]) {
                    a.add(s, t, share);
                }
            }
        }
        return a;
    }

    private static int[] append(int[] array, int value) {
        int[] longer = java.util.Arrays.copyOf(array, array.length + 1);
        longer[array.length] = value;
        return longer;
    }
}
