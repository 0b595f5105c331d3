package dev.kith.convex;

import dev.kith.convex.basis.Basis;
import dev.kith.convex.basis.FeatureRows;
import dev.kith.convex.basis.Observations;
import dev.kith.convex.basis.Problem;
import dev.kith.convex.basis.RowSpace;
import dev.kith.convex.basis.TaskKrylov;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Training;
import dev.kith.structure.Structure;
import dev.kith.structure.matrix.DenseTasks;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fits of learned structures to data that are not complete, with the squared loss, for kernels, without a factor of K. Whatever
 * the structure and lambda, the weights of an exact minimum are combinations of T functions, one per task: its residuals on its
 * inputs. So the problem is solved in the space of the functions that the residuals of rough answers make, which is far smaller
 * than n; the dual value is that of the whole problem, and the space takes up the residuals of its answer until the gap is as
 * asked.
 */
final class TaskSpaceFits {
    /* Gaussian kernel, 20 tasks of 50 inputs, gap 1e-6, widths 1 to 10: T vectors for lambda 0.1, 2 T to 3 T for 0.01, 11 T for
     * 1e-4. Two more vectors per task and round, K times the residuals or the task's own solution, save no round. */
    private static final int SMALLEST = 500;
    /** K itself has to fit into memory: 800 MB. */
    private static final int LARGEST = 10_000;

    /** With more vectors than this share of n, a factor of K would be cheaper. */
    private static final double LARGEST_SHARE = 0.3;
    /** Share of the wanted gap, or of the last one, that is left to the solver inside the space. */
    private static final double INNER = 0.2;

    private static final double ROUGHLY = 1e-3;
    /** What rounding errors in the proof leave of the gap that is asked for. */
    private static final double SAFE = 0.8;

    private final Dataset data;
    private final Training training;
    private final Observations seen;
    private final RowSpace rows;
    private final double[] mean;
    private final TaskKrylov krylov;
    private final int limit;
    private @Nullable Space space;
    private boolean tooSmall;

    /** A space and the problem in it. */
    private record Space(Matrix values, Matrix coefficients, Prepared prepared) {}

    TaskSpaceFits(Dataset data, Kernel kernel, Training training) {
        this.data = data;
        this.training = training;
        seen = new Observations(data, training.weighting());
        rows = RowSpace.of(data.inputs(), kernel, training.intercept());
        Matrix k = rows.gram();
        mean = training.intercept() ? Basis.centreInto(k) : new double[k.rows()];
        krylov = new TaskKrylov(k, seen, training.intercept());
        limit = (int) (LARGEST_SHARE * k.rows());
        krylov.extend(multipliers(seen.y));
    }

    /** Whether this is the way to go: data that are not complete, a learned structure, and more features than inputs. */
    static boolean suit(Dataset data, ConvexTrainer trainer) {
        int n = data.inputs().rows();
        return trainer.losses().common().filter(Loss::quadratic).isPresent()
                && n >= SMALLEST
                && n <= LARGEST
                && trainer.approximation().of(data.inputs(), trainer.kernel()).exact()
                && 2 * data.taskCount() <= LARGEST_SHARE * n
                && !(trainer.kernel() instanceof Linear)
                && trainer.relation().convex()
                && !(trainer.relation() instanceof Structure)
                && !Problem.complete(data);
    }

    /** Empty when the space has, or once had, to be so large that a factor of K is cheaper. */
    Optional<Solution> solve(ConvexTrainer trainer, List<String> tasks, Monitor monitor) {
        StructurePenalty penalty = trainer.relation().penalty(tasks, trainer.lambda());
        Regularizer regularizer = Regularizer.of(penalty, trainer.lambda(), tasks.size(), tasks.size());
        int iterations = 0;
        double gap = 1;
        while (!tooSmall) {
            Space in = space == null ? space() : space;
            space = in;
            double wanted = INNER * Math.max(monitor.tolerance(), Math.min(ROUGHLY, gap));
            Solution solution = Solvers.solve(in.prepared, trainer, tasks, Monitor.silent(trainer.training(), wanted));
            iterations += solution.iterations();
            solution.structure()
                    .filter(DenseTasks.class::isInstance)
                    .ifPresent(structure -> penalty.remember(structure.dense()));
            Point point = point(in, solution, regularizer);
            Certificate certificate = new Certificate(solution.certificate().primal(), point.dual);
            gap = certificate.gap();
            boolean near = gap <= monitor.tolerance() && gap > SAFE * monitor.tolerance();
            boolean closed = point.closed && wanted <= monitor.tolerance();
            if ((!near && monitor.done(iterations, certificate)) || closed) {
                return Optional.of(solution(in, solution, point, certificate, iterations, monitor));
            }
            tooSmall = krylov.size() > limit;
            space = null;
        }
        return Optional.empty();
    }

