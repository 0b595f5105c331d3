package dev.kith.convex.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objective and gap are those of the saved weights, whatever the units of the data. */
class ProofTest {
    private static final MathContext DIGITS = new MathContext(80);
    private static final Training PLAIN =
            Training.defaults().withIntercept(false).withScaling(false, TargetScale.NONE);
    private static final double LAMBDA = 0.01;
    private static final int ROWS = 20;

    /** One task, two features of deviation {@code unit} around {@code offset}. */
    private static Dataset data(double offset, double unit, double labelUnit) {
        Random random = new Random(5);
        double[][] x = new double[ROWS][2];
        double[] y = new double[ROWS];
        double[] w = new double[ROWS];
        int[] row = new int[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            x[i] = new double[] {offset + unit * a, offset + unit * b};
            y[i] = labelUnit * (a - 2 * b + 0.5 * random.nextGaussian());
            w[i] = 1;
            row[i] = i;
        }
        return Dataset.of(
                new DenseInputs(Matrix.of(x), Names.numbered("x", 2)), List.of("one"), row, new int[ROWS], y, w, null);
    }

    private static Fit<Model> fit(Dataset data, Training training, double lambda) {
        return new ConvexTrainer(Losses.squared(), new Linear(), Relations.independent(), lambda, training).train(data);
    }

    private static BigDecimal exact(double value) {
        return new BigDecimal(value);
    }

    /** mean of (y - x'w)^2 + lambda ||w||^2. */
    private static BigDecimal objective(Dataset data, BigDecimal[] w) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < ROWS; i++) {
            BigDecimal r = exact(data.label(i))
                    .subtract(exact(x.get(i, 0)).multiply(w[0]))
                    .subtract(exact(x.get(i, 1)).multiply(w[1]));
            sum = sum.add(r.multiply(r));
        }
        BigDecimal squares = w[0].multiply(w[0]).add(w[1].multiply(w[1]));
        return sum.divide(new BigDecimal(ROWS), DIGITS).add(exact(LAMBDA).multiply(squares));
    }

    /** The minimiser, by Cramer's rule on the normal equations in 80 digits. */
    private static BigDecimal[] best(Dataset data) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        BigDecimal[][] g = {{BigDecimal.ZERO, BigDecimal.ZERO}, {BigDecimal.ZERO, BigDecimal.ZERO}};
        BigDecimal[] h = {BigDecimal.ZERO, BigDecimal.ZERO};
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < 2; j++) {
                h[j] = h[j].add(exact(x.get(i, j)).multiply(exact(data.label(i))));
                for (int k = 0; k < 2; k++) {
                    g[j][k] = g[j][k].add(exact(x.get(i, j)).multiply(exact(x.get(i, k))));
                }
            }
        }
        BigDecimal ridge = exact(LAMBDA).multiply(new BigDecimal(ROWS));
        g[0][0] = g[0][0].add(ridge);
        g[1][1] = g[1][1].add(ridge);
        BigDecimal det = g[0][0].multiply(g[1][1]).subtract(g[0][1].multiply(g[1][0]));
        return new BigDecimal[] {
            h[0].multiply(g[1][1]).subtract(h[1].multiply(g[0][1])).divide(det, DIGITS),
            h[1].multiply(g[0][0]).subtract(h[0].multiply(g[1][0])).divide(det, DIGITS)
        };
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e3, 1e5, 1e6, 1e7, 1e8})
    void noGapIsSmallerThanWhatCouldBeGained(double offset) {
        Dataset data = data(offset, 1, 1);
        Fit<Model> fit = fit(data, PLAIN, LAMBDA);
        Matrix saved = ((LinearModel) fit.model()).weights();
        double objective = objective(data, new BigDecimal[] {exact(saved.get(0, 0)), exact(saved.get(1, 0))})
                .doubleValue();
        double gain = (objective - objective(data, best(data)).doubleValue()) / objective;

        assertThat(fit.report().objective())
                .isCloseTo(objective, org.assertj.core.data.Offset.offset(1e-12 * objective));
        assertThat(fit.report().gap()).isGreaterThanOrEqualTo(gain);
        assertThat(fit.report().status() == Status.CONVERGED)
                .isEqualTo(fit.report().gap() <= PLAIN.tolerance());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-290, 1e-150, 1e-8, 1e8, 1e150, 1e290})
    void unitsDoNotMatterToAStandardisedFit(double unit) {
        Training training = Training.defaults();
        double expected = fit(data(0, 1, 1), training, LAMBDA).report().objective();
        for (double label : new double[] {unit, 1}) {
            Fit<Model> fit = fit(data(3 * unit, unit, label), training, LAMBDA);
            assertThat(fit.report().objective()).isCloseTo(expected, org.assertj.core.data.Offset.offset(1e-9));
            assertThat(fit.report().gap()).isLessThan(1e-10);
        }
    }

    @Test
    void anUnreachableGapIsNotCalledConverged() {
        for (Kernel kernel : List.of(new Linear(), new Gaussian(3))) {
            Dataset data = data(0, 1, 1);
            Training training = Training.defaults();
            Fit<Model> fit =
                    new ConvexTrainer(Losses.squared(), kernel, Relations.schatten(1), 1e-300, training).train(data);
            assertThat(fit.report().status()).isNotEqualTo(Status.CONVERGED);
            assertThat(fit.report().gap()).isGreaterThan(training.tolerance());
        }
    }

    @Test
    void numbersTooLargeToSquareAreNamed() {
        assertThatThrownBy(() -> fit(data(0, 1e200, 1), PLAIN, LAMBDA))
                .isInstanceOf(DataException.class)
                .hasMessageMatching(
                        "column 'x1': numbers must be at most 1.0E150 to be squared and summed, got .*E(199|200);"
                                + " standardise them, or use smaller units");
    }

    @Test
    void weightsThatAreAllZeroAreRefused() {
        Dataset all = data(0, 1, 1);
        Dataset none = Dataset.of(
                all.inputs(),
                all.tasks(),
                Collections.nCopies(ROWS, 0).stream().mapToInt(i -> i).toArray(),
                new int[ROWS],
                new double[ROWS],
                new double[ROWS],
                null);
        assertThatThrownBy(() -> fit(none, PLAIN, LAMBDA))
                .isInstanceOf(DataException.class)
                .hasMessage("there is nothing to learn from: the weights of all 20 labels are 0");
    }
}
