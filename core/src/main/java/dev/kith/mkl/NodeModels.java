package dev.kith.mkl;

import dev.kith.ascent.Units;
import dev.kith.ascent.node.NodeWeights;
import dev.kith.ascent.node.TaskBlocks;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.kernel.FeatureMap;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.NodeModel;
import dev.kith.structure.TaskKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns a solution into a model in the user's units. */
final class NodeModels {
    private final MklTrainer trainer;
    private final Dataset data;
    private final List<String> tasks;
    private final List<TaskKernel> kernels;
    private final boolean union;

    NodeModels(MklTrainer trainer, Dataset data, List<String> tasks, List<TaskKernel> kernels) {
        this.trainer = trainer;
        this.data = data;
        this.tasks = tasks;
        this.kernels = kernels;
        union = trainer.tasks() instanceof TaskKernels.Union;
    }

    NodeModel build(
            FeatureMap map,
            Standardizer scaling,
            ViewScales scales,
            TaskBlocks blocks,
            List<NodeWeights.Vector> vectors,
            MklSolver.Solution solution) {
        List<NodeModel.KernelWeight> weights = new ArrayList<>();
        for (int m = 0; m < solution.weights.length; m++) {
            String view = map.views().get(m / kernels.size());
            weights.add(new NodeModel.KernelWeight(
                    view, kernels.get(m % kernels.size()).name(), solution.weights[m]));
        }
        SparseRows members = members(vectors);
        List<Integer> kernelOf =
                vectors.stream().map(vector -> vector.component).toList();
        return new NodeModel(
                MklInfo.of(
                        trainer.settings(),
                        trainer.views().kernel(),
                        trainer.views().parameters(),
                        tasks,
                        data,
                        solution.report),
                map,
                MklInfo.extend(scaling, data.taskCount(), tasks.size()),
                members,
                weights(blocks, vectors, solution.theta, scales),
                weights,
                kernelOf,
                intercepts(solution, scaling, blocks, members, weights, kernelOf));
    }

    private int view(NodeWeights.Vector vector) {
        return vector.component / kernels.size();
    }

    /** e_g, as the task kernels have it: the weights carry the view's scale. */
    private SparseRows members(List<NodeWeights.Vector> vectors) {
        int[] starts = new int[vectors.size() + 1];
        for (int g = 0; g < vectors.size(); g++) {
            starts[g + 1] =
                    starts[g] + (union ? tasks.size() : vectors.get(g).node.tasks().length);
        }
        int[] indices = new int[starts[vectors.size()]];
        double[] values = new double[indices.length];
        for (int g = 0; g < vectors.size(); g++) {
            TaskKernel.Node node = vectors.get(g).node;
            for (int k = starts[g]; k < starts[g + 1]; k++) {
                indices[k] = union ? k - starts[g] : node.tasks()[k - starts[g]];
                values[k] = node.values()[union ? 0 : k - starts[g]];
            }
        }
        return new SparseRows(tasks.size(), starts, indices, values);
    }

    private SparseRows weights(TaskBlocks blocks, List<NodeWeights.Vector> vectors, double[] theta, ViewScales scales) {
        int[] starts = new int[vectors.size() + 1];
        for (int g = 0; g < vectors.size(); g++) {
            boolean used = theta[vectors.get(g).component] != 0;
            starts[g + 1] = Math.addExact(starts[g], used ? nonZeros(vectors.get(g)) : 0);
        }
        int[] indices = new int[starts[vectors.size()]];
        double[] values = new double[indices.length];
        for (int g = 0; g < vectors.size(); g++) {
            NodeWeights.Vector vector = vectors.get(g);
            double factor = theta[vector.component] * scales.of(view(vector));
            int at = starts[g];
            for (int j = 0; j < vector.size() && factor != 0; j++) {
                if (vector.value(j) != 0) {
                    indices[at] = blocks.columnStart[view(vector)] + vector.column(j);
                    values[at++] = factor * vector.value(j);
                }
            }
        }
        return new SparseRows(blocks.columnStart[blocks.views], starts, indices, values);
    }

    private static int nonZeros(NodeWeights.Vector vector) {
        int count = 0;
        for (int j = 0; j < vector.size(); j++) {
            count += vector.value(j) == 0 ? 0 : 1;
        }
        return count;
    }

    /** In the labels' units. A task without rows gets the mean intercept of the others, weighted by their likeness. */
    private Matrix intercepts(
            MklSolver.Solution solution,
            Standardizer scaling,
            TaskBlocks blocks,
            SparseRows members,
            List<NodeModel.KernelWeight> weights,
            List<Integer> kernelOf) {
        Matrix intercept = Matrix.zeros(1, tasks.size());
        for (int t = 0; t < tasks.size(); t++) {
            double b;
            if (union) {
                b = solution.biases[0];
            } else if (blocks.taskStart[t] < blocks.taskStart[t + 1]) {
                b = solution.biases[t];
            } else {
                b = borrowed(t, solution.biases, blocks, members, weights, kernelOf);
            }
            int known = t < data.taskCount() ? t : 0;
            intercept.set(0, t, Units.saved(scaling, known, b));
        }
        return intercept;
    }

    private static double borrowed(
            int t,
            double[] biases,
            TaskBlocks blocks,
            SparseRows members,
            List<NodeModel.KernelWeight> weights,
            List<Integer> kernelOf) {
        double[] likeness = new double[biases.length];
        for (int g = 0; g < members.rows(); g++) {
            int at = Arrays.binarySearch(members.indices(), members.start(g), members.end(g), t);
            if (at >= 0) {
                double weight = weights.get(kernelOf.get(g)).weight();
                members.addInto(likeness, weight * members.values()[at], g);
            }
        }
        double sum = 0;
        double total = 0;
        for (int s = 0; s < biases.length; s++) {
            if (blocks.taskStart[s] < blocks.taskStart[s + 1] && likeness[s] > 0) {
                sum += likeness[s] * biases[s];
                total += likeness[s];
            }
        }
        return total > 0 ? sum / total : 0;
    }
}
