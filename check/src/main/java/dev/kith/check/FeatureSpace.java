package dev.kith.check;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.DdMatrix;
import dev.kith.check.exact.Factor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Explicit features of the training inputs with phi(x)'phi(z) = k(x, z), and the saved predictors in them.
 *
 * <p>Linear: the scaled features, each (x - mean)/scale of the raw number to 32 digits. Other kernels: a factor of the Gram
 * matrix of the inputs scaled to doubles; landmarks restrict predictors to the span of their own k(., z). Fourier: the cosines
 * and sines of the saved frequencies.
 *
 * @param phi one row per input
 * @param weights dim x tasks
 * @param intercepts per task, all in scaled units
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FeatureSpace(DdMatrix phi, DdMatrix weights, Dd[] intercepts, List<String> complaints) {
    /** What is left out of a Gram matrix: rounding of the last digits. */
    private static final double RANK = 1e-30;

    private static final double SPAN = 1e-25;

    static FeatureSpace of(Problem problem, Saved saved) {
        if (problem.kernel().linear()) {
            return linear(problem, saved);
        }
        return saved.frequencies() != null ? fourier(problem, saved, saved.frequencies()) : kernel(problem, saved);
    }

    private static FeatureSpace linear(Problem problem, Saved saved) {
        int d = problem.features();
        DdMatrix phi = new DdMatrix(problem.x().length, d);
        for (int i = 0; i < phi.rows; i++) {
            for (int j = 0; j < d; j++) {
                Dd centred = Dd.of(problem.x()[i][j]).minus(Dd.of(saved.featureMean()[j]));
                phi.set(i, j, centred.over(saved.featureScale()[j]));
            }
        }
        DdMatrix w = new DdMatrix(d, problem.tasks());
        Dd[] b = new Dd[problem.tasks()];
        for (int t = 0; t < b.length; t++) {
            Dd shift = Dd.of(saved.intercept()[t]).minus(Dd.of(saved.labelMean()[t]));
            for (int j = 0; j < d; j++) {
                Dd own = Dd.of(saved.coefficients()[j][t]);
                shift = shift.plus(own.times(saved.featureMean()[j]));
                w.set(j, t, own.times(saved.featureScale()[j]).over(saved.labelScale()[t]));
            }
            b[t] = shift.over(saved.labelScale()[t]);
        }
        return new FeatureSpace(phi, w, b, List.of());
    }

    private static Dd[] intercepts(Saved saved) {
        Dd[] b = new Dd[saved.intercept().length];
        for (int t = 0; t < b.length; t++) {
            b[t] = Dd.of(saved.intercept()[t])
                    .minus(Dd.of(saved.labelMean()[t]))
                    .over(saved.labelScale()[t]);
        }
        return b;
    }

    private static DdMatrix coefficients(Saved saved) {
        DdMatrix b = DdMatrix.of(saved.coefficients());
        for (int i = 0; i < b.rows; i++) {
            for (int t = 0; t < b.cols; t++) {
                b.set(i, t, b.get(i, t).over(saved.labelScale()[t]));
            }
        }
        return b;
    }

    private static FeatureSpace fourier(Problem problem, Saved saved, double[][] omega) {
        double[][] x = saved.scaled(problem.x());
        int m = omega[0].length;
        DdMatrix phi = new DdMatrix(x.length, 2 * m);
        Dd scale = Dd.ONE.over(Dd.of(m).sqrt());
        for (int i = 0; i < x.length; i++) {
            for (int k = 0; k < m; k++) {
                Dd angle = Dd.ZERO;
                for (int j = 0; j < omega.length; j++) {
                    angle = angle.plus(Dd.of(x[i][j]).times(omega[j][k]));
                }
                phi.set(i, k, angle.cos().times(scale));
                phi.set(i, m + k, angle.sin().times(scale));
            }
        }
        return new FeatureSpace(phi, coefficients(saved), intercepts(saved), List.of());
    }

    private static FeatureSpace kernel(Problem problem, Saved saved) {
        double[][] x = saved.scaled(problem.x());
        double[][] support = saved.support();
        List<String> complaints = new ArrayList<>();
        int[] at = new int[support == null ? 0 : support.length];
        for (int k = 0; support != null && k < at.length; k++) {
            at[k] = position(x, support[k]);
            if (at[k] < 0) {
                complaints.add("support point " + k + " is no scaled training input");
                at[k] = 0;
            }
        }
        DdMatrix phi = Factor.root(problem.kernel().cross(x, x), RANK);
        DdMatrix landmarks = new DdMatrix(at.length, phi.cols);
        for (int k = 0; k < at.length; k++) {
            landmarks.addRow(k, Dd.ONE, phi, at[k]);
        }
        DdMatrix w = landmarks.transpose().times(coefficients(saved));
        if (problem.setup().approximation().equals("none")) {
            return new FeatureSpace(phi, w, intercepts(saved), complaints);
        }
        DdMatrix span = orthonormal(landmarks);
        return new FeatureSpace(phi.times(span), span.transpose().times(w), intercepts(saved), complaints);
    }

    private static int position(double[][] x, double[] point) {
        for (int i = 0; i < x.length; i++) {
            if (Arrays.equals(x[i], point)) {
                return i;
            }
        }
        return -1;
    }

    /** Orthonormal columns that span the rows of m: Gram-Schmidt, each row twice. */
    private static DdMatrix orthonormal(DdMatrix m) {
        DdMatrix q = new DdMatrix(m.rows, m.cols);
        Dd longest = Dd.ZERO;
        int rank = 0;
        for (int i = 0; i < m.rows; i++) {
            longest = longest.max(DdMatrix.dot(m, i, m, i, m.cols).sqrt());
        }
        for (int i = 0; i < m.rows; i++) {
            DdMatrix row = new DdMatrix(1, m.cols);
            row.addRow(0, Dd.ONE, m, i);
            for (int k = 0; k < 2 * rank; k++) {
                row.addRow(0, DdMatrix.dot(row, 0, q, k % rank, m.cols).negate(), q, k % rank);
            }
            Dd length = DdMatrix.dot(row, 0, row, 0, m.cols).sqrt();
            if (length.hi() > SPAN * longest.hi()) {
                q.addRow(rank++, Dd.ONE.over(length), row, 0);
            }
        }
        DdMatrix columns = new DdMatrix(m.cols, rank);
        for (int k = 0; k < rank; k++) {
            for (int j = 0; j < m.cols; j++) {
                columns.set(j, k, q.get(k, j));
            }
        }
        return columns;
    }
}
