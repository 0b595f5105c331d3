package dev.kith.mkl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One vector u_g = sum_i e_g[task of i] s_i x_i for every node of every component (view x task kernel), and from it the
 * weights of a task, w_t = sum_m theta_m sum_g e_g[t] u_g, on the columns that task knows.
 *
 * <p>A node keeps its vector dense when many columns occur below it, and compact otherwise: only the columns that occur
 * in its tasks' rows, with a list of positions per task. A node of a single task needs no list. The layout is chosen by
 * size, per node, and its memory is known before any of it is allocated. Nothing is approximated.
 */
final class NodeWeights {
    private static final int LINK_BYTES = 64;

    private final TaskBlocks blocks;
    private final Link[][] links;
    private final int components;
    private final List<Vector> vectors = new ArrayList<>();
    private final List<Vector> touched = new ArrayList<>();

    /** A component: the weights of view {@code view} shared as {@code kernel} says. */
    record Component(int view, TaskKernel kernel) {}

    /** u_g of one node; {@code columns} lists its columns within the view, null when dense. */
    static final class Vector {
        final int component;
        final TaskKernel.Node node;
        final int @Nullable [] columns;
        final double[] values;

        /** How many visits under way touch it. */
        int visits;

        Vector(int component, TaskKernel.Node node, int @Nullable [] columns, double[] values) {
            this.component = component;
            this.node = node;
            this.columns = columns;
            this.values = values;
        }
    }

    /** How task t takes part in a node: position of local column j is positions[base + j] - shift, or j itself. */
    private static final class Link {
        final int component;
        final int view;
        final double factor;
        final Vector vector;
        final double[] values;
        final int @Nullable [] positions;
        final int base;
        final int shift;

        Link(Vector vector, int view, double factor, int @Nullable [] positions, int base, int shift) {
            this.vector = vector;
            this.component = vector.component;
            this.view = view;
            this.factor = factor;
            this.values = vector.values;
            this.positions = positions;
            this.base = base;
            this.shift = shift;
        }
    }

    NodeWeights(TaskBlocks blocks, List<Component> components) {
        this.blocks = blocks;
        this.components = components.size();
        List<List<Link>> perTask = new ArrayList<>();
        for (int t = 0; t < blocks.tasks(); t++) {
            perTask.add(new ArrayList<>());
        }
        ColumnSet set = new ColumnSet(blocks.columnStart[blocks.views]);
        for (int m = 0; m < components.size(); m++) {
            Component component = components.get(m);
            for (TaskKernel.Node node : component.kernel().nodes()) {
                allocate(m, component.view(), node, perTask, set);
            }
        }
        links = perTask.stream().map(list -> list.toArray(new Link[0])).toArray(Link[][]::new);
    }

    private void allocate(int m, int v, TaskKernel.Node node, List<List<Link>> perTask, ColumnSet set) {
        int shift = blocks.columnStart[v];
        boolean single = node.tasks().length == 1;
        boolean dense = dense(blocks, v, node, set);
        int[] union = dense ? null : union(blocks, v, node, set);
        int size = union == null ? blocks.columnStart[v + 1] - shift : union.length;
        Vector vector = new Vector(m, node, union, new double[size]);
        vectors.add(vector);
        for (int k = 0; k < node.tasks().length; k++) {
            int t = node.tasks()[k];
            int base = dense ? blocks.viewStart[t][v] : 0;
            int[] positions = single ? null : union == null ? blocks.columns[t] : positions(t, v, union);
            perTask.get(t).add(new Link(vector, v, node.values()[k], positions, base, dense ? shift : 0));
        }
    }

    /** Whether the whole width of the view takes less memory than the columns in use and their positions. */
    private static boolean dense(TaskBlocks blocks, int v, TaskKernel.Node node, ColumnSet set) {
        if (node.tasks().length == 1) {
            return false;
        }
        long dense = denseBytes(blocks, v);
        // Positions alone may settle it, without counting columns.
        return dense <= compactBytes(blocks, v, node, 0)
                || dense <= compactBytes(blocks, v, node, count(blocks, v, node, set));
    }

    /** How many columns, within the view, occur in rows of the node's tasks. */
    private static int count(TaskBlocks blocks, int v, TaskKernel.Node node, ColumnSet set) {
        if (node.tasks().length == 1) {
            return blocks.width(node.tasks()[0], v);
        }
        set.clear();
        for (int t : node.tasks()) {
            set.addAll(blocks.columns[t], blocks.viewStart[t][v], blocks.viewStart[t][v + 1]);
        }
        return set.count();
    }

    /** The columns that {@link #count} counts, ascending. */
    private static int[] union(TaskBlocks blocks, int v, TaskKernel.Node node, ColumnSet set) {
        if (blocks.views == 1 && node.tasks().length == 1) {
            return blocks.columns[node.tasks()[0]];
        }
        set.clear();
        for (int t : node.tasks()) {
            set.addAll(blocks.columns[t], blocks.viewStart[t][v], blocks.viewStart[t][v + 1]);
        }
        set.count();
        int[] union = set.toArray();
        for (int k = 0; k < union.length; k++) {
            union[k] -= blocks.columnStart[v];
        }
        return union;
    }

