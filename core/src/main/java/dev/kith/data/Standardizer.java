package dev.kith.data;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.numeric.Concurrent;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * Scaling of features and labels, fitted on training rows only.
 *
 * <p>Scaled feature j = (x_j - featureMean_j) / featureScale_j; scaled label of task t = (y - labelMean_t) /
 * labelScale_t. Means and deviations are over observations with their weights, so that long and wide data of the same
 * observations agree. Sparse inputs are scaled, not centred; strings are left alone; constant features get scale 1.
 *
 * @param featureMean 1 x d (0 where not centred); 1 x 0 for strings
 * @param featureScale 1 x d, all &gt; 0
 * @param labelMean 1 x T
 * @param labelScale 1 x T, all &gt; 0
 */
public record Standardizer(Matrix featureMean, Matrix featureScale, Matrix labelMean, Matrix labelScale) {
    public Standardizer {
        featureMean = featureMean.frozen();
        featureScale = featureScale.frozen();
        labelMean = labelMean.frozen();
        labelScale = labelScale.frozen();
    }

    /** Columns that are looked at together: as many as lie side by side in memory. */
    private static final int COLUMNS = 8;

    /** How labels are scaled: one deviation for all tasks, one per task, or not at all. */
    public enum TargetScale {
        ALL,
        TASK,
        NONE
    }

    /** Coefficients of functions in the labels' own units, a column per task, as those of functions in scaled labels. */
    public Matrix ofScaledLabels(Matrix coefficients) {
        Matrix scaled = coefficients.copy();
        for (int i = 0; i < scaled.rows(); i++) {
            for (int t = 0; t < scaled.cols(); t++) {
                scaled.set(i, t, scaled.get(i, t) / labelScale.get(0, t));
            }
        }
        return scaled;
    }

    /** The scaling that changes nothing. */
    public static Standardizer none(int features, int tasks) {
        return new Standardizer(
                Matrix.zeros(1, features),
                Matrix.zeros(1, features).map(x -> 1),
                Matrix.zeros(1, tasks),
                Matrix.zeros(1, tasks).map(x -> 1));
    }

    /**
     * Fits the scaling to {@code data}. Without {@code centre} (a model without intercepts) all means are 0 and only
     * deviations from the mean are used. Class labels are never scaled.
     */
    public static Standardizer fit(Dataset data, TargetScale target, boolean centre) {
        return fit(data, target, centre, task -> true);
    }

    /** The same, labels of tasks that are not {@code scaled} left as they are. */
    public static Standardizer fit(Dataset data, TargetScale target, boolean centre, IntPredicate scaled) {
        IntPredicate plainly = t -> data.hasClasses(t) || !scaled.test(t);
        Inputs kind = FileInputs.kind(data.inputs());
        int d = kind.numericFeatures();
        Deviations features = featureDeviations(data, d);
        boolean centreFeatures = centre && (kind instanceof DenseInputs || kind instanceof MixedInputs);
        Matrix featureMean = Matrix.zeros(1, d);
        Matrix featureScale = Matrix.zeros(1, d);
        for (int j = 0; j < d; j++) {
            featureMean.set(0, j, centreFeatures ? features.mean(j) : 0);
            featureScale.set(0, j, features.scale(j));
        }
        if (target == TargetScale.NONE) {
            Standardizer plain = none(d, data.taskCount());
            return new Standardizer(featureMean, featureScale, plain.labelMean, plain.labelScale);
        }
        Deviations labels = new Deviations(target == TargetScale.ALL ? 1 : data.taskCount());
        for (int o = 0; o < data.size(); o++) {
            if (!plainly.test(data.task(o))) {
                int k = target == TargetScale.ALL ? 0 : data.task(o);
                labels.addWeight(k, data.weight(o));
                labels.addValue(k, data.weight(o), data.label(o));
            }
        }
        Matrix labelMean = Matrix.zeros(1, data.taskCount());
        Matrix labelScale = Matrix.zeros(1, data.taskCount());
        for (int t = 0; t < data.taskCount(); t++) {
            int k = target == TargetScale.ALL ? 0 : t;
            labelMean.set(0, t, centre && !plainly.test(t) ? labels.mean(k) : 0);
            labelScale.set(0, t, plainly.test(t) ? 1 : labels.scale(k));
        }
        return new Standardizer(featureMean, featureScale, labelMean, labelScale);
    }

