package dev.kith.convex;

import dev.kith.convex.basis.Bases;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import dev.kith.model.Schema;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.ties.WeightParts;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Linear models whose intercepts are drawn together by the relation that draws the weights, instead of being free:
 *
 * <pre>
 *   min over W, c of  sum over observations of w loss(y, b_0 + c_t + (x - m)'w_t) + R( [W ; sqrt(cost) c'] )
 * </pre>
 *
 * R is the trainer's own penalty, of weights and intercepts together: an intercept is the weight of a feature that is 1 / sqrt(cost)
 * for every row. m are the features' means, b_0 is what one constant would predict best: the mean label (of each task where labels
 * are scaled by task), the logarithm of odds or of the mean count. A cost of 1 draws an intercept as hard as the weight of a
 * feature of deviation 1; towards 0 intercepts become free. What is proven is the trainer's certificate for rows with m and b_0
 * taken away in doubles.
 */
public final class DrawnTrainer implements Trainer<LinearModel> {
    /** What a model's parameters call the cost. */
    public static final String COST = "intercept-cost";

    private final TaskLosses losses;
    private final Training training;
    private final double cost;
    private final BiFunction<TaskLosses, Training, Trainer<?>> inner;

    private DrawnTrainer(
            TaskLosses losses, Training training, double cost, BiFunction<TaskLosses, Training, Trainer<?>> inner) {
        if (!(cost > 0 && cost < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(COST + " must be a finite number > 0, got " + cost);
        }
        if (!training.intercept()) {
            throw new IllegalArgumentException(COST + " is for predictors with intercepts, and these have none");
        }
        String who = "a fit with drawn intercepts";
        losses.common().ifPresent(loss -> Losses.requireSeparate(loss, who));
        losses.each().values().forEach(loss -> Losses.requireSeparate(loss, who));
        this.losses = losses;
        this.training = training;
        this.cost = cost;
        this.inner = inner;
    }

    @Override
    public boolean learnsFromMoments() {
        return losses.common().map(Loss::quadratic).orElse(false);
    }

    /** Draws the intercepts of a trainer with the linear kernel and a relation between tasks. */
    public static DrawnTrainer of(ConvexTrainer trainer, double cost) {
        if (!(trainer.kernel() instanceof Linear)) {
            throw new IllegalArgumentException(
                    COST + " needs the linear kernel, got '" + trainer.kernel().spec() + "'");
        }
        if (trainer.relation().pooling()) {
            throw new IllegalArgumentException(COST + " is for intercepts that differ by task; '"
                    + trainer.relation().name() + "' has one");
        }
        return new DrawnTrainer(
                trainer.losses(),
                trainer.training(),
                cost,
                (own, without) -> new ConvexTrainer(
                        own,
                        trainer.kernel(),
                        trainer.relation(),
                        trainer.lambda(),
                        without,
                        trainer.solver(),
                        trainer.barrier(),
                        trainer.approximation()));
    }

    /** Draws the intercepts of a trainer with a common part, which has one too. */
    public static DrawnTrainer of(CommonTrainer trainer, double cost) {
        return new DrawnTrainer(
                trainer.losses(),
                trainer.training(),
                cost,
                (own, without) ->
                        new CommonTrainer(own, trainer.relation(), trainer.lambda(), trainer.cost(), without));
    }

    /** Draws the intercepts of a trainer with a penalty on its weights. */
    public static DrawnTrainer of(LinearTrainer trainer, double cost) {
        TaskLosses all = TaskLosses.all(trainer.loss());
        return new DrawnTrainer(all, trainer.training(), cost, (own, without) -> {
            Loss loss = own.common()
                    .orElseThrow(() -> new DataException("labels differ in kind by task: method '"
                            + trainer.penalty().name() + "' needs one kind"));
            return new LinearTrainer(loss, trainer.penalty(), trainer.lambda(), without);
        });
    }

    @Override
    public Fit<LinearModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return train(new Workspace(data), progress);
    }

