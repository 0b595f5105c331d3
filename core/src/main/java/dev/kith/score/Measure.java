package dev.kith.score;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Ways to measure predictions, all weighted:
 *
 * <pre>
 *   mse                 sum w (y - z)^2 / sum w
 *   rmse                sqrt(mse)
 *   nmse                mse / variance of the labels
 *   explained-variance  1 - nmse
 *   mae                 sum w |y - z| / sum w
 *   nmae                mae / that of always answering the median of the labels
 *   pinball:LEVEL       sum w max(LEVEL (y - z), (1 - LEVEL) (z - y)) / sum w
 *   npinball:LEVEL      pinball / that of always answering the labels' quantile
 *   deviance            sum w 2 (y log(y / z) - y + z) / sum w, of counts y and their predicted means z
 *   explained-deviance  1 - deviance / that of always answering the mean of the labels
 *   error               share of w where the sign of z is not y (z = 0 counts as +1)
 *   log-loss            mean of log(1 + exp(-y z))
 *   auc                 chance that a +1 has a larger z than a -1, ties half
 *   average-precision   sum over thresholds of (gain in recall) x precision
 *   rank-error          sum w |y - z| / sum w, of places in an order of classes
 *   relative-error      nmse for numbers; for classes error / share of w in the rarer class
 * </pre>
 *
 * with y the labels and z the predictions. Undefined, and then empty: everything without weight; nmse,
 * explained-variance, nmae, npinball, explained-deviance and relative-error when all labels are equal; deviances of negative
 * labels, or of means that are not positive where labels are; auc with one class only, average-precision without any +1.
 */
public final class Measure {
    public static final Measure MSE = mean("mse", "mean squared error", Labels.NUMBERS, (y, z) -> (y - z) * (y - z));
    public static final Measure RMSE = new Measure(
            "rmse",
            "root of the mean squared error, in the units of the labels",
            Labels.NUMBERS,
            false,
            outcomes -> Math.sqrt(MSE.value(outcomes)));
    public static final Measure NMSE = new Measure(
            "nmse",
            "mean squared error over the variance of the same labels: 0 is perfect, 1 is no better than always"
                    + " answering their average",
            Labels.NUMBERS,
            false,
            outcomes -> Formulas.share(MSE.value(outcomes), outcomes.variance()));
    public static final Measure EXPLAINED_VARIANCE = new Measure(
            "explained-variance", "1 - nmse: 1 is perfect", Labels.NUMBERS, true, outcomes -> 1 - NMSE.value(outcomes));
    public static final Measure MAE =
            mean("mae", "mean absolute error, in the units of the labels", Labels.NUMBERS, (y, z) -> Math.abs(y - z));
    public static final Measure NMAE = new Measure(
            "nmae",
            "mean absolute error over that of always answering the median of the same labels: 0 is perfect, 1 is no"
                    + " better",
            Labels.NUMBERS,
            false,
            outcomes -> Formulas.pinballShare(outcomes, 0.5));
    public static final Measure DEVIANCE =
            mean("deviance", "mean deviance of counts from their predicted means", Labels.NUMBERS, Formulas::deviance);
    public static final Measure EXPLAINED_DEVIANCE = new Measure(
            "explained-deviance",
            "1 - deviance over that of always answering the mean of the same counts: 1 is perfect",
            Labels.NUMBERS,
            true,
            outcomes -> 1 - Formulas.share(DEVIANCE.value(outcomes), Formulas.constantDeviance(outcomes)));
    public static final Measure ERROR =
            mean("error", "share of wrong classes", Labels.CLASSES, (y, z) -> z >= 0 == y > 0 ? 0 : 1);
    public static final Measure LOG_LOSS = mean(
            "log-loss",
            "mean of -log of the probability given to the true class",
            Labels.CLASSES,
            (y, z) -> Math.max(0, -y * z) + Math.log1p(Math.exp(-Math.abs(y * z))));
    public static final Measure AUC = new Measure(
            "auc",
            "chance that the second class is ranked above the first: 1 is perfect, 0.5 is chance",
            Labels.CLASSES,
            true,
            Ranking::auc);
    public static final Measure AVERAGE_PRECISION = new Measure(
            "average-precision",
            "area under the curve of precision over recall: 1 is perfect",
            Labels.CLASSES,
            true,
            Ranking::averagePrecision);
    public static final Measure RELATIVE_ERROR = new Measure(
            "relative-error",
            "mean squared error, or share of wrong classes, over that of the best constant answer: 0 is perfect, 1 is no"
                    + " better than the constant",
            Labels.ANY,
            false,
            outcomes -> outcomes.classes()
                    ? Formulas.share(ERROR.value(outcomes), Formulas.rarer(outcomes))
                    : NMSE.value(outcomes));

