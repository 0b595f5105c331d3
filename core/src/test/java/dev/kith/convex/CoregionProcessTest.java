package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.file.ModelFile;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.mkl.KernelSumTrainer;
import dev.kith.mkl.MklOptions;
import dev.kith.mkl.TaskKernels;
import dev.kith.model.KernelSumModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.Relations;
import dev.kith.trust.Calibration;
import dev.kith.trust.Predictor;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels with a structure each, read as a Gaussian process with covariance sum_q A_q[s, t] k_q(x, z). */
class CoregionProcessTest {
    private static final int TASKS = 3;
    private static final KernelSum KERNELS = (KernelSum) Kernels.parse("gaussian:1.5@x1,x2 + linear@x2,x3");
    private static final double LAMBDA = 0.05;

    /** Some labels are missing. */
    private static Dataset data(int n) {
        Random random = new Random(4);
        DenseInputs x = inputs(5, n);
        Matrix y = Matrix.zeros(n, TASKS);
        for (int i = 0; i < n; i++) {
            for (int t = 0; t < TASKS; t++) {
                double value = Math.sin(2 * x.values().get(i, 0)) * (t == 2 ? -1 : 1)
                        + x.values().get(i, 2);
                y.set(i, t, random.nextDouble() < 0.7 ? 3 + value + 0.2 * random.nextGaussian() : Double.NaN);
            }
        }
        return Dataset.ofWide(x, Names.numbered("t", TASKS), y);
    }

    private static DenseInputs inputs(long seed, int n) {
        Random random = new Random(seed);
        return new DenseInputs(Matrix.zeros(n, 3).map(zero -> random.nextGaussian()), Names.numbered("x", 3));
    }

    /** cov of all tasks at all inputs of x with all tasks at all inputs of z, sum of Kronecker products, inputs first. */
    private static Matrix kronecker(KernelSumModel model, DenseInputs x, DenseInputs z) {
        Matrix all = Matrix.zeros(x.rows() * TASKS, z.rows() * TASKS);
        for (int q = 0; q < KERNELS.views().size(); q++) {
            KernelSum.View view = KERNELS.views().get(q);
            Matrix k = view.kernel().cross(view.of(x), view.of(z));
            Matrix a = model.structures().get(q).dense();
            for (int r = 0; r < all.rows(); r++) {
                for (int c = 0; c < all.cols(); c++) {
                    all.add(r, c, k.get(r / TASKS, c / TASKS) * a.get(r % TASKS, c % TASKS));
                }
            }
        }
        return all;
    }

    /** The system of all observations bordered by the intercepts, which have no prior: [C + lambda D, E; E', 0]. */
    private static Matrix bordered(Dataset data, Matrix prior, boolean intercept) {
        int n = data.size();
        Matrix system = Matrix.zeros(n + (intercept ? TASKS : 0), n + (intercept ? TASKS : 0));
        for (int o = 0; o < n; o++) {
            for (int p = 0; p < n; p++) {
                system.set(o, p, prior.get(place(data, o), place(data, p)));
            }
            system.add(o, o, LAMBDA * data.countPerTask()[data.task(o)]);
            if (intercept) {
                system.set(o, n + data.task(o), 1);
                system.set(n + data.task(o), o, 1);
            }
        }
        return system;
    }

    private static int place(Dataset data, int o) {
        return data.row(o) * TASKS + data.task(o);
    }

