package dev.kith.ascent.node;

import dev.kith.structure.TaskKernel;
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
public final class NodeWeights {
    private final TaskBlocks blocks;
    final NodeLink[][] links;
    public final List<Component> components;
    private final List<Vector> vectors = new ArrayList<>();
    final List<Store> stores = new ArrayList<>();
    private final List<Store> touched = new ArrayList<>();

    /**
     * A component: the weights of view {@code view} shared as {@code kernel} says.
     *
     * @param scale what features of the view are multiplied by
     */
    public record Component(int view, TaskKernel kernel, double scale) {
        public Component(int view, TaskKernel kernel) {
            this(view, kernel, 1);
        }
    }

    /** u_g of one node; {@code columns} lists its columns within the view, null when dense. */
    public static final class Vector {
        public final int component;
        public final TaskKernel.Node node;
        final int @Nullable [] columns;
        final Store store;
        final @Nullable Crossing crossing;

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

        public int size() {
            return columns == null ? store.values.length : columns.length;
        }

        public int column(int j) {
            return columns == null ? j : columns[j];
        }

        public double value(int j) {
            return crossing == null ? store.values[j] : crossing.value(store.values, column(j));
        }
    }

    /** The numbers of one node, or of all that are hashed into the same table. */
    static final class Store {
        final int component;

        /** Its place among all. */
        final int place;

        final double[] values;

        /** How many visits under way touch it. */
        int visits;

        Store(int component, int place, int size) {
            this.component = component;
            this.place = place;
            values = new double[size];
        }
    }

    /** @param crossingBits tasks' own weights share tables of 2^crossingBits; 0: none do */
    public NodeWeights(TaskBlocks blocks, List<Component> components, int crossingBits) {
        this.blocks = blocks;
        this.components = components;
        List<List<NodeLink>> perTask = new ArrayList<>();
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
                    allocate(m, component, node, perTask, layout);
                }
            }
        }
        links = perTask.stream().map(list -> list.toArray(new NodeLink[0])).toArray(NodeLink[][]::new);
    }

    private void allocate(
            int m, Component component, TaskKernel.Node node, List<List<NodeLink>> perTask, NodeLayout layout) {
        int v = component.view();
        int shift = blocks.columnStart[v];
        boolean single = node.tasks().length == 1;
        boolean dense = layout.dense(v, node);
        int[] union = dense ? null : layout.union(v, node);
        int size = union == null ? blocks.columnStart[v + 1] - shift : union.length;
        Vector vector = new Vector(m, node, union, add(new Store(m, stores.size(), size)), null);
        vectors.add(vector);
        for (int k = 0; k < node.tasks().length; k++) {
            int t = node.tasks()[k];
            int base = dense ? blocks.viewStart[t][v] : 0;
            int[] positions = single ? null : union == null ? blocks.columns[t] : layout.positions(t, v, union);
            perTask.get(t).add(new NodeLink(vector, component, node.values()[k], positions, base, dense ? shift : 0));
        }
    }

    private void cross(int m, Component component, int bits, List<List<NodeLink>> perTask, NodeLayout layout) {
        Store table = add(new Store(m, stores.size(), 1 << bits));
        int v = component.view();
        for (TaskKernel.Node node : component.kernel().nodes()) {
            int t = node.tasks()[0];
            Vector vector = new Vector(m, node, layout.union(v, node), table, Crossing.of(t, bits));
            vectors.add(vector);
            int base = blocks.viewStart[t][v];
            perTask.get(t)
                    .add(new NodeLink(
                            vector, component, node.values()[0], blocks.columns[t], base, blocks.columnStart[v]));
        }
    }

    private Store add(Store store) {
        stores.add(store);
        return store;
    }

    /** A visit to task t is under way until {@link #leave}. */
    void enter(int t) {
        for (NodeLink link : links[t]) {
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
        for (NodeLink link : links[t]) {
            rho[link.view] += link.store.visits * theta[link.component] * link.factor * link.factor;
        }
    }

    /** weights = w_t on the local columns of task t. */
    void gatherInto(double[] weights, int t, double[] theta) {
        Arrays.fill(weights, 0, blocks.columns[t].length, 0);
        for (NodeLink link : links[t]) {
            double factor = theta[link.component] * link.factor;
            if (factor != 0) {
                link.addInto(weights, blocks.viewStart[t][link.view], blocks.viewStart[t][link.view + 1], factor);
            }
        }
    }

    /**
     * Adds {@code change} = sum over rows of task t of (change of s_i) x_i to the nodes that hold t: those that other
     * visits under way touch as well, or those that none does.
     */
    void scatter(double[] change, int t, boolean common) {
        for (NodeLink link : links[t]) {
            if (link.store.visits > 1 == common) {
                link.scatter(change, blocks.viewStart[t][link.view], blocks.viewStart[t][link.view + 1]);
            }
        }
    }

    /** q_m = sum_g ||u_g||^2 for every component. */
    double[] squares() {
        double[] squares = new double[components.size()];
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
    public List<Vector> vectors() {
        return vectors;
    }
}
