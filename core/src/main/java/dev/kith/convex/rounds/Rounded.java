package dev.kith.convex.rounds;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Splitting;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * Losses with kinks, rounded: in place of loss(z) its envelope
 *
 * <pre>  min over p of  loss(p) + (z - p)^2 / (2 width),  </pre>
 *
 * which is below it by at most width / 2 times its squared slope [1]. The envelope's slopes are subgradients of the loss at p, so
 * that they make a lower bound for the losses themselves.
 *
 * <p>[1] Nesterov, Smooth minimization of non-smooth functions, 2005.
 */
final class Rounded implements Slopes {
    private final DataTerm v;
    private final Splitting.Losses losses;
    private final Problem problem;
    private final double[] z;
    private final double[] p;
    private final double[] slope;
    private final Matrix gathered;
    private double[] multipliers;
    /** The mean loss at the start. */
    private double unit = 1;

    private double width = 1;
    private double rounding;

    Rounded(DataTerm v, Splitting.Losses losses) {
        this.v = v;
        this.losses = losses;
        problem = losses.problem();
        z = new double[problem.size()];
        p = new double[problem.size()];
        slope = new double[problem.size()];
        multipliers = new double[problem.size()];
        gathered = Matrix.zeros(problem.tasks, problem.dim);
    }

    @Override
    public Matrix start(Matrix wt) {
        double mean = losses.evaluate(wt) / Arrays.stream(problem.w).sum();
        unit = mean > 0 ? mean : 1;
        double[] b = v.intercepts(wt);
        Matrix at = Matrix.zeros(problem.tasks, problem.dim + 1);
        for (int t = 0; t < problem.tasks; t++) {
            for (int j = 0; j < problem.dim; j++) {
                at.set(t, j, wt.get(t, j));
            }
            at.set(t, problem.dim, b[t]);
        }
        return at;
    }

    @Override
    public boolean narrow(double share) {
        width = share * unit;
        return true;
    }

    @Override
    public Matrix weights(Matrix at) {
        Matrix wt = Matrix.zeros(problem.tasks, problem.dim);
        for (int t = 0; t < problem.tasks; t++) {
            for (int j = 0; j < problem.dim; j++) {
                wt.set(t, j, at.get(t, j));
            }
        }
        return wt;
    }

    @Override
    public double valueAndGradientInto(Matrix gradient, Matrix at) {
        double value = evaluate(at);
        problem.passes().gatherInto(gathered, slope);
        for (int t = 0; t < problem.tasks; t++) {
            for (int j = 0; j < problem.dim; j++) {
                gradient.set(t, j, gathered.get(t, j));
            }
            double sum = 0;
            for (int o = problem.start[t]; o < problem.start[t + 1] && problem.intercept; o++) {
                sum += slope[o];
            }
            gradient.set(t, problem.dim, sum);
        }
        return value;
    }

    /** Fills z, p and slope; returns the sum of the envelopes. */
    private double evaluate(Matrix at) {
        problem.passes().predictInto(z, weights(at));
        for (int t = 0; t < problem.tasks; t++) {
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                z[o] += at.get(t, problem.dim);
            }
        }
        losses.proxInto(p, z, width);
        double value = losses.value(p);
        for (int o = 0; o < z.length; o++) {
            double away = z[o] - p[o];
            slope[o] = problem.w[o] * away / width;
            value += problem.w[o] * away * away / (2 * width);
        }
        return value;
    }

    @Override
    public Certificate certificate(Regularizer penalty, Matrix at, double cost) {
        double envelopes = evaluate(at);
        double[] theta = new double[slope.length];
        Arrays.setAll(theta, o -> -slope[o]);
        Certificate certificate = losses.certificate(weights(at), at.column(problem.dim), cost, penalty, theta);
        multipliers = theta;
        rounding = Math.max(0, certificate.primal() - cost - envelopes);
        return certificate;
    }

    @Override
    public double rounding() {
        return rounding;
    }

    @Override
    public Minimum.Dual dual() {
        return Minimum.Dual.of(multipliers);
    }
}
