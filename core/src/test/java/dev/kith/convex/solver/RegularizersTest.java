package dev.kith.convex.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.penalty.EntrywisePenalty;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Penalties on weights: their value, their proximal step and their dual, beside the penalty on A they come from. */
class RegularizersTest {
    private static final double LAMBDA = 0.3;

    static Stream<Relation> relations() {
        return Stream.of(
                Relations.independent(),
                Relations.mean(4),
                Relations.schatten(1),
                Relations.schatten(2),
                Relations.schatten(3.5),
                Relations.traceConstrained(0.2),
                Relations.clustered(2, 0.7, 1, 10),
                Relations.logDet(0.3));
    }

    private static Matrix random(Random random, int rows, int cols) {
        return Matrix.zeros(rows, cols).map(zero -> random.nextGaussian() + 0.5);
    }

    /** More tasks than features, and fewer: everything comes from the smaller side. */
    @ParameterizedTest
    @MethodSource("relations")
    void theStepMinimisesAndValuesAreThoseOfThePenalty(Relation relation) {
        Random random = new Random(1);
        for (int[] shape : new int[][] {{5, 2}, {3, 6}, {4, 4}}) {
            StructurePenalty penalty = relation.penalty(Names.numbered("t", shape[0]), LAMBDA);
            Regularizer.Proximal r = (Regularizer.Proximal) Regularizer.of(penalty, LAMBDA, shape[0], shape[1]);
            Regularizer.Proximal plain = new ProximalTaskSide(penalty, LAMBDA);
            Matrix wt = random(random, shape[0], shape[1]);
            double value = penalty.reduced(TaskSideRegularizer.gram(wt));
            assertThat(r.value(wt)).isCloseTo(value, within(1e-6 * Math.abs(value)));
            for (double tau : new double[] {0.05, 0.7, 20}) {
                checkStep(random, r, wt, tau);
                if (penalty.proximable()) {
                    checkStep(random, plain, wt, tau);
                }
            }
            checkDual(penalty, r, wt.scale(0.1));
            checkDual(penalty, r, wt.scale(3));
        }
    }

    /** The step is better than what is near it, and its penalty is the one returned. */
    private static void checkStep(Random random, Regularizer.Proximal r, Matrix wt, double tau) {
        Matrix out = Matrix.zeros(wt.rows(), wt.cols());
        double cost = r.proxInto(out, wt, tau);
        double value = r.value(out);
        assertThat(cost).isCloseTo(value, within(1e-6 * (1e-3 + Math.abs(value))));
        Matrix apart = out.plus(-1, wt);
        double least = cost + apart.dot(apart) / (2 * tau);
        for (int k = 0; k < 12; k++) {
            Matrix near = out.plus(Math.pow(10, -(k % 3)), random(random, wt.rows(), wt.cols()));
            Matrix there = near.plus(-1, wt);
            assertThat(r.value(near) + there.dot(there) / (2 * tau)).isGreaterThanOrEqualTo(least - 1e-7);
        }
    }

    private static void checkDual(StructurePenalty penalty, Regularizer r, Matrix theta) {
        StructurePenalty.Sup sup = penalty.sup(TaskSideRegularizer.gram(theta).scale(1 / LAMBDA));
        Regularizer.DualTerm term = r.dual(theta);
        assertThat(term.c() * term.c()).isCloseTo(sup.c(), within(1e-7));
        assertThat(term.sup()).isCloseTo(sup.value(), within(1e-6 * (1e-3 + Math.abs(sup.value()))));
    }

    /** The mean of the tasks has eigenvalue 1 / epsMean of its own: weights alike cost lambda epsMean |w|^2. */
    @Test
    void weightsAlikeCostTheMeanAlone() {
        StructurePenalty penalty = Relations.clustered(2, 0.7, 1, 10).penalty(Names.numbered("t", 4), LAMBDA);
        Regularizer.Proximal r = (Regularizer.Proximal) Regularizer.of(penalty, LAMBDA, 4, 3);
        Matrix same = Matrix.of(new double[] {1, -2, 0.5}).selectRows(0, 0, 0, 0);
        double cost = LAMBDA * 0.7 * same.dot(same);
        assertThat(r.value(same)).isCloseTo(cost, within(1e-9));
        Matrix out = Matrix.zeros(4, 3);
        // g = 1 / 0.7, kappa = 2 lambda tau: shrunk by g / (g + kappa)
        double ratio = (1 / 0.7) / (1 / 0.7 + 2 * LAMBDA * 0.5);
        assertThat(r.proxInto(out, same, 0.5)).isCloseTo(cost * ratio * ratio, within(1e-9));
        assertThat(out.plus(-ratio, same).maxAbs()).isLessThan(1e-12);
        assertThat(r.dual(same).sup()).isCloseTo(same.dot(same) / 0.7 / LAMBDA, within(1e-9));
    }

