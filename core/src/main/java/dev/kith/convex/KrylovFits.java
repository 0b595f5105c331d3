package dev.kith.convex;

import dev.kith.convex.basis.Basis;
import dev.kith.convex.basis.FeatureRows;
import dev.kith.convex.basis.Krylov;
import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Quadratic;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.loss.Loss;
import dev.kith.model.Training;
import dev.kith.structure.matrix.DenseTasks;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fits to complete data with the squared loss, for kernels, without an eigendecomposition of K. Whatever the structure and
 * lambda, the optimal coefficients are combinations of (K + s I)^-1 Y for a few shifts s, and these lie, nearly, in a block
 * Krylov space of K and Y that is far smaller than n and the same for every shift. So the problem is solved exactly in that
 * space; the dual value is that of the whole problem, and the space grows until the gap is as asked.
 */
final class KrylovFits {
    /* Gaussian kernel, T = 20, gap 1e-6: 100 vectors do for n = 4000 and lambda 1e-3, 300 for lambda 1e-5, at a tenth of
     * the cost of the eigendecomposition. Below SMALLEST inputs the eigendecomposition is too cheap to be avoided; with
     * more than a LARGEST_SHARE of n vectors it would be cheaper. */
    private static final int SMALLEST = 500;
    /** K itself has to fit into memory: 800 MB. */
    private static final int LARGEST = 10_000;

    private static final double LARGEST_SHARE = 0.2;
    private static final int FIRST_SIZE = 64;
    private static final int FIRST_BLOCKS = 4;
    private static final double GROWTH = 2;
    /** Share of the wanted gap that is left to the solver inside the space. */
    private static final double INNER = 0.2;

    private final Dataset data;
    private final Training training;
    private final Matrix k;
    private final double[] mean;
    private final Matrix labels;
    private final double weight;
    private final Krylov krylov;
    private @Nullable Space space;
    private boolean tooSmall;

    /**
     * A Krylov space and the problem in it.
     *
     * @param vectors the orthonormal vectors, as rows
     * @param products of these vectors with K in between
     * @param labels in coordinates of the vectors
     */
    private record Space(Matrix vectors, Matrix products, Matrix labels, Prepared prepared) {}

    KrylovFits(Dataset data, Kernel kernel, Training training) {
        this.data = data;
        this.training = training;
        k = kernel.gram(data.inputs());
        mean = training.intercept() ? Basis.centreInto(k) : new double[k.rows()];
        labels = labels(data, training.intercept());
        weight = training.weighting() == Training.Weighting.TASK ? data.weight(0) / totalWeight(data) : data.weight(0);
        krylov = new Krylov(k, labels);
        grow(Math.max(FIRST_SIZE, FIRST_BLOCKS * data.taskCount()));
    }

    /** Whether this is the way to go: complete data, a kernel without explicit features, and enough inputs. */
    static boolean suit(Dataset data, ConvexTrainer trainer) {
        int n = data.inputs().rows();
        return trainer.losses().common().filter(Loss::quadratic).isPresent()
                && n >= SMALLEST
                && n <= LARGEST
                && trainer.approximation().of(data.inputs(), trainer.kernel()).exact()
                && data.taskCount() <= LARGEST_SHARE * n / FIRST_BLOCKS
                && !(trainer.kernel() instanceof Linear)
                && trainer.relation().convex()
                && Problem.complete(data);
    }

    /** Empty when the space has, or once had, to be so large that the eigendecomposition is cheaper. */
    Optional<Solution> solve(ConvexTrainer trainer, List<String> tasks, Monitor monitor) {
        StructurePenalty penalty = trainer.relation().penalty(tasks, trainer.lambda());
        Regularizer regularizer = Regularizer.of(penalty, trainer.lambda(), tasks.size(), tasks.size());
        int iterations = 0;
        while (!tooSmall) {
            if (space == null) {
                space = space();
            }
            Monitor inner = Monitor.silent(
                    trainer.training(), INNER * trainer.training().tolerance());
            Solution solution = Solvers.solve(space.prepared, trainer, tasks, inner);
            iterations += solution.iterations();
            solution.structure()
                    .filter(DenseTasks.class::isInstance)
                    .ifPresent(structure -> penalty.remember(structure.dense()));
            // The value in the space is that of the same functions outside it; only the bound is another.
            Certificate certificate =
                    new Certificate(solution.certificate().primal(), dual(space, regularizer, solution.weights()));
            if (monitor.done(iterations, certificate) || krylov.closed()) {
                return Optional.of(new Solution(
                        solution.weights(),
                        Optional.empty(),
                        Optional.empty(),
                        solution.map(),
                        solution.structure(),
                        certificate,
                        iterations,
                        monitor.status(),
                        monitor.history()));
            }
            tooSmall = GROWTH * krylov.size() > LARGEST_SHARE * k.rows();
            if (!tooSmall) {
                grow((int) (GROWTH * krylov.size()));
            }
        }
        space = null;
        return Optional.empty();
    }