    public static final Measure RANK_ERROR = mean(
            "rank-error",
            "mean distance of the class chosen from the right one, in places of the order of the classes",
            Labels.CLASSES,
            (y, z) -> Math.abs(y - z));

    /** Of the error of the baseline: differences up to this share of it do not matter. */
    public static final double MARGIN = 0.01;

    /** For measures that are shares of rows or of pairs: nor do differences of one in a thousand. */
    private static final double MARGIN_OF_SHARES = 0.001;

    /** s^2 of n normal labels has an inverse of finite variance from n = 6 on. */
    private static final int LABELS_OF_A_VARIANCE = 6;

    private static final String PINBALL = "pinball:";

    private enum Labels {
        NUMBERS,
        CLASSES,
        ANY
    }

    private final String key;
    private final String explanation;
    private final Labels labels;
    private final boolean higherIsBetter;
    private final ToDoubleFunction<Outcomes> value;
    private final DoubleBinaryOperator loss;

    private Measure(
            String key,
            String explanation,
            Labels labels,
            boolean higherIsBetter,
            ToDoubleFunction<Outcomes> value,
            DoubleBinaryOperator loss) {
        this.key = key;
        this.explanation = explanation;
        this.labels = labels;
        this.higherIsBetter = higherIsBetter;
        this.value = value;
        this.loss = loss;
    }

    private Measure(
            String key, String explanation, Labels labels, boolean higherIsBetter, ToDoubleFunction<Outcomes> value) {
        this(key, explanation, labels, higherIsBetter, value, (y, z) -> Double.NaN);
    }

    private static Measure mean(String key, String explanation, Labels labels, DoubleBinaryOperator loss) {
        return new Measure(key, explanation, labels, false, outcomes -> Formulas.mean(outcomes, loss), loss);
    }

    /** The mean of max(level (y - z), (1 - level) (z - y)), in the units of the labels: least at their quantile. */
    public static Measure pinball(double level) {
        Formulas.requireLevel(level);
        return mean(
                PINBALL + level,
                "mean loss of a quantile, in the units of the labels",
                Labels.NUMBERS,
                (y, z) -> Formulas.pinball(y, z, level));
    }

    /** {@link #pinball} over that of always answering the quantile of the same labels. */
    public static Measure relativePinball(double level) {
        Formulas.requireLevel(level);
        return new Measure(
                "n" + PINBALL + level,
                "mean loss of a quantile over that of always answering the quantile of the same labels: 0 is perfect, 1"
                        + " is no better",
                Labels.NUMBERS,
                false,
                outcomes -> Formulas.pinballShare(outcomes, level));
    }

    /** Those without a parameter. */
    public static List<Measure> values() {
        return List.of(
                MSE,
                RMSE,
                NMSE,
                EXPLAINED_VARIANCE,
                MAE,
                NMAE,
                DEVIANCE,
                EXPLAINED_DEVIANCE,
                ERROR,
                LOG_LOSS,
                AUC,
                AVERAGE_PRECISION,
                RELATIVE_ERROR,
                RANK_ERROR);
    }

    /** By the name users write. */
    public static Measure named(String name) {
        return values().stream()
                .filter(measure -> measure.key.equals(name))
                .findFirst()
                .or(() -> level(name, PINBALL).map(Measure::pinball))
                .or(() -> level(name, "n" + PINBALL).map(Measure::relativePinball))
                .orElseThrow(() -> new IllegalArgumentException("measure must be one of "
                        + values().stream().map(Measure::key).collect(Collectors.joining(", "))
                        + ", pinball:LEVEL, npinball:LEVEL; got '" + name + "'"));
    }

