package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fits in the space of the tasks' residuals against the same fits in a factor of the whole Gram matrix. */
class TaskSpaceFitsTest {
    private static final Gaussian KERNEL = new Gaussian(2);

    /** What data that are not complete look like. */
    private enum Shape {
        LONG {
            @Override
            Dataset data() {
                return RandomTasks.toLong(RandomTasks.regression(7, 60, 3, 4, 0));
            }
        },
        MISSING {
            @Override
            Dataset data() {
                return RandomTasks.regression(7, 120, 3, 4, 0.4);
            }
        },
        /** Every input twice: K has half the rank. */
        TWICE {
            @Override
            Dataset data() {
                Dataset once = RandomTasks.regression(7, 60, 3, 4, 0.4);
                int[] twice = IntStream.range(0, 2 * once.size())
                        .map(o -> o % once.size())
                        .toArray();
                return RandomTasks.toLong(once.select(twice));
            }
        },
        WEIGHTED {
            @Override
            Dataset data() {
                Dataset even = LONG.data();
                SplittableRandom random = new SplittableRandom(2);
                double[] w = random.doubles(even.size(), 0, 3)
                        .map(each -> each < 0.5 ? 0 : each)
                        .toArray();
                return even.withWeights(w);
            }
        };

        abstract Dataset data();
    }

    private static Dataset scaled(Dataset data, Training training) {
        return Scaled.of(data, TaskLosses.all(Losses.squared()), KERNEL, training)
                .data();
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void solutionsAreThoseOfTheWholeProblem(Shape shape) {
        for (boolean intercept : new boolean[] {true, false}) {
            Training training = Training.defaults().withIntercept(intercept).withStopping(2e-8, 20_000);
            Dataset scaled = scaled(shape.data(), training);
            for (Relation relation : List.of(
                    Relations.schatten(1),
                    Relations.schatten(2),
                    Relations.traceConstrained(),
                    Relations.sparse(0.5))) {
                ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), KERNEL, relation, 0.1, training);
                Solution small = new TaskSpaceFits(scaled, KERNEL, training)
                        .solve(trainer, scaled.tasks(), new Monitor(training, step -> {}))
                        .orElseThrow();
                Solution whole = Solvers.solve(
                        new Prepared(trainer.problem(scaled)),
                        trainer,
                        scaled.tasks(),
                        new Monitor(training, step -> {}));
                assertThat(small.certificate().gap()).as(relation.name()).isLessThan(2e-8);
                double objective = whole.certificate().primal();
                assertThat(small.certificate().primal()).isCloseTo(objective, within(4e-8 * objective));
                Matrix gram = KERNEL.gram(scaled.inputs());
                assertThat(predictions(gram, small)
                                .plus(-1, predictions(gram, whole))
                                .maxAbs())
                        .isLessThan(2e-3);
            }
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

    /** What a trainer makes of it is proven, along a path of lambdas in one space too. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fitsAreProven(boolean intercept) {
        Dataset data = RandomTasks.toLong(RandomTasks.regression(5, 140, 3, 4, 0));
        Training training = Training.defaults().withIntercept(intercept);
        Workspace workspace = new Workspace(data);
        for (double lambda : new double[] {1, 0.1, 0.01}) {
            ConvexTrainer trainer =
                    new ConvexTrainer(Losses.squared(), KERNEL, Relations.schatten(1), lambda, training);
            assertThat(TaskSpaceFits.suit(data, trainer)).isTrue();
            Fit<Model> fit = trainer.train(workspace, step -> {});
            assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
            assertThat(fit.report().gap()).isLessThan(1e-6);
            double alone = trainer.train(data).report().objective();
            assertThat(fit.report().objective()).isCloseTo(alone, within(2e-6 * alone));
        }
    }

    @Test
    void aSpaceThatWouldHaveToBeLargeIsGivenUpForGood() {
        Dataset data = RandomTasks.regression(7, 520, 3, 4, 0.5);
        Training training = Training.defaults();
        ConvexTrainer hard =
                new ConvexTrainer(Losses.squared(), new Gaussian(0.2), Relations.schatten(2), 1e-7, training);
        TaskSpaceFits fits = new TaskSpaceFits(data, new Gaussian(0.2), training);
        assertThat(fits.solve(hard, data.tasks(), new Monitor(training, step -> {})))
                .isEmpty();
        // The trainer then takes the whole matrix, and says so by its certificate.
        assertThat(hard.train(data).report().gap()).isLessThan(1e-6);
    }

    @Test
    void otherProblemsGoTheOtherWay() {
        Dataset data = RandomTasks.regression(7, 520, 3, 4, 0.1);
        assertThat(suits(data, Relations.schatten(1))).isTrue();
        assertThat(suits(data, Relations.mean(1)))
                .as("a known structure is a linear system")
                .isFalse();
        assertThat(suits(RandomTasks.regression(7, 520, 3, 4, 0), Relations.schatten(1)))
                .as("complete data have their own space")
                .isFalse();
        assertThat(suits(RandomTasks.regression(7, 100, 3, 4, 0.1), Relations.schatten(1)))
                .isFalse();
        assertThat(TaskSpaceFits.suit(data, new ConvexTrainer(Losses.logistic(), KERNEL, Relations.schatten(1), 1)))
                .isFalse();
        assertThat(TaskSpaceFits.suit(
                        data, new ConvexTrainer(Losses.squared(), new Linear(), Relations.schatten(1), 1)))
                .isFalse();
    }

    private static boolean suits(Dataset data, Relation relation) {
        return TaskSpaceFits.suit(data, new ConvexTrainer(Losses.squared(), KERNEL, relation, 1));
    }
}
