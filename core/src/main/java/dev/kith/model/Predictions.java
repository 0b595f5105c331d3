package dev.kith.model;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.DataException;
import dev.kith.data.Rows;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The predictions of a model for rows of a table, with the names they belong to: row by row in the order of the table and,
 * where every task is asked, task by task in the order of the model. Immutable.
 *
 * <pre>{@code
 * Predictions predictions = model.predict(Tables.read(file).rows(model.info().roles()));
 * for (Prediction one : predictions) { ... one.task(), one.value() ... }
 * predictions.writeTo(out);
 * }</pre>
 */
public final class Predictions implements Iterable<Prediction> {
    /** What a row is asked. */
    public enum Scope {
        /** About the task it belongs to. */
        OWN_TASK,
        /** About every task of the model. */
        ALL_TASKS,
        /** Which one of the tasks, each of them a class against the rest. */
        ONE_CLASS,
        /** Which class, by the questions of the task it belongs to, see {@link dev.kith.data.Columns.ClassChoice}. */
        CHOICE
    }

    /** What becomes of rows of tasks that a model does not have. */
    public enum Unknown {
        /** They are refused, with the names that come closest. */
        ERROR,
        /** They have no prediction: {@link Prediction#value} is NaN, and blank where it is written. */
        MISSING,
        /** They are predicted by what all tasks have in common, attributes of tasks as they are on average: {@link Model#commonModel}. */
        COMMON,
        /** They are predicted by what all tasks have in common and their own attributes, where the model knows such. */
        ATTRIBUTES;

        /**
         * What predicts a task that the model does not have.
         *
         * @param task its name, for messages
         * @throws DataException if nothing does
         */
        public Model by(Model model, String task) {
            Optional<? extends Model> found = model.commonModel(this);
            if (found.isPresent()) {
                return found.get();
            }
            if (model.commonModel(COMMON).isEmpty()) {
                throw new DataException(
                        "the model has nothing its tasks have in common, by which task '" + task
                                + "' could be predicted: linear fits of one loss, kernel fits of mean and"
                                + " boosted trees keep it, with labels on one scale; fit it again, or leave such predictions out (missing)");
            }
            throw new DataException("the model knows no attributes of tasks, by which task '" + task
                    + "' could be predicted: when it was fitted no column was the same in all rows of every task, or"
                    + " its file is older than they are; predict such rows without (common), or leave such"
                    + " predictions out (missing)");
        }
    }

    /** The probability of the second class behind a decision value of a task; empty where the task has none. */
    @FunctionalInterface
    public interface Probability {
        OptionalDouble of(int task, double decision);
    }

    private final ModelInfo info;
    private final Rows rows;
    private final Scope scope;
    private final Probability probability;
    private final PredictedValues values;
    private final Optional<Bounds> bounds;
    private final boolean decisions;

    /** Of every prediction. */
    private static final class Bounds {
        private final double[] low;
        private final double[] high;

        Bounds(double[] low, double[] high) {
            this.low = low;
            this.high = high;
        }
    }

    private Predictions(
            ModelInfo info,
            Rows rows,
            Scope scope,
            Probability probability,
            PredictedValues values,
            Optional<Bounds> bounds,
            boolean decisions) {
        this.info = info;
        this.rows = rows;
        this.scope = scope;
        this.probability = probability;
        this.values = values;
        this.bounds = bounds;
        this.decisions = decisions;
    }

    /**
     * What a model predicts.
     *
     * @param probability how decisions between classes become probabilities
     * @throws DataException if rows are asked about their own task and do not name it, or name one the model does not have
     * @throws IllegalArgumentException if one class is asked for and tasks are not classes
     */
    public static Predictions of(Model model, Rows rows, Scope scope, Probability probability) {
        return of(model, rows, scope, probability, Unknown.ERROR);
    }

    /**
     * The same, rows of tasks that the model does not have treated as {@code unknown} says. Where they are not refused, a column
     * {@code unknown} says which they are. A choice among classes is then made by the mean of what the parts that the model has answer; attributes
     * of tasks are not told apart.
     *
     * @throws DataException if they are to be predicted by what tasks have in common, and the model kept nothing of that
     */
    public static Predictions of(Model model, Rows rows, Scope scope, Probability probability, Unknown unknown) {
        PredictedValues values = switch (scope) {
            case OWN_TASK ->
                unknown == Unknown.ERROR ? PredictedValues.own(model, rows) : PredictedValues.own(model, rows, unknown);
            case ALL_TASKS -> PredictedValues.all(model, rows);
            case ONE_CLASS -> PredictedValues.oneClass(model, rows, probability);
            case CHOICE -> PredictedValues.choice(model, rows, probability, unknown);
        };
        return new Predictions(model.info(), rows, scope, probability, values, Optional.empty(), false);
    }