    private static Deviations featureDeviations(Dataset data, int d) {
        Deviations deviations = new Deviations(d);
        IntToDoubleFunction weight = weightOfRow(data);
        double total = 0;
        for (int i = 0; i < data.inputs().rows(); i++) {
            total += weight.applyAsDouble(i);
        }
        for (int j = 0; j < d; j++) {
            deviations.addWeight(j, total);
        }
        if (data.inputs() instanceof FileInputs file && d > 0) {
            file.forEachBatch((batch, first) -> addValues(deviations, batch, weight, first));
        } else {
            addValues(deviations, data.inputs(), weight, 0);
        }
        return deviations;
    }

    /** The weights of the observations of an input, summed; no array where each has one. */
    private static IntToDoubleFunction weightOfRow(Dataset data) {
        if (data.size() == data.inputs().rows() && data.countsRows()) {
            return data::weight;
        }
        double[] sums = new double[data.inputs().rows()];
        for (int o = 0; o < data.size(); o++) {
            sums[data.row(o)] += data.weight(o);
        }
        return i -> sums[i];
    }

    /** Adds the inputs {@code x}, the first of which is input {@code first} of all. */
    private static void addValues(Deviations deviations, Inputs x, IntToDoubleFunction weight, int first) {
        if (x instanceof DenseInputs dense) {
            Matrix values = dense.values();
            int piece = Math.max(1, Math.min(COLUMNS, values.cols() / LinearAlgebra.threads()));
            Concurrent.blocks(values.cols(), piece, (from, to) -> {
                for (int i = 0; i < values.rows(); i++) {
                    double w = weight.applyAsDouble(first + i);
                    for (int j = from; j < to; j++) {
                        deviations.addValue(j, w, values.get(i, j));
                    }
                }
            });
        } else if (x instanceof MixedInputs mixed) {
            addValues(deviations, mixed.numbers(), weight, first);
        } else if (x instanceof SparseInputs sparse) {
            SparseRows rows = sparse.values();
            for (int i = 0; i < x.rows(); i++) {
                for (int k = rows.start(i); k < rows.end(i); k++) {
                    deviations.addValue(rows.indices()[k], weight.applyAsDouble(first + i), rows.values()[k]);
                }
            }
        }
    }

    /** The scaled inputs. */
    public Inputs apply(Inputs x) {
        if (x instanceof DenseInputs dense) {
            Matrix scaled = dense.values().copy();
            for (int i = 0; i < scaled.rows(); i++) {
                for (int j = 0; j < scaled.cols(); j++) {
                    scaled.set(i, j, (scaled.get(i, j) - featureMean.get(0, j)) / featureScale.get(0, j));
                }
            }
            return new DenseInputs(scaled, dense.features());
        }
        if (x instanceof SparseInputs sparse) {
            return new SparseInputs(sparse.values().scaleColumns(j -> 1 / featureScale.get(0, j)), sparse.features());
        }
        if (x instanceof MixedInputs mixed) {
            return new MixedInputs((DenseInputs) apply(mixed.numbers()), mixed.texts());
        }
        if (x instanceof FileInputs) {
            throw new IllegalArgumentException("inputs must be in memory here, got inputs left in a file");
        }
        return x;
    }

    /** The scaled data set. */
    public Dataset apply(Dataset data) {
        return applyToLabels(data.withInputs(apply(data.inputs())));
    }

    /** The same inputs with scaled labels. */
    public Dataset applyToLabels(Dataset data) {
        double[] labels = new double[data.size()];
        for (int o = 0; o < labels.length; o++) {
            int t = data.task(o);
            labels[o] = (data.label(o) - labelMean.get(0, t)) / labelScale.get(0, t);
        }
        return data.withNumbers(labels);
    }
}