    private static Optional<Double> level(String name, String start) {
        try {
            return name.startsWith(start)
                    ? Optional.of(Double.valueOf(name.substring(start.length())))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The name users write: {@code explained-variance}. */
    public String key() {
        return key;
    }

    /** What it is, in a sentence without its name. */
    public String explanation() {
        return explanation;
    }

    /** Whether it measures decisions between two classes. */
    public boolean ofClasses() {
        return labels != Labels.NUMBERS;
    }

    /** Whether it measures numbers. */
    public boolean ofNumbers() {
        return labels != Labels.CLASSES;
    }

    public boolean higherIsBetter() {
        return higherIsBetter;
    }

    /** Differences from a baseline of this cost that do not matter. */
    public double margin(double cost) {
        return Math.max(MARGIN * cost, shareOfRows() ? MARGIN_OF_SHARES : 0);
    }

    /** What {@link Verdict#SAME} means, in words that follow "within": {@code 1% of the error alone}. */
    public String marginWords() {
        return Math.round(100 * MARGIN) + "% of the error alone" + (shareOfRows() ? " or " + MARGIN_OF_SHARES : "");
    }

    private boolean shareOfRows() {
        return equals(ERROR) || equals(AUC) || equals(AVERAGE_PRECISION);
    }

    /** Whether squared errors and the variance of labels are all it needs. */
    public boolean ofSquares() {
        return equals(MSE) || equals(RMSE) || equals(NMSE) || equals(EXPLAINED_VARIANCE);
    }

    /**
     * Held-out labels a task needs to count in the mean over tasks. Measures that divide by the variance of a task's own
     * labels are, with fewer, so wild that one task of two labels can rule the mean of a hundred.
     */
    public int fewestLabels() {
        return relative() ? LABELS_OF_A_VARIANCE : 1;
    }

    /** Whether it is counted in the unit of the labels, so that labels of several tasks in one unit can be measured together. */
    public boolean inUnits() {
        return labels == Labels.NUMBERS && !relative();
    }

    /** Whether it divides by what a task's own labels say. */
    private boolean relative() {
        return equals(NMSE)
                || equals(EXPLAINED_VARIANCE)
                || equals(EXPLAINED_DEVIANCE)
                || equals(RELATIVE_ERROR)
                || equals(NMAE)
                || key.startsWith("n" + PINBALL);
    }

    /** The same in the unit of the labels, where it divides by what they say and is small at best; else itself. */
    public Measure withUnits() {
        if (equals(NMSE)) {
            return RMSE;
        }
        if (equals(NMAE)) {
            return MAE;
        }
        return level(key, "n" + PINBALL).map(Measure::pinball).orElse(this);
    }

    /**
     * What rows nobody has seen could still add to a difference that is the same however few of the seen rows are left
     * out: decisions that agree on n rows may disagree on a share of 1 - (1 - level)^(1/n) of all. 0 for measures in
     * which every row has its own difference.
     *
     * @param rows as many as {@link #deciding} says
     */
    public double unseen(int rows, double level) {
        return shareOfRows() ? 1 - Math.pow(1 - level, 1.0 / rows) : 0;
    }

    /** How many rows a difference in this measure can come from: all, or those of the rarer class. */
    public int deciding(Outcomes outcomes) {
        int second = 0;
        for (int o = 0; o < outcomes.size(); o++) {
            second += outcomes.label(o) > 0 ? 1 : 0;
        }
        return equals(ERROR) ? outcomes.size() : Math.min(second, outcomes.size() - second);
    }

    /** The measure, empty where it is undefined. */
    public OptionalDouble of(Outcomes outcomes) {
        double value = outcomes.totalWeight() > 0 ? value(outcomes) : Double.NaN;
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** The value as something to make small, 0 at best: 1 - value where higher is better. */
    public double cost(double value) {
        return higherIsBetter ? 1 - value : value;
    }

    /** NaN where undefined; there is weight. */
    private double value(Outcomes outcomes) {
        return value.applyAsDouble(outcomes);
    }

    /** What one observation adds, for measures that are a mean over observations; NaN for the others. */
    public double loss(double y, double z) {
        return loss.applyAsDouble(y, z);
    }

    /** Two of the same name are the same. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Measure measure && key.equals(measure.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return key;
    }
}
