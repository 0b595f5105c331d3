package dev.kith.mixed;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.Training;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows in the units of a fit, copied: column 0 is constant 1, column 1 + j is feature j brought to deviation 1, by task. Labels are what is left
 * of the scaled ones after the least-squares fit that all tasks have in common, so that criteria do not cancel.
 */
final class Design {
    /** A column of which the columns before it leave less than this, in squares, is a combination of them. */
    private static final double DEPENDENT = 1e-11;
    /** One of which they leave more than this is none, however large the multiples of others in it. */
    private static final double INDEPENDENT = 1e-6;
    /** Sums of products are wrong by about this, times the root of how many there are. */
    private static final double ROUNDING = 32 * Math.ulp(1.0);
    /** Sparse inputs of more features would not fit as dense ones. */
    private static final int MOST_FEATURES = 2000;

    private final int width;
    private final int[] start;
    /** By position: rows of a task one after the other. Columns, then the label. */
    private final double[] rows;

    private final double[] weights;
    private final int[] order;
    private final Matrix gram;
    private final double[] pooled;
    final Standardizer scaling;
    final boolean intercept;
    final double weight;

    private Design(Dataset data, Matrix x, Standardizer scaling, boolean intercept) {
        this.scaling = scaling;
        this.intercept = intercept;
        this.width = x.cols() + 2;
        this.start = new int[data.taskCount() + 1];
        this.order = byTask(data);
        this.rows = new double[Math.multiplyExact(order.length, width)];
        this.weights = new double[order.length];
        double total = 0;
        for (int i = 0; i < order.length; i++) {
            fill(i, data, order[i], x);
            total += weights[i];
        }
        this.weight = total;
        this.gram = gram();
        this.pooled = leastSquares(columns(List.of()));
        for (int i = 0; i < order.length; i++) {
            for (int c = 0; c < pooled.length; c++) {
                rows[i * width + width - 1] -= pooled[c] * rows[i * width + c];
            }
        }
    }

    private void fill(int position, Dataset data, int o, Matrix x) {
        int at = position * width;
        rows[at] = 1;
        for (int j = 0; j < x.cols(); j++) {
            rows[at + 1 + j] = (x.get(data.row(o), j) - scaling.featureMean().get(0, j))
                    / scaling.featureScale().get(0, j);
        }
        int t = data.task(o);
        rows[at + width - 1] = (data.label(o) - scaling.labelMean().get(0, t))
                / scaling.labelScale().get(0, t);
        weights[position] = data.weight(o);
    }

    /** @param centred whether the zero of features is their mean */
    static Design of(Dataset raw, Training training, boolean centred) {
        Matrix x = dense(raw.inputs());
        Dataset data = raw.withInputs(new DenseInputs(x, raw.inputs().features()));
        TargetScale labels = training.targetScale() == TargetScale.TASK ? TargetScale.TASK : TargetScale.ALL;
        Standardizer fitted = Standardizer.fit(data, labels, training.intercept());
        Standardizer scaling = centred
                ? fitted
                : new Standardizer(
                        Matrix.zeros(1, x.cols()), fitted.featureScale(), fitted.labelMean(), fitted.labelScale());
        return new Design(data, x, scaling, training.intercept());
    }

    private static Matrix dense(Inputs inputs) {
        if (inputs instanceof DenseInputs dense) {
            return dense.values();
        }
        if (inputs instanceof SparseInputs sparse && sparse.features().size() <= MOST_FEATURES) {
            SparseRows rows = sparse.values();
            Matrix x = Matrix.zeros(rows.rows(), rows.cols());
            for (int i = 0; i < rows.rows(); i++) {
                for (int k = rows.start(i); k < rows.end(i); k++) {
                    x.set(i, rows.index(k), rows.value(k));
                }
            }
            return x;
        }
        throw new DataException("method 'mixed' needs numeric features in memory, at most " + MOST_FEATURES
                + " where they are sparse, got "
                + (inputs instanceof SparseInputs ? inputs.features().size() : "others"));
    }

    /** Observations that count, by task; fills {@code start}. */
    private int[] byTask(Dataset data) {
        for (int o = 0; o < data.size(); o++) {
            start[data.task(o) + 1] += data.weight(o) > 0 ? 1 : 0;
        }
        for (int t = 0; t < data.taskCount(); t++) {
            start[t + 1] += start[t];
        }
        int[] next = start.clone();
        int[] sorted = new int[start[data.taskCount()]];
        for (int o = 0; o < data.size(); o++) {
            if (data.weight(o) > 0) {
                sorted[next[data.task(o)]++] = o;
            }
        }
        return sorted;
    }

    int tasks() {
        return start.length - 1;
    }

    int features() {
        return width - 2;
    }

    /** Rows of a task that count. */
    int rows(int task) {
        return start[task + 1] - start[task];
    }

    /** The position of row number k of a task. */
    int position(int task, int k) {
        return start[task] + k;
    }

    /** The observation at a position. */
    int observation(int position) {
        return order[position];
    }

    /** All that count. */
    int size() {
        return order.length;
    }

    double weight(int position) {
        return weights[position];
    }

