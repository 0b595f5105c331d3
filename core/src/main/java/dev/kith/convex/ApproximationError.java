package dev.kith.convex;

import dev.kith.convex.basis.Basis;
import dev.kith.convex.basis.KernelMap;
import dev.kith.convex.basis.Landmarks;
import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Approximation.Kind;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Workspace;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What replacing a kernel by a few features costs: the exact fit and the approximate one, with the very features of the
 * whole data, are both made on a sample small enough for the exact one, and their predictions for other observations
 * compared.
 *
 * @param approximation what was done
 * @param observations labels in the sample, and as many others that were predicted
 * @param difference root mean square of the difference of predictions, over the deviation of the exact ones
 */
public record ApproximationError(Approximation approximation, int observations, double difference) {
    private static final int SAMPLE = 2000;

    /** Empty where the fit to these data is exact. */
    public static Optional<ApproximationError> of(ConvexTrainer trainer, Dataset data) {
        Approximation done = trainer.approximation().of(data.inputs(), trainer.kernel());
        if (done.exact() || inParts(trainer, data)) {
            return Optional.empty();
        }
        return LinearAlgebra.withThreads(
                trainer.training().threads(), () -> Optional.of(measured(done, trainer, data)));
    }

    /** Whether groups of tasks are fitted one by one, and so exactly. */
    private static boolean inParts(ConvexTrainer trainer, Dataset data) {
        Workspace workspace = Workspace.forTrials(data);
        return Decoupled.of(trainer, workspace, Prepared.scaled(workspace, trainer))
                .isPresent();
    }

    private static ApproximationError measured(Approximation done, ConvexTrainer trainer, Dataset data) {
        Dataset scaled = Prepared.scaled(new Workspace(data), trainer).data();
        KernelMap map = KernelMap.of(
                scaled.inputs(), trainer.kernel(), done, trainer.training().seed());
        int[] drawn = Landmarks.sample(
                scaled.size(),
                Math.min(scaled.size(), 2 * SAMPLE),
                new Random(trainer.training().seed()));
        int half = drawn.length / 2;
        Dataset sample = scaled.select(Arrays.copyOf(drawn, half));
        Dataset others = scaled.select(Arrays.copyOfRange(drawn, half, 2 * half));
        boolean pooled = trainer.relation().pooling();
        ConvexTrainer one = pooled ? Pooling.single(trainer, sample.taskCount()) : trainer;
        Dataset seen = pooled ? Pooling.oneTask(trainer, sample) : sample;
        Dataset asked = pooled ? Pooling.oneTask(trainer, others) : others;
        Basis exactly = one.withApproximation(new Approximation(Kind.NONE, 0)).problem(seen).basis;
        double[] exact = predictions(one, seen, exactly, asked, one.kernel().cross(asked.inputs(), seen.inputs()));
        double[] approximate = predictions(one, seen, map.basis(seen.inputs()), asked, map.values(asked.inputs()));
        return new ApproximationError(done, sample.size(), relative(exact, approximate));
    }

    /** @param values of the inputs asked about: what the coefficients on this basis are multiplied by */
    private static double[] predictions(
            ConvexTrainer trainer, Dataset sample, Basis basis, Dataset asked, Matrix values) {
        Prepared prepared = new Prepared(Problem.on(sample, trainer.training(), basis));
        Monitor monitor = Monitor.silent(trainer.training(), trainer.training().tolerance());
        Solution solution = Solvers.solve(prepared, trainer, sample.tasks(), monitor);
        Matrix z = LinearAlgebra.best().multiply(values, solution.weights().coefficients());
        return IntStream.range(0, asked.size())
                .mapToDouble(o ->
                        z.get(asked.row(o), asked.task(o)) + solution.weights().b()[asked.task(o)])
                .toArray();
    }

    private static double relative(double[] exact, double[] approximate) {
        double mean = Arrays.stream(exact).average().orElse(0);
        double squares = 0;
        double spread = 0;
        for (int o = 0; o < exact.length; o++) {
            squares += (exact[o] - approximate[o]) * (exact[o] - approximate[o]);
            spread += (exact[o] - mean) * (exact[o] - mean);
        }
        return spread > 0 ? Math.sqrt(squares / spread) : 0;
    }
}
