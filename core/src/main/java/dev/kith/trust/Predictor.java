package dev.kith.trust;

import dev.kith.data.DataException;
import dev.kith.data.Rows;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Probability;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.transform.TransformedTrainer;
import dev.kith.model.uncertainty.Probabilities;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Predicts with all that a model file knows: values, intervals that labels keep, and calibrated probabilities.
 *
 * <pre>{@code
 * Predictor predictor = Predictor.of(ModelFile.readContent(file)).intervals(0.9);
 * Predictions predictions = predictor.predict(Tables.read(data).rows(predictor.model().info().roles()));
 * }</pre>
 *
 * Immutable; every method returns a changed copy, and refuses at once what the model has not learned.
 */
public final class Predictor {
    /** Where intervals come from. */
    public enum IntervalSource {
        /** Errors on held-out labels, whatever their distribution. */
        CONFORMAL,
        /** The Gaussian-process view of squared-loss fits: wider where a task knows less. */
        GAUSSIAN_PROCESS
    }

    /** Where probabilities of a two-class model come from. */
    public enum ProbabilitySource {
        /** A sigmoid learned from decisions on held-out labels. */
        PLATT,
        /** Any rising curve learned from them. */
        ISOTONIC,
        /** The loss itself, where it makes decisions probabilities (logistic). */
        LOSS
    }

    private final ModelFile.Content content;
    private final Optional<Scope> scope;
    private final Probability probability;
    private final Optional<IntervalChoice> intervals;
    private final boolean decisions;
    private final Unknown unknown;

    private Predictor(
            ModelFile.Content content,
            Optional<Scope> scope,
            Probability probability,
            Optional<IntervalChoice> intervals,
            boolean decisions,
            Unknown unknown) {
        this.unknown = unknown;
        this.content = content;
        this.scope = scope;
        this.probability = probability;
        this.intervals = intervals;
        this.decisions = decisions;
    }

    /**
     * Without intervals; probabilities are Platt's where the model was calibrated, else the loss's where it makes them;
     * rows are asked as the model was trained.
     */
    public static Predictor of(ModelFile.Content content) {
        Model model = content.model();
        Probability usual = content.uncertainty()
                .probabilities()
                .map(curves -> curve(curves, ProbabilitySource.PLATT))
                .orElse(model::probability);
        return new Predictor(content, Optional.empty(), usual, Optional.empty(), false, Unknown.ERROR);
    }

    public Model model() {
        return content.model();
    }

    /** Asks rows what {@code asked} says instead of what the model was trained on. */
    public Predictor scope(Scope asked) {
        return new Predictor(content, Optional.of(asked), probability, intervals, decisions, unknown);
    }

    /**
     * Bounds that a label keeps with probability {@code level}, from 0 to 1: conformal where there are held-out labels
     * enough, else by the Gaussian process.
     *
     * @throws DataException if the model predicts classes only, was not calibrated, or too few labels were held out
     */
    public Predictor intervals(double level) {
        return intervals(IntervalChoice.of(content, level, false, Optional.empty()));
    }

    /** The same from this source. */
    public Predictor intervals(double level, IntervalSource source) {
        return intervals(IntervalChoice.of(content, level, false, Optional.of(source)));
    }

    /** Bounds that the labels of all tasks of a row keep together; rows must be asked about all tasks. */
    public Predictor jointIntervals(double level) {
        return intervals(IntervalChoice.of(content, level, true, Optional.empty()));
    }

    /** The same from this source. */
    public Predictor jointIntervals(double level, IntervalSource source) {
        return intervals(IntervalChoice.of(content, level, true, Optional.of(source)));
    }

    private Predictor intervals(IntervalChoice found) {
        return new Predictor(content, scope, probability, Optional.of(found), decisions, unknown);
    }

    /** How the intervals were found, in a sentence; empty where none were asked for. */
    public Optional<String> intervalWords() {
        return intervals.map(IntervalChoice::words);
    }

