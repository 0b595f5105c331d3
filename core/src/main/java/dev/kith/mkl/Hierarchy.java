package dev.kith.mkl;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.loss.Loss;
import dev.kith.model.NodeModel;
import dev.kith.model.Training;
import dev.kith.structure.TaskTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A tree over tasks where none is given: every task is learned alone, and tasks whose weights point the same way are
 * joined, nearest first (average linkage on 1 - cosine of the weights).
 */
final class Hierarchy {
    private Hierarchy() {}

    /** Learns every task alone with this loss, these views and this C, and clusters the weights. */
    static TaskTree infer(Dataset data, Loss loss, Views views, double c, Training training, MklOptions options) {
        MklTrainer alone = new MklTrainer(
                "individual", loss, views, TaskKernels.own(), Double.POSITIVE_INFINITY, c, training, options);
        return cluster(data.tasks(), distances(alone.train(data).model()));
    }

    /** 1 - cosine between the weights of every two tasks; 1 where a task has none. */
    private static Matrix distances(NodeModel model) {
        int tasks = model.info().tasks().size();
        SparseRows nodesOf = model.members().transpose();
        Matrix products = Matrix.zeros(tasks, tasks);
        for (int s = 0; s < tasks; s++) {
            for (int t = 0; t <= s; t++) {
                double sum = 0;
                // Views come in the same order for every task, one node each.
                for (int k = 0; k < Math.min(length(nodesOf, s), length(nodesOf, t)); k++) {
                    int a = nodesOf.indices()[nodesOf.start(s) + k];
                    int b = nodesOf.indices()[nodesOf.start(t) + k];
                    sum += model.weights().dot(a, model.weights(), b);
                }
                products.set(s, t, sum);
                products.set(t, s, sum);
            }
        }
        double[] squares = products.diagonal();
        Matrix distances = Matrix.zeros(tasks, tasks);
        for (int s = 0; s < tasks; s++) {
            for (int t = 0; t < tasks; t++) {
                double scale = Math.sqrt(squares[s] * squares[t]);
                distances.set(s, t, scale > 0 ? Math.max(0, 1 - products.get(s, t) / scale) : 1);
            }
        }
        return distances;
    }

    private static int length(SparseRows rows, int row) {
        return rows.end(row) - rows.start(row);
    }

    /**
     * Average linkage by chains of nearest neighbours: O(T^2). Joins are called {@code node1}, {@code node2}, ... in the
     * order of their height; a branch is as long as the heights at its ends differ.
     */
    static TaskTree cluster(List<String> tasks, Matrix distances) {
        int size = tasks.size();
        if (size == 1) {
            return new TaskTree(List.of(new TaskTree.Node(tasks.get(0), -1, 1)));
        }
        Matrix d = distances.copy();
        int[] weight = new int[size];
        Arrays.fill(weight, 1);
        int[] chain = new int[size];
        int length = 0;
        List<Join> joins = new ArrayList<>();
        while (joins.size() < size - 1) {
            if (length == 0) {
                chain[length++] = firstAlive(weight);
            }
            int top = chain[length - 1];
            int nearest = nearest(d, weight, top, length > 1 ? chain[length - 2] : -1);
            if (length > 1 && nearest == chain[length - 2]) {
                length -= 2;
                joins.add(new Join(Math.min(top, nearest), Math.max(top, nearest), d.get(top, nearest)));
                merge(d, weight, Math.min(top, nearest), Math.max(top, nearest));
            } else {
                chain[length++] = nearest;
            }
        }
        return tree(tasks, joins);
    }

    /** Cluster {@code absorbed} went into cluster {@code kept}, both named by their first task. */
    private record Join(int kept, int absorbed, double height) {}

    private static int firstAlive(int[] weight) {
        int k = 0;
        while (weight[k] == 0) {
            k++;
        }
        return k;
    }

    /** The nearest living cluster; among equals {@code preferred}, then the first. */
    private static int nearest(Matrix d, int[] weight, int of, int preferred) {
        int best = preferred;
        for (int k = 0; k < weight.length; k++) {
            if (k != of && weight[k] > 0 && (best < 0 || d.get(of, k) < d.get(of, best))) {
                best = k;
            }
        }
        return best;
    }

    private static void merge(Matrix d, int[] weight, int kept, int absorbed) {
        double total = weight[kept] + weight[absorbed];
        for (int k = 0; k < weight.length; k++) {
            double mean = (weight[kept] * d.get(kept, k) + weight[absorbed] * d.get(absorbed, k)) / total;
            d.set(kept, k, mean);
            d.set(k, kept, mean);
        }
        weight[kept] += weight[absorbed];
        weight[absorbed] = 0;
    }

    /** Joins in the order of height (stable), then written from the root down. */
    private static TaskTree tree(List<String> tasks, List<Join> joins) {
        joins.sort(java.util.Comparator.comparingDouble(Join::height));
        int size = tasks.size();
        int[] current = new int[size];
        Arrays.setAll(current, t -> t);
        int total = 2 * size - 1;
        int[] parent = new int[total];
        double[] height = new double[total];
        for (int k = 0; k < joins.size(); k++) {
            Join join = joins.get(k);
            parent[current[join.kept()]] = size + k;
            parent[current[join.absorbed()]] = size + k;
            current[join.kept()] = size + k;
            height[size + k] = join.height();
        }
        int[] number = new int[total];
        List<TaskTree.Node> nodes = new ArrayList<>();
        nodes.add(new TaskTree.Node("node" + (size - 1), -1, 1));
        for (int k = total - 2; k >= 0; k--) {
            number[k] = nodes.size();
            String name = k < size ? tasks.get(k) : "node" + (k - size + 1);
            double branch = Math.max(0, height[parent[k]] - height[k]);
            nodes.add(new TaskTree.Node(name, number[parent[k]], branch));
        }
        return new TaskTree(nodes);
    }
}