    /**
     * What rows are asked unless told otherwise: as the model was trained or, where it does not say, about their own task
     * if they name it.
     */
    public static Scope scope(ModelInfo info, Rows rows) {
        return switch (info.columns().shape()) {
            case CLASSES -> Scope.ONE_CLASS;
            case CHOICE -> Scope.CHOICE;
            case WIDE -> Scope.ALL_TASKS;
            case LONG -> Scope.OWN_TASK;
            case UNKNOWN -> rows.tasks().size() == rows.inputs().rows() ? Scope.OWN_TASK : Scope.ALL_TASKS;
        };
    }

    /**
     * The same with intervals.
     *
     * @param each how far the label may be from each prediction, to either side, in the order of the predictions; those of
     *     classes are not used
     */
    public Predictions withHalfWidths(double... each) {
        if (each.length != size()) {
            throw new IllegalArgumentException(
                    "half widths must be one for each of " + size() + " predictions, got " + each.length);
        }
        double[] low = new double[each.length];
        double[] high = new double[each.length];
        for (int k = 0; k < each.length; k++) {
            low[k] = values.value(k) - each[k];
            high[k] = values.value(k) + each[k];
        }
        return withBounds(low, high);
    }

    /**
     * The same with intervals that may reach further to one side.
     *
     * @param low the least the label should be, in the order of the predictions; those of classes are not used
     * @param high the most it should be
     */
    public Predictions withBounds(double[] low, double[] high) {
        if (low.length != size() || high.length != size()) {
            throw new IllegalArgumentException("bounds must be one for each of " + size() + " predictions, got "
                    + low.length + " and " + high.length);
        }
        Bounds bounds = new Bounds(low.clone(), high.clone());
        return new Predictions(info, rows, scope, probability, values, Optional.of(bounds), decisions);
    }

    /**
     * The same, written with the decision value behind each class: what rankings, ROC curves and thresholds of one's own
     * are made of.
     *
     * @throws DataException if the model predicts numbers only
     */
    public Predictions withDecisions() {
        if (scope == Scope.CHOICE) {
            throw new DataException(
                    "a choice has a decision value for each question about it, not one; ask for all tasks");
        }
        if (IntStream.range(0, info.tasks().size()).noneMatch(values::categorical)) {
            throw new DataException("decision values are for classes; this model predicts numbers");
        }
        return new Predictions(info, rows, scope, probability, values, bounds, true);
    }

    public Scope scope() {
        return scope;
    }

    /** Names of the id columns. */
    public List<String> idNames() {
        return rows.idNames();
    }

    /** How many predictions there are: one for each row, or for each row and task. */
    public int size() {
        return values.size();
    }

    /** Prediction number k, from 0. */
    public Prediction get(int k) {
        int row = k / values.perRow();
        int task = values.task(k);
        double value = values.value(k);
        boolean stranger = values.stranger(row);
        boolean bounded = hasInterval(task) && !Double.isNaN(value);
        return new Prediction(
                row,
                rows.ids().get(row),
                stranger
                        ? rows.tasks().get(row)
                        : scope == Scope.CHOICE ? part(row) : info.tasks().get(task),
                value,
                category(task, value),
                probability(k, task, value),
                bounded ? OptionalDouble.of(bounds.orElseThrow().low[k]) : OptionalDouble.empty(),
                bounded ? OptionalDouble.of(bounds.orElseThrow().high[k]) : OptionalDouble.empty(),
                values.extrapolating(row),
                values.unproven(row),
                stranger);
    }

    private Optional<String> category(int task, double value) {
        if (scope == Scope.ONE_CLASS) {
            return Optional.of(info.tasks().get(task));
        }
        if (scope == Scope.CHOICE) {
            return Double.isNaN(value)
                    ? Optional.empty()
                    : Optional.of(classes().get((int) value));
        }
        return values.categorical(task) && !Double.isNaN(value)
                ? Optional.of(info.classes().get(value >= 0 ? 1 : 0))
                : Optional.empty();
    }