    @Test
    void meanAndVarianceAreThoseOfTheSumOfKroneckerProducts() {
        Dataset data = data(14);
        DenseInputs seen = (DenseInputs) data.inputs();
        DenseInputs x = inputs(8, 4);
        for (boolean intercept : new boolean[] {true, false}) {
            Training training = Training.defaults()
                    .withIntercept(intercept)
                    .withScaling(false, TargetScale.NONE)
                    .withStopping(1e-11, 200_000);
            CoregionTrainer trainer =
                    new CoregionTrainer(Losses.squared(), KERNELS, Relations.schatten(2), LAMBDA, training);
            KernelSumModel model = trainer.train(data).model();
            Posterior posterior =
                    GaussianProcess.posterior(trainer, data, model).orElseThrow();
            Matrix system = bordered(data, kronecker(model, seen, seen), intercept);
            Matrix inverse = LinearAlgebra.best().eigen(system).rebuild(value -> 1 / value);
            Matrix y = Matrix.zeros(system.rows(), 1);
            IntStream.range(0, data.size()).forEach(o -> y.set(o, 0, data.label(o)));
            Matrix alpha = LinearAlgebra.best().multiply(inverse, y);
            Matrix cross = kronecker(model, x, seen);
            Matrix own = kronecker(model, x, x);
            Matrix predicted = model.predict(x);
            for (int r = 0; r < cross.rows(); r++) {
                int t = r % TASKS;
                Matrix g = Matrix.zeros(system.rows(), 1);
                for (int o = 0; o < data.size(); o++) {
                    g.set(o, 0, cross.get(r, place(data, o)));
                }
                if (intercept) {
                    g.set(data.size() + t, 0, 1);
                }
                assertThat(predicted.get(r / TASKS, t)).isCloseTo(g.dot(alpha), within(1e-4));
                double variance = own.get(r, r) - g.dot(LinearAlgebra.best().multiply(inverse, g));
                double spread = posterior.spread(model, x.select(new int[] {r / TASKS}), new int[] {t})[0];
                assertThat(spread).isCloseTo(variance / LAMBDA / data.countPerTask()[t], within(1e-8 * (1 + spread)));
            }
        }
    }

    /** One structure for the sum of the kernels is the same structure for each. */
    @Test
    void knownStructuresHaveTheVariancesOfTheSum() {
        Dataset data = data(20);
        DenseInputs x = inputs(8, 6);
        int[] tasks = {0, 1, 2, 2, 1, 0};
        CoregionTrainer each = new CoregionTrainer(Losses.squared(), KERNELS, Relations.mean(2), LAMBDA);
        ConvexTrainer one = new ConvexTrainer(Losses.squared(), KERNELS, Relations.mean(2), LAMBDA);
        KernelSumModel ours = each.train(data).model();
        Model other = one.train(data).model();
        double[] expected =
                GaussianProcess.posterior(one, data, other).orElseThrow().spread(other, x, tasks);
        assertThat(GaussianProcess.posterior(each, data, ours).orElseThrow().spread(ours, x, tasks))
                .containsExactly(expected, within(1e-9));
    }

    @Test
    void intervalsComeBackFromTheFile(@TempDir Path dir) throws Exception {
        Dataset data = data(40);
        CoregionTrainer trainer = new CoregionTrainer(Losses.squared(), KERNELS, Relations.schatten(1), LAMBDA);
        ModelFile.Content content = new Calibration(4, 1, true)
                .of(
                        new ModelFile.Content(trainer.train(data).model(), Uncertainty.none()),
                        trainer,
                        data,
                        (fold, folds) -> {});
        assertThat(content.uncertainty().posterior()).isPresent();
        Path file = dir.resolve("m.kith");
        ModelFile.write(content, file);
        ModelFile.Content read = ModelFile.readContent(file);
        assertThat(read.uncertainty().posterior())
                .isEqualTo(content.uncertainty().posterior());
        assertThat(((KernelSumModel) read.model()).structures())
                .isEqualTo(((KernelSumModel) content.model()).structures());
        assertThat(Predictor.of(read)
                        .intervals(0.9, Predictor.IntervalSource.GAUSSIAN_PROCESS)
                        .intervalWords())
                .contains("Intervals: 90% by the Gaussian-process view.");
    }

    @Test
    void otherLossesAndModelsHaveNone() {
        Dataset data = data(12);
        CoregionTrainer huber = new CoregionTrainer(Losses.huber(1), KERNELS, Relations.schatten(1), LAMBDA);
        assertThat(GaussianProcess.posterior(huber, data, huber.train(data).model()))
                .isEmpty();
        CoregionTrainer squared = new CoregionTrainer(Losses.squared(), KERNELS, Relations.schatten(1), LAMBDA);
        Posterior posterior = GaussianProcess.posterior(
                        squared, data, squared.train(data).model())
                .orElseThrow();
        KernelSumModel mkl = new KernelSumTrainer(
                        "mkl",
                        Losses.squared(),
                        KERNELS,
                        TaskKernels.own(),
                        2,
                        1,
                        Training.defaults().withStopping(1e-3, 1000),
                        MklOptions.defaults())
                .train(data)
                .model();
        assertThatThrownBy(() -> posterior.requireSuits(mkl))
                .hasMessage("the model must have a kernel and a structure");
    }
}
