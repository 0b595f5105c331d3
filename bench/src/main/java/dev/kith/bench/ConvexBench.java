package dev.kith.bench;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.simulated.Simulations;
import dev.kith.experiments.classical.ClassicalSolver;
import dev.kith.experiments.classical.Stopwatch;
import dev.kith.experiments.classical.TaskSquares;
import dev.kith.experiments.classical.TraceNormGradient;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.ThinSvd;
import dev.kith.loss.Losses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Certified convex fits beside straightforward solvers in the same run: {@code bench/run convex [--quick]}. Seconds are
 * processor time, the least of several runs after warming up.
 */
final class ConvexBench {
    private static final double[] TOLERANCES = {1e-4, 1e-6};
    private static final double EXACT = 1e-9;
    private static final Training PLAIN =
            Training.defaults().withIntercept(false).withScaling(false, TargetScale.NONE);

    private final boolean quick;

    private ConvexBench(boolean quick) {
        this.quick = quick;
    }

    /** Runs everything; {@code --quick} takes small sizes, to see that it works. */
    public static void main(String[] arguments) throws IOException {
        new ConvexBench(List.of(arguments).contains("--quick")).run();
    }

    private void run() throws IOException {
        System.out.println(LinearAlgebra.best().name() + ", JDK " + Runtime.version() + "\n");
        manyTasks();
        commonInputs();
        selectedFeatures();
        StructureStepBench.run(quick ? 20 : 100);
    }

    private void manyTasks() {
        int full = quick ? 20 : 100;
        int[] sizes = quick ? new int[] {5, 20} : new int[] {5, 10, 25, 50, 100, 150};
        cold(full);
        String header =
                "| method | T | d | rank | kith 1e-4 | kith 1e-6 | plain 1e-4 | plain 1e-6 | ratio 1e-4 | ratio 1e-6 |";
        System.out.println(header + "\n" + header.replaceAll("[^|]+", "---:"));
        for (int d : sizes) {
            methods(full, d);
        }
        for (int tasks : sizes) {
            if (tasks != full) {
                methods(tasks, full);
            }
        }
        System.out.println();
    }

    private static void cold(int size) {
        Dataset data = Simulations.draw(
                        "gaussian-tasks",
                        "tasks",
                        size,
                        "dimensions",
                        size,
                        "train",
                        30,
                        "test",
                        0,
                        "noise",
                        0.1,
                        "seed",
                        1)
                .data();
        long start = System.nanoTime();
        fit(data, new Linear(), Relations.schatten(1), TaskSquares.lambda(data), 1e-6);
        System.out.printf(
                Locale.ROOT,
                "First fit of all, T = d = %d, mtfl to 1e-6, wall time: %.2f s%n%n",
                size,
                (System.nanoTime() - start) * 1e-9);
    }

    private static void methods(int tasks, int d) {
        Dataset data = Simulations.draw(
                        "gaussian-tasks",
                        "tasks",
                        tasks,
                        "dimensions",
                        d,
                        "train",
                        30,
                        "test",
                        0,
                        "noise",
                        0.1,
                        "seed",
                        1)
                .data();
        double lambda = TaskSquares.lambda(data);
        row("mtfl", data, Relations.schatten(1), lambda, new TraceNormGradient(data, lambda));
        int clusters = Math.min(tasks - 1, 5);
        row(
                "cluster",
                data,
                Relations.clustered(clusters, 1, 1, 10),
                lambda,
                new PlainClusters(data, lambda, clusters, 10));
    }

    private static void row(String name, Dataset data, Relation relation, double lambda, ClassicalSolver plain) {
        double optimum = fit(data, new Linear(), relation, lambda, EXACT).objective();
        double[] ours = new double[TOLERANCES.length];
        double[] theirs = new double[TOLERANCES.length];
        for (int k = 0; k < ours.length; k++) {
            double tolerance = TOLERANCES[k];
            ours[k] = Stopwatch.least(() -> fit(data, new Linear(), relation, lambda, tolerance));
            theirs[k] = Stopwatch.least(() -> plain.solve(optimum * (1 + tolerance), Integer.MAX_VALUE));
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %d | %.4f | %.4f | %.4f | %.4f | %.1f | %.1f |%n",
                name,
                data.taskCount(),
                data.inputs().features().size(),
                rank(plain.solve(optimum * (1 + TOLERANCES[0]), Integer.MAX_VALUE)
                        .weights()),
                ours[0],
                ours[1],
                theirs[0],
                theirs[1],
                theirs[0] / ours[0],
                theirs[1] / ours[1]);
    }

