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
 * in its tasks' rows, with a list of positions per task. A node of a single task needs no list. {@link NodeLayout} chooses.
 * Nothing is approximated, unless what tasks have of their own is asked to share a table ({@link Crossing}).
 */
final class NodeWeights {
    private final TaskBlocks blocks;
    private final Link[][] links;
    private final int components;
    private final List<Vector> vectors = new ArrayList<>();
    private final List<Store> stores = new ArrayList<>();
    private final List<Store> touched = new ArrayList<>();

    /** A component: the weights of view {@code view} shared as {@code kernel} says. */
    record Component(int view, TaskKernel kernel) {}

    /** u_g of one node; {@code columns} lists its columns within the view, null when dense. */
    static final class Vector {
        final int component;
        final TaskKernel.Node node;
        final int @Nullable [] columns;
        private final Store store;
        private final @Nullable Crossing crossing;

        Vector(
                int component,
                TaskKernel.Node node,
                int @Nullable [] columns,
                Store store,
                @Nullable Crossing crossing) {
            this.component = component;
            this.node = node;
            this.columns = columns;
            this.store = store;
            this.crossing = crossing;
        }

        int size() {
            return columns == null ? store.values.length : columns.length;
        }

        int column(int j) {
            return columns == null ? j : columns[j];
        }

        double value(int j) {
            return crossing == null ? store.values[j] : crossing.value(store.values, column(j));
        }
    }

    /** The numbers of one node, or of all that are hashed into the same table. */
    static final class Store {
        final int component;
        final double[] values;

        /** How many visits under way touch it. */
        int visits;

        Store(int component, int size) {
            this.component = component;
            values = new double[size];
        }
    }

    /** How task t takes part in a node: position of local column j is positions[base + j] - shift, or j itself. */
    private static final class Link {
        final int component;
        final int view;
        final double factor;
        final Store store;
        final double[] values;
        final @Nullable Crossing crossing;
        final int @Nullable [] positions;
        final int base;
        final int shift;

        Link(Vector vector, int view, double factor, int @Nullable [] positions, int base, int shift) {
            this.store = vector.store;
            this.component = vector.component;
            this.view = view;
            this.factor = factor;
            this.values = store.values;
            this.crossing = vector.crossing;
            this.positions = positions;
            this.base = base;
            this.shift = shift;
        }
    }

    /** @param crossingBits tasks' own weights share tables of 2^crossingBits; 0: none do */
    NodeWeights(TaskBlocks blocks, List<Component> components, int crossingBits) {
        this.blocks = blocks;
        this.components = components.size();
        List<List<Link>> perTask = new ArrayList<>();
        for (int t = 0; t < blocks.tasks(); t++) {
            perTask.add(new ArrayList<>());
        }
        NodeLayout layout = new NodeLayout(blocks);
        for (int m = 0; m < components.size(); m++) {
            Component component = components.get(m);
            if (crossingBits > 0 && Crossing.crosses(component.kernel())) {
                cross(m, component, crossingBits, perTask, layout);
            } else {
                for (TaskKernel.Node node : component.kernel().nodes()) {
                    allocate(m, component.view(), node, perTask, layout);
                }
            }
        }
        links = perTask.stream().map(list -> list.toArray(new Link[0])).toArray(Link[][]::new);
    }

    private void allocate(int m, int v, TaskKernel.Node node, List<List<Link>> perTask, NodeLayout layout) {
        int shift = blocks.columnStart[v];
        boolean single = node.tasks().length == 1;
        boolean dense = layout.dense(v, node);
        int[] union = dense ? null : layout.union(v, node);
        int size = union == null ? blocks.columnStart[v + 1] - shift : union.length;
        Vector vector = new Vector(m, node, union, add(new Store(m, size)), null);
        vectors.add(vector);
        for (int k = 0; k < node.tasks().length; k++) {
            int t = node.tasks()[k];
            int base = dense ? blocks.viewStart[t][v] : 0;
            int[] positions = single ? null : union == null ? blocks.columns[t] : layout.positions(t, v, union);
            perTask.get(t).add(new Link(vector, v, node.values()[k], positions, base, dense ? shift : 0));
        }
    }

    private void cross(int m, Component component, int bits, List<List<Link>> perTask, NodeLayout layout) {
        Store table = add(new Store(m, 1 << bits));
        int v = component.view();
        for (TaskKernel.Node node : component.kernel().nodes()) {
            int t = node.tasks()[0];
            Vector vector = new Vector(m, node, layout.union(v, node), table, Crossing.of(t, bits));
            vectors.add(vector);
            perTask.get(t).add(new Link(vector, v, node.values()[0], blocks.columns[t], 0, blocks.columnStart[v]));
        }
    }

    private Store add(Store store) {
        stores.add(store);
        return store;
    }

    /** A visit to task t is under way until {@link #leave}. */
    void enter(int t) {
        for (Link link : links[t]) {
            if (link.store.visits++ == 0) {
                touched.add(link.store);
            }
        }
    }

    /** All visits under way are over. */
    void leave() {
        touched.forEach(store -> store.visits = 0);
        touched.clear();
    }

    /** rho[v] = sum of theta_m e_g[t]^2 over the nodes g in view v, each once for every visit under way to it. */
    void rhoInto(double[] rho, int t, double[] theta) {
        Arrays.fill(rho, 0);
        for (Link link : links[t]) {
            rho[link.view] += link.store.visits * theta[link.component] * link.factor * link.factor;
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
                if (link.crossing != null && link.positions != null) {
                    link.crossing.addInto(weights, from, to, factor, link.values, link.positions, link.shift);
                } else if (link.positions == null) {
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
            if (link.store.visits > 1 != common) {
                continue;
            }
            int from = blocks.viewStart[t][link.view];
            int to = blocks.viewStart[t][link.view + 1];
            if (link.crossing != null && link.positions != null) {
                link.crossing.scatter(change, from, to, link.factor, link.values, link.positions, link.shift);
            } else if (link.positions == null) {
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
        for (Store store : stores) {
            squares[store.component] += square(store.values);
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
