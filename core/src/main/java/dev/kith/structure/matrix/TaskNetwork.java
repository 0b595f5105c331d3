package dev.kith.structure.matrix;

import dev.kith.linalg.Matrix;
import dev.kith.numeric.SparsePattern;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Neighbours in a graph are alike: A^-1 = gamma I + sum over edges e = (i, j) of w_e (e_i - e_j)(e_i - e_j)', the Laplacian
 * plus gamma. Kept as its edges; products with A are solves.
 */
public final class TaskNetwork implements TaskMatrix {
    /* A is full even where its inverse is sparse. Products with A go through a factor of the inverse with few entries
     * (SparseFactor) where there is one, as for chains, trees, grids and whatever is nearly planar; else through conjugate
     * gradients. Every sum behind tr(X'A^-1 X) is of positive terms. */
    private static final double UNITS = 0x1p-52;
    /** Operations behind a term of a sum of positive numbers. */
    private static final double ROUNDINGS = 8;
    /** A factor with more entries or more multiplications than this is no longer the quicker way. */
    private static final long LIGHT_ENTRIES = 20_000_000;

    private static final double LIGHT_WORK = 3e9;
    /** What the diagonal of A, which nothing else gives, may cost. */
    private static final double MOST_WORK = 1e12;
    /** Columns of A that are found at the same time. */
    private static final int TOGETHER = 32;

    /** Numbers in all factors that are kept. */
    private static final long KEPT = 30_000_000;

    private final double gamma;
    private final int[] from;
    private final int[] to;
    private final double[] weight;
    private final int[][] neighbours;
    private final double[][] links;
    private final double[] degree;

    private boolean searched;
    private @Nullable SparsePattern pattern;
    private final Map<Double, SparseFactor> factors = new LinkedHashMap<>(4, 0.75f, true);
    private SparseFactor.@Nullable Selected selected;

