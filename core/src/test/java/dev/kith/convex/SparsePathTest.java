package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fits that start at the structure of the fit before end where fits from nothing end. */
class SparsePathTest {
    private static final double TOLERANCE = 1e-8;

    private static Dataset clusters() {
        int tasks = 12;
        int rows = 9;
        int features = 4;
        SplittableRandom random = new SplittableRandom(5);
        Matrix x = Matrix.zeros(tasks * rows, features);
        int[] task = new int[tasks * rows];
        double[] y = new double[tasks * rows];
        double[][] centres = new double[3][features];
        for (double[] centre : centres) {
            java.util.Arrays.setAll(centre, j -> random.nextGaussian());
        }
        for (int i = 0; i < y.length; i++) {
            task[i] = i / rows;
            y[i] = random.nextGaussian();
            for (int j = 0; j < features; j++) {
                x.set(i, j, random.nextGaussian());
                y[i] += x.get(i, j) * centres[task[i] % 3][j];
            }
        }
        return Dataset.ofLong(new DenseInputs(x, Names.numbered("x", features)), Names.numbered("t", tasks), task, y);
    }

    private static FitReport fit(Workspace workspace, double lambda, double mu) {
        Training training = Training.defaults().withStopping(TOLERANCE, 10_000);
        return new ConvexTrainer(Losses.squared(), new Linear(), Relations.sparse(mu), lambda, training)
                .train(workspace, step -> {})
                .report();
    }

    private static double last(FitReport report) {
        assertThat(report.status()).isEqualTo(FitReport.Status.CONVERGED);
        return report.history().get(report.history().size() - 1).objective();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.9})
    void warmStartsDoNotChangeTheAnswer(double mu) {
        Dataset data = clusters();
        Workspace path = new Workspace(data);
        for (double lambda : new double[] {10, 1, 0.1, 0.01, 1, 10}) {
            double cold = last(fit(new Workspace(data), lambda, mu));
            assertThat(last(fit(path, lambda, mu))).isCloseTo(cold, within(2 * TOLERANCE * cold));
        }
    }

    /** What a fit has found is where the next begins: the same fit again has next to nothing left to do. */
    @Test
    void theSameFitAgainStartsAtItsEnd() {
        Workspace workspace = new Workspace(clusters());
        int first = steps(fit(workspace, 0.1, 0.5));
        assertThat(steps(fit(workspace, 0.1, 0.5))).isLessThanOrEqualTo(first / 3);
    }

    /** Before anything is scaled or factored: 46,001 tasks have more pairs than an array holds, whatever the memory. */
    @Test
    void moreTasksThanPairsFitIntoMemoryAreRefused() {
        int tasks = TaskMatrix.MOST_DENSE + 1;
        Dataset data = Dataset.ofLong(
                new DenseInputs(Matrix.zeros(tasks, 1), List.of("x")),
                Names.numbered("t", tasks),
                IntStream.range(0, tasks).toArray(),
                new double[tasks]);
        for (Relation relation : List.of(Relations.sparse(0.5), Relations.learnedGraph(1, 0.01))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ConvexTrainer(Losses.squared(), new Linear(), relation, 1).train(data))
                    .withMessageStartingWith("method '" + relation.name() + "' needs a matrix of tasks x tasks: about "
                            + (relation.convex() ? "237.0" : "118.5") + " GB for 46001 tasks")
                    .withMessageEndingWith("or fewer tasks");
        }
    }

    private static int steps(FitReport report) {
        return report.history().get(report.history().size() - 1).iteration();
    }
}