    private Space space() {
        TaskKrylov.Space grown = krylov.space();
        // Solutions are weights in this space, to be turned into coefficients when they are good enough.
        Basis basis = new Basis(
                new FeatureRows.Dense(grown.values()),
                Optional.empty(),
                wt -> new Basis.Decoded(wt.transpose(), new double[wt.rows()]));
        return new Space(grown.values(), grown.coefficients(), new Prepared(Problem.on(data, training, basis)));
    }

    /**
     * A dual point.
     *
     * @param theta w r for the residuals r, by observation
     * @param dual its value in the whole problem
     * @param closed whether the space held these residuals before
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Point(double[] theta, double dual, boolean closed) {}

    /** Takes up the residuals, which gives their products with K too: see {@link dev.kith.convex.solver.Quadratic#certificate}. */
    private Point point(Space in, Solution solution, Regularizer regularizer) {
        Solution.Weights weights = solution.dual().orElse(solution.weights());
        double[] rest = seen.y.clone();
        Matrix wt = weights.coefficients().transpose();
        FeatureRows.Dense values = new FeatureRows.Dense(in.values);
        for (int t = 0; t < seen.tasks; t++) {
            for (int o = seen.start[t]; o < seen.start[t + 1]; o++) {
                rest[o] -= values.dot(seen.row[o], wt.data(), t * wt.cols()) + weights.b()[t];
            }
        }
        double[] theta = multipliers(rest);
        int before = krylov.size();
        Matrix images = krylov.extend(theta);
        Matrix spread = Matrix.zeros(seen.tasks, seen.tasks);
        double linear = 0;
        double quadratic = 0;
        for (int t = 0; t < seen.tasks; t++) {
            for (int o = seen.start[t]; o < seen.start[t + 1]; o++) {
                for (int s = 0; s < seen.tasks; s++) {
                    spread.add(t, s, theta[o] * images.get(s, seen.row[o]));
                }
                linear += theta[o] * seen.y[o];
                quadratic += theta[o] == 0 ? 0 : theta[o] * theta[o] / seen.w[o];
            }
        }
        Matrix root = LinearAlgebra.best().eigen(spread.symmetrized()).rebuild(x -> Math.sqrt(Math.max(0, x)));
        Regularizer.DualTerm term = regularizer.dual(root);
        double c = term.c();
        return new Point(theta, 2 * c * linear - c * c * quadratic - term.sup(), krylov.size() == before);
    }

    /** w r, less the weighted mean of r in each task where there are intercepts. */
    private double[] multipliers(double[] rest) {
        double[] theta = new double[rest.length];
        for (int t = 0; t < seen.tasks; t++) {
            double sum = 0;
            double total = 0;
            for (int o = seen.start[t]; o < seen.start[t + 1]; o++) {
                sum += seen.w[o] * rest[o];
                total += seen.w[o];
            }
            double middle = training.intercept() && total > 0 ? sum / total : 0;
            for (int o = seen.start[t]; o < seen.start[t + 1]; o++) {
                theta[o] = seen.w[o] * (rest[o] - middle);
            }
        }
        return theta;
    }

    private Solution solution(
            Space in, Solution inner, Point point, Certificate certificate, int iterations, Monitor monitor) {
        Matrix coefficients =
                LinearAlgebra.best().multiply(in.coefficients, inner.weights().coefficients());
        Basis.Decoded decoded = rows.decoded(coefficients);
        double[] b = inner.weights().b().clone();
        for (int t = 0; t < b.length && training.intercept(); t++) {
            b[t] -= decoded.offset()[t];
            for (int i = 0; i < mean.length; i++) {
                b[t] -= mean[i] * coefficients.get(i, t);
            }
        }
        double[] multipliers = point.theta.clone();
        java.util.Arrays.setAll(multipliers, o -> 2 * multipliers[o]);
        return new Solution(
                new Solution.Weights(decoded.coefficients(), b),
                Optional.empty(),
                Optional.of(multipliers),
                Optional.empty(),
                inner.structure(),
                certificate,
                iterations,
                monitor.status(),
                monitor.history());
    }
}
