package dev.kith.adapt;

import dev.kith.convex.CommonTrainer;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.DrawnTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.Solver;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.moments.Moments;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.penalty.Barrier;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * More rows for a model that kept the moments of its own: the result is what a fit to all rows, old and new, with the settings of the model
 * would be.
 *
 * <pre>{@code
 *   ModelUpdate update = ModelUpdate.of(ModelFile.readContent(file)).learn(tomorrow);
 *   ModelFile.write(update.run(), file);
 * }</pre>
 *
 * Rows of tasks the model has not got add these tasks. lambda and the method's parameters stay. Immutable.
 *
 * @param model whose settings are kept
 * @param moments of all rows so far
 */
public record ModelUpdate(Model model, Moments moments) {
    /**
     * The model of a file with the moments it kept.
     *
     * @throws DataException if it kept none
     */
    public static ModelUpdate of(ModelFile.Content content) {
        Moments kept = content.moments()
                .orElseThrow(() -> new DataException("the model did not keep the moments of its rows, without which it"
                        + " cannot learn more of them; fit it with --keep-moments"));
        return new ModelUpdate(content.model(), kept);
    }

    /** With more rows: dense and with the model's features by name, or with the columns they are made of, as the model makes them. */
    public ModelUpdate learn(Dataset rows) {
        return learn(Moments.of(model.info().prepared(rows)));
    }

    /** With the rows behind more moments, those of another model, say. */
    public ModelUpdate learn(Moments rows) {
        return new ModelUpdate(model, moments.plus(rows));
    }

    /**
     * The rows so far count less than those to come.
     *
     * @param share what their weights are multiplied by, in (0, 1]
     */
    public ModelUpdate forget(double share) {
        return new ModelUpdate(model, moments.times(share));
    }

    /** The fit to all rows, with their moments. */
    public ModelFile.Content run() {
        return content(fit(step -> {}).model());
    }

    /** The model as it is, with the moments of its rows: what is saved so that it can learn more. */
    public ModelFile.Content content() {
        return content(model);
    }

    /** A model that was fitted to these rows, with their moments. */
    public ModelFile.Content content(Model fitted) {
        return new ModelFile.Content(fitted, Uncertainty.none()).with(moments);
    }

    /** The fit to all rows. */
    public Fit<? extends Model> fit(Consumer<FitReport.Progress> progress) {
        Fit<? extends Model> fit = trainer().train(moments.dataset(model.info().features()), progress);
        return model.info()
                .schema()
                .preparation()
                .<Fit<? extends Model>>map(fit::keeping)
                .orElse(fit);
    }

    private Trainer<? extends Model> trainer() {
        ModelInfo info = model.info();
        String cost = info.parameters().get(DrawnTrainer.COST);
        if (!info.loss().equals(Losses.squared().name()) || !info.kernel().equals(new Linear().spec())) {
            throw new DataException("moments serve linear models with the squared loss, this one has " + info.loss()
                    + " loss and kernel '" + info.kernel() + "'");
        }
        double lambda = info.lambda().orElseThrow(() -> new DataException("the model does not say its lambda"));
        if (WeightPenalty.names().contains(info.method())) {
            WeightPenalty penalty = WeightPenalty.make(info.method(), info.parameters());
            LinearTrainer trainer = new LinearTrainer(Losses.squared(), penalty, lambda, training(info));
            return cost == null ? trainer : DrawnTrainer.of(trainer, Double.parseDouble(cost));
        }
        ConvexTrainer trainer =
                new ConvexTrainer(Losses.squared(), new Linear(), FittedRelation.of(model), lambda, training(info));
        ConvexTrainer solved = solved(trainer, info);
        String common = info.parameters().get(CommonTrainer.COST);
        if (common != null) {
            CommonTrainer both = CommonTrainer.of(solved, Double.parseDouble(common));
            return cost == null ? both : DrawnTrainer.of(both, Double.parseDouble(cost));
        }
        return cost == null ? solved : DrawnTrainer.of(solved, Double.parseDouble(cost));
    }

    /** By the solver that the model remembers. */
    private static ConvexTrainer solved(ConvexTrainer trainer, ModelInfo info) {
        String solver = info.parameters().get("solver");
        if (solver == null) {
            return trainer;
        }
        String barrier = info.parameters().getOrDefault("barrier", Barrier.FALLING.spec());
        double stop = Double.parseDouble(info.parameters().getOrDefault("stop", "0"));
        return trainer.withSolver(Solver.valueOf(solver.toUpperCase(Locale.ROOT)))
                .withBarrier(Barrier.parse(barrier).withStop(stop));
    }

    private static Training training(ModelInfo info) {
        Training usual = Training.defaults();
        return usual.withIntercept(recorded(info, "intercept").equals("true"))
                .withScaling(
                        recorded(info, "standardize").equals("true"),
                        TargetScale.valueOf(recorded(info, "target-scale").toUpperCase(Locale.ROOT)))
                .withWeighting(Weighting.valueOf(recorded(info, "weighting").toUpperCase(Locale.ROOT)))
                .withStopping(Double.parseDouble(recorded(info, "tolerance")), usual.maxIterations())
                .withSeed(info.seed())
                .withThreads(Math.max(1, info.threads()));
    }

    private static String recorded(ModelInfo info, String name) {
        String value = info.parameters().get(name);
        if (value == null) {
            throw new DataException("the model does not remember the option '" + name + "' of its fit; fit it again");
        }
        return value;
    }
}
