package dev.kith.convex;

import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.LinearModel;
import dev.kith.model.LinearModel.Common;
import dev.kith.model.Workspace;
import dev.kith.structure.Relations;
import java.util.Optional;

/**
 * What the tasks of a linear model have in common, b_0 + x'w_0, kept beside them for tasks it does not have.
 *
 * <p>Where the relation is {@code mean}, the penalty is that of w_t = w_0 + v_t with v_t charged lambda (1 + gamma) each and w_0 charged
 * lambda T (1 + gamma) / gamma: at its minimum w_0 = gamma / (1 + gamma) times the mean of the tasks' weights. Other relations have no w_0
 * of their own: there it is the predictor that one model of all rows has, at the same lambda. So it is for other losses than the squared and the
 * logistic one, whose intercepts have no mean worth the name: that of a task of zero counts is far below all others. Kept for one loss of
 * single labels and labels on one scale; not in fits that are only compared with each other.
 */
final class CommonPart {
    private static final String MEAN = "mean";

    private CommonPart() {}

    static Optional<Common> of(ConvexTrainer trainer, Workspace workspace, Scaled scaled, LinearModel model) {
        boolean kept = workspace.proving()
                && trainer.training().targetScale() != TargetScale.TASK
                && trainer.losses().common().map(CommonPart::suits).orElse(false);
        if (!kept) {
            return Optional.empty();
        }
        if (trainer.relation().pooling()) {
            return Optional.of(column(model.weights(), model.intercept()));
        }
        boolean averages = trainer.losses().common().map(CommonPart::averages).orElse(false);
        return Optional.of(
                trainer.relation().name().equals(MEAN) && averages
                        ? mean(
                                model,
                                Double.parseDouble(
                                        trainer.relation().parameters().get("gamma")))
                        : pooled(trainer, workspace, scaled));
    }

    private static boolean suits(Loss loss) {
        return loss.joint().isEmpty();
    }

    private static boolean averages(Loss loss) {
        return loss.quadratic() || loss.probability(0).isPresent();
    }

    private static Common column(Matrix weights, Matrix intercept) {
        Matrix first = Matrix.zeros(1, weights.rows());
        for (int j = 0; j < weights.rows(); j++) {
            first.set(0, j, weights.get(j, 0));
        }
        return new Common(intercept.get(0, 0), first);
    }

    /** Intercepts have their mean where features have theirs. */
    private static Common mean(LinearModel model, double gamma) {
        Standardizer units = model.scaling().orElseThrow();
        int tasks = model.weights().cols();
        Matrix common = Matrix.zeros(1, model.weights().rows());
        double level = 0;
        for (int t = 0; t < tasks; t++) {
            level += model.intercept().get(0, t) / tasks;
        }
        double b = level;
        for (int j = 0; j < common.cols(); j++) {
            double mean = 0;
            for (int t = 0; t < tasks; t++) {
                mean += model.weights().get(j, t) / tasks;
            }
            common.set(0, j, gamma / (1 + gamma) * mean);
            b += units.featureMean().get(0, j) * (mean - common.get(0, j));
        }
        return new Common(b, common);
    }

    private static Common pooled(ConvexTrainer trainer, Workspace workspace, Scaled scaled) {
        ConvexTrainer all = new ConvexTrainer(
                trainer.losses(), new Linear(), Relations.pooled(), trainer.lambda(), trainer.training());
        Solution.Weights weights = Pooling.isRidge(all, scaled.raw())
                ? Pooling.ridge(all, scaled)
                : Pooling.solve(all, workspace, scaled.data(), new Monitor(trainer.training(), progress -> {}))
                        .weights();
        Scaled.Saved saved = scaled.saved(new Linear(), weights);
        return column(saved.coefficients(), saved.intercept());
    }
}
