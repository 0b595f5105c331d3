package dev.kith.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Cholesky;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The answer minimises the objective of the fit as it is written down, over all tasks, trained ones fixed. */
class JointObjectiveTest {
    private static final double LAMBDA = 0.02;
    private static final int TASKS = 4;
    private static final int FEATURES = 6;

    private record Case(Relation relation, ToDoubleFunction<Matrix> penalty) {
        @Override
        public String toString() {
            return relation.toString();
        }
    }

    private static double powers(Matrix a, double p) {
        SymmetricEigen eigen = LinearAlgebra.best().eigen(a);
        double sum = 0;
        for (int j = 0; j < eigen.size(); j++) {
            sum += Math.pow(Math.max(0, eigen.value(j)), p);
        }
        return LAMBDA * sum;
    }

    private static double sparse(Matrix a, double mu, double eps) {
        double absolute = 0;
        for (double value : a.data()) {
            absolute += Math.abs(value);
        }
        Matrix inverse = LinearAlgebra.best().cholesky(a).solve(Matrix.identity(a.rows()));
        return LAMBDA * (eps * inverse.trace() + mu * a.trace() + (1 - mu) * absolute);
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(Relations.schatten(1), a -> LAMBDA * a.trace()),
                new Case(Relations.schatten(1.5), a -> powers(a, 1.5)),
                new Case(Relations.schatten(2), a -> powers(a, 2)),
                new Case(Relations.schatten(3), a -> powers(a, 3)),
                new Case(
                        Relations.logDet(2),
                        a -> LAMBDA
                                * (2 * a.trace()
                                        - LinearAlgebra.best().cholesky(a).logDet())),
                new Case(Relations.sparse(0.6, 0.01), a -> sparse(a, 0.6, 0.01)));
    }

    private static Matrix column(Matrix m, int t) {
        return Matrix.wrap(m.rows(), 1, m.column(t));
    }

    /** Everything the objective is about. */
    private record Point(Matrix w, double b, Matrix ties, double corner) {
        Point moved(SplittableRandom random, double size) {
            return new Point(
                    w.map(x -> x + size * random.nextGaussian()),
                    b + size * random.nextGaussian(),
                    ties.map(x -> x == 0 && random.nextBoolean() ? 0 : x + size * random.nextGaussian()),
                    corner + size * random.nextGaussian());
        }
    }

    private static Matrix bordered(Matrix block, Matrix border, double corner) {
        int n = block.rows();
        Matrix all = Matrix.zeros(n + 1, n + 1);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                all.set(i, j, block.get(i, j));
            }
            all.set(i, n, border.get(i, 0));
            all.set(n, i, border.get(i, 0));
        }
        all.set(n, n, corner);
        return all;
    }

    private static double loss(Dataset rows, Point at) {
        Matrix x = ((DenseInputs) rows.inputs()).values();
        Matrix z = LinearAlgebra.best().multiply(x, at.w);
        double sum = 0;
        for (int i = 0; i < z.rows(); i++) {
            double r = rows.label(i) - z.get(i, 0) - at.b;
            sum += r * r / z.rows();
        }
        return sum;
    }

    private static double objective(Case c, Dataset rows, LinearModel trained, Point at) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix a = bordered(trained.structure().orElseThrow().dense(), at.ties, at.corner);
        Matrix w = trained.weights();
        Matrix s = bordered(algebra.multiplyTransposeA(w, w), algebra.multiplyTransposeA(w, at.w), at.w.dot(at.w));
        Cholesky cholesky = algebra.cholesky(a);
        return loss(rows, at) + LAMBDA * cholesky.solve(s).trace() + c.penalty.applyAsDouble(a);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noOtherPointIsBetter(Case c) {
        Family family = new Family(21, FEATURES, TASKS);
        LinearModel trained =
                (LinearModel) family.fit(Losses.squared(), new Linear(), c.relation, LAMBDA, Family.plain());
        Dataset rows = family.newRows("new", family.truth(TASKS), 9, 1);
        LinearModel joined = (LinearModel)
                new TaskAdapter(trained, c.relation, Counting.TASK).adapt(rows).model();
        Matrix structure = joined.structure().orElseThrow().dense();
        Matrix ties = Matrix.zeros(TASKS, 1);
        for (int t = 0; t < TASKS; t++) {
            ties.set(t, 0, structure.get(t, TASKS));
        }
        Point best = new Point(
                column(joined.weights(), TASKS), joined.intercepts()[TASKS], ties, structure.get(TASKS, TASKS));
        double least = objective(c, rows, trained, best);
        SplittableRandom random = new SplittableRandom(5);
        double size = 1e-4 * best.corner;
        for (int k = 0; k < 300; k++) {
            assertThat(objective(c, rows, trained, best.moved(random, size)))
                    .as("move " + k)
                    .isGreaterThanOrEqualTo(least - 1e-11 * least);
        }
        assertThat(objective(c, rows, trained, best.moved(random, 100 * size))).isGreaterThan(least);
    }

    static Stream<Relation> leftFree() {
        return Stream.of(Relations.clustered(2, 1, 1, 10), Relations.schattenNorm(2), Relations.traceConstrained(0.3));
    }

    @ParameterizedTest
    @MethodSource("leftFree")
    void otherPenaltiesMinimiseWithTheStructureLeftFree(Relation relation) {
        Family family = new Family(22, FEATURES, TASKS);
        LinearModel trained =
                (LinearModel) family.fit(Losses.squared(), new Linear(), relation, LAMBDA, Family.plain());
        Dataset rows = family.newRows("new", family.truth(TASKS), 9, 1);
        LinearModel joined = (LinearModel)
                new TaskAdapter(trained, relation, Counting.TASK).adapt(rows).model();
        var penalty = relation.penalty(List.of("1", "2", "3", "4", "5"), LAMBDA);
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix w = trained.weights();
        ToDoubleFunction<Point> objective = at -> loss(rows, at)
                + penalty.reduced(bordered(
                        algebra.multiplyTransposeA(w, w), algebra.multiplyTransposeA(w, at.w), at.w.dot(at.w)));
        Point best = new Point(column(joined.weights(), TASKS), joined.intercepts()[TASKS], Matrix.zeros(TASKS, 1), 1);
        double least = objective.applyAsDouble(best);
        SplittableRandom random = new SplittableRandom(6);
        for (int k = 0; k < 300; k++) {
            assertThat(objective.applyAsDouble(best.moved(random, 1e-4)))
                    .as("move " + k)
                    .isGreaterThanOrEqualTo(least - 1e-11 * least);
        }
    }
}