    /** What the common least-squares fit left of a scaled label. */
    double label(int position) {
        return rows[position * width + width - 1];
    }

    /** The entry of a column. */
    double value(int position, int column) {
        return rows[position * width + column];
    }

    /** Coefficients of the columns in the common least-squares fit, 0 where a column was not needed. */
    double pooled(int column) {
        return pooled[column];
    }

    /** Sums of products of all columns and the label, which is the last. */
    private Matrix gram() {
        Matrix sums = Matrix.zeros(width, width);
        double[] into = sums.data();
        for (int i = 0; i < weights.length; i++) {
            int at = i * width;
            for (int a = 0; a < width; a++) {
                double factor = weights[i] * rows[at + a];
                for (int b = 0; b <= a; b++) {
                    into[a * width + b] += factor * rows[at + b];
                }
            }
        }
        return sums;
    }

    /**
     * Columns of which none is a combination of those before it: the constant first, then those named, then the others in their order.
     */
    int[] columns(List<Integer> first) {
        List<Integer> candidates = new ArrayList<>();
        if (intercept) {
            candidates.add(0);
        }
        candidates.addAll(first);
        for (int c = 1; c <= features(); c++) {
            if (!first.contains(c)) {
                candidates.add(c);
            }
        }
        List<Integer> kept = new ArrayList<>();
        List<double[]> factor = new ArrayList<>();
        for (int c : candidates) {
            double[] l = nextRow(c, kept, factor);
            double pivot = l[kept.size()];
            if (pivot > negligible(c, l, kept, factor)) {
                l[kept.size()] = Math.sqrt(pivot);
                kept.add(c);
                factor.add(l);
            }
        }
        return kept.stream().mapToInt(c -> c).toArray();
    }

    /**
     * What may be left of a column that is a combination of those kept. A rare category is a large multiple of all others of its column, and what is
     * left of it has the rounding of their products, times the square of that.
     */
    private double negligible(int column, double[] l, List<Integer> kept, List<double[]> factor) {
        double own = gram.get(column, column);
        int n = kept.size();
        if (l[n] > INDEPENDENT * own) {
            return 0;
        }
        double[] multiples = Arrays.copyOf(l, n);
        double size = Math.sqrt(own);
        for (int i = n - 1; i >= 0; i--) {
            multiples[i] /= factor.get(i)[i];
            for (int k = 0; k < i; k++) {
                multiples[k] -= multiples[i] * factor.get(i)[k];
            }
            size += Math.abs(multiples[i]) * Math.sqrt(gram.get(kept.get(i), kept.get(i)));
        }
        return Math.max(DEPENDENT * own, ROUNDING * Math.sqrt(weights.length) * size * size);
    }

    /** The row of the Cholesky factor of the columns kept that belongs to one more, its diagonal entry squared. */
    private double[] nextRow(int column, List<Integer> kept, List<double[]> factor) {
        int n = kept.size();
        double[] l = new double[n + 1];
        double pivot = gram.get(column, column);
        for (int i = 0; i < n; i++) {
            double sum = gram.get(Math.max(column, kept.get(i)), Math.min(column, kept.get(i)));
            for (int k = 0; k < i; k++) {
                sum -= l[k] * factor.get(i)[k];
            }
            l[i] = sum / factor.get(i)[i];
            pivot -= l[i] * l[i];
        }
        l[n] = pivot;
        return l;
    }

    private double[] leastSquares(int[] kept) {
        int n = kept.length;
        Matrix normal = Matrix.zeros(n, n);
        double[] right = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                normal.set(i, j, gram.get(Math.max(kept[i], kept[j]), Math.min(kept[i], kept[j])));
            }
            right[i] = gram.get(width - 1, kept[i]);
        }
        double[] solution =
                dev.kith.linalg.LinearAlgebra.best().cholesky(normal).solve(right);
        double[] all = new double[width - 1];
        for (int i = 0; i < n; i++) {
            all[kept[i]] = solution[i];
        }
        return all;
    }

    /** Tasks that have rows. */
    int present() {
        return (int) java.util.stream.IntStream.range(0, tasks())
                .filter(t -> rows(t) > 0)
                .count();
    }

    /** The deviation that all labels are measured in; 1 where each task has its own. */
    double unit() {
        return oneScale() ? scaling.labelScale().get(0, 0) : 1;
    }

    /** What labels are measured from; 0 where each task has its own. */
    double zero() {
        return oneScale() ? scaling.labelMean().get(0, 0) : 0;
    }

    private boolean oneScale() {
        for (int t = 1; t < tasks(); t++) {
            if (scaling.labelScale().get(0, t) != scaling.labelScale().get(0, 0)
                    || scaling.labelMean().get(0, t) != scaling.labelMean().get(0, 0)) {
                return false;
            }
        }
        return true;
    }

    /** How much larger the criterion of these columns is in the user's units. */
    double shift(int[] columns) {
        double shift = 2 * (weight - columns.length) * Math.log(unit());
        for (int c : columns) {
            shift += c == 0 ? 0 : 2 * Math.log(scaling.featureScale().get(0, c - 1));
        }
        return shift;
    }
}
