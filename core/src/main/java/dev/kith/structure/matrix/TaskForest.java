package dev.kith.structure.matrix;

import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Tasks under common nodes are alike: A = diag(d) + sum over nodes g of c_g e_g e_g', e_g the indicator of the tasks below
 * node g. Nodes are numbered with parents before children. Without nodes it is a diagonal; one node above all tasks is {@code
 * mean}, one per group {@code groups}.
 */
public final class TaskForest implements TaskMatrix {
    /* A is the covariance of sums along paths: w_t = v_t + sum over the nodes above t of u_g with independent v_t of
     * variance d_t and u_g of variance c_g. Everything is one pass from the tasks up to the roots and one down again, O((T +
     * nodes) columns); w'A^-1 w is the smallest sum of |v_t|^2 / d_t + |u_g|^2 / c_g, all terms of which are positive, and
     * any choice of the u_g is a bound from above. */
    private static final double UNITS = 0x1p-52;
    /** Operations behind a term of a sum of positive numbers. */
    private static final double ROUNDINGS = 8;

    private final double[] diagonal;
    private final int[] node;
    private final int[] parent;
    private final double[] weight;
    /** Sum of the weights of a node and all above it. */
    private final double[] above;

    /**
     * The matrix of these tasks and nodes.
     *
     * @param diagonal d, one number &gt; 0 per task
     * @param node the node right above each task, -1 for none
     * @param parent the node right above each node, smaller than its own number; -1 for none
     * @param weight c, one number &gt;= 0 per node
     */
    public TaskForest(double[] diagonal, int[] node, int[] parent, double[] weight) {
        this(parent.clone(), weight.clone(), diagonal.clone(), node.clone());
    }

    /** Takes the arrays as they are. */
    private TaskForest(int[] parent, double[] weight, double[] diagonal, int[] node) {
        if (node.length != diagonal.length || parent.length != weight.length) {
            throw new IllegalArgumentException("tasks and nodes of a structure must each have one of every number");
        }
        this.diagonal = diagonal;
        this.node = node;
        this.parent = parent;
        this.weight = weight;
        this.above = weight.clone();
        for (int t = 0; t < node.length; t++) {
            if (!(diagonal[t] > 0 && diagonal[t] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "the diagonal of a structure must be finite numbers > 0, got " + diagonal[t]);
            }
            requireNode(node[t], parent.length);
        }
        for (int g = 0; g < parent.length; g++) {
            if (!(weight[g] >= 0 && weight[g] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "the weights of a structure's nodes must be finite numbers >= 0, got " + weight[g]);
            }
            requireNode(parent[g], g);
            above[g] += parent[g] < 0 ? 0 : above[parent[g]];
        }
    }

    private static void requireNode(int node, int most) {
        if (node < -1 || node >= most) {
            throw new IllegalArgumentException(
                    "nodes of a structure must be numbered with parents first, got node " + node + " of " + most);
        }
    }

    /** I. */
    public static TaskForest identity(int tasks) {
        double[] ones = new double[tasks];
        int[] none = new int[tasks];
        Arrays.fill(ones, 1);
        Arrays.fill(none, -1);
        return new TaskForest(new int[0], new double[0], ones, none);
    }

    /** Groups of tasks: the same diagonal everywhere, and {@code weights[g]} between tasks of group g. */
    public static TaskForest groups(double diagonal, int[] group, double... weights) {
        double[] all = new double[group.length];
        Arrays.fill(all, diagonal);
        int[] roots = new int[weights.length];
        Arrays.fill(roots, -1);
        return new TaskForest(roots, weights.clone(), all, group.clone());
    }

    /** The matrix of any tasks. */
    @Override
    public TaskForest part(int... tasks) {
        double[] own = Arrays.stream(tasks).mapToDouble(t -> diagonal[t]).toArray();
        int[] over = Arrays.stream(tasks).map(t -> node[t]).toArray();
        boolean[] used = new boolean[nodes()];
        for (int above : over) {
            for (int g = above; g >= 0 && !used[g]; g = parent[g]) {
                used[g] = true;
            }
        }
        int[] number = new int[nodes()];
        int count = 0;
        for (int g = 0; g < nodes(); g++) {
            number[g] = used[g] ? count++ : -1;
        }
        int[] kept = IntStream.range(0, nodes()).filter(g -> used[g]).toArray();
        return new TaskForest(
                own,
                Arrays.stream(over).map(g -> g < 0 ? -1 : number[g]).toArray(),
                Arrays.stream(kept)
                        .map(g -> parent[g] < 0 ? -1 : number[parent[g]])
                        .toArray(),
                Arrays.stream(kept).mapToDouble(g -> weight[g]).toArray());
    }

