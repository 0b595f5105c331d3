package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.proof.Bounds;
import dev.kith.convex.proof.Factor;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.convex.weight.EntrySparsity;
import dev.kith.convex.weight.RowSparsity;
import dev.kith.convex.weight.TwoParts;
import dev.kith.convex.weight.TwoPenalties;
import dev.kith.convex.weight.WeightTerm;
import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.StructurePenalty;
import dev.kith.structure.sparse.SparsePenalty;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bounds are above what they bound, everywhere within the error they were told of, and close to it. */
class BoundsTest {
    private static final double LAMBDA = 0.3;
    private static final int TASKS = 5;

    static Stream<Relation> relations() {
        return Stream.of(
                Relations.independent(),
                Relations.mean(4),
                Relations.schatten(1),
                Relations.schatten(2),
                Relations.schatten(3.5),
                Relations.schattenNorm(1.2),
                Relations.schattenNorm(4),
                Relations.traceConstrained(),
                Relations.traceConstrained(0.2),
                Relations.clustered(2, 1, 1, 10),
                Relations.logDet(1),
                Relations.logDet(0.3),
                Relations.sparse(0.6));
    }

    private static Matrix random(Random random, int cols, int rank) {
        Matrix left = Matrix.zeros(TASKS, rank).map(x -> random.nextGaussian());
        Matrix right = Matrix.zeros(rank, cols).map(x -> random.nextGaussian());
        return LinearAlgebra.best().multiply(left, right);
    }

    private static Matrix near(Random random, Matrix m, double distance) {
        Matrix move = m.map(x -> random.nextGaussian());
        return m.plus(0.999 * distance / move.frobeniusNorm(), move);
    }

    @ParameterizedTest
    @MethodSource("relations")
    void valuesAndConjugatesAreBoundedFromAbove(Relation relation) {
        Random random = new Random(7);
        StructurePenalty penalty = relation.penalty(Names.numbered("task", TASKS), LAMBDA);
        for (int cols : new int[] {1, 3, 8}) {
            for (int rank : new int[] {1, cols}) {
                Matrix wt = random(random, cols, rank);
                Matrix a = penalty.step(TaskSideRegularizer.gram(wt), 0);
                Bounds bounds = Bounds.of(penalty, LAMBDA, TaskMatrix.of(a));
                double value = penalty.reduced(TaskSideRegularizer.gram(wt));
                assertThat(bounds.above(wt, 0))
                        .isBetween(value - 1e-7 * Math.abs(value) - 1e-9, value + 1e-6 * (1 + Math.abs(value)));
                for (double error : new double[] {1e-6, 0.1}) {
                    double there = penalty.reduced(TaskSideRegularizer.gram(near(random, wt, error)));
                    assertThat(bounds.above(wt, error)).isGreaterThanOrEqualTo(there - 1e-9 * (1 + Math.abs(there)));
                }
                if (penalty instanceof SparsePenalty) {
                    continue; // its bound is one of many: see SparseBoundTest
                }
                checkDual(
                        random,
                        Regularizer.of(penalty, LAMBDA, TASKS, cols),
                        bounds,
                        random(random, cols, rank).scale(0.1));
            }
        }
    }

    private static void checkDual(Random random, Regularizer regularizer, Bounds bounds, Matrix half) {
        Regularizer.DualTerm term = bounds.dualAbove(half, 0);
        Regularizer.DualTerm expected = regularizer.dual(half.scale(term.c()));
        assertThat(term.c()).isBetween(0.0, 1.0);
        assertThat(expected.c()).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(term.sup()).isGreaterThanOrEqualTo(expected.sup() - 1e-9 * Math.abs(expected.sup()) - 1e-12);
        assertThat(term.sup()).isLessThan(expected.sup() + 1e-5 * (1 + Math.abs(expected.sup())));
        Regularizer.DualTerm wider = bounds.dualAbove(half, 0.01);
        Regularizer.DualTerm there = regularizer.dual(near(random, half, 0.01).scale(wider.c()));
        assertThat(there.c()).isGreaterThan(1 - 1e-9);
        assertThat(wider.sup()).isGreaterThanOrEqualTo(there.sup() - 1e-9 * Math.abs(there.sup()));
    }

    static Stream<WeightTerm> terms() {
        return Stream.of(
                new RowSparsity(LAMBDA),
                new EntrySparsity(LAMBDA, 0),
                new EntrySparsity(0.4 * LAMBDA, 0.6 * LAMBDA),
                new TwoParts(LAMBDA, 0.5, TASKS, 4),
                new TwoPenalties(Relations.schatten(1), LAMBDA, LAMBDA, TASKS, 4));
    }

    @ParameterizedTest
    @MethodSource("terms")
    void penaltiesOnWeightsBoundBothSides(WeightTerm penalty) {
        Random random = new Random(3);
        Matrix wt = random(random, 4, 2);
        assertThat(penalty.above(wt, 0)).isBetween(penalty.value(wt), penalty.value(wt) * (1 + 1e-12));
        assertThat(penalty.above(wt, 0.1)).isGreaterThan(penalty.value(near(random, wt, 0.1)));
        double c = penalty.dualAbove(wt, 0.1).c();
        assertThat(penalty.dual(near(random, wt, 0.1).scale(c)).c()).isEqualTo(1);
        checkDual(random, penalty, penalty, random(random, 4, 2).scale(0.1));
    }

    /** R*(u) is the sup of u'x - R(x): no x goes above it, and the x the gradient of R* points to reaches it. */
    @ParameterizedTest
    @MethodSource("terms")
    void conjugatesAreNeverBelowWhatTheyBound(WeightTerm penalty) {
        Random random = new Random(5);
        for (int k = 0; k < 50; k++) {
            Matrix half = random(random, 4, 3).scale(0.2);
            Regularizer.DualTerm term = penalty.dual(half);
            Matrix x = Matrix.zeros(TASKS, 4);
            double prox = penalty.proxInto(x, random(random, 4, 4).scale(3), 1);
            assertThat(2 * term.c() * half.dot(x) - prox).isLessThanOrEqualTo(term.sup() + 1e-12);
        }
    }

    @Test
    void aFactorOfTwofoldNumbersKeepsZeroSingularValues() {
        Random random = new Random(9);
        Matrix low = random(random, 7, 2);
        Twofold[][] s = new Twofold[TASKS][TASKS];
        for (int i = 0; i < TASKS; i++) {
            for (int j = 0; j < TASKS; j++) {
                s[i][j] = Twofold.ZERO;
                for (int k = 0; k < 7; k++) {
                    s[i][j] = s[i][j].plus(Twofold.product(low.get(i, k), low.get(j, k)));
                }
            }
        }
        Factor factor = Factor.of(s, 0);
        Matrix again = LinearAlgebra.best().multiplyTransposeB(factor.values(), factor.values());
        Matrix expected = LinearAlgebra.best().multiplyTransposeB(low, low);
        assertThat(again.plus(-1, expected).maxAbs()).isLessThan(1e-13 * expected.maxAbs());
        assertThat(factor.error()).isLessThan(1e-12);
        assertThat(List.of(LinearAlgebra.best().svd(factor.values()).s().get(0, 2)))
                .allMatch(x -> x < 1e-13);
    }
}
