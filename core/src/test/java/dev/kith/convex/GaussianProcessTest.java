package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.KernelPosterior;
import dev.kith.model.uncertainty.LinearPosterior;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GaussianProcessTest {
    private static final int D = 3;
    private static final int TASKS = 3;

    /** Rows of one task each; the first task has few, weights differ. */
    private static Dataset tall(long seed, int n) {
        Random random = new Random(seed);
        int[] task = IntStream.range(0, n).map(i -> i < 4 ? 0 : 1 + i % 2).toArray();
        double[] weights = random.doubles(n, 0.5, 2).toArray();
        return Dataset.of(
                inputs(random, n),
                Names.numbered("t", TASKS),
                IntStream.range(0, n).toArray(),
                task,
                random.doubles(n, -1, 1).toArray(),
                weights,
                null);
    }

    private static Dataset wide(long seed, int n) {
        Random random = new Random(seed);
        DenseInputs x = inputs(random, n);
        return Dataset.ofWide(
                x, Names.numbered("t", TASKS), Matrix.zeros(n, TASKS).map(zero -> random.nextGaussian()));
    }

    private static DenseInputs inputs(Random random, int n) {
        return new DenseInputs(Matrix.zeros(n, D).map(zero -> 2 + 3 * random.nextGaussian()), Names.numbered("x", D));
    }

    private static ConvexTrainer trainer(Kernel kernel, Relation relation, Training training) {
        return new ConvexTrainer(Losses.squared(), kernel, relation, 0.3, training);
    }

    private static double[] spread(ConvexTrainer trainer, Dataset data, DenseInputs x, int[] tasks) {
        Model model = trainer.train(data).model();
        Posterior posterior = GaussianProcess.posterior(trainer, data, model).orElseThrow();
        assertThat(posterior)
                .isInstanceOf(trainer.kernel() instanceof Linear ? LinearPosterior.class : KernelPosterior.class);
        return posterior.spread(model, x, tasks);
    }

    /**
     * Weights and observations are two ways to the same variance: P_tt = L_t'(L'G L + lambda I)^-1 L_t on features beside
     * A_tt k - g'C^-1 g with the intercepts' term on observations, for a kernel that is the linear one in disguise.
     */
    @Test
    void weightsAndObservationsGiveTheSameVariance() {
        int[] tasks = IntStream.range(0, 12).map(i -> i % TASKS).toArray();
        DenseInputs x = inputs(new Random(77), 12);
        for (Dataset data : List.of(tall(1, 25), wide(2, 15))) {
            for (Relation relation : List.of(Relations.independent(), Relations.mean(2), Relations.schatten(1))) {
                for (Training training : List.of(
                        Training.defaults(),
                        Training.defaults().withIntercept(false),
                        Training.defaults().withWeighting(Training.Weighting.OBSERVATION),
                        Training.defaults().withScaling(false, TargetScale.NONE))) {
                    Training exact = training.withStopping(1e-10, 20_000);
                    double[] byWeights = spread(trainer(new Linear(), relation, exact), data, x, tasks);
                    double[] byObservations =
                            spread(trainer(Kernels.polynomial(1, 0), relation, exact), data, x, tasks);
                    for (int i = 0; i < 12; i++) {
                        assertThat(byWeights[i])
                                .as(relation + ", " + training + ", row " + i)
                                .isCloseTo(byObservations[i], within(1e-4 * (1e-3 + byObservations[i])));
                    }
                }
            }
        }
    }

    /** MATH: A_tt k(x, x) - g'(G + lambda D)^-1 g, written out, without intercepts and scaling. */
    @Test
    void isTheFormulaOfGaussianProcesses() {
        Dataset data = tall(3, 20);
        Training plain = Training.defaults()
                .withIntercept(false)
                .withScaling(false, TargetScale.NONE)
                .withWeighting(Training.Weighting.OBSERVATION);
        ConvexTrainer trainer = trainer(new Gaussian(4), Relations.mean(1), plain);
        Matrix a = trainer.train(data).model().structure().orElseThrow().dense();
        DenseInputs x = inputs(new Random(5), 1);
        Matrix k = new Gaussian(4).gram(data.inputs());
        Matrix kx = new Gaussian(4).cross(x, data.inputs());
        Matrix c = Matrix.zeros(20, 20);
        Matrix g = Matrix.zeros(20, 1);
        double meanWeight = 0;
        for (int o = 0; o < 20; o++) {
            for (int p = 0; p < 20; p++) {
                c.set(o, p, a.get(data.task(o), data.task(p)) * k.get(o, p));
            }
            c.add(o, o, trainer.lambda() / data.weight(o));
            g.set(o, 0, a.get(1, data.task(o)) * kx.get(0, o));
            meanWeight += data.task(o) == 1 ? data.weight(o) / 8 : 0;
        }
        assertThat(data.countPerTask()[1]).isEqualTo(8);
        double variance = a.get(1, 1) - g.dot(LinearAlgebra.best().cholesky(c).solve(g));
        assertThat(spread(trainer, data, x, new int[] {1})[0])
                .isCloseTo(meanWeight * variance / trainer.lambda(), within(1e-9));
    }

    /** With labels of equal weight: 1 + spread without an observation = 1 / (1 - spread with it). */
    @Test
    void leavingAnObservationOutIsTheLeverageFormula() {
        Dataset data = wide(4, 12);
        Training plain =
                Training.defaults().withScaling(false, TargetScale.NONE).withWeighting(Training.Weighting.OBSERVATION);
        for (Kernel kernel : List.of(new Linear(), new Gaussian(3))) {
            ConvexTrainer trainer = trainer(kernel, Relations.mean(1), plain);
            for (int o = 0; o < data.size(); o += 5) {
                int left = o;
                Dataset without = data.select(
                        IntStream.range(0, data.size()).filter(p -> p != left).toArray());
                DenseInputs x = (DenseInputs) data.inputs().select(new int[] {data.row(o)});
                int[] task = {data.task(o)};
                double with = spread(trainer, data, x, task)[0];
                assertThat(1 + spread(trainer, without, x, task)[0]).isCloseTo(1 / (1 - with), within(1e-8));
            }
        }
    }

    @Test
    void isRefusedWhereThereIsNone() {
        Dataset data = wide(6, 10);
        ConvexTrainer pooled = trainer(new Linear(), Relations.pooled(), Training.defaults());
        assertThat(GaussianProcess.posterior(pooled, data, pooled.train(data).model()))
                .isEmpty();
        Dataset classes = data.withLabels(
                IntStream.range(0, data.size()).mapToDouble(o -> o % 2).toArray());
        ConvexTrainer logistic = new ConvexTrainer(Losses.logistic(), new Linear(), Relations.independent(), 0.1);
        assertThat(GaussianProcess.posterior(
                        logistic, classes, logistic.train(classes).model()))
                .isEmpty();
    }

    @Test
    void tiesOfTooManyWeightsAreRefusedAndTasksAloneAreNot() {
        Random random = new Random(8);
        int tasks = 210;
        int n = 2 * tasks;
        Dataset data = Dataset.ofLong(
                new DenseInputs(Matrix.zeros(n, 20).map(zero -> random.nextGaussian()), Names.numbered("x", 20)),
                Names.numbered("t", tasks),
                IntStream.range(0, n).map(i -> i % tasks).toArray(),
                random.doubles(n).toArray());
        ConvexTrainer tied = trainer(new Linear(), Relations.mean(1), Training.defaults());
        assertThat(GaussianProcess.posterior(tied, data, tied.train(data).model()))
                .isEmpty();
        ConvexTrainer alone = trainer(new Linear(), Relations.independent(), Training.defaults());
        assertThat(GaussianProcess.posterior(alone, data, alone.train(data).model()))
                .isPresent();
    }

    /** Learned directions of more tasks than features, with and without a base: the posterior of the same T x T numbers. */
    @Test
    void learnedDirectionsGiveWhatTheirMatrixGives() {
        Random random = new Random(9);
        int tasks = 8;
        int n = 60;
        DenseInputs x = inputs(random, n);
        List<Dataset> both = List.of(
                Dataset.ofWide(
                        x, Names.numbered("t", tasks), Matrix.zeros(n, tasks).map(zero -> random.nextGaussian())),
                Dataset.ofLong(
                        x,
                        Names.numbered("t", tasks),
                        IntStream.range(0, n).map(i -> i % tasks).toArray(),
                        random.doubles(n).toArray()));
        for (Dataset data : both) {
            for (Relation relation : List.of(Relations.schatten(1), Relations.logDet(1))) {
                ConvexTrainer trainer = trainer(new Linear(), relation, Training.defaults());
                LinearModel model = (LinearModel) trainer.train(data).model();
                assertThat(model.structure().orElseThrow()).isInstanceOf(TaskSpectrum.class);
                LinearModel dense = new LinearModel(
                        model.info(),
                        model.weights(),
                        model.intercept(),
                        model.structure().map(a -> TaskMatrix.of(a.dense())),
                        model.scaling());
                Matrix found = shape(trainer, data, model);
                assertThat(found.plus(-1, shape(trainer, data, dense)).maxAbs())
                        .isLessThan(1e-10 * (1 + found.maxAbs()));
            }
        }
    }

    private static Matrix shape(ConvexTrainer trainer, Dataset data, Model model) {
        return ((LinearPosterior)
                        GaussianProcess.posterior(trainer, data, model).orElseThrow())
                .shape();
    }
}
