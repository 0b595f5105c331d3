package dev.kith.convex.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The evidence is the density of the labels, its slope is that of differences, and rows may be compressed. */
class EvidenceTest {
    private static final Training PLAIN =
            Training.defaults().withScaling(false, TargetScale.NONE).withWeighting(Weighting.OBSERVATION);

    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    private static ConvexTrainer trainer(Kernel kernel, Relation relation, double lambda, Training training) {
        return new ConvexTrainer(Losses.squared(), kernel, relation, lambda, training);
    }

    private static double value(Dataset data, ConvexTrainer trainer) {
        return Evidence.of(data, trainer, 1000).value(trainer);
    }

    private static Dataset rows(long seed, int tasks, int n, int d) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix x = Matrix.zeros(tasks * n, d);
        double[] y = new double[tasks * n];
        int[] task = new int[tasks * n];
        double[] common = random.doubles(d, -1, 1).toArray();
        double[][] own = new double[tasks][];
        java.util.Arrays.setAll(own, t -> random.doubles(d, -0.5, 0.5).toArray());
        for (int i = 0; i < y.length; i++) {
            task[i] = i % tasks;
            y[i] = task[i] + 0.3 * random.nextGaussian();
            for (int j = 0; j < d; j++) {
                x.set(i, j, random.nextGaussian());
                y[i] += (common[j] + own[task[i]][j]) * x.get(i, j);
            }
        }
        return Dataset.ofLong(
                DenseInputs.of(x),
                java.util.stream.IntStream.range(0, tasks)
                        .mapToObj(t -> "t" + t)
                        .toList(),
                task,
                y);
    }

    /** Simpson's rule on [-limit, limit]. */
    private static double integral(DoubleUnaryOperator f, double limit) {
        int n = 20_000;
        double h = 2 * limit / n;
        double sum = f.applyAsDouble(-limit) + f.applyAsDouble(limit);
        for (int i = 1; i < n; i++) {
            sum += (i % 2 == 1 ? 4 : 2) * f.applyAsDouble(-limit + i * h);
        }
        return sum * h / 3;
    }

    private static double normal(double x, double mean, double variance) {
        return Math.exp(-(x - mean) * (x - mean) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
    }

    /** One weight, y_i = w x_i + e_i: the density is an integral over w, of as many labels as one likes. */
    @ParameterizedTest
    @CsvSource({"0.5", "3"})
    void withoutInterceptsItIsTheIntegralOverTheWeight(double lambda) {
        double[] x = {1.3, -0.4};
        double[] y = {0.9, 0.5};
        Dataset data = Dataset.ofLong(DenseInputs.of(Matrix.of(x).transpose()), List.of("a"), new int[2], y);
        for (Kernel kernel : List.of(new Linear(), Kernels.polynomial(1, 0))) {
            ConvexTrainer trainer = trainer(kernel, Relations.independent(), lambda, PLAIN.withIntercept(false));
            Evidence evidence = Evidence.of(data, trainer, 1000);
            double v = evidence.variance(trainer);
            double density = integral(
                    w -> normal(w, 0, v) * normal(y[0], w * x[0], lambda * v) * normal(y[1], w * x[1], lambda * v), 30);
            assertThat(evidence.value(trainer)).isCloseTo(-2 * Math.log(density), within(1e-9));
        }
    }

    /** A flat intercept is integrated out as well: an inner integral over b. */
    @Test
    void interceptsAreIntegratedOut() {
        double[] x = {1.3, -0.4};
        double[] y = {0.9, 0.2};
        Dataset data = Dataset.ofLong(DenseInputs.of(Matrix.of(x).transpose()), List.of("a"), new int[2], y);
        ConvexTrainer trainer = trainer(new Linear(), Relations.independent(), 0.7, PLAIN);
        Evidence evidence = Evidence.of(data, trainer, 1000);
        double v = evidence.variance(trainer);
        // Over b by formula, y_0 - y_1 given w being all that is left; over w by Simpson's rule.
        double density = integral(w -> normal(w, 0, v) * normal(y[0] - y[1], w * (x[0] - x[1]), 2 * 0.7 * v), 30);
        assertThat(evidence.value(trainer)).isCloseTo(-2 * Math.log(density), within(1e-9));
    }

    /**
     * scikit-learn 1.2.1, GaussianProcessRegressor(ConstantKernel(v) * RBF(width) + WhiteKernel(v lambda), optimizer=None, alpha=0), see
     * gaussian-process.py beside the numbers.
     */
    @ParameterizedTest
    @org.junit.jupiter.params.provider.CsvFileSource(
            resources = "/dev/kith/convex/evidence/gaussian-process.csv",
            numLinesToSkip = 1)
    void itIsThatOfScikitLearn(double width, double lambda, double variance, double logLikelihood) {
        double[] x = new double[25];
        double[] y = new double[25];
        for (int i = 0; i < x.length; i++) {
            x[i] = 0.37 * i - 0.004 * i * i;
            y[i] = Math.sin(x[i]) + 0.2 * Math.cos(7.0 * i);
        }
        Dataset data = Dataset.ofLong(DenseInputs.of(Matrix.of(x).transpose()), List.of("a"), new int[25], y);
        ConvexTrainer trainer =
                trainer(new Gaussian(width), Relations.independent(), lambda, PLAIN.withIntercept(false));
        Evidence evidence = Evidence.of(data, trainer, 1000);
        assertThat(evidence.variance(trainer)).isCloseTo(variance, within(1e-9 * variance));
        assertThat(evidence.value(trainer)).isCloseTo(-2 * logLikelihood, within(1e-8 * Math.abs(logLikelihood)));
    }

    @ParameterizedTest
    @CsvSource({"linear,TASK,true", "linear,OBSERVATION,false", "gaussian,TASK,true", "gaussian,OBSERVATION,false"})
    void slopesAreThoseOfDifferences(String name, Weighting weighting, boolean intercept) {
        Dataset data = rows(3, 4, 9, 2);
        Training training = Training.defaults().withWeighting(weighting).withIntercept(intercept);
        Function<double[], ConvexTrainer> family = at -> trainer(
                name.equals("linear") ? new Linear() : new Gaussian(Math.exp(at[2])),
                Relations.mean(Math.exp(at[1])),
                Math.exp(at[0]),
                training);
        double[] point = {Math.log(0.02), Math.log(5), Math.log(1.3)};
        Evidence evidence = Evidence.of(data, family.apply(point), 1000);
        double[] slope = evidence.at(family, point).slope();
        for (int i = 0; i < 3; i++) {
            double h = 1e-5;
            double[] up = point.clone();
            up[i] += h;
            double[] down = point.clone();
            down[i] -= h;
            double difference = (evidence.value(family.apply(up)) - evidence.value(family.apply(down))) / (2 * h);
            assertThat(slope[i]).as("coordinate " + i).isCloseTo(difference, within(1e-5 * (1 + Math.abs(difference))));
        }
        assertThat(evidence.at(family, point).value()).isEqualTo(evidence.value(family.apply(point)));
    }

    /** A linear kernel written as another one sees every row; few features leave few of them. */
    @ParameterizedTest
    @CsvSource({"TASK,true", "OBSERVATION,false"})
    void compressedRowsSayTheSame(Weighting weighting, boolean intercept) {
        Dataset data = rows(5, 5, 20, 3);
        Training training = Training.defaults().withWeighting(weighting).withIntercept(intercept);
        ConvexTrainer few = trainer(new Linear(), Relations.mean(7), 0.03, training);
        ConvexTrainer all = trainer(Kernels.polynomial(1, 0), Relations.mean(7), 0.03, training);
        assertThat(Evidence.of(data, few, 1000).size()).isEqualTo(5 * 4);
        assertThat(Evidence.of(data, all, 1000).size()).isEqualTo(100);
        assertThat(value(data, few)).isCloseTo(value(data, all), within(1e-8));
    }

    /** One predictor of all tasks is that of one task with all rows. */
    @Test
    void pooledIsOneTask() {
        Dataset data = rows(6, 3, 8, 2);
        Dataset one = Dataset.ofLong(
                data.inputs(),
                List.of("all"),
                new int[24],
                java.util.stream.IntStream.range(0, 24).mapToDouble(data::label).toArray());
        double pooled = value(data, trainer(new Gaussian(2), Relations.pooled(), 0.1, PLAIN));
        assertThat(pooled)
                .isCloseTo(value(one, trainer(new Gaussian(2), Relations.independent(), 0.3, PLAIN)), within(1e-9));
    }

    @Test
    void whatIsNoGaussianProcessIsRefused() {
        Dataset data = rows(7, 3, 5, 1);
        assertThatThrownBy(() -> Evidence.of(data, trainer(new Linear(), Relations.schatten(1), 0.1, PLAIN), 100))
                .hasMessageContaining("'mtfl' learns its own");
        assertThatThrownBy(() -> Evidence.of(
                        data, new ConvexTrainer(Losses.absolute(), new Linear(), Relations.mean(1), 0.1, PLAIN), 100))
                .hasMessageContaining("evidence is for the squared loss");
        Dataset single = rows(7, 3, 1, 1);
        assertThatThrownBy(() -> Evidence.of(single, trainer(new Linear(), Relations.mean(1), 0.1, PLAIN), 100))
                .hasMessage("evidence needs more labels than intercepts, got 3 and 3");
    }

    @Test
    void logTwoPiIsCounted() {
        Dataset data =
                Dataset.ofLong(DenseInputs.of(Matrix.zeros(2, 1)), List.of("a"), new int[2], new double[] {1, 2});
        ConvexTrainer trainer = trainer(new Linear(), Relations.independent(), 1, PLAIN.withIntercept(false));
        // Nothing to explain: two labels of variance 5 / 2.
        assertThat(value(data, trainer)).isCloseTo(2 * (1 + LOG_2_PI + Math.log(2.5)), within(1e-12));
    }
}
