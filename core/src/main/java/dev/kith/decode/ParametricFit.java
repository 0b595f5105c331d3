package dev.kith.decode;

import dev.kith.constraint.Parametrisation;
import dev.kith.data.Dataset;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import java.util.SplittableRandom;

/**
 * min over B of 1/W sum_i w_i (theta_t(i)((K B)_i) - y_i)^2 + lambda trace(B' K B), by Levenberg and Marquardt's method from
 * several starts. With h = K B and R the penalty, steps solve (L' G L + (lambda + damping) I) step = -gradient in the
 * coordinates z of h = L z, K = L L', G the Gauss-Newton matrix of the loss in h.
 */
final class ParametricFit {
    private static final int STARTS = 6;
    private static final int MAX_STEPS = 200;
    /** A gradient this small, relative to that of the start, is zero. */
    private static final double STATIONARY = 1e-7;

    private final Parametrisation theta;
    private final Dataset data;
    private final Matrix root;
    private final double lambda;
    private final double total;
    private final int n;
    private final int parameters;
    private double[] z;
    private double objective;
    private int iterations;
    private boolean stationary;

    private ParametricFit(Parametrisation theta, Dataset data, Matrix root, double lambda) {
        this.theta = theta;
        this.data = data;
        this.root = root;
        this.lambda = lambda;
        n = root.rows();
        parameters = theta.parameters();
        double weights = 0;
        for (int o = 0; o < data.size(); o++) {
            weights += data.weight(o);
        }
        total = weights;
        z = new double[n * parameters];
        objective = Double.POSITIVE_INFINITY;
    }

    static ParametricFit of(Parametrisation theta, Dataset data, Matrix gram, double lambda, Training training) {
        double jitter = 0;
        for (int i = 0; i < gram.rows(); i++) {
            jitter = Math.max(jitter, 1e-10 * gram.get(i, i));
        }
        Matrix root = LinearAlgebra.best().cholesky(gram.plusDiagonal(jitter)).factor();
        SplittableRandom random = new SplittableRandom(training.seed());
        ParametricFit best = new ParametricFit(theta, data, root, lambda);
        for (int k = 0; k < STARTS; k++) {
            ParametricFit one = new ParametricFit(theta, data, root, lambda);
            for (int i = 0; i < one.z.length; i++) {
                one.z[i] = (k == 0 ? 0.1 : 1) * random.nextGaussian();
            }
            one.descend();
            best = one.objective < best.objective ? one : best;
        }
        return best;
    }

    double objective() {
        return objective;
    }

    int iterations() {
        return iterations;
    }

    FitReport.Status status() {
        return stationary ? FitReport.Status.CONVERGED : FitReport.Status.MAX_ITERATIONS;
    }

    /** B = L^-T z, by back substitution. */
    Matrix coefficients() {
        Matrix b = Matrix.zeros(n, parameters);
        for (int q = 0; q < parameters; q++) {
            for (int i = n - 1; i >= 0; i--) {
                double sum = z[q * n + i];
                for (int j = i + 1; j < n; j++) {
                    sum -= root.get(j, i) * b.get(j, q);
                }
                b.set(i, q, sum / root.get(i, i));
            }
        }
        return b;
    }

    private void descend() {
        double damping = 1e-3;
        Local here = local(z);
        double first = norm(here.gradient);
        for (iterations = 0; iterations < MAX_STEPS && !stationary; iterations++) {
            Matrix system = here.curvature.plusDiagonal(lambda + damping);
            double[] step = LinearAlgebra.best().cholesky(system).solve(here.gradient);
            double[] next = z.clone();
            for (int i = 0; i < next.length; i++) {
                next[i] -= step[i];
            }
            double reached = value(next);
            if (reached < here.value) {
                z = next;
                here = local(z);
                damping = Math.max(1e-12, damping / 5);
            } else {
                damping *= 5;
            }
            stationary = norm(here.gradient) <= STATIONARY * first || damping > 1e12;
        }
        objective = here.value;
    }

    /** Half the gradient and half the Gauss-Newton matrix of the loss, both in z. */
    private static final class Local {
        private final double value;
        private final double[] gradient;
        private final Matrix curvature;

        Local(double value, double[] gradient, Matrix curvature) {
            this.value = value;
            this.gradient = gradient;
            this.curvature = curvature;
        }
    }

    private double[] parametersOf(double[] at, int i) {
        double[] u = new double[parameters];
        for (int q = 0; q < parameters; q++) {
            for (int j = 0; j <= i; j++) {
                u[q] += root.get(i, j) * at[q * n + j];
            }
        }
        return u;
    }

    private double value(double[] at) {
        double[][] points = new double[n][];
        double sum = 0;
        for (int o = 0; o < data.size(); o++) {
            int i = data.row(o);
            if (points[i] == null) {
                points[i] = theta.point(parametersOf(at, i));
            }
            double miss = points[i][data.task(o)] - data.label(o);
            sum += data.weight(o) / total * miss * miss;
        }
        double squares = 0;
        for (double each : at) {
            squares += each * each;
        }
        double value = sum + lambda * squares;
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    private Local local(double[] at) {
        double[] pull = new double[n * parameters];
        double[] bend = new double[n * parameters * parameters];
        double[][][] slopes = new double[n][][];
        double[][] points = new double[n][];
        for (int o = 0; o < data.size(); o++) {
            int i = data.row(o);
            int t = data.task(o);
            if (slopes[i] == null) {
                slopes[i] = new double[theta.tasks()][parameters];
                points[i] = new double[theta.tasks()];
                theta.slopesInto(points[i], slopes[i], parametersOf(at, i));
            }
            double weight = data.weight(o) / total;
            double miss = points[i][t] - data.label(o);
            for (int q = 0; q < parameters; q++) {
                pull[q * n + i] += weight * miss * slopes[i][t][q];
                for (int r = 0; r < parameters; r++) {
                    bend[(q * parameters + r) * n + i] += weight * slopes[i][t][q] * slopes[i][t][r];
                }
            }
        }
        return new Local(value(at), gradient(at, pull), curvature(bend));
    }

    private double[] gradient(double[] at, double[] pull) {
        double[] gradient = new double[at.length];
        for (int q = 0; q < parameters; q++) {
            for (int j = 0; j < n; j++) {
                double sum = lambda * at[q * n + j];
                for (int i = j; i < n; i++) {
                    sum += root.get(i, j) * pull[q * n + i];
                }
                gradient[q * n + j] = sum;
            }
        }
        return gradient;
    }

    /** Blocks L' diag(bend_qr) L. */
    private Matrix curvature(double[] bend) {
        Matrix all = Matrix.zeros(n * parameters, n * parameters);
        for (int q = 0; q < parameters; q++) {
            for (int r = 0; r < parameters; r++) {
                int block = (q * parameters + r) * n;
                Matrix scaled = Matrix.zeros(n, n);
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j <= i; j++) {
                        scaled.set(i, j, bend[block + i] * root.get(i, j));
                    }
                }
                Matrix product = LinearAlgebra.best().multiplyTransposeA(root, scaled);
                for (int i = 0; i < n; i++) {
                    System.arraycopy(product.row(i), 0, all.data(), (q * n + i) * n * parameters + r * n, n);
                }
            }
        }
        return all;
    }

    private static double norm(double[] x) {
        double sum = 0;
        for (double each : x) {
            sum += each * each;
        }
        return Math.sqrt(sum);
    }
}
