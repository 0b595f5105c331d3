package dev.kith.decode;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.decoder.PredictionDecoder;
import dev.kith.model.decoder.Relaxation;
import dev.kith.score.Split;
import java.util.List;
import java.util.function.Consumer;

/**
 * Any trainer, its predictions moved onto a set: f(x) = argmin over c in C of sum_t w_t (c_t - base_t(x))^2 with w_t = 1 /
 * (mean squared error of task t on data left out), so that what is known well moves little.
 *
 * @param holdOut share of the data left out, once, to measure errors before the final training on everything
 */
public record DecodingTrainer(
        Trainer<? extends Model> base, ConstraintSet constraint, Relaxation relaxation, double holdOut, long seed)
        implements Trainer<ConstrainedModel> {
    /** No task is trusted more than this times the least trusted one. */
    private static final double MAX_RATIO = 1e6;

    /** A trained model with the gain of every task that had data left out. */
    public record Study(Fit<ConstrainedModel> fit, List<Gain> gains) {
        public Study {
            gains = List.copyOf(gains);
        }
    }

    @Override
    public Fit<ConstrainedModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return study(data, progress).fit();
    }

    /** Trains, and says what the relation gained or cost. */
    public Study study(Dataset data, Consumer<FitReport.Progress> progress) {
        Split split = Split.holdOut(data, holdOut, seed);
        Dataset test = split.test();
        Model trial = base.train(split.train()).model();
        Matrix weights = weights(Gain.errors(test, trial.predict(test.inputs())));
        List<Gain> gains = Gain.of(decode(trial, weights), test);
        Fit<? extends Model> fit = base.train(data, progress);
        return new Study(new Fit<>(decode(fit.model(), weights), fit.report()), gains);
    }

    /** 1 / error, the least trust where a task has none, scaled to mean 1. */
    private static Matrix weights(double[] errors) {
        double worst = 0;
        for (double error : errors) {
            worst = Double.isNaN(error) ? worst : Math.max(worst, error);
        }
        double[] weights = new double[errors.length];
        double sum = 0;
        for (int t = 0; t < weights.length; t++) {
            double error = Double.isNaN(errors[t]) ? worst : errors[t];
            weights[t] = worst > 0 ? worst / Math.max(error, worst / MAX_RATIO) : 1;
            sum += weights[t];
        }
        for (int t = 0; t < weights.length; t++) {
            weights[t] *= weights.length / sum;
        }
        return Matrix.wrap(1, weights.length, weights);
    }

    private ConstrainedModel decode(Model model, Matrix weights) {
        return new ConstrainedModel(info(model.info()), model, new PredictionDecoder(constraint, weights, relaxation));
    }

    private ModelInfo info(ModelInfo info) {
        return info.withParameter("constraint", constraint.spec()).withParameters(relaxation.parameters());
    }
}
