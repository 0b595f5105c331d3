package dev.kith.convex.solver;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.penalty.SparseDescent;
import org.jspecify.annotations.Nullable;

/**
 * A penalty on the entries of the structure A, with A at hand,
 *
 * <pre>  R(W) = min over A of lambda tr(A^-1 W'W) + F(A),   F as in {@link EntrywisePenalty}.  </pre>
 *
 * <p>The proximal step is a shifted structure step, W A (A + kappa I)^-1 with A the minimiser of lambda tr((A + kappa I)^-1
 * W'W) + F(A), which has no closed form. A few proximal steps on A from where the last call ended replace it: as the
 * solver settles, so does A. What is reported is the penalty at that A, an upper bound of R.
 */
public final class SparseRegularizer extends TaskSideRegularizer implements Regularizer.Proximal {
    /** Steps on A a call: with fewer the solver waits for A, with more A waits for the solver; see docs/TRIED.md. */
    private static final int STEPS = 3;

    /** With this many features per task and more, a root of W'W is cheaper than products with W itself. */
    private static final int WIDE = 4;

    private final EntrywisePenalty penalty;
    private final double lambda;
    private final SparseDescent descent;
    private Matrix factor;
    private double kappa;
    private @Nullable Matrix a;

    public SparseRegularizer(EntrywisePenalty penalty, double lambda, int tasks) {
        this(penalty, lambda, tasks, null);
    }

    /**
     * The same from a structure that is known.
     *
     * @param start that of a fit to the same tasks, if there is one; not used where the penalty has other zeros
     */
    public SparseRegularizer(EntrywisePenalty penalty, double lambda, int tasks, @Nullable Matrix start) {
        super(penalty, lambda);
        this.penalty = penalty;
        this.lambda = lambda;
        factor = Matrix.zeros(tasks, 0);
        a = start == null || penalty.smoothPart(start, factor, 0).isEmpty() ? null : start;
        descent = new SparseDescent(at -> penalty.smoothPart(at, factor, kappa), penalty.weight());
    }

    /** The structure matrix of the last step, with exact zeros; before any step one that suits these weights. */
    public Matrix structure(Matrix wt) {
        return a == null ? penalty.start(gram(wt)) : a;
    }

    @Override
    public double value(Matrix wt) {
        Matrix at = structure(wt);
        penalty.remember(at);
        return penalty.smoothPart(at, wt, 0).orElseThrow().objective(penalty.weight());
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        kappa = 2 * lambda * tau;
        factor = wt.cols() <= WIDE * wt.rows() ? wt : root(gram(wt));
        int[] count = {0};
        SparseDescent.Value now = descent.solve(structure(wt), at -> count[0]++ == STEPS);
        a = now.a();
        penalty.remember(a);
        Matrix z = penalty.solve(a, wt, kappa);
        for (int i = 0; i < out.data().length; i++) {
            out.data()[i] = wt.data()[i] - kappa * z.data()[i];
        }
        return now.objective(penalty.weight()) - lambda * kappa * z.dot(z);
    }

    private static Matrix root(Matrix gram) {
        return LinearAlgebra.best().eigen(gram).rebuild(x -> Math.sqrt(Math.max(0, x)));
    }
}
