package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels on long data: one system over observations, one per group of tasks, and the features that solvers otherwise use. */
class LongKernelsTest {
    /** Answers proven to a gap g differ by about its root, times the condition of the problem. */
    private static final double SAME = 1e-5;

    private static final Gaussian KERNEL = new Gaussian(2);

    private static Dataset data(int n, int d, int tasks) {
        return RandomTasks.toLong(RandomTasks.regression(3, n, d, tasks, 0.6));
    }

    private static Relation groups() {
        return Relations.groups(Map.of("task1", "a", "task2", "b", "task3", "a", "task4", "b", "task5", "b"), 0.5);
    }

    private static Fit<Model> fit(Dataset data, Kernel kernel, Relation relation, Training training) {
        return new ConvexTrainer(Losses.squared(), kernel, relation, 0.02, training).train(data);
    }

    /** The same problem in the features of the kernel, by conjugate gradients. */
    private static Matrix byFeatures(Dataset data, Kernel kernel, Relation relation, Training training) {
        ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), kernel, relation, 0.02, training);
        Dataset scaled = Prepared.scaled(new Workspace(data), trainer).data();
        var solution = Solvers.solve(
                new Prepared(trainer.problem(scaled)),
                trainer,
                data.tasks(),
                dev.kith.convex.solver.Monitor.silent(training, training.tolerance()));
        Matrix values = kernel instanceof Linear
                ? ((dev.kith.data.DenseInputs) scaled.inputs()).values()
                : kernel.gram(scaled.inputs());
        Matrix z = dev.kith.linalg.LinearAlgebra.best()
                .multiply(values, solution.weights().coefficients());
        for (int i = 0; i < z.rows(); i++) {
            for (int t = 0; t < z.cols(); t++) {
                z.add(i, t, solution.weights().b()[t]);
            }
        }
        return z;
    }

    private static Matrix scaledPredictions(Dataset data, Model model, ConvexTrainer trainer) {
        var scaling = Prepared.scaled(new Workspace(data), trainer).scaling();
        Matrix z = model.predict(data.inputs());
        for (int i = 0; i < z.rows(); i++) {
            for (int t = 0; t < z.cols(); t++) {
                z.set(
                        i,
                        t,
                        (z.get(i, t) - scaling.labelMean().get(0, t))
                                / scaling.labelScale().get(0, t));
            }
        }
        return z;
    }

    @ParameterizedTest
    @CsvSource({"true,TASK,false", "false,TASK,false", "true,OBSERVATION,true", "false,OBSERVATION,true"})
    void systemsOverObservationsGiveWhatFeaturesGive(boolean intercept, Weighting weighting, boolean weighted) {
        Training training = Training.defaults()
                .withIntercept(intercept)
                .withWeighting(weighting)
                .withStopping(1e-9, 10_000);
        Dataset longer = data(60, 4, 5);
        Dataset data = weighted
                ? longer.withWeights(IntStream.range(0, longer.size())
                        .mapToDouble(o -> o % 3)
                        .toArray())
                : longer;
        for (Relation relation : List.of(Relations.independent(), Relations.mean(0.5), groups())) {
            Fit<Model> fit = fit(data, KERNEL, relation, training);
            assertThat(fit.report().status()).as(relation.name()).isEqualTo(Status.CONVERGED);
            assertThat(fit.report().iterations()).as(relation.name()).isEqualTo(1);
            ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), KERNEL, relation, 0.02, training);
            assertClose(scaledPredictions(data, fit.model(), trainer), byFeatures(data, KERNEL, relation, training));
        }
    }

    /** More features than rows, far from 0: the system is in the space of the rows. */
    @Test
    void linearFitsWithMoreFeaturesThanRowsLiveInTheSpaceOfTheRows() {
        Dataset data = data(12, 200, 3);
        Dataset far = data.withInputs(dev.kith.data.DenseInputs.of(
                ((dev.kith.data.DenseInputs) data.inputs()).values().map(v -> 10 * v + 1e5)));
        Training training = Training.defaults().withStopping(1e-9, 10_000);
        for (Relation relation : List.of(Relations.independent(), Relations.mean(0.5))) {
            Fit<Model> fit = fit(far, new Linear(), relation, training);
            assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
            assertThat(fit.report().iterations()).isEqualTo(1);
            ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), new Linear(), relation, 0.02, training);
            assertClose(
                    scaledPredictions(far, fit.model(), trainer), byFeatures(far, new Linear(), relation, training));
        }
    }

    /** Sparse rows give the model of the same rows written out, with fewer rows than features and with more. */
    @ParameterizedTest
    @CsvSource({"stl,20,60", "mean,20,60", "mtfl,20,60", "stl,120,30", "mean,120,30", "mtfl,120,30"})
    void sparseRowsGiveWhatDenseRowsGive(String method, int n, int d) {
        Random random = new Random(11);
        Matrix x = Matrix.zeros(n, d).map(v -> random.nextInt(4) == 0 ? random.nextGaussian() : 0);
        int[] task = IntStream.range(0, n).map(i -> i % 3).toArray();
        double[] y = IntStream.range(0, n)
                .mapToDouble(i -> x.get(i, 0) + 0.1 * random.nextGaussian())
                .toArray();
        List<String> tasks = dev.kith.data.Names.numbered("task", 3);
        Relation relation = switch (method) {
            case "stl" -> Relations.independent();
            case "mean" -> Relations.mean(0.5);
            default -> Relations.schatten(1);
        };
        Training training = Training.defaults()
                .withScaling(false, dev.kith.data.Standardizer.TargetScale.ALL)
                .withStopping(1e-9, 20_000);
        List<Matrix> weights = new java.util.ArrayList<>();
        for (dev.kith.data.Inputs inputs : List.of(
                dev.kith.data.DenseInputs.of(x),
                new dev.kith.data.SparseInputs(sparse(x), dev.kith.data.Names.numbered("x", d)))) {
            Fit<Model> fit = fit(Dataset.ofLong(inputs, tasks, task, y), new Linear(), relation, training);
            assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
            weights.add(((dev.kith.model.LinearModel) fit.model()).weights());
        }
        assertThat(weights.get(0).plus(-1, weights.get(1)).maxAbs())
                .isLessThan(1e-4 * weights.get(0).maxAbs());
    }

    private static dev.kith.linalg.SparseRows sparse(Matrix x) {
        int[] starts = new int[x.rows() + 1];
        int[] indices = new int[x.data().length];
        double[] values = new double[x.data().length];
        int at = 0;
        for (int i = 0; i < x.rows(); i++) {
            for (int j = 0; j < x.cols(); j++) {
                if (x.get(i, j) != 0) {
                    indices[at] = j;
                    values[at++] = x.get(i, j);
                }
            }
            starts[i + 1] = at;
        }
        return new dev.kith.linalg.SparseRows(
                x.cols(), starts, java.util.Arrays.copyOf(indices, at), java.util.Arrays.copyOf(values, at));
    }

    /** Tasks alone are as many problems: each task's fit is that of its rows alone, in the same units. */
    @ParameterizedTest
    @CsvSource({"squared", "absolute"})
    void tasksThatShareNothingAreFittedOneByOne(String loss) {
        Loss each = dev.kith.loss.Losses.parse(loss);
        Training plain = Training.defaults().withScaling(false, dev.kith.data.Standardizer.TargetScale.NONE);
        Dataset data = data(60, 4, 4);
        ConvexTrainer trainer = new ConvexTrainer(each, KERNEL, Relations.independent(), 0.05, plain);
        Fit<Model> all = trainer.train(data);
        double objective = 0;
        for (int t = 0; t < 4; t++) {
            int task = t;
            int[] own = IntStream.range(0, data.size())
                    .filter(o -> data.task(o) == task)
                    .toArray();
            Dataset part = data.select(own);
            Dataset alone = Dataset.ofLong(
                    part.inputs(),
                    List.of("it"),
                    new int[own.length],
                    IntStream.of(own).mapToDouble(data::label).toArray());
            Fit<Model> single = trainer.train(alone);
            objective += single.report().objective();
            Matrix expected = single.model().predict(data.inputs());
            Matrix found = all.model().predict(data.inputs());
            for (int i = 0; i < expected.rows(); i++) {
                assertThat(found.get(i, t))
                        .isCloseTo(expected.get(i, 0), within(1e-2 * (loss.equals("squared") ? 1e-3 : 1)));
            }
        }
        assertThat(all.report().objective()).isCloseTo(objective, within(2e-6 * objective));
        assertThat(all.report().gap()).isLessThanOrEqualTo(1e-6);
    }

    /** What cannot be one exact fit can be many; landmarks that are asked for are used. */
    @Test
    void tasksThatShareNothingNeedNoLandmarks() {
        Random random = new Random(7);
        int n = Approximation.MOST_INPUTS + 100;
        Matrix x = Matrix.zeros(n, 2).map(v -> random.nextGaussian());
        int[] task = IntStream.range(0, n).map(i -> i % 200).toArray();
        double[] y =
                IntStream.range(0, n).mapToDouble(i -> Math.sin(x.get(i, 0))).toArray();
        Dataset data =
                Dataset.ofLong(dev.kith.data.DenseInputs.of(x), dev.kith.data.Names.numbered("task", 200), task, y);
        ConvexTrainer trainer =
                new ConvexTrainer(Losses.squared(), KERNEL, Relations.independent(), 0.05, Training.defaults());
        Fit<Model> exact = trainer.train(data);
        assertThat(((dev.kith.model.KernelModel) exact.model()).support().rows())
                .isEqualTo(n);
        assertThat(exact.model().info().parameters()).doesNotContainKey("approximation");
        assertThat(ApproximationError.of(trainer, data)).isEmpty();
        Fit<Model> asked =
                trainer.withApproximation(Approximation.landmarks(20)).train(data);
        assertThat(((dev.kith.model.KernelModel) asked.model()).support().rows())
                .isLessThanOrEqualTo(20);
    }

    @Test
    void threadsChangeNoBit() {
        Dataset data = data(200, 4, 5);
        Matrix one = fit(data, KERNEL, Relations.independent(), Training.defaults())
                .model()
                .predict(data.inputs());
        Matrix two = fit(
                        data,
                        KERNEL,
                        Relations.independent(),
                        Training.defaults().withThreads(2))
                .model()
                .predict(data.inputs());
        assertThat(two).isEqualTo(one);
    }

    @Test
    void learnedStructuresOnManyInputsAreProvenToo() {
        Dataset data = data(700, 3, 4);
        Fit<Model> fit = fit(
                data, new Gaussian(1), Relations.schatten(1, java.util.OptionalDouble.empty()), Training.defaults());
        assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
    }

    /** Repeated inputs and a kernel of small rank leave systems that only lambda makes definite. */
    @Test
    void repeatedInputsAreNoObstacle() {
        Random random = new Random(5);
        Matrix x = Matrix.zeros(80, 2).map(v -> random.nextInt(3));
        int[] task = IntStream.range(0, 80).map(i -> i % 4).toArray();
        Dataset data = Dataset.ofLong(
                dev.kith.data.DenseInputs.of(x),
                dev.kith.data.Names.numbered("task", 4),
                task,
                random.doubles(80).toArray());
        for (double lambda : new double[] {1e-9, 1e-3, 10}) {
            Fit<Model> fit = new ConvexTrainer(Losses.squared(), KERNEL, Relations.mean(1), lambda, Training.defaults())
                    .train(data);
            assertThat(fit.report().status()).as("lambda " + lambda).isEqualTo(Status.CONVERGED);
        }
    }

    @Test
    void mixedLossesGoTheirUsualWay() {
        Dataset data = data(60, 4, 2);
        TaskLosses losses = TaskLosses.each(Map.of("task1", Losses.squared(), "task2", Losses.absolute()));
        Fit<Model> fit =
                new ConvexTrainer(losses, KERNEL, Relations.independent(), 0.05, Training.defaults()).train(data);
        assertThat(fit.report().gap()).isLessThanOrEqualTo(1e-6);
        assertThat(Approximation.AUTO.of(data.inputs(), KERNEL).exact()).isTrue();
    }

    private static void assertClose(Matrix found, Matrix expected) {
        assertThat(found.plus(-1, expected).maxAbs()).isLessThan(SAME * (1 + expected.maxAbs()));
    }
}