    private OptionalDouble probability(int k, int task, double value) {
        if (scope == Scope.ONE_CLASS || scope == Scope.CHOICE) {
            return values.share(k);
        }
        if (values.stranger(k / values.perRow())) {
            return values.strangerProbability(value);
        }
        return values.categorical(task) ? probability.of(task, value) : OptionalDouble.empty();
    }

    /** Where one class was chosen, the name of the part in which the questions were asked. */
    private String part(int row) {
        return info.columns().task().isPresent() ? rows.tasks().get(row) : "";
    }

    /** The classes that a choice is made among; empty where there is none. */
    public List<String> classes() {
        return info.columns().choice().map(ClassChoice::classes).orElse(List.of());
    }

    /**
     * The probability of each of the {@link #classes} for prediction number k; they sum to 1. Empty where the model has no probabilities.
     */
    public List<Double> shares(int k) {
        return values.everyShare()
                .map(every -> Arrays.stream(every.row(k)).boxed().toList())
                .orElse(List.of());
    }

    /** Whether predictions are choices made by rows of different tasks. */
    boolean choiceInTasks() {
        return scope == Scope.CHOICE && info.columns().task().isPresent();
    }

    public Stream<Prediction> stream() {
        return IntStream.range(0, size()).mapToObj(this::get);
    }

    @Override
    public Iterator<Prediction> iterator() {
        return stream().iterator();
    }

    /**
     * Writes them as CSV, a line for each row: the id columns, then {@code task,prediction} for rows asked about their own
     * task, a column for each task where all are asked, {@code prediction} where one class is; a choice has the probability of every class
     * last, as {@code CLASS:probability}. Where known follow
     * {@code probability}, {@code decision} ({@link #withDecisions}) and, for numbers with intervals, {@code low,high}, each after its task's prediction and named
     * {@code TASK:low} where tasks have columns of their own; last {@code extrapolating}
     * and, for models with a relation between outputs, {@code unproven}, and {@code unknown} where rows of unknown tasks are not refused, 1 or 0. Leaves {@code out} open.
     */
    public void writeTo(Writer out) throws IOException {
        new PredictionCsv(this).writeHeaderTo(out);
        writeLinesTo(out);
    }

    /** Writes them without the names of the columns, for rows that follow others: {@link #writeTo}. */
    public void writeLinesTo(Writer out) throws IOException {
        new PredictionCsv(this).writeLinesTo(out);
    }

    /** The names of what {@link #rows} hold, those that {@link #writeTo} writes. */
    public List<String> columns() {
        return new PredictionCsv(this).header();
    }

    /**
     * What {@link #writeTo} writes, row by row: texts, numbers (NaN where there is none) and flags, in the order of {@link #columns}.
     */
    public Stream<List<Object>> rows() {
        PredictionCsv csv = new PredictionCsv(this);
        int each = Math.max(1, perRow());
        return IntStream.range(0, size() / each).mapToObj(row -> csv.cells(row * each, each));
    }

    /** What the header of a CSV file needs to know: names, and what tasks have. */
    List<String> tasks() {
        return info.tasks();
    }

    /** How many predictions a row has. */
    int perRow() {
        return values.perRow();
    }

    boolean hasProbability(int task) {
        return (scope == Scope.ONE_CLASS || scope == Scope.CHOICE)
                ? probability.of(task, 0).isPresent()
                : values.categorical(task) && probability.of(task, 0).isPresent();
    }

    /** Classes have decision values, written where they were asked for. */
    boolean hasDecision(int task) {
        return decisions && values.categorical(task);
    }

    boolean hasDecisions() {
        return decisions;
    }

    /** Numbers have intervals, classes probabilities. */
    boolean hasInterval(int task) {
        return bounds.isPresent() && !values.categorical(task);
    }

    boolean hasIntervals() {
        return bounds.isPresent();
    }

    boolean flagsExtrapolation() {
        return values.flagsExtrapolation();
    }

    boolean flagsProofs() {
        return values.flagsProofs();
    }

    boolean flagsStrangers() {
        return values.flagsStrangers();
    }

    /** Rows of tasks that the model does not have: {@link Prediction#unknown}. */
    public int unknown() {
        return values.countStrangers();
    }

    /** Rows whose outputs obey the model's relation without proof that no others fit better: {@link Prediction#unproven}. */
    public int unproven() {
        return values.countUnproven();
    }
}
