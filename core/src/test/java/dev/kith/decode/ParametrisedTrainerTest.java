package dev.kith.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.constraint.Parametrisation;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.KernelModel;
import dev.kith.model.Training;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParametrisedTrainerTest {
    private static final Kernel KERNEL = new Gaussian(0.7);
    private static final Training PLAIN = Training.defaults().withScaling(false, TargetScale.NONE);

    /** Linear theta: h is ridge regression of theta' y, by a linear system. */
    @Test
    void aLinearParametrisationIsRidgeRegression() {
        Dataset data = ConstrainedTrainerTest.circle(25, 0.1, 1);
        ConstraintSet line = ConstraintSets.parse("y2 = 2 * y1", List.of("y1", "y2"));
        double lambda = 0.01;
        ConstrainedModel model = new ParametrisedTrainer(
                        KERNEL, lambda, line, Parametrisation.parse("u1; 2 * u1", 2), PLAIN)
                .train(data)
                .model();
        DenseInputs x = (DenseInputs) data.inputs();
        double[] right = new double[25];
        for (int o = 0; o < data.size(); o++) {
            right[data.row(o)] += (data.task(o) + 1) * data.label(o) / 50;
        }
        Matrix system = KERNEL.gram(x).scale(5 / 50.0).plusDiagonal(lambda);
        double[] b = LinearAlgebra.best().cholesky(system).solve(right);
        Matrix h = LinearAlgebra.best().multiply(KERNEL.gram(x), Matrix.wrap(25, 1, b));
        Matrix predicted = model.predict(x);
        for (int i = 0; i < 25; i++) {
            assertThat(predicted.get(i, 0)).isCloseTo(h.get(i, 0), within(1e-6));
            assertThat(predicted.get(i, 1)).isCloseTo(2 * h.get(i, 0), within(1e-6));
        }
    }

    private static double objective(Dataset data, Matrix coefficients, double lambda) {
        Matrix gram = KERNEL.gram(data.inputs());
        Matrix h = LinearAlgebra.best().multiply(gram, coefficients);
        double sum = 0;
        for (int o = 0; o < data.size(); o++) {
            double u = h.get(data.row(o), 0);
            double miss = (data.task(o) == 0 ? Math.cos(u) : Math.sin(u)) - data.label(o);
            sum += miss * miss / data.size();
        }
        return sum + lambda * coefficients.dot(h);
    }

    /** The objective written out, and no small change of the coefficients lowers it. */
    @Test
    void anglesOfTheCircleEndInAMinimum(@TempDir Path directory) throws IOException {
        Dataset data = ConstrainedTrainerTest.circle(30, 0.05, 2);
        ConstraintSet circle = ConstraintSets.sphere(2, 1);
        Parametrisation angles = Parametrisation.of(circle).orElseThrow();
        ConstrainedModel model = new ParametrisedTrainer(KERNEL, 1e-3, circle, angles, PLAIN)
                .train(data)
                .model();
        Matrix coefficients = ((KernelModel) model.base()).coefficients();
        double reached = model.info().objective().orElseThrow();
        assertThat(objective(data, coefficients, 1e-3)).isCloseTo(reached, within(1e-8));
        SplittableRandom random = new SplittableRandom(3);
        for (int k = 0; k < 200; k++) {
            Matrix near = coefficients.map(c -> c + 1e-3 * random.nextGaussian());
            assertThat(objective(data, near, 1e-3)).isGreaterThan(reached - 1e-9);
        }
        Matrix predicted = model.predict(data.inputs());
        for (int i = 0; i < predicted.rows(); i++) {
            assertThat(circle.contains(predicted.row(i))).isTrue();
        }
        Path file = directory.resolve("m.kith");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file).predict(data.inputs())).isEqualTo(predicted);
    }

    @Test
    void usualParametrisationsGiveMembersAndTheirSlopes() {
        SplittableRandom random = new SplittableRandom(4);
        for (ConstraintSet set :
                List.of(ConstraintSets.sphere(3, 2), ConstraintSets.simplex(3, 5), ConstraintSets.box(2, -1, 3))) {
            Parametrisation theta = Parametrisation.of(set).orElseThrow();
            double[] u = random.doubles(theta.parameters(), -1, 1).toArray();
            double[] point = new double[set.dimension()];
            double[][] slopes = new double[set.dimension()][theta.parameters()];
            assertThat(theta.slopesInto(point, slopes, u)).isTrue();
            assertThat(set.contains(point)).isTrue();
            for (int q = 0; q < u.length; q++) {
                double[] ahead = u.clone();
                ahead[q] += 1e-6;
                for (int t = 0; t < point.length; t++) {
                    assertThat((theta.point(ahead)[t] - point[t]) / 1e-6).isCloseTo(slopes[t][q], within(1e-5));
                }
            }
        }
        assertThat(Parametrisation.of(ConstraintSets.permutations(3))).isEmpty();
        assertThatThrownBy(() -> Parametrisation.parse("cos(u1)", 2))
                .hasMessage("a parametrisation must have a formula for each of 2 tasks, got 1");
        assertThatThrownBy(() -> Parametrisation.parse("1; 2", 2))
                .hasMessage("a parametrisation must have parameters u1, u2, ..., got '1; 2'");
    }
}