    /**
     * The matrix of this graph.
     *
     * @param gamma &gt; 0
     * @param from one task of each edge
     * @param to the other; parallel edges add up
     * @param weight one number &gt;= 0 per edge
     */
    public TaskNetwork(int tasks, double gamma, int[] from, int[] to, double[] weight) {
        if (!(gamma > 0 && gamma < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("gamma of a structure must be a finite number > 0, got " + gamma);
        }
        if (from.length != to.length || from.length != weight.length) {
            throw new IllegalArgumentException("edges of a structure must have two tasks and a weight each, got "
                    + from.length + ", " + to.length + " and " + weight.length);
        }
        for (int e = 0; e < from.length; e++) {
            if (from[e] < 0 || from[e] >= tasks || to[e] < 0 || to[e] >= tasks || from[e] == to[e]) {
                throw new IllegalArgumentException("edges of a structure must join two of its " + tasks + " tasks, got "
                        + from[e] + " and " + to[e]);
            }
            if (!(weight[e] >= 0 && weight[e] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "edge weights of a structure must be finite numbers >= 0, got " + weight[e]);
            }
        }
        this.gamma = gamma;
        this.from = from.clone();
        this.to = to.clone();
        this.weight = weight.clone();
        neighbours = new int[tasks][];
        links = new double[tasks][];
        degree = new double[tasks];
        fillNeighbours();
    }

    private void fillNeighbours() {
        int[] count = new int[size()];
        for (int e = 0; e < edges(); e++) {
            count[from[e]] += weight[e] > 0 ? 1 : 0;
            count[to[e]] += weight[e] > 0 ? 1 : 0;
        }
        for (int t = 0; t < size(); t++) {
            neighbours[t] = new int[count[t]];
            links[t] = new double[count[t]];
            count[t] = 0;
        }
        for (int e = 0; e < edges(); e++) {
            if (weight[e] > 0) {
                int i = from[e];
                int j = to[e];
                neighbours[i][count[i]] = j;
                links[i][count[i]++] = weight[e];
                neighbours[j][count[j]] = i;
                links[j][count[j]++] = weight[e];
            }
        }
        int[] place = new int[size()];
        Arrays.fill(place, -1);
        for (int t = 0; t < size(); t++) {
            merge(t, place);
            degree[t] = Arrays.stream(links[t]).sum();
        }
    }

    /** Adds parallel edges of a task up. */
    private void merge(int t, int[] place) {
        int count = 0;
        for (int k = 0; k < neighbours[t].length; k++) {
            int s = neighbours[t][k];
            if (place[s] < 0) {
                place[s] = count;
                neighbours[t][count] = s;
                links[t][count++] = links[t][k];
            } else {
                links[t][place[s]] += links[t][k];
            }
        }
        for (int k = 0; k < count; k++) {
            place[neighbours[t][k]] = -1;
        }
        if (count < neighbours[t].length) {
            neighbours[t] = Arrays.copyOf(neighbours[t], count);
            links[t] = Arrays.copyOf(links[t], count);
        }
    }

    /** What draws every task to zero. */
    public double gamma() {
        return gamma;
    }

    /** Number of edges, as given. */
    public int edges() {
        return from.length;
    }

    /** One task of an edge. */
    public int from(int e) {
        return from[e];
    }

    /** The other. */
    public int to(int e) {
        return to[e];
    }

    /** w_e. */
    public double weight(int e) {
        return weight[e];
    }

    /** Number of tasks next to t. */
    public int neighbours(int t) {
        return neighbours[t].length;
    }

    /** The k-th task next to t. */
    public int neighbour(int t, int k) {
        return neighbours[t][k];
    }

    /** The sum of the weights of all edges to the k-th task next to t. */
    public double link(int t, int k) {
        return links[t][k];
    }

    /** The sum of the weights of all edges of t: (A^-1)_tt is this and gamma. */
    public double degree(int t) {
        return degree[t];
    }

    @Override
    public int size() {
        return neighbours.length;
    }

    @Override
    public double entry(int t, int s) {
        return row(t)[s];
    }

    @Override
    public double[] row(int t) {
        Matrix unit = Matrix.zeros(size(), 1);
        unit.set(t, 0, 1);
        return multiply(unit).data();
    }

    @Override
    public double[] diagonal() {
        return selected().diagonal().clone();
    }

    /** A between two neighbours, all of them for the price of one. */
    public double between(int t, int s) {
        return selected().entry(t, s);
    }

    private SparseFactor.Selected selected() {
        SparseFactor.Selected known = selected;
        if (known == null) {
            SparseFactor light = factor(0);
            known = (light == null ? heavy() : light).inverse();
            selected = known;
        }
        return known;
    }

    private SparseFactor heavy() {
        long most = Math.min(Integer.MAX_VALUE - 8L, Runtime.getRuntime().maxMemory() / 64);
        SparsePattern heavy = SparsePattern.of(neighbours, most, MOST_WORK);
        if (heavy == null) {
            throw new IllegalArgumentException("how alike tasks are in this graph of " + size() + " tasks and "
                    + edges() + " edges needs a factor of more than " + most + " numbers; more memory helps, or a graph"
                    + " with fewer edges");
        }
        return new SparseFactor(heavy, neighbours, links, gamma);
    }

    /** Of A^-1 + shift I; null where there is none that costs little. */
    private synchronized @Nullable SparseFactor factor(double shift) {
        if (!searched) {
            pattern = SparsePattern.of(neighbours, LIGHT_ENTRIES, LIGHT_WORK);
            searched = true;
        }
        SparsePattern found = pattern;
        if (found == null) {
            return null;
        }
        SparseFactor known = factors.get(shift);
        if (known == null) {
            known = new SparseFactor(found, neighbours, links, gamma + shift);
            long size = found.row().length + (long) size();
            var oldest = factors.keySet().iterator();
            while (factors.size() * size > KEPT && oldest.hasNext()) {
                oldest.next();
                oldest.remove();
            }
            factors.put(shift, known);
        }
        return known;
    }

    /** (A^-1 + shift I)^-1 X. */
    private Matrix shifted(Matrix x, double shift) {
        SparseFactor known = factor(shift);
        return known == null ? new NetworkGradients(this, shift).solve(x) : known.solve(x);
    }

    @Override
    public Matrix multiply(Matrix x) {
        return shifted(x, 0);
    }

    @Override
    public Matrix block(int... tasks) {
        Matrix block = Matrix.zeros(tasks.length, tasks.length);
        for (int first = 0; first < tasks.length; first += TOGETHER) {
            int count = Math.min(TOGETHER, tasks.length - first);
            Matrix units = Matrix.zeros(size(), count);
            for (int k = 0; k < count; k++) {
                units.set(tasks[first + k], k, 1);
            }
            Matrix columns = multiply(units);
            for (int i = 0; i < tasks.length; i++) {
                for (int k = 0; k < count; k++) {
                    block.set(i, first + k, columns.get(tasks[i], k));
                }
            }
        }
        return block.symmetrized();
    }

    /** The graph of these tasks; an {@link IllegalArgumentException} where an edge leaves them. */
    @Override
    public TaskNetwork part(int... tasks) {
        int[] place = new int[size()];
        Arrays.fill(place, -1);
        for (int k = 0; k < tasks.length; k++) {
            place[tasks[k]] = k;
        }
        int[] kept = IntStream.range(0, edges())
                .filter(e -> weight[e] > 0 && (place[from[e]] >= 0 || place[to[e]] >= 0))
                .toArray();
        return new TaskNetwork(
                tasks.length,
                gamma,
                Arrays.stream(kept).map(e -> place[from[e]]).toArray(),
                Arrays.stream(kept).map(e -> place[to[e]]).toArray(),
                Arrays.stream(kept).mapToDouble(e -> weight[e]).toArray());
    }

    /** Without the edges of these tasks. */
    public TaskNetwork cut(boolean... alone) {
        int[] kept = IntStream.range(0, edges())
                .filter(e -> !alone[from[e]] && !alone[to[e]])
                .toArray();
        return new TaskNetwork(
                size(),
                gamma,
                Arrays.stream(kept).map(e -> from[e]).toArray(),
                Arrays.stream(kept).map(e -> to[e]).toArray(),
                Arrays.stream(kept).mapToDouble(e -> weight[e]).toArray());
    }

    /** gamma X plus the Laplacian times X. */
    @Override
    public Matrix solve(Matrix x) {
        int k = x.cols();
        Matrix product = Matrix.zeros(size(), k);
        double[] in = x.data();
        double[] out = product.data();
        for (int t = 0; t < size(); t++) {
            for (int j = 0; j < k; j++) {
                out[t * k + j] = gamma * in[t * k + j];
            }
            for (int e = 0; e < neighbours[t].length; e++) {
                int other = neighbours[t][e] * k;
                double w = links[t][e];
                for (int j = 0; j < k; j++) {
                    out[t * k + j] += w * (in[t * k + j] - in[other + j]);
                }
            }
        }
        return product;
    }

    /** (g_j I + kappa A^-1)^-1 x_j. */
    @Override
    public Matrix shrink(Matrix x, double[] g, double kappa) {
        Matrix shrunk = Matrix.zeros(x.rows(), x.cols());
        boolean[] done = new boolean[g.length];
        for (int j = 0; j < g.length; j++) {
            if (!done[j]) {
                double own = g[j];
                int[] alike =
                        IntStream.range(j, g.length).filter(i -> g[i] == own).toArray();
                for (int i : alike) {
                    done[i] = true;
                }
                copy(shifted(columns(x, alike), own / kappa), 1 / kappa, shrunk, alike);
            }
        }
        return shrunk;
    }

    private static Matrix columns(Matrix x, int[] chosen) {
        Matrix part = Matrix.zeros(x.rows(), chosen.length);
        for (int t = 0; t < x.rows(); t++) {
            for (int i = 0; i < chosen.length; i++) {
                part.set(t, i, x.get(t, chosen[i]));
            }
        }
        return part;
    }

    private static void copy(Matrix part, double factor, Matrix whole, int[] chosen) {
        for (int t = 0; t < part.rows(); t++) {
            for (int i = 0; i < chosen.length; i++) {
                whole.set(t, chosen[i], factor * part.get(t, i));
            }
        }
    }

    @Override
    public double form(Matrix x) {
        return Math.max(0, multiply(x).dot(x));
    }

    /** gamma |X|^2 plus the sum over edges of w_e |x_i - x_j|^2. */
    @Override
    public double inverseForm(Matrix x) {
        double form = 0;
        for (int t = 0; t < size(); t++) {
            form += gamma * apart(x, t, -1);
        }
        for (int e = 0; e < edges(); e++) {
            form += weight[e] * apart(x, from[e], to[e]);
        }
        return form;
    }

    /** |x_t - x_s|^2, or |x_t|^2. */
    private static double apart(Matrix x, int t, int s) {
        double sum = 0;
        for (int j = 0; j < x.cols(); j++) {
            double difference = x.get(t, j) - (s < 0 ? 0 : x.get(s, j));
            sum += difference * difference;
        }
        return sum;
    }

    /** {@link #inverseForm} of so many columns is too small by no more than this, relative to itself: all terms are positive. */
    public double rounding(int columns) {
        return ROUNDINGS * (size() + (double) edges() + columns) * UNITS;
    }

    @Override
    public double largest() {
        return 1 / gamma * (1 + UNITS);
    }

    /** No eigenvalue of a Laplacian is above the degrees of two neighbours. */
    @Override
    public double smallest() {
        double most = 0;
        for (int t = 0; t < size(); t++) {
            for (int s : neighbours[t]) {
                most = Math.max(most, degree[t] + degree[s]);
            }
        }
        return 1 / ((gamma + most) * (1 + ROUNDINGS * (size() + (double) edges()) * UNITS));
    }

    @Override
    public Matrix dense() {
        TaskMatrix.requireDense("this matrix of ties", size(), 3);
        return multiply(Matrix.identity(size())).symmetrized();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskNetwork network
                && gamma == network.gamma
                && size() == network.size()
                && Arrays.equals(from, network.from)
                && Arrays.equals(to, network.to)
                && Arrays.equals(weight, network.weight);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(from) + Arrays.hashCode(to)) + Arrays.hashCode(weight);
    }
}
