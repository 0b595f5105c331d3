package dev.kith.convex.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.solver.Scaled;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.Standardizer;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.LinearModel;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relations;
import dev.kith.structure.Structure;
import dev.kith.structure.TaskTree;
import dev.kith.structure.matrix.TaskForest;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Elimination finds what the iteration on the dense matrix finds. */
class EliminationTest {
    private static final List<String> TASKS = Names.numbered("t", 7);
    /** Both are solved to rounding: an excess of 1e-22 is an error of about 1e-11 in the weights. */
    private static final double SAME = 1e-9;

    static Stream<Structure> structures() {
        return Stream.of(
                Relations.independent(),
                Relations.mean(0),
                Relations.mean(3),
                Relations.mean(1e4),
                Relations.groups(
                        Map.of("t1", "a", "t2", "a", "t3", "b", "t4", "b", "t5", "b", "t6", "c", "t7", "c"), 2),
                Relations.tree(TaskTree.parseNewick("((t1,t2:0.5)x:2,((t3,t4)y,t5)z:0,(t6,t7))root;"), 1.5));
    }

    /** Tasks with fewer rows than features, with more, with one and with none; weights of their own. */
    private static Dataset data(int most) {
        Random random = new Random(11);
        int[] counts = {most, 1, most / 2, 0, 3, most, 2};
        int rows = java.util.Arrays.stream(counts).sum();
        int[] task = new int[rows];
        double[] labels = new double[rows];
        double[] weights = new double[rows];
        int at = 0;
        for (int t = 0; t < counts.length; t++) {
            for (int k = 0; k < counts[t]; k++) {
                task[at] = t;
                labels[at] = t + random.nextGaussian();
                weights[at++] = 0.5 + random.nextDouble();
            }
        }
        Matrix x = Matrix.zeros(rows, 4).map(zero -> 3 + random.nextGaussian());
        return Dataset.ofLong(DenseInputs.of(x), TASKS, task, labels).withWeights(weights);
    }

    @ParameterizedTest
    @MethodSource("structures")
    void weightsAreThoseOfTheDenseMatrix(Structure known) {
        Structure dense = Relations.metric(NamedMatrix.ofTasks(TASKS, known.matrix(TASKS)));
        for (boolean intercept : new boolean[] {true, false}) {
            for (double lambda : new double[] {1e-6, 0.1, 100}) {
                Training training = Training.defaults().withIntercept(intercept);
                LinearModel found = fit(known, lambda, training, 12);
                LinearModel expected = fit(dense, lambda, training, 12);
                double size = expected.weights().maxAbs();
                assertThat(found.weights().plus(-1, expected.weights()).maxAbs())
                        .as("%s, lambda %s, intercept %s", known, lambda, intercept)
                        .isLessThanOrEqualTo(SAME * Math.max(1, size));
                assertThat(found.intercept().plus(-1, expected.intercept()).maxAbs())
                        .isLessThanOrEqualTo(SAME * Math.max(1, 5 * size));
                assertThat(found.structure().orElseThrow()).isInstanceOf(TaskForest.class);
            }
        }
    }

    private static LinearModel fit(Structure known, double lambda, Training training, int most) {
        return (LinearModel) new ConvexTrainer(Losses.squared(), new Linear(), known, lambda, training)
                .train(data(most))
                .model();
    }

    @ParameterizedTest
    @MethodSource("structures")
    void theProofAgreesAndThreadsDoNotMatter(Structure known) {
        Training training = Training.defaults().withThreads(1);
        var one = new ConvexTrainer(Losses.squared(), new Linear(), known, 0.01, training).train(data(12));
        var three =
                new ConvexTrainer(Losses.squared(), new Linear(), known, 0.01, training.withThreads(3)).train(data(12));
        assertThat(one.report().gap()).isLessThan(1e-9);
        assertThat(((LinearModel) three.model()).weights()).isEqualTo(((LinearModel) one.model()).weights());
    }

    /** Several parts of tasks below one node are summed in one order. */
    @Test
    void manyTasksBelowOneNodeGiveTheSameBitsOnAnyNumberOfThreads() {
        int tasks = 1500;
        Random random = new Random(2);
        int[] task = new int[2 * tasks];
        double[] labels = new double[task.length];
        for (int o = 0; o < task.length; o++) {
            task[o] = o % tasks;
            labels[o] = random.nextGaussian() + task[o] % 3;
        }
        Matrix x = Matrix.zeros(task.length, 3).map(zero -> random.nextGaussian());
        Dataset data = Dataset.ofLong(DenseInputs.of(x), Names.numbered("t", tasks), task, labels);
        Map<String, String> groups = new java.util.HashMap<>();
        data.tasks().forEach(name -> groups.put(name, "g" + name.hashCode() % 3));
        for (Structure known : List.of(Relations.mean(5), Relations.groups(groups, 5))) {
            TaskForest forest = (TaskForest) known.taskMatrix(data.tasks());
            Matrix one = solve(data, forest, 1);
            assertThat(solve(data, forest, 3)).isEqualTo(one);
            assertThat(forest.solve(one).maxAbs()).isGreaterThan(0);
        }
    }

    static Scaled unscaled(Dataset data) {
        Training none = Training.defaults().withScaling(false, Standardizer.TargetScale.NONE);
        return Scaled.of(data, TaskLosses.all(Losses.squared()), new Linear(), none);
    }

    private static Matrix solve(Dataset data, TaskForest forest, int threads) {
        return LinearAlgebra.withThreads(
                threads,
                () -> new Elimination(unscaled(data), Training.defaults(), forest, 0.1)
                        .solve(1e-22)
                        .wt());
    }

    /** What a search goes by without a proof is close to the proof. */
    @Test
    void theSolversOwnCertificateIsCloseToTheProof() {
        ConvexTrainer trainer =
                new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(2), 0.1, Training.defaults());
        var proven = trainer.train(data(12)).report();
        var own = trainer.train(Workspace.forTrials(data(12)), step -> {}).report();
        assertThat(own.objective()).isCloseTo(proven.objective(), org.assertj.core.api.Assertions.within(1e-10));
        assertThat(own.gap()).isLessThan(1e-12);
    }
}
