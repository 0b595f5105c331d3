package dev.kith.score;

import dev.kith.data.Columns;
import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Dataset;
import dev.kith.data.shape.Answers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * What questions about classes say of rows, judged row by row in the part each belongs to (country by country), not question by question. What a
 * row's label and prediction are depends on the measure:
 *
 * <pre>
 *   error                    +1, and +1 where the class chosen is right, else -1
 *   log-loss                 +1, and the log odds of the right class
 *   rank-error               the places of the right class and of the one chosen
 *   auc, average-precision   every answer by itself, ranked among all answers of the part
 * </pre>
 */
public final class ChosenClasses {
    /** Probabilities are not trusted to be smaller: one wrong row would be worth all others. */
    private static final double LEAST = 1e-15;

    private final Dataset data;
    private final ClassChoice choice;
    private final Measure measure;
    private final DoubleFunction<OptionalDouble> probability;
    private final int[] first;
    private final int[] own;
    private final Dataset judged;

    private ChosenClasses(Dataset data, Measure measure, DoubleFunction<OptionalDouble> probability) {
        this.data = data;
        this.choice = data.columns().choice().orElseThrow();
        this.measure = measure;
        this.probability = probability;
        first = IntStream.range(0, data.size())
                .filter(o -> choice.question(data.task(o)) == 0)
                .toArray();
        own = Arrays.stream(first).map(this::ownClass).toArray();
        judged = everyAnswer() ? answers() : rows();
    }

    /**
     * Empty where tasks are no questions about classes.
     *
     * @param probability of a yes behind a decision value, where there is one
     */
    public static Optional<ChosenClasses> of(
            Dataset data, Measure measure, DoubleFunction<OptionalDouble> probability) {
        return data.columns().choice().map(choice -> new ChosenClasses(data, measure, probability));
    }

    /** The answers to a row's questions follow one another. */
    private int ownClass(int from) {
        int above = 0;
        for (int q = 0; q < choice.questions(); q++) {
            if (data.row(from + q) != data.row(from) || choice.question(data.task(from + q)) != q) {
                throw new IllegalArgumentException("the answers of row " + data.row(from) + " must follow one another");
            }
            if (data.label(from + q) > 0) {
                above = choice.ordered() ? q + 1 : q;
            }
        }
        return above;
    }

    private boolean everyAnswer() {
        return measure.equals(Measure.AUC) || measure.equals(Measure.AVERAGE_PRECISION);
    }

    private List<String> parts() {
        return data.columns().task().isPresent()
                ? choice.parts(data.tasks())
                : List.of(data.columns().classes().orElseThrow());
    }

    private Dataset answers() {
        return of(
                IntStream.range(0, data.size()).toArray(),
                IntStream.range(0, data.size()).mapToDouble(data::label).toArray(),
                true);
    }

    private Dataset rows() {
        boolean places = measure.equals(Measure.RANK_ERROR);
        return of(first, Arrays.stream(own).mapToDouble(c -> places ? c : 1).toArray(), !places);
    }

    private Dataset of(int[] observations, double[] labels, boolean signs) {
        return Dataset.of(
                        data.inputs(),
                        parts(),
                        Arrays.stream(observations).map(data::row).toArray(),
                        Arrays.stream(observations)
                                .map(o -> choice.part(data.task(o)))
                                .toArray(),
                        labels,
                        data.weighted()
                                ? Arrays.stream(observations)
                                        .mapToDouble(data::weight)
                                        .toArray()
                                : null,
                        signs ? List.of("wrong", "right") : null)
                .withColumns(Columns.LONG)
                .withSource(data.source(), sourceRows());
    }

    private int[] sourceRows() {
        return IntStream.range(0, data.inputs().rows()).map(data::sourceRow).toArray();
    }

    /** What {@link #predictions} are judged on: tasks are the parts. */
    public Dataset judged() {
        return judged;
    }

    /** One for each observation of {@link #judged}, from one for each answer; NaN where an answer is missing. */
    public double[] predictions(double... answers) {
        if (everyAnswer()) {
            return answers.clone();
        }
        double[] predictions = new double[first.length];
        for (int k = 0; k < first.length; k++) {
            double[] z = Arrays.copyOfRange(answers, first[k], first[k] + choice.questions());
            predictions[k] = Arrays.stream(z).anyMatch(Double::isNaN) ? Double.NaN : prediction(z, own[k]);
        }
        return predictions;
    }

    private double prediction(double[] z, int right) {
        Answers answers = new Answers(choice);
        if (measure.equals(Measure.LOG_LOSS)) {
            double[] yes = Arrays.stream(z)
                    .map(value -> probability.apply(value).orElseThrow())
                    .toArray();
            double p = Math.min(1 - LEAST, Math.max(LEAST, answers.shares(yes)[right]));
            return Math.log(p / (1 - p));
        }
        int chosen = answers.chosen(z);
        return measure.equals(Measure.RANK_ERROR) ? chosen : chosen == right ? 1 : -1;
    }

    /** The entries of {@code each}, one per answer, that stand for the observations of {@link #judged}. */
    public int[] select(int... each) {
        return everyAnswer()
                ? each.clone()
                : Arrays.stream(first).map(o -> each[o]).toArray();
    }

    /** The class of each row, as its place among the classes. */
    public int[] ownClasses() {
        return own.clone();
    }
}