    /** These tasks tied to nobody, A_tt as it is; all others as they are. */
    public TaskForest untied(boolean... alone) {
        double[] own = diagonal.clone();
        int[] over = node.clone();
        for (int t = 0; t < size(); t++) {
            if (alone[t]) {
                own[t] = entry(t, t);
                over[t] = -1;
            }
        }
        return new TaskForest(own, over, parent, weight);
    }

    /** Whether it is I. */
    public boolean identity() {
        return parent.length == 0 && Arrays.stream(diagonal).allMatch(d -> d == 1);
    }

    /** Number of nodes. */
    public int nodes() {
        return parent.length;
    }

    /** The node right above a task, or -1. */
    public int node(int task) {
        return node[task];
    }

    /** The node right above a node, or -1. */
    public int parent(int g) {
        return parent[g];
    }

    /** d_t. */
    public double own(int task) {
        return diagonal[task];
    }

    /** c_g. */
    public double weight(int g) {
        return weight[g];
    }

    @Override
    public int size() {
        return node.length;
    }

    @Override
    public double entry(int t, int s) {
        int a = node[t];
        int b = node[s];
        while (a != b) {
            if (a > b) {
                a = parent[a];
            } else {
                b = parent[b];
            }
        }
        return (a < 0 ? 0 : above[a]) + (t == s ? diagonal[t] : 0);
    }

    @Override
    public double[] row(int t) {
        double[] row = new double[size()];
        Arrays.setAll(row, s -> entry(t, s));
        return row;
    }

    @Override
    public double[] diagonal() {
        double[] all = new double[size()];
        Arrays.setAll(all, t -> entry(t, t));
        return all;
    }

    @Override
    public Matrix multiply(Matrix x) {
        int k = x.cols();
        double[] sums = sums(x);
        for (int g = 0; g < nodes(); g++) {
            for (int j = 0; j < k; j++) {
                sums[g * k + j] = weight[g] * sums[g * k + j] + (parent[g] < 0 ? 0 : sums[parent[g] * k + j]);
            }
        }
        Matrix product = Matrix.zeros(x.rows(), k);
        double[] out = product.data();
        for (int t = 0; t < size(); t++) {
            for (int j = 0; j < k; j++) {
                out[t * k + j] = diagonal[t] * x.get(t, j) + (node[t] < 0 ? 0 : sums[node[t] * k + j]);
            }
        }
        return product;
    }

    /** The sum of the rows below each node, right to rounding of the sum itself. */
    private double[] sums(Matrix x) {
        int k = x.cols();
        double[] hi = new double[nodes() * k];
        double[] lo = new double[nodes() * k];
        for (int t = 0; t < size(); t++) {
            for (int j = 0; j < k && node[t] >= 0; j++) {
                add(hi, lo, node[t] * k + j, x.get(t, j));
            }
        }
        for (int g = nodes() - 1; g >= 0; g--) {
            for (int j = 0; j < k && parent[g] >= 0; j++) {
                add(hi, lo, parent[g] * k + j, hi[g * k + j]);
                lo[parent[g] * k + j] += lo[g * k + j];
            }
        }
        for (int i = 0; i < hi.length; i++) {
            hi[i] += lo[i];
        }
        return hi;
    }

    private static void add(double[] hi, double[] lo, int at, double value) {
        double s = hi[at] + value;
        double v = s - hi[at];
        lo[at] += (hi[at] - (s - v)) + (value - v);
        hi[at] = s;
    }

    /**
     * The best sums m_g along paths, in every column: minimises sum_t (p_t m^2 - 2 q_t m) + sum_g (m_g - m_parent)^2 /
     * (scale c_g), m the sum of the node right above t.
     *
     * @param precision the sums of p over the tasks right below each node, nodes x columns; changed
     * @param m those of q, replaced by the answer
     */
    private void solveInto(double[] m, double[] precision, int k, double scale) {
        for (int g = nodes() - 1; g >= 0; g--) {
            for (int j = 0; j < k && parent[g] >= 0; j++) {
                double shrunk = 1 + precision[g * k + j] * weight[g] * scale;
                precision[parent[g] * k + j] += precision[g * k + j] / shrunk;
                m[parent[g] * k + j] += m[g * k + j] / shrunk;
            }
        }
        for (int g = 0; g < nodes(); g++) {
            for (int j = 0; j < k; j++) {
                double from = parent[g] < 0 ? 0 : m[parent[g] * k + j];
                double shrunk = 1 + precision[g * k + j] * weight[g] * scale;
                m[g * k + j] = (m[g * k + j] * weight[g] * scale + from) / shrunk;
            }
        }
    }

    /** The sums along paths behind x, for which |v_t|^2 / d_t + |u_g|^2 / c_g is least. */
    private double[] paths(Matrix x) {
        int k = x.cols();
        double[] precision = new double[nodes() * k];
        double[] m = new double[nodes() * k];
        for (int t = 0; t < size(); t++) {
            for (int j = 0; j < k && node[t] >= 0; j++) {
                precision[node[t] * k + j] += 1 / diagonal[t];
                m[node[t] * k + j] += x.get(t, j) / diagonal[t];
            }
        }
        solveInto(m, precision, k, 1);
        return m;
    }