    private int[] positions(int t, int v, int[] union) {
        int[] positions = new int[blocks.width(t, v)];
        int at = 0;
        for (int j = 0; j < positions.length; j++) {
            int column = blocks.columns[t][blocks.viewStart[t][v] + j] - blocks.columnStart[v];
            while (union[at] != column) {
                at++;
            }
            positions[j] = at;
        }
        return positions;
    }

    private static long denseBytes(TaskBlocks blocks, int v) {
        return 8L * (blocks.columnStart[v + 1] - blocks.columnStart[v]);
    }

    private static long compactBytes(TaskBlocks blocks, int v, TaskKernel.Node node, int columns) {
        boolean single = node.tasks().length == 1;
        long bytes = (single && blocks.views == 1 ? 8L : 12L) * columns;
        if (!single) {
            for (int t : node.tasks()) {
                bytes += 4L * blocks.width(t, v);
            }
        }
        return bytes;
    }

    /** What the constructor will allocate, in bytes. */
    static long bytes(TaskBlocks blocks, List<Component> components) {
        int width = blocks.columnStart[blocks.views];
        ColumnSet set = new ColumnSet(width);
        long bytes = ColumnSet.bytes(width);
        for (Component component : components) {
            int v = component.view();
            for (TaskKernel.Node node : component.kernel().nodes()) {
                bytes += (long) LINK_BYTES * node.tasks().length;
                bytes += dense(blocks, v, node, set)
                        ? denseBytes(blocks, v)
                        : compactBytes(blocks, v, node, count(blocks, v, node, set));
            }
        }
        return bytes;
    }

    /** A visit to task t is under way until {@link #leave}. */
    void enter(int t) {
        for (Link link : links[t]) {
            if (link.vector.visits++ == 0) {
                touched.add(link.vector);
            }
        }
    }

    /** All visits under way are over. */
    void leave() {
        touched.forEach(vector -> vector.visits = 0);
        touched.clear();
    }

    /** rho[v] = sum of theta_m e_g[t]^2 over the nodes g in view v, each once for every visit under way to it. */
    void rhoInto(double[] rho, int t, double[] theta) {
        Arrays.fill(rho, 0);
        for (Link link : links[t]) {
            rho[link.view] += link.vector.visits * theta[link.component] * link.factor * link.factor;
        }
    }

    /** weights = w_t on the local columns of task t. */
    void gatherInto(double[] weights, int t, double[] theta) {
        Arrays.fill(weights, 0, blocks.columns[t].length, 0);
        for (Link link : links[t]) {
            double factor = theta[link.component] * link.factor;
            if (factor != 0) {
                int from = blocks.viewStart[t][link.view];
                int to = blocks.viewStart[t][link.view + 1];
                if (link.positions == null) {
                    addInto(weights, from, to, factor, link.values);
                } else {
                    addInto(weights, from, to, factor, link.values, link.positions, link.base, link.shift);
                }
            }
        }
    }

    private static void addInto(double[] weights, int from, int to, double factor, double[] values) {
        for (int j = from; j < to; j++) {
            weights[j] += factor * values[j - from];
        }
    }

    private static void addInto(
            double[] weights, int from, int to, double factor, double[] values, int[] positions, int base, int shift) {
        for (int j = from; j < to; j++) {
            weights[j] += factor * values[positions[base + j - from] - shift];
        }
    }

    /**
     * Adds {@code change} = sum over rows of task t of (change of s_i) x_i to the nodes that hold t: those that other
     * visits under way touch as well, or those that none does.
     */
    void scatter(double[] change, int t, boolean common) {
        for (Link link : links[t]) {
            if (link.vector.visits > 1 != common) {
                continue;
            }
            int from = blocks.viewStart[t][link.view];
            int to = blocks.viewStart[t][link.view + 1];
            if (link.positions == null) {
                scatter(change, from, to, link.factor, link.values);
            } else {
                scatter(change, from, to, link.factor, link.values, link.positions, link.base, link.shift);
            }
        }
    }

    private static void scatter(double[] change, int from, int to, double factor, double[] values) {
        for (int j = from; j < to; j++) {
            values[j - from] += factor * change[j];
        }
    }

    private static void scatter(
            double[] change, int from, int to, double factor, double[] values, int[] positions, int base, int shift) {
        for (int j = from; j < to; j++) {
            values[positions[base + j - from] - shift] += factor * change[j];
        }
    }

    /** q_m = sum_g ||u_g||^2 for every component. */
    double[] squares() {
        double[] squares = new double[components];
        for (Vector vector : vectors) {
            squares[vector.component] += square(vector.values);
        }
        return squares;
    }

    // Four sums: one would wait for each addition.
    private static double square(double[] values) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int j = 0;
        for (; j < values.length - 3; j += 4) {
            a += values[j] * values[j];
            b += values[j + 1] * values[j + 1];
            c += values[j + 2] * values[j + 2];
            d += values[j + 3] * values[j + 3];
        }
        for (; j < values.length; j++) {
            a += values[j] * values[j];
        }
        return a + b + c + d;
    }

    /** Every node's vector, unscaled by theta. */
    List<Vector> vectors() {
        return vectors;
    }
}