    /** MATH: with p = 1 the penalty is 2 sqrt(lambda rho) times the trace norm: singular values shrink by tau times that. */
    @Test
    void theTraceNormShrinksSingularValues() {
        StructurePenalty penalty =
                Relations.schatten(1, OptionalDouble.of(0.4)).penalty(Names.numbered("t", 3), LAMBDA);
        Matrix wt = Matrix.of(new double[] {3, 0}, new double[] {0, 1}, new double[] {0, 0});
        Regularizer.Proximal r = (Regularizer.Proximal) Regularizer.of(penalty, LAMBDA, 3, 2);
        double slope = 2 * Math.sqrt(LAMBDA * 0.4);
        assertThat(r.value(wt)).isCloseTo(slope * 4, within(1e-12));
        Matrix out = Matrix.zeros(3, 2);
        double tau = 2;
        assertThat(r.proxInto(out, wt, tau)).isCloseTo(slope * (3 - tau * slope), within(1e-12));
        assertThat(out.get(0, 0)).isCloseTo(3 - tau * slope, within(1e-12));
        assertThat(out.get(1, 1)).isZero();
    }

    /** MATH: W -> A (A + 2 lambda tau I)^-1 W, for a length of step that changes from call to call. */
    @Test
    void aKnownStructureShrinksByItsMatrix() {
        Relation relation = Relations.mean(2);
        StructurePenalty penalty = relation.penalty(Names.numbered("t", 3), LAMBDA);
        Matrix a = penalty.step(Matrix.zeros(3, 3), 0);
        Matrix wt = random(new Random(4), 3, 2);
        Regularizer.Proximal r = (Regularizer.Proximal) Regularizer.of(penalty, LAMBDA, 3, 2);
        LinearAlgebra algebra = LinearAlgebra.best();
        for (double tau : new double[] {1, 0.1, 1}) {
            Matrix out = Matrix.zeros(3, 2);
            r.proxInto(out, wt, tau);
            Matrix back = algebra.multiply(a.plusDiagonal(2 * LAMBDA * tau), out);
            // (A + kappa I) commutes with A
            assertThat(back.plus(-1, algebra.multiply(a, wt)).maxAbs()).isLessThan(1e-13);
        }
    }

    /** Steps on A from call to call: at rest they are the shifted structure step, and the cost is that of their A. */
    @Test
    void sparseStepsSettleAtTheirFixedPoint() {
        EntrywisePenalty penalty =
                (EntrywisePenalty) Relations.sparse(0.6, 1e-3).penalty(Names.numbered("t", 4), LAMBDA);
        for (int dim : new int[] {2, 7}) {
            Matrix wt = random(new Random(5), 4, dim);
            SparseRegularizer r = new SparseRegularizer(penalty, LAMBDA, 4);
            Matrix start = r.structure(wt);
            assertThat(start.rows()).isEqualTo(4);
            Matrix out = Matrix.zeros(4, dim);
            double cost = 0;
            for (int k = 0; k < 400; k++) {
                cost = r.proxInto(out, wt, 0.5);
            }
            assertThat(cost).isCloseTo(r.value(out), within(1e-6 * cost));
            double kappa = 2 * LAMBDA * 0.5;
            Matrix a = r.structure(out);
            LinearAlgebra algebra = LinearAlgebra.best();
            Matrix moved =
                    algebra.multiply(a, algebra.cholesky(a.plusDiagonal(kappa)).solve(wt));
            assertThat(out.plus(-1, moved).maxAbs()).isLessThan(1e-10);
            Matrix apart = out.plus(-1, wt);
            double least = cost + apart.dot(apart) / (2 * 0.5);
            Random random = new Random(6);
            for (int k = 0; k < 10; k++) {
                Matrix near = out.plus(0.1, random(random, 4, dim));
                Matrix there = near.plus(-1, wt);
                double value = penalty.reduced(TaskSideRegularizer.gram(near));
                assertThat(value + there.dot(there) / (2 * 0.5)).isGreaterThanOrEqualTo(least - 1e-5);
            }
        }
    }

    @Test
    void everyPenaltyFindsItsKind() {
        List<String> tasks = Names.numbered("t", 3);
        assertThat(Regularizer.of(Relations.schatten(1).penalty(tasks, LAMBDA), LAMBDA, 3, 2))
                .isInstanceOf(SpectralRegularizer.class);
        assertThat(Regularizer.of(Relations.mean(1).penalty(tasks, LAMBDA), LAMBDA, 3, 2))
                .isInstanceOf(FixedRegularizer.class);
    }
}
