package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.ascent.node.TinyProblem;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.KernelModel;
import dev.kith.model.NodeModel;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a fit reports holds for the numbers it saves, worked out here in decimals of 60 digits from the raw rows. */
class MklProofTest {
    private static final MathContext DIGITS = new MathContext(60);
    private static final double C = 2;
    private static final MklOptions UNSCALED = MklOptions.defaults().withNormalizeViews(false);
    private static final int TASKS = 3;

    private static Dataset data(long seed, int rows, double offset, double scale, Loss loss) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix x = Matrix.zeros(rows, 4);
        int[] task = new int[rows];
        double[] y = new double[rows];
        for (int i = 0; i < rows; i++) {
            task[i] = i % TASKS;
            double z = 0;
            for (int j = 0; j < 4; j++) {
                double value = TinyProblem.gaussian(random);
                z += (j - 1) * value;
                x.set(i, j, (value + offset) * (j == 0 ? scale : 1));
            }
            z += 0.5 * TinyProblem.gaussian(random) + task[i];
            y[i] = loss.classification() ? Math.signum(z) : z;
        }
        return Dataset.ofLong(new DenseInputs(x, Names.numbered("x", 4)), List.of("a", "b", "c"), task, y);
    }

    private static Training training(boolean intercept, boolean standardize, double tolerance, int epochs) {
        return MklTrainer.DEFAULT_TRAINING
                .withIntercept(intercept)
                .withScaling(standardize, TargetScale.NONE)
                .withStopping(tolerance, epochs);
    }

    private static Fit<NodeModel> fit(Dataset data, Loss loss, Training training) {
        return new MklTrainer(
                        "vanilla",
                        loss,
                        Views.all(),
                        TaskKernels.sharedAndOwn(),
                        Double.POSITIVE_INFINITY,
                        C,
                        training,
                        UNSCALED)
                .train(data);
    }

    private static BigDecimal of(double value) {
        return new BigDecimal(value);
    }

    /** 1/2 sum of squared weights + C sum of losses: weights of kernels are 1, views are not scaled. */
    private static BigDecimal objective(Dataset data, Loss loss, NodeModel model) {
        SparseRows weights = model.weights();
        BigDecimal squares = BigDecimal.ZERO;
        BigDecimal[][] w = new BigDecimal[TASKS][4];
        for (BigDecimal[] own : w) {
            java.util.Arrays.fill(own, BigDecimal.ZERO);
        }
        for (int g = 0; g < weights.rows(); g++) {
            for (int k = weights.start(g); k < weights.end(g); k++) {
                BigDecimal weight = of(weights.values()[k]);
                squares = squares.add(weight.multiply(weight));
                for (int l = model.members().start(g); l < model.members().end(g); l++) {
                    BigDecimal[] own = w[model.members().indices()[l]];
                    int j = weights.indices()[k];
                    own[j] = own[j].add(weight.multiply(of(model.members().values()[l])));
                }
            }
        }
        BigDecimal cost = BigDecimal.ZERO;
        Matrix x = ((DenseInputs) data.inputs()).values();
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            BigDecimal z = of(model.intercept().get(0, t));
            for (int j = 0; j < 4; j++) {
                BigDecimal centred = of(x.get(o, j))
                        .subtract(of(model.scaling().featureMean().get(0, j)));
                z = z.add(
                        w[t][j].multiply(
                                centred.divide(of(model.scaling().featureScale().get(0, j)), DIGITS)),
                        DIGITS);
            }
            cost = cost.add(loss(loss, of(data.label(o)), z));
        }
        return squares.divide(of(2), DIGITS).add(cost.multiply(of(C)), DIGITS);
    }

    private static BigDecimal loss(Loss loss, BigDecimal y, BigDecimal z) {
        BigDecimal r = y.subtract(z);
        return loss.equals(Losses.squared()) ? r.multiply(r, DIGITS) : BigDecimal.ZERO.max(r.multiply(y));
    }

    @ParameterizedTest
    @CsvSource({
        "squared,1e7,1,true,false",
        "squared,1e7,1,false,false",
        "squared,1e7,1e-8,true,true",
        "squared,0,1e8,true,false",
        "hinge,1e7,1,true,false",
        "hinge,1e7,1,false,false",
        "hinge,0,1e8,true,true",
        "hinge,1e4,1e-8,false,true"
    })
    void reportedGapCoversWhatABetterFitGains(
            String name, double offset, double scale, boolean intercept, boolean scaled) {
        Loss loss = name.equals("hinge") ? Losses.hinge() : Losses.squared();
        Dataset data = data(3, 60, offset, scale, loss);
        BigDecimal best = objective(
                data,
                loss,
                fit(data, loss, training(intercept, scaled, 1e-12, 3000)).model());
        for (int epochs : new int[] {1, 3, 20, 3000}) {
            Fit<NodeModel> fit = fit(data, loss, training(intercept, scaled, 1e-6, epochs));
            BigDecimal saved = objective(data, loss, fit.model());
            assertThat(of(fit.report().objective()))
                    .as("objective after %d epochs", epochs)
                    .isGreaterThanOrEqualTo(saved);
            assertThat(fit.report().objective() - saved.doubleValue())
                    .as("objective after %d epochs", epochs)
                    .isLessThanOrEqualTo(
                            Math.max(1e-9, fit.report().gap()) * fit.report().objective());
            assertThat(saved.subtract(best).doubleValue())
                    .as("gain after %d epochs", epochs)
                    .isLessThanOrEqualTo(fit.report().gap() * fit.report().objective());
            assertThat(fit.report().status() == Status.CONVERGED)
                    .as("converged after %d epochs", epochs)
                    .isEqualTo(fit.report().gap() <= 1e-6);
        }
    }

    @Test
    void aGapBelowRoundingIsNotClaimed() {
        Dataset data = data(5, 60, 0, 1, Losses.hinge());
        Fit<NodeModel> fit = fit(data, Losses.hinge(), training(true, true, 1e-17, 3000));
        assertThat(fit.report().status()).isNotEqualTo(Status.CONVERGED);
        assertThat(fit.report().gap()).isBetween(1e-17, 1e-9);
    }

    /** The smallest objective is 0 and is reached: that is no small number, and nothing is left to prove. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void labelsThatDoNotVaryAreFittedWithoutError(boolean hinge) {
        Loss loss = hinge ? Losses.hinge() : Losses.squared();
        double[] y = new double[12];
        java.util.Arrays.fill(y, hinge ? 1 : 0.3);
        int[] task = new int[y.length];
        y[11] = hinge ? -1 : 7;
        task[11] = 1;
        Dataset raw = data(1, y.length, 0, 1, loss);
        Dataset data = Dataset.ofLong(raw.inputs(), List.of("a", "b"), task, y);
        Fit<NodeModel> fit = fit(data, loss, training(true, true, 1e-6, 100));
        assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
        assertThat(fit.report().objective()).isZero();
        assertThat(fit.report().gap()).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 3, 1000})
    void gapOfKernelFitsCoversWhatABetterFitGains(double width) {
        Dataset data = data(4, 45, 0, 1, Losses.squared());
        double best = kernelFit(data, width, 1e-11, 3000).report().objective();
        for (int epochs : new int[] {1, 5, 3000}) {
            Fit<KernelModel> fit = kernelFit(data, width, 1e-6, epochs);
            assertThat(fit.report().objective() - best)
                    .isLessThanOrEqualTo(fit.report().gap() * fit.report().objective());
            assertThat(fit.report().status() == Status.CONVERGED)
                    .isEqualTo(fit.report().gap() <= 1e-6);
        }
    }

    private static Fit<KernelModel> kernelFit(Dataset data, double width, double tolerance, int epochs) {
        Training training = training(true, true, tolerance, epochs);
        return new KernelMklTrainer(
                        "mkl",
                        Losses.squared(),
                        new Gaussian(width),
                        TaskKernels.sharedAndOwn(),
                        2,
                        C,
                        training,
                        UNSCALED)
                .train(data);
    }

    @Test
    void trialsAreNotProven() {
        Dataset data = data(6, 60, 0, 1, Losses.squared());
        MklTrainer trainer = new MklTrainer(Losses.squared(), Views.all(), TaskKernels.sharedAndOwn(), 2, C);
        var trial = trainer.train(Workspace.forTrials(data), step -> {}).report();
        var kept = trainer.train(new Workspace(data), step -> {}).report();
        double seen = trial.history().get(trial.history().size() - 1).objective();
        assertThat(trial.objective()).isEqualTo(seen);
        assertThat(kept.objective()).isGreaterThan(seen);
        assertThat(kept.objective() / seen - 1).isLessThan(1e-12);
    }
}