    private static int rank(Matrix weights) {
        ThinSvd svd = LinearAlgebra.best().svd(weights);
        int rank = 0;
        while (rank < Math.min(weights.rows(), weights.cols()) && svd.value(rank) > 1e-7 * svd.value(0)) {
            rank++;
        }
        return rank;
    }

    private static FitReport fit(Dataset data, Kernel kernel, Relation relation, double lambda, double tolerance) {
        FitReport report = new ConvexTrainer(
                        Losses.squared(), kernel, relation, lambda, PLAIN.withStopping(tolerance, 100_000))
                .train(data)
                .report();
        if (report.status() != FitReport.Status.CONVERGED) {
            throw new IllegalStateException("a benchmark must converge, got " + report);
        }
        return report;
    }

    /** A whole certified fit with a Gaussian kernel on common inputs, beside one eigendecomposition of the Gram matrix. */
    private void commonInputs() {
        System.out.println("| n | T | eigendecomposition of K | okl to 1e-6 | ratio |\n|---:|---:|---:|---:|---:|");
        for (int n : quick ? new int[] {200} : new int[] {1000, 2000, 4000}) {
            Dataset data = common(n, 10, 20);
            Gaussian kernel = new Gaussian(3);
            Matrix gram = kernel.gram(data.inputs());
            double eigen = Stopwatch.least(() -> LinearAlgebra.best().eigen(gram));
            double okl = Stopwatch.least(() -> fit(data, kernel, Relations.schatten(2), 1e-3, 1e-6));
            System.out.printf(Locale.ROOT, "| %d | 20 | %.3f | %.3f | %.2f |%n", n, eigen, okl, okl / eigen);
        }
        System.out.println();
    }

    /** Smooth functions of common inputs with noise. */
    private static Dataset common(int n, int d, int tasks) {
        Random random = new Random(n);
        Matrix x = gaussian(random, n, d);
        Matrix z = LinearAlgebra.best().multiply(x, gaussian(random, d, tasks)).map(Math::sin);
        for (int i = 0; i < z.data().length; i++) {
            z.data()[i] += 0.1 * random.nextGaussian();
        }
        return Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", tasks), z);
    }

    static Matrix gaussian(Random random, int rows, int cols) {
        Matrix m = Matrix.zeros(rows, cols);
        for (int i = 0; i < m.data().length; i++) {
            m.data()[i] = random.nextGaussian();
        }
        return m;
    }

    /** l21 beside scikit-learn's MultiTaskLasso on data of the same law: 20 features in use, noise of variance 1. */
    private void selectedFeatures() throws IOException {
        int n = quick ? 200 : 2000;
        Random random = new Random(1);
        Matrix x = gaussian(random, n, 200);
        Matrix w = gaussian(random, 200, 50);
        for (int i = 20 * 50; i < w.data().length; i++) {
            w.data()[i] = 0;
        }
        Matrix y = LinearAlgebra.best().multiply(x, w).plus(1, gaussian(random, n, 50));
        Dataset data = Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", 50), y);
        Training training = Training.defaults().withScaling(false, TargetScale.NONE);
        double lambda = LinearTrainer.lambdaMax(data, Losses.squared(), WeightPenalty.rows(), training) / 20;
        System.out.println(
                "| l21, n = " + n + ", d = 200, T = 50 | seconds to 1e-4 | seconds to 1e-8 |\n|---|---:|---:|");
        System.out.printf(
                Locale.ROOT,
                "| kith, relative duality gap | %.4f | %.4f |%n",
                rowSparse(data, lambda, training, 1e-4),
                rowSparse(data, lambda, training, 1e-8));
        for (String line : Python.lines("bench/sklearn_l21.py", Integer.toString(n))) {
            System.out.println(line);
        }
        System.out.println();
    }

    private static double rowSparse(Dataset data, double lambda, Training training, double tolerance) {
        return Stopwatch.least(() -> new LinearTrainer(
                        Losses.squared(), WeightPenalty.rows(), lambda, training.withStopping(tolerance, 10_000))
                .train(data));
    }
}
