package dev.kith.convex;

import dev.kith.convex.stationary.TransferSearch;
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
 * Tasks that lean on easier ones, {@code transfer} (AMTL of Lee, Yang and Hwang, 2016):
 *
 * <pre>  min over W, b, B >= 0 of  sum_t (1 + lambda mu sum_u B_tu) V_t(w_t, b_t)
 *                         + lambda sum_t (||w_t - sum_s B_st w_s||^2 + eps ||w_t||^2),   B_tt = 0  </pre>
 *
 * with V_t the loss of task t. A task that gives pays by its own loss, so that those with a small loss give and the others take: who helps whom is not symmetric.
 * With B = 0 it is every task alone, a large mu. NOT convex: a fit starts from there and ends at a stationary point, which need not be the
 * smallest objective; there is no bound and no gap. The violation of the optimality conditions, computed on the weights as saved, is the model's
 * parameter {@code violation}; {@link FitReport.Status#CONVERGED} means that it is within the tolerance. B is the model's {@link LinearModel#parts}.
 * Weights and units are as in {@link ConvexTrainer}.
 *
 * <p>Easy means a small loss on the training rows: a task with fewer rows than features is easy without being worth anything, unless lambda is large.
 *
 * <p>As published, eps is 0. Where tasks can be fitted perfectly (more features than rows, classes that a plane separates) the objective then falls to 0
 * and weights grow without end.
 *
 * @param loss one with a slope everywhere
 * @param mu &gt; 0
 * @param eps &gt;= 0
 */
public record TransferTrainer(Loss loss, double mu, double eps, double lambda, Training training)
        implements Trainer<LinearModel> {
    /** What users write. */
    public static final String NAME = "transfer";

    /** A ridge that keeps weights bounded and hardly matters otherwise. */
    public static final double EPS = 0.1;

    public TransferTrainer {
        StationaryFit.require(NAME, loss, lambda, mu);
        if (!(eps >= 0 && eps < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("eps must be a finite number >= 0, got " + eps);
        }
    }

    @Override
    public Fit<LinearModel> train(Dataset raw, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(raw, data -> LinearAlgebra.withThreads(training.threads(), () -> fit(data, progress)));
    }

    private Fit<LinearModel> fit(Dataset data, Consumer<FitReport.Progress> progress) {
        StationaryFit fit = new StationaryFit(NAME, data, loss, training, progress);
        TransferSearch search =
                new TransferSearch(fit.problem, loss, fit.v, lambda, lambda * mu, lambda * eps, training);
        TransferSearch.Found found = search.solve(fit.monitor);
        return fit.fit(
                found.weights(),
                new WeightParts.Transfer(found.given()),
                found.objective(),
                found.steps(),
                lambda,
                Map.of("mu", Texts.number(mu), "eps", Texts.number(eps)),
                search::violationAt);
    }
}
