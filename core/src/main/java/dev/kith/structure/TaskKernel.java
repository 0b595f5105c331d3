package dev.kith.structure;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A positive semidefinite relation between tasks, kept as a sum of rank-one nodes: R = sum_g e_g e_g'.
 *
 * <p>Node g holds the tasks where e_g is not zero: the tasks below a node of a tree, the members of a group, one task, or
 * all of them. A row of task t touches the nodes that hold t and no others, which is what makes learning independent of
 * the number of tasks. Immutable.
 */
public final class TaskKernel {
    /** Eigenvalues below this fraction of the largest are taken as zero. */
    private static final double RANK_TOLERANCE = 1e-12;

    private final String name;
    private final int tasks;
    private final List<Node> nodes;

    /** e_g: {@code values[k]} at task {@code tasks[k]}, tasks ascending, no zeros. */
    public static final class Node {
        private final int[] tasks;
        private final double[] values;

        Node(int[] tasks, double[] values) {
            this.tasks = tasks;
            this.values = values;
        }

        public int[] tasks() {
            return tasks;
        }

        public double[] values() {
            return values;
        }

        static Node indicator(int... tasks) {
            double[] ones = new double[tasks.length];
            Arrays.fill(ones, 1);
            return new Node(tasks, ones);
        }

        static Node of(double[] dense) {
            int[] tasks = new int[dense.length];
            double[] values = new double[dense.length];
            int size = 0;
            for (int t = 0; t < dense.length; t++) {
                if (dense[t] != 0) {
                    tasks[size] = t;
                    values[size++] = dense[t];
                }
            }
            return new Node(Arrays.copyOf(tasks, size), Arrays.copyOf(values, size));
        }

        double[] dense(int size) {
            double[] dense = new double[size];
            for (int k = 0; k < tasks.length; k++) {
                dense[tasks[k]] = values[k];
            }
            return dense;
        }
    }

    private TaskKernel(String name, int tasks, List<Node> nodes) {
        this.name = name;
        this.tasks = tasks;
        this.nodes = nodes.stream().filter(node -> node.tasks.length > 0).toList();
    }

    /** R = 11': all tasks are one. */
    public static TaskKernel shared(int tasks) {
        int[] all = new int[tasks];
        Arrays.setAll(all, t -> t);
        return group("shared", tasks, all);
    }

    /** R = I: tasks have nothing in common. */
    public static TaskKernel own(int tasks) {
        List<Node> nodes = new ArrayList<>(tasks);
        for (int t = 0; t < tasks; t++) {
            nodes.add(Node.indicator(t));
        }
        return new TaskKernel("own", tasks, nodes);
    }

    /** R[s, t] = 1 where both tasks are members, else 0: one node of a tree, or one group. */
    public static TaskKernel group(String name, int tasks, int... members) {
        int[] sorted = members.clone();
        Arrays.sort(sorted);
        for (int k = 0; k < sorted.length; k++) {
            if (sorted[k] < 0 || sorted[k] >= tasks || (k > 0 && sorted[k] == sorted[k - 1])) {
                throw new IllegalArgumentException("members of '" + name + "' must be distinct tasks 0 to "
                        + (tasks - 1) + ", got " + Arrays.toString(members));
            }
        }
        return new TaskKernel(name, tasks, List.of(Node.indicator(sorted)));
    }

