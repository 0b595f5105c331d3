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
    private final double[] squares;
    private final List<Vector> vectors = new ArrayList<>();

    /** A component: the weights of view {@code view} shared as {@code kernel} says. */
    record Component(int view, TaskKernel kernel) {}

    /** u_g of one node; {@code columns} lists its columns within the view, null when dense. */
    static final class Vector {
        final int component;
        final TaskKernel.Node node;
        final int @Nullable [] columns;
        final double[] values;

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
        final double[] values;
        final int @Nullable [] positions;
        final int base;
        final int shift;

        Link(Vector vector, int view, double factor, int @Nullable [] positions, int base, int shift) {
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
        squares = new double[components.size()];
        List<List<Link>> perTask = new ArrayList<>();
        for (int t = 0; t < blocks.tasks(); t++) {
            perTask.add(new ArrayList<>());
        }
        int[] seenBy = new int[blocks.columnStart[blocks.views]];
        int stamp = 0;
        for (int m = 0; m < components.size(); m++) {
            Component component = components.get(m);
            List<TaskKernel.Node> nodes = component.kernel().nodes();
            for (TaskKernel.Node node : nodes) {
                allocate(m, component.view(), node, perTask, seenBy, ++stamp);
            }
        }
        links = perTask.stream().map(list -> list.toArray(new Link[0])).toArray(Link[][]::new);
    }

    private void allocate(int m, int v, TaskKernel.Node node, List<List<Link>> perTask, int[] seenBy, int stamp) {
        int shift = blocks.columnStart[v];
        int width = blocks.columnStart[v + 1] - shift;
        boolean single = node.tasks().length == 1;
        int[] union = union(blocks, v, node, seenBy, stamp);
        boolean dense = !single && denseBytes(width) <= compactBytes(blocks, v, node, union.length);
        Vector vector = new Vector(m, node, dense ? null : union, new double[dense ? width : union.length]);
        vectors.add(vector);
        for (int k = 0; k < node.tasks().length; k++) {
            int t = node.tasks()[k];
            int base = dense ? blocks.viewStart[t][v] : 0;
            int[] positions = single ? null : dense ? blocks.columns[t] : positions(t, v, union);
            perTask.get(t).add(new Link(vector, v, node.values()[k], positions, base, dense ? shift : 0));
        }
    }

    /** The columns, within the view, that occur in rows of the node's tasks, ascending. */
    private static int[] union(TaskBlocks blocks, int v, TaskKernel.Node node, int[] seenBy, int stamp) {
        if (blocks.views == 1 && node.tasks().length == 1) {
            return blocks.columns[node.tasks()[0]];
        }
        int count = 0;
        int most = 0;
        for (int t : node.tasks()) {
            most += blocks.width(t, v);
        }
        int[] found = new int[Math.min(most, blocks.columnStart[v + 1] - blocks.columnStart[v])];
        for (int t : node.tasks()) {
            for (int j = blocks.viewStart[t][v]; j < blocks.viewStart[t][v + 1]; j++) {
                int column = blocks.columns[t][j];
                if (seenBy[column] != stamp) {
                    seenBy[column] = stamp;
                    found[count++] = column - blocks.columnStart[v];
                }
            }
        }
        int[] union = Arrays.copyOf(found, count);
        Arrays.sort(union);
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

    private static long denseBytes(int width) {
        return 8L * width;
    }

    private static long compactBytes(TaskBlocks blocks, int v, TaskKernel.Node node, int union) {
        boolean single = node.tasks().length == 1;
        long bytes = (single && blocks.views == 1 ? 8L : 12L) * union;
        if (!single) {
            for (int t : node.tasks()) {
                bytes += 4L * blocks.width(t, v);
            }
        }
        return bytes;
    }

    /** What the constructor will allocate, in bytes. */
    static long bytes(TaskBlocks blocks, List<Component> components) {
        int[] seenBy = new int[blocks.columnStart[blocks.views]];
        int stamp = 0;
        long bytes = 4L * seenBy.length;
        for (Component component : components) {
            int v = component.view();
            int width = blocks.columnStart[v + 1] - blocks.columnStart[v];
            for (TaskKernel.Node node : component.kernel().nodes()) {
                int union = union(blocks, v, node, seenBy, ++stamp).length;
                long compact = compactBytes(blocks, v, node, union);
                bytes += node.tasks().length == 1 ? compact : Math.min(compact, denseBytes(width));
                bytes += (long) LINK_BYTES * node.tasks().length;
            }
        }
        return bytes;
    }

    /** weights = w_t on the local columns of task t. */
    void gatherInto(double[] weights, int t, double[] theta) {
        Arrays.fill(weights, 0, blocks.columns[t].length, 0);
        for (Link link : links[t]) {
            double factor = theta[link.component] * link.factor;
            if (factor != 0) {
                int from = blocks.viewStart[t][link.view];
                addInto(weights, from, blocks.viewStart[t][link.view + 1] - from, factor, link);
            }
        }
    }

    private static void addInto(double[] weights, int from, int width, double factor, Link link) {
        double[] values = link.values;
        int[] positions = link.positions;
        if (positions == null) {
            for (int j = 0; j < width; j++) {
                weights[from + j] += factor * values[j];
            }
        } else {
            int base = link.base;
            int shift = link.shift;
            for (int j = 0; j < width; j++) {
                weights[from + j] += factor * values[positions[base + j] - shift];
            }
        }
    }

    /** Adds {@code change} = sum over rows of task t of (change of s_i) x_i to every node that holds t. */
    void scatter(double[] change, int t) {
        for (Link link : links[t]) {
            int from = blocks.viewStart[t][link.view];
            int width = blocks.viewStart[t][link.view + 1] - from;
            squares[link.component] += scatter(change, from, width, link);
        }
    }

    /** Returns by how much the squared length of the node's vector grew. */
    private static double scatter(double[] change, int from, int width, Link link) {
        double[] values = link.values;
        int[] positions = link.positions;
        double factor = link.factor;
        double growth = 0;
        for (int j = 0; j < width; j++) {
            double step = factor * change[from + j];
            if (step != 0) {
                int at = positions == null ? j : positions[link.base + j] - link.shift;
                double old = values[at];
                values[at] = old + step;
                growth += step * (2 * old + step);
            }
        }
        return growth;
    }

    /** q_m = sum_g ||u_g||^2 for every component, kept up to date by {@link #scatter}. */
    double[] squares() {
        double[] q = squares.clone();
        for (int m = 0; m < q.length; m++) {
            q[m] = Math.max(q[m], 0);
        }
        return q;
    }

    /** Computes every q_m anew, removing the rounding that updates gather. */
    void refreshSquares() {
        Arrays.fill(squares, 0);
        for (Vector vector : vectors) {
            double sum = 0;
            for (double value : vector.values) {
                sum += value * value;
            }
            squares[vector.component] += sum;
        }
    }

    /** Every node's vector, unscaled by theta. */
    List<Vector> vectors() {
        return vectors;
    }
}