    /**
     * Probabilities from this source.
     *
     * @throws DataException if the model predicts numbers or has no such probabilities
     */
    public Predictor probabilities(ProbabilitySource source) {
        return new Predictor(content, scope, probability(source), intervals, decisions, unknown);
    }

    /** Writes the decision value behind each class beside it: {@link Predictions#withDecisions}. */
    public Predictor decisions() {
        return new Predictor(content, scope, probability, intervals, true, unknown);
    }

    /** What becomes of rows of tasks the model does not have, where rows are asked about their own task; refused if nothing is said. */
    public Predictor unknown(Unknown treated) {
        return new Predictor(content, scope, probability, intervals, decisions, treated);
    }

    private Probability probability(ProbabilitySource source) {
        Model model = content.model();
        if (model.info().classes().isEmpty()) {
            throw new DataException("probabilities are for classes; this model predicts numbers");
        }
        if (source != ProbabilitySource.LOSS) {
            return content.uncertainty()
                    .probabilities()
                    .map(curves -> curve(curves, source))
                    .orElseThrow(() -> new DataException(
                            "the model was not calibrated: fit it again with calibration (kith fit" + " --calibrate)"));
        }
        if (IntStream.range(0, model.info().tasks().size())
                .noneMatch(t -> model.probability(t, 0).isPresent())) {
            throw new DataException("the " + model.info().loss()
                    + " loss makes no probabilities: fit again with calibration (kith fit --calibrate)");
        }
        return model::probability;
    }

    private static Probability curve(Probabilities curves, ProbabilitySource source) {
        return source == ProbabilitySource.PLATT
                ? (task, decision) -> OptionalDouble.of(curves.platt().get(task).at(decision))
                : (task, decision) ->
                        OptionalDouble.of(curves.isotonic().get(task).at(decision));
    }

    /**
     * Predictions for rows of a table.
     *
     * @throws DataException if rows are asked about their own task and do not name it, or name one the model does not have
     * @throws IllegalArgumentException if joint intervals are asked for and rows are not asked about all tasks
     */
    public Predictions predict(Rows rows) {
        Scope asked = scope.orElseGet(() -> Predictions.scope(model().info(), rows));
        Predictions plain = Predictions.of(model(), rows, asked, probability, unknown);
        Predictions predictions = decisions ? plain.withDecisions() : plain;
        return intervals.isEmpty() ? predictions : bounded(predictions, rows, asked);
    }

    /** Half widths belong to labels as they were learned: where those were transformed, the ends are what is taken back. */
    private Predictions bounded(Predictions predictions, Rows rows, Scope asked) {
        double[] half = halfWidths(rows, asked);
        Optional<Transform> back = model().info().schema().transform().map(TargetTransform::transform);
        if (back.isEmpty()) {
            return predictions.withHalfWidths(half);
        }
        Predictions learned = Predictions.of(TransformedTrainer.plain(model()), rows, asked, probability, unknown);
        double[] low = new double[half.length];
        double[] high = new double[half.length];
        for (int k = 0; k < half.length; k++) {
            low[k] = back.get().inverse(learned.get(k).value() - half[k]);
            high[k] = back.get().inverse(learned.get(k).value() + half[k]);
        }
        return predictions.withBounds(low, high);
    }

    private double[] halfWidths(Rows rows, Scope asked) {
        IntervalChoice chosen = intervals.orElseThrow();
        if (asked == Scope.ALL_TASKS) {
            return chosen.intervals().halfWidths(rows.inputs()).data();
        }
        if (chosen.joint()) {
            throw new IllegalArgumentException("joint intervals are for rows asked about ALL_TASKS, got " + asked);
        }
        if (unknown == Unknown.ERROR) {
            return chosen.intervals().halfWidths(rows.inputs(), model().info().positions(rows.tasks()));
        }
        Model plain = TransformedTrainer.plain(model()).treating(unknown);
        double[] half = new Strangers(plain, chosen, unknown).halfWidths(rows);
        // how far an unknown level of a further grouping may be from what is common was not calibrated
        model().unknownLevels(rows.inputs()).stream().forEach(i -> half[i] = Double.POSITIVE_INFINITY);
        return half;
    }
}