    private void grow(int size) {
        while (krylov.size() < size && !krylov.closed()) {
            krylov.extend();
        }
        space = null;
    }

    private Space space() {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix vectors = krylov.vectors();
        Matrix images = krylov.images();
        Matrix products = algebra.multiplyTransposeB(vectors, images).symmetrized();
        Basis basis = basis(vectors, images, products, krylov.inner());
        return new Space(
                vectors, products, algebra.multiply(vectors, labels), new Prepared(Problem.on(data, training, basis)));
    }

    /**
     * Features of the functions sum_j c_j (K V)_j, V the first m vectors: with V'KV = U diag(s) U' they are
     * K V U diag(s)^(-1/2), and weights w on them are kernel coefficients V U diag(s)^(-1/2) w.
     */
    private Basis basis(Matrix vectors, Matrix images, Matrix products, int m) {
        LinearAlgebra algebra = LinearAlgebra.best();
        SymmetricEigen eigen = algebra.eigen(leading(products, m));
        double floor = m == 0 ? 0 : Basis.RANK_TOLERANCE * m * Math.max(0, eigen.value(m - 1));
        int rank = 0;
        while (rank < m && eigen.value(m - 1 - rank) > floor) {
            rank++;
        }
        Matrix turn = Matrix.zeros(vectors.rows(), rank);
        for (int j = 0; j < rank; j++) {
            for (int i = 0; i < m; i++) {
                turn.set(i, j, eigen.vectors().get(i, m - 1 - j) / Math.sqrt(eigen.value(m - 1 - j)));
            }
        }
        Matrix phi = algebra.multiplyTransposeA(images, turn);
        Matrix inverse = algebra.multiplyTransposeA(vectors, turn);
        return new Basis(new FeatureRows.Dense(phi), Optional.empty(), Basis.kernelDecoder(inverse, mean));
    }

    private static Matrix leading(Matrix full, int m) {
        Matrix part = Matrix.zeros(m, m);
        for (int i = 0; i < m; i++) {
            System.arraycopy(full.data(), i * full.cols(), part.data(), i * m, m);
        }
        return part;
    }

    /** The dual value of the whole problem at the residuals of these coefficients: see {@link Quadratic#certificate}. */
    private double dual(Space in, Regularizer regularizer, Solution.Weights weights) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix z = algebra.multiply(in.products, algebra.multiply(in.vectors, weights.coefficients()));
        Matrix residual = in.labels.plus(-1, z);
        Matrix spread = algebra.multiplyTransposeA(residual, algebra.multiply(in.products, residual));
        Regularizer.DualTerm term = regularizer.dual(root(spread, weight));
        double c = term.c();
        return 2 * c * weight * in.labels.dot(residual) - c * c * weight * residual.dot(residual) - term.sup();
    }

    /** A matrix R with R R' = factor^2 S. */
    private static Matrix root(Matrix s, double factor) {
        return LinearAlgebra.best().eigen(s.symmetrized()).rebuild(x -> factor * Math.sqrt(Math.max(0, x)));
    }

    private static Matrix labels(Dataset data, boolean centred) {
        Matrix labels = Matrix.zeros(data.inputs().rows(), data.taskCount());
        double[] mean = new double[data.taskCount()];
        for (int o = 0; o < data.size(); o++) {
            labels.set(data.row(o), data.task(o), data.label(o));
            mean[data.task(o)] += data.label(o) / labels.rows();
        }
        for (int i = 0; centred && i < labels.rows(); i++) {
            for (int t = 0; t < mean.length; t++) {
                labels.add(i, t, -mean[t]);
            }
        }
        return labels;
    }

    private static double totalWeight(Dataset data) {
        return data.weight(0) * data.inputs().rows();
    }
}
