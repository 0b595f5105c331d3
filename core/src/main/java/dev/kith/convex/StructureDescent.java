package dev.kith.convex;

import dev.kith.linalg.Matrix;
import dev.kith.structure.SparseDescent;
import dev.kith.structure.SparsePenalty;
import java.util.Optional;

/**
 * Sparse structure by descending on A itself: with W minimised out,
 *
 * <pre>  J(A) = min over W of V(W) + lambda tr(A^-1 W'W),  gradient of J = -lambda A^-1 W'W A^-1,  </pre>
 *
 * is convex and flat enough that proximal steps on J(A) + F(A) take far fewer supervised steps than alternating, whose
 * structure steps crawl where A is nearly singular.
 */
final class StructureDescent {
    private static final double FIRST_TOLERANCE = 1e-7;
    private static final double LAST_TOLERANCE = 1e-14;
    /** So many steps without a fall beyond the supervised steps' accuracy are a stall. */
    private static final int PATIENCE = 20;

    private final SparsePenalty penalty;
    private final Regularizer regularizer;
    private final Supervised supervised;
    private final Monitor monitor;
    private final DataTerm v;
    private final Matrix gradient;
    private double tolerance;
    private boolean finished;
    private double best = Double.POSITIVE_INFINITY;
    private int idle;
    private int iteration;
    private Matrix wt;
    private Matrix accepted;
    private Certificate certificate = new Certificate(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

    StructureDescent(
            DataTerm v, SparsePenalty penalty, Regularizer regularizer, Supervised supervised, Monitor monitor) {
        this.v = v;
        this.penalty = penalty;
        this.regularizer = regularizer;
        this.supervised = supervised;
        this.monitor = monitor;
        this.wt = Matrix.zeros(v.tasks(), v.dim());
        this.accepted = wt;
        this.gradient = Matrix.zeros(v.tasks(), v.dim());
    }

    Minimum solve() {
        Matrix a = Matrix.identity(v.tasks());
        finished = false;
        // Supervised steps are solved only as well as the descent can use; when it stalls, ten times better.
        for (tolerance = supervised.bestTolerance(FIRST_TOLERANCE); !finished; tolerance /= 10) {
            SparseDescent descent = new SparseDescent(this::smoothPart, penalty.weight(), 10 * tolerance);
            idle = 0;
            a = descent.solve(a, this::done).a();
            finished |= tolerance < LAST_TOLERANCE;
        }
        return new Minimum(accepted, certificate, iteration);
    }

    private Optional<SparseDescent.Value> smoothPart(Matrix a) {
        Matrix zero = Matrix.zeros(a.rows(), a.cols());
        if (penalty.smoothPart(a, zero).isEmpty()) {
            return Optional.empty();
        }
        wt = supervised.solve(a, tolerance);
        double loss = v.valueAndGradientInto(gradient, wt);
        return penalty.smoothPart(a, TaskSideRegularizer.gram(wt))
                .map(at -> new SparseDescent.Value(a, at.smooth() + loss, at.gradient()));
    }

    private boolean done(SparseDescent.Value now) {
        penalty.remember(now.a());
        accepted = wt; // the last matrix tried is the one accepted
        Certificate bound = supervised.certificate(regularizer, 0);
        certificate = new Certificate(now.objective(penalty.weight()), bound.dual());
        finished = monitor.done(++iteration, certificate);
        idle = certificate.primal() < best * (1 - tolerance) ? 0 : idle + 1;
        best = Math.min(best, certificate.primal());
        return finished || idle > PATIENCE;
    }
}
