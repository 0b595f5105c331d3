package dev.kith.convex;

import dev.kith.convex.stationary.FactorSearch;
import dev.kith.data.Dataset;
import dev.kith.data.read.Texts;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.loss.Loss;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.ties.WeightParts;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Tasks as sparse combinations of a few latent ones, {@code factor} (GO-MTL of Kumar and Daume, 2012):
 *
 * <pre>  min over L, S, b of  sum over observations of w loss(y, x'L s_t + b_t) + lambda (||L||_F^2 + mu sum |S|)  </pre>
 *
 * with L d x k and S k x T: tasks that use the same columns of L form groups, which may overlap. NOT convex: a fit ends at a stationary point of
 * the best of several starts, which need not be the smallest objective; there is no bound and no gap. The violation of the optimality conditions, computed on
 * the weights as saved, is the model's parameter {@code violation}; {@link FitReport.Status#CONVERGED} means that it is within the tolerance. The
 * factors are the model's {@link LinearModel#parts}. Weights and units are as in {@link ConvexTrainer}.
 *
 * <p>Scaling L up and S down changes nothing but what each is charged: with lambda' = c^2 lambda and lambda' mu' = lambda mu / c the minima are the same, so
 * that only lambda^3 mu^2 matters. Left alone, a task of length ||w|| is charged as ||w||^(2/3): weights of 0 are always a minimum near by, and weak tasks may end there.
 *
 * @param loss one with a slope everywhere
 * @param rank k, how many latent tasks, &gt;= 1
 * @param mu &gt; 0
 * @param starts &gt;= 1: from the leading directions of the tasks' own weights, and from the weights of tasks drawn
 */
public record FactorTrainer(Loss loss, int rank, double mu, int starts, double lambda, Training training)
        implements Trainer<LinearModel> {
    /** What users write. */
    public static final String NAME = "factor";

    public FactorTrainer {
        StationaryFit.require(NAME, loss, lambda, mu);
        if (rank < 1) {
            throw new IllegalArgumentException("rank must be a whole number >= 1, got " + rank);
        }
        if (starts < 1) {
            throw new IllegalArgumentException("starts must be a whole number >= 1, got " + starts);
        }
    }

    @Override
    public Fit<LinearModel> train(Dataset raw, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(raw, data -> LinearAlgebra.withThreads(training.threads(), () -> fit(data, progress)));
    }

    private Fit<LinearModel> fit(Dataset data, Consumer<FitReport.Progress> progress) {
        StationaryFit fit = new StationaryFit(NAME, data, loss, training, progress);
        FactorSearch.Found found = new FactorSearch(fit.problem, loss, fit.v, rank, lambda, lambda * mu, training)
                .best(starts, fit.data.tasks(), fit.monitor);
        return fit.fit(
                found.weights(),
                new WeightParts.Factors(found.basis(), found.codes()),
                found.objective(),
                found.steps(),
                lambda,
                Map.of("rank", Integer.toString(rank), "mu", Texts.number(mu), "starts", Integer.toString(starts)),
                found::violationAt);
    }
}