    /** R = factor factor' + diag(diagonal): factor is T x rank, diagonal has T numbers &gt;= 0. */
    public static TaskKernel lowRankPlusDiagonal(String name, Matrix factor, double... diagonal) {
        factor.requireFinite("factor of task kernel '" + name + "'");
        int tasks = factor.rows();
        if (diagonal.length != tasks) {
            throw new IllegalArgumentException(
                    "diagonal of task kernel '" + name + "' must have " + tasks + " numbers, got " + diagonal.length);
        }
        List<Node> nodes = new ArrayList<>();
        for (int g = 0; g < factor.cols(); g++) {
            nodes.add(Node.of(factor.column(g)));
        }
        for (int t = 0; t < tasks; t++) {
            if (!(diagonal[t] >= 0 && diagonal[t] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("diagonal of task kernel '" + name
                        + "' must hold finite numbers >= 0, got " + diagonal[t] + " at " + t);
            }
            if (diagonal[t] > 0) {
                nodes.add(new Node(new int[] {t}, new double[] {Math.sqrt(diagonal[t])}));
            }
        }
        return new TaskKernel(name, tasks, nodes);
    }

    /**
     * Any positive semidefinite matrix, by its eigenvectors. The smallest eigenvalue is split off as a multiple of the
     * identity first: it often has many vectors (mean, groups), and one node per task is cheaper than a dense one each.
     */
    public static TaskKernel of(String name, Matrix r) {
        if (r.rows() != r.cols()) {
            throw new IllegalArgumentException(
                    "task kernel '" + name + "' must be square, got " + r.rows() + " x " + r.cols());
        }
        SymmetricEigen eigen = LinearAlgebra.best().eigen(r.symmetrized());
        int tasks = r.rows();
        double largest = tasks == 0 ? 0 : Math.max(eigen.value(tasks - 1), 0);
        double smallest = tasks == 0 ? 0 : eigen.value(0);
        double zero = Math.max(RANK_TOLERANCE * tasks * largest, Double.MIN_NORMAL);
        if (smallest < -1e3 * zero) {
            throw new IllegalArgumentException(
                    "task kernel '" + name + "' must be positive semidefinite, got the eigenvalue " + smallest);
        }
        double floor = smallest > zero ? smallest : 0;
        Matrix factor = Matrix.zeros(tasks, tasks);
        for (int g = 0; g < tasks; g++) {
            double value = eigen.value(g) - floor;
            double root = value > zero ? Math.sqrt(value) : 0;
            for (int t = 0; t < tasks; t++) {
                factor.set(t, g, root * eigen.vectors().get(t, g));
            }
        }
        double[] diagonal = new double[tasks];
        Arrays.fill(diagonal, floor);
        return lowRankPlusDiagonal(name, factor, diagonal);
    }

    /** The entrywise product of two task kernels, named {@code a*b}. */
    public TaskKernel times(TaskKernel other) {
        requireSameTasks(other);
        List<Node> products = new ArrayList<>();
        for (Node a : nodes) {
            double[] dense = a.dense(tasks);
            for (Node b : other.nodes) {
                double[] product = new double[tasks];
                for (int k = 0; k < b.tasks.length; k++) {
                    product[b.tasks[k]] = dense[b.tasks[k]] * b.values[k];
                }
                products.add(Node.of(product));
            }
        }
        return new TaskKernel(name + "*" + other.name, tasks, products);
    }

    /** The sum of two task kernels under one weight, named {@code a+b}. */
    public TaskKernel plus(TaskKernel other) {
        requireSameTasks(other);
        List<Node> sum = new ArrayList<>(nodes);
        sum.addAll(other.nodes);
        return new TaskKernel(name + "+" + other.name, tasks, sum);
    }

    private void requireSameTasks(TaskKernel other) {
        if (tasks != other.tasks) {
            throw new IllegalArgumentException("task kernels must speak of equally many tasks, got " + tasks + " ('"
                    + name + "') and " + other.tasks + " ('" + other.name + "')");
        }
    }

    public String name() {
        return name;
    }

    /** The same kernel under another name. */
    public TaskKernel named(String other) {
        return new TaskKernel(other, tasks, nodes);
    }

    /** Whether it is made of the same nodes, whatever its name. */
    public boolean sameNodes(TaskKernel other) {
        if (tasks != other.tasks || nodes.size() != other.nodes.size()) {
            return false;
        }
        for (int g = 0; g < nodes.size(); g++) {
            Node own = nodes.get(g);
            Node its = other.nodes.get(g);
            if (!Arrays.equals(own.tasks, its.tasks) || !Arrays.equals(own.values, its.values)) {
                return false;
            }
        }
        return true;
    }

    /** T. */
    public int taskCount() {
        return tasks;
    }

    public List<Node> nodes() {
        return nodes;
    }

    /** R, T x T. */
    public Matrix matrix() {
        Matrix r = Matrix.zeros(tasks, tasks);
        for (Node node : nodes) {
            for (int a = 0; a < node.tasks.length; a++) {
                for (int b = 0; b < node.tasks.length; b++) {
                    r.add(node.tasks[a], node.tasks[b], node.values[a] * node.values[b]);
                }
            }
        }
        return r;
    }

    @Override
    public String toString() {
        return name + " (" + nodes.size() + " nodes over " + tasks + " tasks)";
    }
}
