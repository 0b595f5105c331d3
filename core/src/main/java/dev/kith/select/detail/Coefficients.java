package dev.kith.select.detail;

import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.numeric.StudentT;
import dev.kith.score.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The coefficients of a linear model, feature by feature across tasks, in the user's units, and what they come to for all tasks together.
 *
 * <p>Where the model was also fitted without each of k parts of its rows, intervals are those of the jackknife that leaves out one part at a time:
 *
 * <pre>  half = t(k - 1) sqrt((k - 1)/k sum_b (value without b - mean of these)^2)  </pre>
 *
 * They say how far a coefficient moves when other rows are drawn, its settings chosen anew each time; they do not say how far a penalty has drawn it from
 * what the task alone would show.
 *
 * @param common what the last column is: {@link #MEAN} or {@link #EFFECT}
 * @param basis where intervals come from, in words; empty where there are none
 * @param labels how labels were transformed before they were learned, which coefficients are then of; empty where they were not
 * @param level how sure they are
 * @param tasks in the order of the columns of {@code weights}
 * @param rows largest effect first, after the intercept
 * @param weights rows x tasks: coefficients
 * @param halves rows x tasks: half their intervals; NaN where not known, 0 x 0 where none is
 * @param features how many there are, those that are left out included
 */
public record Coefficients(
        String method,
        String common,
        String basis,
        Optional<String> labels,
        double level,
        List<String> tasks,
        List<Row> rows,
        Matrix weights,
        Matrix halves,
        int features) {
    /** The common value is the plain mean over tasks. */
    public static final String MEAN = "mean over tasks";

    /** The common value is an effect of its own that the method estimates. */
    public static final String EFFECT = "common effect";

    /** The name of the row of intercepts. */
    public static final String INTERCEPT = "(intercept)";

    /** As many degrees of freedom as make Student's t the normal distribution. */
    private static final double MANY = 1e6;

    /** Numbers beyond this many are not kept: the features of least effect are left out. */
    static final int MOST = 150_000;

    public Coefficients {
        tasks = List.copyOf(tasks);
        rows = List.copyOf(rows);
    }

    /**
     * A feature over all tasks.
     *
     * @param common with its interval, without ends where it is not known
     * @param spread standard deviation over tasks
     * @param effect the mean over tasks of |coefficient| x the standard deviation of the feature, in the unit of the labels: what features are ordered
     *     by; NaN of intercepts, and where the model does not know deviations
     */
    public record Row(String feature, Interval common, double spread, double effect) {}

    /** Of a model without fits to parts of its rows. */
    public static Coefficients of(LinearModel model, double level) {
        return of(model, List.of(), level);
    }

    /**
     * Of a model, with intervals.
     *
     * @param without the model fitted without each of k parts of the rows it was fitted to; fewer than two give no intervals
     */
    public static Coefficients of(LinearModel model, List<LinearModel> without, double level) {
        return new Table(model, without, level).coefficients();
    }

    /** Collects the numbers of the rows that are kept. */
    private static final class Table {
        private final LinearModel model;
        private final List<LinearModel> without;
        private final double level;
        private final double quantile;
        private final int tasks;
        private final Matrix weights;
        /** Only where they are in the units of the weights: of labels that were scaled by task they are not. */
        private final Optional<LinearModel.Effects> effects;

        private final List<Map<String, Integer>> positions;

        Table(LinearModel model, List<LinearModel> without, double level) {
            this.model = model;
            this.without = without.size() < 2 ? List.of() : without;
            this.level = level;
            this.quantile = StudentT.twoSided(level, this.without.isEmpty() ? MANY : this.without.size() - 1.0);
            this.tasks = model.info().tasks().size();
            this.weights = model.shownWeights();
            this.effects = model.effects()
                    .filter(any -> model.scaling().isEmpty()
                            || Arrays.stream(model.scaling().get().labelScale().data())
                                            .distinct()
                                            .count()
                                    <= 1);
            this.positions = this.without.stream().map(Table::positions).toList();
        }

        private static Map<String, Integer> positions(LinearModel fold) {
            Map<String, Integer> places = new HashMap<>();
            List<String> features = fold.info().features();
            IntStream.range(0, features.size()).forEach(j -> places.put(features.get(j), j));
            return places;
        }

        Coefficients coefficients() {
            int[] order = order();
            Matrix values = Matrix.zeros(order.length, tasks);
            Matrix halves = Matrix.zeros(without.isEmpty() ? 0 : order.length, without.isEmpty() ? 0 : tasks);
            List<Row> rows = new ArrayList<>();
            for (int k = 0; k < order.length; k++) {
                int j = order[k];
                double[][] parts = parts(j);
                for (int t = 0; t < tasks; t++) {
                    values.set(k, t, value(j, t));
                    if (!without.isEmpty()) {
                        halves.set(k, t, half(parts, t));
                    }
                }
                rows.add(new Row(name(j), common(j, values.row(k), parts), spread(values.row(k)), effect(j)));
            }
            boolean estimated = effects.isPresent() && without.isEmpty();
            return new Coefficients(
                    model.info().method(),
                    estimated ? EFFECT : MEAN,
                    basis(estimated),
                    model.info()
                            .schema()
                            .transform()
                            .map(back -> back.transform().meaning()),
                    level,
                    model.info().tasks(),
                    rows,
                    values,
                    halves,
                    model.info().features().size());
        }

        /** -1 is the intercept, which comes first; then features by their effect. */
        private int[] order() {
            int most = Math.max(1, MOST / Math.max(1, tasks) - 1);
            double[] sizes = new double[weights.rows()];
            Arrays.setAll(sizes, j -> Double.isNaN(effect(j)) ? size(j) : effect(j));
            return IntStream.concat(
                            IntStream.of(-1),
                            IntStream.range(0, weights.rows())
                                    .boxed()
                                    .sorted(Comparator.comparingDouble(j -> -sizes[j]))
                                    .mapToInt(Integer::intValue)
                                    .limit(most))
                    .toArray();
        }

        private String name(int j) {
            return j < 0 ? INTERCEPT : model.info().features().get(j);
        }

        private double value(int j, int t) {
            return j < 0 ? model.intercept().get(0, t) : weights.get(j, t);
        }

        private double size(int j) {
            return IntStream.range(0, tasks)
                    .mapToDouble(t -> Math.abs(weights.get(j, t)))
                    .average()
                    .orElse(0);
        }

        private double effect(int j) {
            return j < 0 || model.scaling().isEmpty()
                    ? Double.NaN
                    : size(j) * model.scaling().get().featureScale().get(0, j);
        }

        /** Of every fold its values of feature j, a number per task; null where a fold has no such feature. */
        private double[][] parts(int j) {
            double[][] parts = new double[without.size()][];
            for (int f = 0; f < parts.length; f++) {
                LinearModel fold = without.get(f);
                Integer place = j < 0 ? Integer.valueOf(-1) : positions.get(f).get(name(j));
                parts[f] = place == null
                        ? new double[0]
                        : place < 0 ? fold.intercept().row(0) : fold.weights().row(place);
            }
            return parts;
        }

        private double half(double[][] parts, int t) {
            double[] values = new double[parts.length];
            for (int f = 0; f < parts.length; f++) {
                values[f] = parts[f].length == 0 ? Double.NaN : parts[f][t];
            }
            return half(values);
        }

        private double half(double... values) {
            double mean = Arrays.stream(values).average().orElse(Double.NaN);
            double squares =
                    Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
            int k = values.length;
            return quantile * Math.sqrt(squares * (k - 1) / k);
        }

        private Interval common(int j, double[] row, double[][] parts) {
            if (effects.isPresent() && without.isEmpty()) {
                double error = effects.get().errors().get(0, 1 + j);
                return Interval.around(effects.get().fixed().get(0, 1 + j), error > 0 ? quantile * error : Double.NaN);
            }
            double mean = Arrays.stream(row).average().orElse(Double.NaN);
            if (without.isEmpty()) {
                return Interval.around(mean, Double.NaN);
            }
            double[] means = Arrays.stream(parts)
                    .mapToDouble(part -> Arrays.stream(part).average().orElse(Double.NaN))
                    .toArray();
            return Interval.around(mean, half(means));
        }

        private static double spread(double... row) {
            double mean = Arrays.stream(row).average().orElse(Double.NaN);
            double squares =
                    Arrays.stream(row).map(v -> (v - mean) * (v - mean)).sum();
            return row.length < 2 ? Double.NaN : Math.sqrt(squares / (row.length - 1));
        }

        private String basis(boolean estimated) {
            if (estimated) {
                return "standard errors of the common effects";
            }
            return without.isEmpty()
                    ? ""
                    : "fits without one " + part(without.size()) + " of the rows at a time (jackknife)";
        }

        private static String part(int k) {
            return switch (k) {
                case 2 -> "half";
                case 3 -> "third";
                case 4 -> "quarter";
                case 5 -> "fifth";
                case 10 -> "tenth";
                default -> "part of " + k;
            };
        }
    }
}
