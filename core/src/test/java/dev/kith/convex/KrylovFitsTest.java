package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.basis.Krylov;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fits in a Krylov space against the same fits in the eigenvectors of the whole Gram matrix. */
class KrylovFitsTest {
    private static final Gaussian KERNEL = new Gaussian(2);
    private static final Dataset DATA = RandomTasks.regression(7, 520, 3, 4, 0);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void solutionsAreThoseOfTheWholeProblem(boolean intercept) {
        Training training = Training.defaults().withIntercept(intercept).withStopping(2e-8, 20_000);
        for (Relation relation : List.of(
                Relations.independent(),
                Relations.mean(1),
                Relations.schatten(2),
                Relations.traceConstrained(),
                Relations.sparse(0.5))) {
            ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), KERNEL, relation, 0.1, training);
            Dataset scaled = Scaled.of(DATA, TaskLosses.all(Losses.squared()), KERNEL, training)
                    .data();
            assertThat(KrylovFits.suit(scaled, trainer)).isTrue();
            Monitor monitor = new Monitor(training, step -> {});
            Solution small = new KrylovFits(scaled, KERNEL, training)
                    .solve(trainer, scaled.tasks(), monitor)
                    .orElseThrow();
            Solution whole = Solvers.solve(
                    new Prepared(trainer.problem(scaled)), trainer, scaled.tasks(), new Monitor(training, step -> {}));
            assertThat(small.certificate().gap()).isBetween(-1e-12, 2e-8);
            assertThat(small.certificate().primal())
                    .isCloseTo(
                            whole.certificate().primal(),
                            within(4e-8 * whole.certificate().primal()));
            Matrix gram = KERNEL.gram(scaled.inputs());
            assertThat(predictions(gram, small)
                            .plus(-1, predictions(gram, whole))
                            .maxAbs())
                    .isLessThan(1e-3);
        }
    }

    private static Matrix predictions(Matrix gram, Solution solution) {
        Matrix z = LinearAlgebra.best().multiply(gram, solution.weights().coefficients());
        for (int i = 0; i < z.rows(); i++) {
            for (int t = 0; t < z.cols(); t++) {
                z.add(i, t, solution.weights().b()[t]);
            }
        }
        return z;
    }

    @Test
    void aSpaceThatWouldHaveToBeLargeIsGivenUpForGood() {
        Training training = Training.defaults();
        KrylovFits fits = new KrylovFits(DATA, new Gaussian(0.2), training);
        ConvexTrainer hard =
                new ConvexTrainer(Losses.squared(), new Gaussian(0.2), Relations.independent(), 1e-9, training);
        assertThat(fits.solve(hard, DATA.tasks(), new Monitor(training, step -> {})))
                .isEqualTo(Optional.empty());
        // The trainer then takes the whole matrix, and says so by its certificate.
        FitReport report = hard.train(new Workspace(DATA), step -> {}).report();
        assertThat(report.status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(report.gap()).isLessThan(1e-6);
    }

    @Test
    void otherProblemsGoTheOtherWay() {
        ConvexTrainer squared = new ConvexTrainer(Losses.squared(), KERNEL, Relations.independent(), 1);
        assertThat(KrylovFits.suit(RandomTasks.regression(7, 520, 3, 4, 0.1), squared))
                .isFalse();
        assertThat(KrylovFits.suit(RandomTasks.regression(7, 100, 3, 4, 0), squared))
                .isFalse();
        assertThat(KrylovFits.suit(DATA, new ConvexTrainer(Losses.logistic(), KERNEL, Relations.independent(), 1)))
                .isFalse();
    }

    @Test
    void theBasisIsOrthonormalAndClosesOnARankOneMatrix() {
        SplittableRandom random = new SplittableRandom(3);
        Matrix y = Matrix.zeros(50, 2);
        Matrix k = Matrix.zeros(50, 50);
        for (int i = 0; i < 50; i++) {
            y.set(i, 0, random.nextDouble());
            y.set(i, 1, 2 * y.get(i, 0));
            for (int j = 0; j < 50; j++) {
                k.set(i, j, (i + 1.0) * (j + 1.0));
            }
        }
        Krylov krylov = new Krylov(k, y);
        assertThat(krylov.size()).isEqualTo(1); // two proportional columns are one direction
        while (!krylov.closed()) {
            krylov.extend();
        }
        assertThat(krylov.size()).isEqualTo(2);
        assertThat(krylov.inner()).isEqualTo(2);
        Matrix v = krylov.vectors();
        Matrix products = LinearAlgebra.best().multiplyTransposeB(v, v);
        assertThat(products.plus(-1, Matrix.identity(2)).maxAbs()).isLessThan(1e-12);
    }
}
