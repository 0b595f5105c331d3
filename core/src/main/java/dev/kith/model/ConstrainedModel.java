package dev.kith.model;

import dev.kith.constraint.ProjectionException;
import dev.kith.data.DataException;
import dev.kith.data.Inputs;
import dev.kith.kernel.Precomputed;
import dev.kith.linalg.Matrix;
import dev.kith.model.decoder.Decoder;
import dev.kith.model.decoder.GeodesicDecoder;
import dev.kith.model.decoder.LossDecoder;
import dev.kith.model.decoder.MomentDecoder;
import dev.kith.model.decoder.PredictionDecoder;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * f(x) = decode(base(x)): a base model's scores for an input, decoded into outputs that obey a relation. The base is
 * either a model of the tasks themselves or, for the constrained estimator, of the scores its {@link Decoder} names.
 */
public record ConstrainedModel(ModelInfo info, Model base, Decoder decoder) implements Model {
    public ConstrainedModel {
        int tasks = info.tasks().size();
        if (decoder.set().dimension() != tasks) {
            throw new IllegalArgumentException("the constraint must be on " + tasks + " tasks, got "
                    + decoder.set().dimension());
        }
        if (base.info().tasks().size() != decoder.scores()) {
            throw new IllegalArgumentException("the base model must give " + decoder.scores() + " scores, got "
                    + base.info().tasks().size());
        }
        for (int t = 0; t < tasks && decoder instanceof LossDecoder; t++) {
            String own = ((LossDecoder) decoder).losses().get(t).name();
            if (!own.equals(info.loss(t))) {
                throw new IllegalArgumentException(
                        "the decoder must have the model's loss " + info.loss(t) + ", got " + own);
            }
        }
        if (base instanceof ConstrainedModel) {
            throw new IllegalArgumentException("the base model must not be constrained itself");
        }
        if (!base.info().features().equals(info.features())) {
            throw new IllegalArgumentException("the base model must have the model's features");
        }
    }

    @Override
    public List<String> gramKeys() {
        return base.gramKeys();
    }

    @Override
    public ConstrainedModel withGram(List<Precomputed> given) {
        return new ConstrainedModel(info, base.withGram(given), decoder);
    }

    /**
     * Predictions with what is known about each.
     *
     * @param values n x T
     * @param moved n x 1: how far each prediction is from what the tasks say on their own
     * @param extrapolating n x 1: 1 where some task has hardly any data near the input, else 0
     * @param unproven n x 1: 1 where something that obeys the relation may fit better, 0 where nothing does
     */
    public record Decoded(Matrix values, Matrix moved, Matrix extrapolating, Matrix unproven) {}

    /** Decodes every input. */
    public Decoded decode(Inputs x) {
        Matrix scores = base.predict(info.prepared(x));
        Matrix values = Matrix.zeros(x.rows(), info.tasks().size());
        Matrix moved = Matrix.zeros(x.rows(), 1);
        Matrix extrapolating = Matrix.zeros(x.rows(), 1);
        Matrix unproven = Matrix.zeros(x.rows(), 1);
        for (int i = 0; i < x.rows(); i++) {
            Decoder.Output output = decodeRow(i, scores.row(i));
            for (int t = 0; t < values.cols(); t++) {
                values.set(i, t, output.at(t));
            }
            moved.set(i, 0, output.moved());
            extrapolating.set(i, 0, output.extrapolating() ? 1 : 0);
            unproven.set(i, 0, output.proven() ? 0 : 1);
        }
        return new Decoded(values, moved, extrapolating, unproven);
    }

    /** Predictions without the relation, n x T: what the tasks say on their own. */
    public Matrix undecoded(Inputs x) {
        Matrix scores = base.predict(info.prepared(x));
        Matrix values = Matrix.zeros(x.rows(), info.tasks().size());
        for (int i = 0; i < x.rows(); i++) {
            double[] row = decoder.undecoded(scores.row(i));
            for (int t = 0; t < row.length; t++) {
                values.set(i, t, row[t]);
            }
        }
        return values;
    }

    /** Whether {@link Decoded#extrapolating} says anything: predictions of another model come without confidences. */
    public boolean flagsExtrapolation() {
        return decoder instanceof MomentDecoder || decoder instanceof LossDecoder || decoder instanceof GeodesicDecoder;
    }

    private Decoder.Output decodeRow(int i, double[] scores) {
        try {
            return decoder.decode(scores);
        } catch (ProjectionException e) {
            throw new DataException("input " + i + ": " + e.getMessage(), e);
        }
    }

    @Override
    public ConstrainedModel withInfo(ModelInfo changed) {
        return new ConstrainedModel(changed, base, decoder);
    }

    @Override
    public Matrix predict(Inputs x) {
        return decode(x).values();
    }

    /** The base's structure where the base speaks of the tasks. */
    @Override
    public Optional<TaskMatrix> structure() {
        return decoder instanceof PredictionDecoder ? base.structure() : Optional.empty();
    }

    /** Empty: a decoded value is no longer the logarithm of odds. */
    @Override
    public OptionalDouble probability(int task, double decision) {
        return OptionalDouble.empty();
    }

    /** NaN: decoding is not linear, so no intercept is added to anything. */
    @Override
    public double[] intercepts() {
        double[] none = new double[info.tasks().size()];
        Arrays.fill(none, Double.NaN);
        return none;
    }
}