    /** Shares what fits of other lambdas and relations with the same cost have worked out, and starts at their weights. */
    @Override
    public Fit<LinearModel> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(workspace, prepared -> fit(prepared, progress));
    }

    private Fit<LinearModel> fit(Workspace workspace, Consumer<FitReport.Progress> progress) {
        Made made = workspace
                .reuse(new Key(losses, training.targetScale(), training.weighting()), Latest.class, Latest::new)
                .at(cost, () -> make(workspace));
        Fit<?> fit = inner.apply(made.losses, training.withIntercept(false)).train(made.workspace, progress);
        LinearModel found = (LinearModel) fit.model();
        return new Fit<>(model(found, made, workspace.data()), fit.report());
    }

    /** What data with a constant feature depend on beside the cost. */
    private record Key(TaskLosses losses, TargetScale scale, Training.Weighting weighting) {}

    /** Of several costs tried in turn only the last is kept: each has a copy of the data. */
    private static final class Latest {
        private double cost = Double.NaN;
        private @Nullable Made made;

        Made at(double wanted, Supplier<Made> make) {
            Made found = made;
            if (found == null || cost != wanted) {
                found = make.get();
                made = found;
                cost = wanted;
            }
            return found;
        }
    }

    /**
     * @param bases b_0 of every task, in the labels' units, or those of the fitted function where labels are not shifted
     * @param losses of predictions beyond the bases
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Made(ConstantFeature constant, double[] bases, TaskLosses losses, Workspace workspace) {}

    private Made make(Workspace workspace) {
        Dataset data = losses.labelled(workspace.data());
        int tasks = data.taskCount();
        int features = data.inputs().numericFeatures();
        Matrix means = Standardizer.fit(data, TargetScale.NONE, true).featureMean();
        double[] bases = Bases.of(data, losses, training);
        double[] labels = new double[tasks];
        double[] beyond = new double[tasks];
        for (int t = 0; t < tasks; t++) {
            boolean shifted = losses.of(data.tasks().get(t)).scalable();
            labels[t] = shifted ? bases[t] : 0;
            beyond[t] = shifted ? 0 : bases[t];
        }
        Standardizer none = Standardizer.none(features, tasks);
        Standardizer units =
                new Standardizer(means, none.featureScale(), Matrix.wrap(1, tasks, labels), none.labelScale());
        ConstantFeature constant = new ConstantFeature(units, 1 / Math.sqrt(cost));
        return new Made(constant, bases, losses.from(data.tasks(), beyond), workspace.with(constant.apply(data)));
    }

    /** Weights of all features but the last, whose weights are intercepts. */
    private LinearModel model(LinearModel found, Made made, Dataset data) {
        int last = found.weights().rows() - 1;
        Matrix weights = without(found.weights(), last);
        Matrix means = made.constant.units().featureMean();
        Matrix intercept = Matrix.zeros(1, weights.cols());
        for (int t = 0; t < weights.cols(); t++) {
            double b = made.bases[t] + made.constant.value() * found.weights().get(last, t) + found.intercepts()[t];
            for (int j = 0; j < last; j++) {
                b -= means.get(0, j) * weights.get(j, t);
            }
            intercept.set(0, t, b);
        }
        LinearModel model = new LinearModel(
                info(found.info(), data),
                weights,
                intercept,
                found.structure(),
                found.scaling().map(units -> scaling(units, made, last)));
        LinearModel parted = found.sparsePart()
                .map(part -> model.with(new WeightParts.Own(without(part, last))))
                .orElse(model);
        return found.common()
                .map(shared -> parted.with(common(shared, made, means)))
                .orElse(parted);
    }

    /** Of labels on one scale, so that all bases are one. */
    private static LinearModel.Common common(LinearModel.Common found, Made made, Matrix means) {
        int last = found.weights().cols() - 1;
        Matrix weights = Matrix.wrap(1, last, Arrays.copyOf(found.weights().row(0), last));
        double b = made.bases[0]
                + made.constant.value() * found.weights().get(0, last)
                + found.intercept()
                - means.dot(weights);
        return new LinearModel.Common(b, weights);
    }

    private static Matrix without(Matrix of, int row) {
        return of.selectRows(IntStream.range(0, row).toArray());
    }

    private Standardizer scaling(Standardizer units, Made made, int features) {
        Matrix scale =
                Matrix.wrap(1, features, Arrays.copyOf(units.featureScale().row(0), features));
        Standardizer centred = made.constant.units();
        return new Standardizer(centred.featureMean(), scale, centred.labelMean(), units.labelScale());
    }

    private ModelInfo info(ModelInfo found, Dataset data) {
        return found.with(Schema.of(losses.labelled(data)))
                .withParameters(Map.of("intercept", "true", COST, Double.toString(cost)));
    }
}