    @Override
    public Matrix solve(Matrix x) {
        Matrix solved = Matrix.zeros(size(), x.cols());
        addSolved(solved, 1, x);
        return solved;
    }

    /** Adds a multiple of A^-1 X. */
    public void addSolved(Matrix to, double factor, Matrix x) {
        int k = x.cols();
        double[] m = paths(x);
        double[] out = to.data();
        for (int t = 0; t < size(); t++) {
            for (int j = 0; j < k; j++) {
                out[t * k + j] += factor * ((x.get(t, j) - (node[t] < 0 ? 0 : m[node[t] * k + j])) / diagonal[t]);
            }
        }
    }

    @Override
    public Matrix shrink(Matrix x, double[] g, double kappa) {
        int k = x.cols();
        double[] precision = new double[nodes() * k];
        double[] m = new double[nodes() * k];
        for (int t = 0; t < size(); t++) {
            for (int j = 0; j < k && node[t] >= 0; j++) {
                double shrunk = 1 + g[j] * diagonal[t] / kappa;
                precision[node[t] * k + j] += g[j] / shrunk;
                m[node[t] * k + j] += x.get(t, j) / shrunk;
            }
        }
        solveInto(m, precision, k, 1 / kappa);
        Matrix shrunk = Matrix.zeros(size(), k);
        double[] out = shrunk.data();
        for (int t = 0; t < size(); t++) {
            double own = diagonal[t] / kappa;
            for (int j = 0; j < k; j++) {
                double from = node[t] < 0 ? 0 : m[node[t] * k + j];
                out[t * k + j] = (x.get(t, j) * own + from) / (1 + g[j] * own);
            }
        }
        return shrunk;
    }

    @Override
    public double form(Matrix x) {
        double[] sums = sums(x);
        double form = 0;
        for (int i = 0; i < sums.length; i++) {
            form += weight[i / x.cols()] * sums[i] * sums[i];
        }
        for (int t = 0; t < size(); t++) {
            form += diagonal[t] * squares(x, t);
        }
        return form;
    }

    private static double squares(Matrix x, int t) {
        double sum = 0;
        for (int j = 0; j < x.cols(); j++) {
            sum += x.get(t, j) * x.get(t, j);
        }
        return sum;
    }

    @Override
    public double inverseForm(Matrix x) {
        int k = x.cols();
        double[] m = paths(x);
        double form = 0;
        for (int t = 0; t < size(); t++) {
            double own = 0;
            for (int j = 0; j < k; j++) {
                double v = x.get(t, j) - (node[t] < 0 ? 0 : m[node[t] * k + j]);
                own += v * v;
            }
            form += own / diagonal[t];
        }
        for (int g = 0; g < nodes(); g++) {
            double own = 0;
            for (int j = 0; j < k; j++) {
                double u = m[g * k + j] - (parent[g] < 0 ? 0 : m[parent[g] * k + j]);
                own += u * u;
            }
            form += own == 0 ? 0 : own / weight[g];
        }
        return form;
    }

    /**
     * Both forms of so many columns are too small by no more than this, relative to themselves: all terms are positive, and
     * any sums along paths are a bound from above.
     */
    public double rounding(int columns) {
        return ROUNDINGS * (size() + (nodes() + 1.0) * columns) * UNITS;
    }

    /** The largest sum of a row, no entry being negative. */
    @Override
    public double largest() {
        double[] sums = new double[nodes()];
        for (int above : node) {
            if (above >= 0) {
                sums[above]++;
            }
        }
        for (int g = nodes() - 1; g >= 0; g--) {
            if (parent[g] >= 0) {
                sums[parent[g]] += sums[g];
            }
        }
        for (int g = 0; g < nodes(); g++) {
            sums[g] = weight[g] * sums[g] + (parent[g] < 0 ? 0 : sums[parent[g]]);
        }
        double most = 0;
        for (int t = 0; t < size(); t++) {
            most = Math.max(most, diagonal[t] + (node[t] < 0 ? 0 : sums[node[t]]));
        }
        return most * (1 + 8 * UNITS);
    }

    @Override
    public double smallest() {
        return Arrays.stream(diagonal).min().orElse(1);
    }

    @Override
    public Matrix dense() {
        TaskMatrix.requireDense("this matrix of ties", size(), 1);
        return Matrix.of(IntStream.range(0, size()).mapToObj(this::row).toArray(double[][]::new));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskForest forest
                && Arrays.equals(diagonal, forest.diagonal)
                && Arrays.equals(node, forest.node)
                && Arrays.equals(parent, forest.parent)
                && Arrays.equals(weight, forest.weight);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(diagonal) + Arrays.hashCode(node)) + Arrays.hashCode(weight);
    }
}
