package dev.kith.model;

import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.OwnTask;
import dev.kith.data.shape.Shapes;
import dev.kith.kernel.FeatureMap;
import dev.kith.kernel.map.ColumnViews;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * f_t(x) = intercept_t + scale_t sum_g e_g[t] v_g' phi(s(x)): weights shared through nodes (of a tree, of groups, of single
 * tasks), with phi explicit features and s the scaling of inputs and labels. A task that had no data is as good as the
 * nodes it belongs to.
 *
 * @param members e_g, nodes x tasks
 * @param weights v_g, nodes x columns of {@code map}
 * @param kernels the weights of view x task kernel combinations that learning found
 * @param kernelOf the combination each node belongs to
 * @param intercept 1 x T, in the labels' own units
 */
public record NodeModel(
        ModelInfo info,
        FeatureMap map,
        Standardizer scaling,
        SparseRows members,
        SparseRows weights,
        List<KernelWeight> kernels,
        List<Integer> kernelOf,
        Matrix intercept)
        implements Model {
    /** Larger weight matrices than this are not written out densely: 2^24 numbers, 128 MB. */
    private static final long LARGEST_DENSE = 1 << 24;

    /** What one view x task kernel counts for. */
    public record KernelWeight(String view, String tasks, double weight) {
        public KernelWeight {
            if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("weight of view '" + view + "' over '" + tasks
                        + "' must be a finite number >= 0, got " + weight);
            }
        }
    }

    public NodeModel {
        kernels = List.copyOf(kernels);
        kernelOf = List.copyOf(kernelOf);
        int tasks = info.tasks().size();
        int[] starts = map.starts();
        if (members.cols() != tasks || weights.cols() != starts[starts.length - 1]) {
            throw new IllegalArgumentException("members must have " + tasks + " columns and weights "
                    + starts[starts.length - 1] + ", got " + members.cols() + " and " + weights.cols());
        }
        if (members.rows() != weights.rows() || kernelOf.size() != members.rows()) {
            throw new IllegalArgumentException("members, weights and kernels must speak of equally many nodes, got "
                    + members.rows() + ", " + weights.rows() + " and " + kernelOf.size());
        }
        for (int kernel : kernelOf) {
            if (kernel < 0 || kernel >= kernels.size()) {
                throw new IllegalArgumentException(
                        "a node's kernel must be one of " + kernels.size() + ", got " + kernel);
            }
        }
        requireFinite("members", members);
        requireFinite("weights", weights);
        Shapes.require("intercept", intercept, 1, tasks);
        // strings have no features to scale, whatever their column is called
        Shapes.require(scaling, scaling.featureScale().cols(), tasks);
        members = members.frozen();
        weights = weights.frozen();
        intercept = intercept.frozen();
    }

    private static void requireFinite(String name, SparseRows rows) {
        for (int k = 0; k < rows.nonZeros(); k++) {
            if (!Double.isFinite(rows.value(k))) {
                throw new IllegalArgumentException(name + " must be finite, got " + rows.value(k));
            }
        }
    }

    @Override
    public NodeModel withInfo(ModelInfo changed) {
        return new NodeModel(changed, map, scaling, members, weights, kernels, kernelOf, intercept);
    }

    @Override
    public Matrix predict(Inputs x) {
        SparseRows phi = features(x);
        SparseRows byColumn = weights.transpose();
        int nodes = members.rows();
        Matrix z = Matrix.zeros(phi.rows(), members.cols());
        double[] scores = new double[nodes];
        double[] row = new double[members.cols()];
        for (int i = 0; i < phi.rows(); i++) {
            Arrays.fill(scores, 0);
            for (int k = phi.start(i); k < phi.end(i); k++) {
                byColumn.addInto(scores, phi.value(k), phi.index(k));
            }
            Arrays.fill(row, 0);
            for (int g = 0; g < nodes; g++) {
                if (scores[g] != 0) {
                    members.addInto(row, scores[g], g);
                }
            }
            for (int t = 0; t < row.length; t++) {
                z.set(i, t, inUnits(t, row[t]));
            }
        }
        return Links.applyTo(z, info);
    }

    private double inUnits(int t, double score) {
        return score * scaling.labelScale().get(0, t) + intercept.get(0, t);
    }

    private SparseRows features(Inputs x) {
        return map.rows(scaling.apply(info.prepared(x)));
    }

    /** Visits rows task by task, with that task's weights written out: independent of the number of other tasks. */
    @Override
    public double[] predict(Inputs x, int[] tasks) {
        OwnTask.require(x, tasks);
        SparseRows phi = features(x);
        SparseRows nodesOf = members.transpose();
        double[] w = new double[weights.cols()];
        double[] predictions = new double[tasks.length];
        int current = -1;
        for (int i : OwnTask.byTask(tasks)) {
            if (tasks[i] != current) {
                current = tasks[i];
                taskWeightsInto(w, nodesOf, current);
            }
            predictions[i] = inUnits(current, phi.dot(i, w));
        }
        return Links.applyTo(predictions, info, tasks);
    }

    private void taskWeightsInto(double[] w, SparseRows nodesOf, int t) {
        Arrays.fill(w, 0);
        for (int k = nodesOf.start(t); k < nodesOf.end(t); k++) {
            weights.addInto(w, nodesOf.value(k), nodesOf.index(k));
        }
    }

    /** A = sum_m weight_m R_m: how alike the tasks turned out to be. */
    @Override
    public Optional<TaskMatrix> structure() {
        TaskMatrix.requireDense("the structure of method '" + info.method() + "'", members.cols(), 1);
        Matrix a = Matrix.zeros(members.cols(), members.cols());
        for (int g = 0; g < members.rows(); g++) {
            double weight = kernels.get(kernelOf.get(g)).weight();
            for (int k = members.start(g); k < members.end(g); k++) {
                for (int l = members.start(g); l < members.end(g); l++) {
                    a.add(members.index(k), members.index(l), weight * members.value(k) * members.value(l));
                }
            }
        }
        return Optional.of(TaskMatrix.of(a));
    }

    /** The weights of view x task kernel combinations, largest first. */
    public List<KernelWeight> sortedWeights() {
        return kernels.stream()
                .sorted(Comparator.comparingDouble(KernelWeight::weight).reversed())
                .toList();
    }

    /** Where phi is the features and the matrix of weights is not huge. */
    @Override
    public Optional<LinearModel> linear() {
        int d = info.features().size();
        int tasks = info.tasks().size();
        if (!map.equals(ColumnViews.all(d)) || (long) d * tasks > LARGEST_DENSE) {
            return Optional.empty();
        }
        SparseRows nodesOf = members.transpose();
        Matrix dense = Matrix.zeros(d, tasks);
        Matrix shifted = intercept.copy();
        double[] w = new double[d];
        for (int t = 0; t < tasks; t++) {
            taskWeightsInto(w, nodesOf, t);
            for (int j = 0; j < d; j++) {
                double weight = w[j]
                        * scaling.labelScale().get(0, t)
                        / scaling.featureScale().get(0, j);
                dense.set(j, t, weight);
                shifted.add(0, t, -weight * scaling.featureMean().get(0, j));
            }
        }
        return Optional.of(new LinearModel(info, dense, shifted, structure()));
    }

    @Override
    public double[] intercepts() {
        return intercept.row(0);
    }
}
