package dev.kith.data.prepare;

import dev.kith.data.Columns;
import dev.kith.data.Dataset;
import dev.kith.data.RawColumn;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * Mean labels of the values of a category, from training rows, for {@link Drawn}. Labels are standardised within their tasks (mean 0, variance
 * 1; a task with one label says nothing); the mean of value v is
 *
 * <pre>
 *   sum_v / (n_v + strength),    strength = within / between,  from 1 to 100 rows
 * </pre>
 *
 * with the variances within and between values as one-way analysis of variance estimates them: values that differ little are drawn together
 * more. For rows that train there are {@value #FOLDS} folds of rows; what is said about a row comes from rows of other folds alone, tasks' means and the
 * strength included, with all labels of the row held out. If its own label had a part in it a value of one row would tell that label. Rows of a
 * value are dealt to the folds evenly, in an order mixed once and for all.
 */
final class LabelMeans {
    static final int FOLDS = 10;
    private static final long SEED = 1;
    private static final double LEAST = 1;
    private static final double MOST = 100;
    /** A standard deviation below this share of the mean is that of equal labels. */
    private static final double ROUNDING = 1e-12;

    private final Dataset data;
    private final RawColumn.Texts texts;
    private final List<String> outcomes;
    private final int values;

    /** @param texts the column, row by row as the inputs of the data */
    LabelMeans(Dataset data, RawColumn.Texts texts) {
        this.data = data;
        this.texts = texts;
        this.outcomes = data.columns().shape() == Columns.Shape.CLASSES ? data.tasks() : List.of();
        this.values = texts.values().size();
    }

    private int width() {
        return Math.max(1, outcomes.size());
    }

    private int outcome(int observation) {
        return outcomes.isEmpty() ? 0 : data.task(observation);
    }

    /** A missing cell is a value after all others. */
    private int value(int row) {
        return texts.missing(row) ? values : texts.code(row);
    }

    /** What new rows become, by all rows. */
    Drawn drawn() {
        Means all = means(row -> true);
        int[] counts = TextCells.counts(texts);
        List<Integer> codes = new ArrayList<>();
        for (int code = 0; code < counts.length; code++) {
            if (counts[code] > 0) {
                codes.add(code);
            }
        }
        codes.sort((a, b) -> texts.values().get(a).compareTo(texts.values().get(b)));
        Map<String, List<Double>> means = new LinkedHashMap<>();
        codes.forEach(code -> means.put(texts.values().get(code), all.of(code)));
        return new Drawn(
                texts.name(),
                outcomes,
                means,
                all.of(values),
                Arrays.stream(all.strength).boxed().toList(),
                TextCells.missing(texts).cardinality(),
                texts.rows());
    }

    /** What the rows that train become: rows x outcomes. */
    double[][] outOfFold() {
        int[] fold = folds();
        double[][] numbers = new double[texts.rows()][];
        for (int k = 0; k < FOLDS; k++) {
            int out = k;
            Means others = means(row -> fold[row] != out);
            for (int i = 0; i < numbers.length; i++) {
                if (fold[i] == k) {
                    numbers[i] = others.mean[value(i)];
                }
            }
        }
        return numbers;
    }

    /** Writes what the rows that train become into a matrix of features, from a column on. */
    void writeInto(Matrix x, int at) {
        double[][] numbers = outOfFold();
        for (int i = 0; i < numbers.length; i++) {
            for (int k = 0; k < numbers[i].length; k++) {
                x.set(i, at + k, numbers[i][k]);
            }
        }
    }

    /** The fold of each row: rows mixed, sorted by value, dealt in turns. */
    int[] folds() {
        List<Integer> rows = new ArrayList<>();
        for (int i = 0; i < texts.rows(); i++) {
            rows.add(i);
        }
        Collections.shuffle(rows, new Random(SEED));
        rows.sort(Comparator.comparingInt(this::value));
        int[] fold = new int[rows.size()];
        for (int k = 0; k < fold.length; k++) {
            fold[rows.get(k)] = k % FOLDS;
        }
        return fold;
    }

    /** Means by value and outcome, and the rows that 0 counts as by outcome. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Means(double[][] mean, double[] strength) {
        List<Double> of(int value) {
            return Arrays.stream(mean[value]).boxed().toList();
        }
    }

    private Means means(IntPredicate rows) {
        Scales scales = new Scales(rows);
        double[][] count = new double[width()][values + 1];
        double[][] sum = new double[width()][values + 1];
        double[] squares = new double[width()];
        for (int o = 0; o < data.size(); o++) {
            if (rows.test(data.row(o)) && scales.told(data.task(o))) {
                int v = value(data.row(o));
                int k = outcome(o);
                double z = scales.of(o);
                count[k][v] += data.weight(o);
                sum[k][v] += data.weight(o) * z;
                squares[k] += data.weight(o) * z * z;
            }
        }
        return means(count, sum, squares);
    }

    private static Means means(double[][] count, double[][] sum, double[] squares) {
        double[] strength = new double[squares.length];
        double[][] mean = new double[count[0].length][squares.length];
        for (int k = 0; k < strength.length; k++) {
            strength[k] = strength(count[k], sum[k], squares[k]);
            for (int v = 0; v < mean.length; v++) {
                mean[v][k] = sum[k][v] / (count[k][v] + strength[k]);
            }
        }
        return new Means(mean, strength);
    }

    /** Variance within values over variance between them. */
    static double strength(double[] count, double[] sum, double squares) {
        double n = 0;
        double ofCounts = 0;
        double total = 0;
        double between = 0;
        int levels = 0;
        for (int v = 0; v < count.length; v++) {
            if (count[v] > 0) {
                n += count[v];
                ofCounts += count[v] * count[v];
                total += sum[v];
                between += sum[v] * sum[v] / count[v];
                levels++;
            }
        }
        if (levels < 2 || !(n > levels)) {
            return MOST;
        }
        double within = (squares - between) / (n - levels);
        double spread = (between - total * total / n) / (levels - 1);
        double variance = (spread - within) / ((n - ofCounts / n) / (levels - 1));
        return variance > 0 ? Math.min(MOST, Math.max(LEAST, within / variance)) : MOST;
    }

    /** The mean and the standard deviation of each task's labels in some rows. */
    private final class Scales {
        private final double[] weight = new double[data.taskCount()];
        private final int[] labels = new int[weight.length];
        private final double[] mean = new double[weight.length];
        private final double[] deviation = new double[weight.length];

        Scales(IntPredicate rows) {
            for (int o = 0; o < data.size(); o++) {
                if (rows.test(data.row(o))) {
                    labels[data.task(o)]++;
                    weight[data.task(o)] += data.weight(o);
                    mean[data.task(o)] += data.weight(o) * data.label(o);
                }
            }
            for (int t = 0; t < mean.length; t++) {
                mean[t] /= weight[t];
            }
            for (int o = 0; o < data.size(); o++) {
                int t = data.task(o);
                if (rows.test(data.row(o))) {
                    double off = data.label(o) - mean[t];
                    deviation[t] += data.weight(o) * off * off / weight[t];
                }
            }
            Arrays.setAll(deviation, t -> Math.sqrt(deviation[t]));
        }

        /** Whether the labels of a task can be compared with each other. */
        boolean told(int task) {
            return labels[task] > 1 && weight[task] > 0;
        }

        /** The standardised label; 0 in a task whose labels are equal. */
        double of(int o) {
            int t = data.task(o);
            return deviation[t] > ROUNDING * Math.abs(mean[t]) ? (data.label(o) - mean[t]) / deviation[t] : 0;
        }
    }
}
