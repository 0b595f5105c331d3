package dev.kith.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Names;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.structure.penalty.SparseDescent;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.penalty.StructurePenalty;
import dev.kith.structure.sparse.SparsePenalty;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StructurePenaltiesTest {
    private static double sum(Matrix a, java.util.function.DoubleUnaryOperator f) {
        SymmetricEigen eigen = LinearAlgebra.best().eigen(a);
        return IntStream.range(0, eigen.size())
                .mapToDouble(k -> f.applyAsDouble(eigen.value(k)))
                .sum();
    }

    private abstract static class Powers extends SpectralPenaltyContract {
        abstract double p();

        abstract double rho();

        @Override
        protected Relation relation() {
            return new Schatten(p(), OptionalDouble.of(rho()));
        }

        @Override
        protected double cost(Matrix a) {
            return rho() * sum(a, g -> Math.pow(Math.max(0, g), p()));
        }

        @Override
        protected Matrix feasible() {
            return positive();
        }
    }

    @Nested
    class TraceNorm extends Powers {
        @Override
        double p() {
            return 1;
        }

        @Override
        double rho() {
            return 0.4;
        }

        @Override
        protected double factor(double largest) {
            return Math.min(1, rho() / largest);
        }
    }

    @Nested
    class OutputKernel extends Powers {
        @Override
        double p() {
            return 2;
        }

        @Override
        double rho() {
            return 1.3;
        }
    }

    @Nested
    class SchattenThreeHalves extends Powers {
        @Override
        double p() {
            return 1.5;
        }

        @Override
        double rho() {
            return LAMBDA;
        }
    }

    private abstract static class Norms extends SpectralPenaltyContract {
        private static final double RHO = 0.8;

        abstract double p();

        @Override
        protected Relation relation() {
            return new SchattenNorm(p(), OptionalDouble.of(RHO));
        }

        @Override
        protected double cost(Matrix a) {
            return RHO * Math.pow(sum(a, g -> Math.pow(Math.max(0, g), p())), 1 / p());
        }

        @Override
        protected Matrix feasible() {
            return positive();
        }

        /** The sup is finite where the dual norm of M is at most rho. */
        @Override
        protected void theDualPointIsScaledNoFurtherThanNeedBe() {
            Matrix m = positive().scale(10);
            double dual = p() / (p() - 1);
            double norm = Math.pow(sum(m, g -> Math.pow(Math.max(0, g), dual)), 1 / dual);
            assertThat(penalty().sup(m).c()).isCloseTo(Math.min(1, RHO / norm), within(1e-9));
            assertThat(penalty().sup(m.scale(0.9 * RHO / norm)).c()).isEqualTo(1);
        }
    }

    @Nested
    class NormOfNearlyTheTrace extends Norms {
        @Override
        double p() {
            return 1.1;
        }
    }

    @Nested
    class FrobeniusNorm extends Norms {
        @Override
        double p() {
            return 2;
        }
    }

    @Nested
    class NormOfTheLargest extends Norms {
        @Override
        double p() {
            return 9;
        }
    }

    /** At p = 1 norm and sum of powers are the same penalty. */
    @Test
    void theNormOfPowerOneIsTheTraceNorm() {
        Matrix s = Matrix.of(new double[] {2, 0.5, 0}, new double[] {0.5, 1, 0}, new double[] {0, 0, 0.1});
        var norm = new SchattenNorm(1, OptionalDouble.empty()).penalty(Names.numbered("t", 3), 0.3);
        var trace = new Schatten(1).penalty(Names.numbered("t", 3), 0.3);
        assertThat(norm.reduced(s)).isCloseTo(trace.reduced(s), within(1e-14));
        for (double kappa : new double[] {0, 0.2}) {
            assertThat(norm.step(s, kappa).plus(-1, trace.step(s, kappa)).maxAbs())
                    .isLessThan(1e-14);
        }
        assertThat(norm.sup(s).c()).isCloseTo(trace.sup(s).c(), within(1e-13));
    }

    @Nested
    class LogDeterminant extends SpectralPenaltyContract {
        private static final double MU = 1.7;
        private static final double RHO = 0.9;

        @Override
        protected Relation relation() {
            return new LogDet(MU, OptionalDouble.of(RHO));
        }

        @Override
        protected double cost(Matrix a) {
            return RHO * sum(a, g -> MU * g - Math.log(g));
        }

        @Override
        protected Matrix feasible() {
            return positive();
        }

        /** The sup grows without bound at rho mu: the point stays a hundredth below. */
        @Override
        protected double factor(double largest) {
            return Math.min(1, 0.99 * RHO * MU / largest);
        }

        @Test
        void aTaskWithoutSignalKeepsOneOverMu() {
            Matrix a = penalty().step(Matrix.diagonal(1, 2, 3, 0), 0);
            assertThat(a.get(3, 3)).isCloseTo(1 / MU, within(1e-12));
        }
    }

    @Nested
    class TraceOne extends SpectralPenaltyContract {
        @Override
        protected Relation relation() {
            return new TraceConstrained();
        }

        @Override
        protected double cost(Matrix a) {
            assertThat(a.trace()).isCloseTo(1, within(1e-9));
            return 0;
        }

        @Override
        protected Matrix feasible() {
            Matrix a = positive();
            return a.scale(1 / a.trace());
        }
    }

    /** Solvers see E = A (I + r A)^-1, users A, of trace 1. */
    @Nested
    class TraceOneAndRidge extends SpectralPenaltyContract {
        private static final double LAMBDA1 = 1.1;
        private static final double R = LAMBDA1 / LAMBDA;

        @Override
        protected Relation relation() {
            return new TraceConstrained(LAMBDA1);
        }

        private Matrix effective(Matrix a) {
            return LinearAlgebra.best().eigen(a).rebuild(g -> Math.max(0, g) / (1 + R * Math.max(0, g)));
        }

        @Override
        protected double cost(Matrix e) {
            assertThat(penalty().shown(e).trace()).isCloseTo(1, within(1e-7));
            return 0;
        }

        @Override
        protected Matrix feasible() {
            Matrix a = positive();
            return effective(a.scale(1 / a.trace()));
        }

        @Override
        protected Matrix mix(Matrix a, Matrix b, double share) {
            return effective(super.mix(penalty().shown(a), penalty().shown(b), share));
        }

        @Test
        void usersAreShownTheMatrixOfTraceOne() {
            Matrix a = positive();
            Matrix one = a.scale(1 / a.trace());
            assertThat(penalty().shown(effective(one)).plus(-1, one).maxAbs()).isLessThan(1e-12);
        }
    }

    @Nested
    class Clusters extends SpectralPenaltyContract {
        static final double MEAN = 2;
        static final double BETWEEN = 0.5;
        static final double WITHIN = 4;

        @Override
        protected Relation relation() {
            return new Clustered(2, MEAN, BETWEEN, WITHIN);
        }

        /** One direction of the three at 1/epsBetween, two at 1/epsWithin: what is shared may be shared otherwise. */
        @Override
        protected double cost(Matrix a) {
            double ones = Matrix.zeros(TASKS, TASKS).map(zero -> 1.0 / TASKS).dot(a);
            assertThat(ones).isCloseTo(1 / MEAN, within(1e-9));
            assertThat(a.trace()).isCloseTo(1 / MEAN + 2 / WITHIN + 1 / BETWEEN, within(1e-9));
            SymmetricEigen eigen = LinearAlgebra.best().eigen(a);
            assertThat(eigen.value(0)).isGreaterThanOrEqualTo(1 / WITHIN - 1e-9);
            assertThat(eigen.value(TASKS - 1)).isLessThanOrEqualTo(1 / BETWEEN + 1e-9);
            return 0;
        }

        @Override
        protected Matrix feasible() {
            Matrix ones = Matrix.zeros(TASKS, TASKS).map(zero -> 1.0 / TASKS);
            Matrix free = Matrix.identity(TASKS).plus(-1, ones);
            LinearAlgebra algebra = LinearAlgebra.best();
            Matrix cut = algebra.multiply(algebra.multiply(free, positive()), free);
            SymmetricEigen eigen = algebra.eigen(cut.plus(1e3, ones).symmetrized());
            double share = random.nextDouble();
            double[] levels = {
                1 / WITHIN + share * (1 / BETWEEN - 1 / WITHIN),
                1 / WITHIN,
                1 / WITHIN + (1 - share) * (1 / BETWEEN - 1 / WITHIN),
                1 / MEAN
            };
            Matrix scaled = algebra.multiply(eigen.vectors(), Matrix.diagonal(levels));
            return algebra.multiplyTransposeB(scaled, eigen.vectors()).symmetrized();
        }

        @Test
        void parametersMustBeInOrder() {
            assertThatThrownBy(() -> new Clustered(0, 1, 1, 1))
                    .hasMessage("clusters must be a whole number >= 1, got 0");
            assertThatThrownBy(() -> new Clustered(1, 0, 1, 1))
                    .hasMessage("epsMean must be a finite number > 0, got 0.0");
            assertThatThrownBy(() -> new Clustered(1, 1, Double.NaN, 1))
                    .hasMessage("epsBetween must be a finite number > 0, got NaN");
            assertThatThrownBy(() -> new Clustered(1, 1, 2, 1))
                    .hasMessage("epsWithin must be a finite number >= epsBetween = 2.0, got 1.0");
            assertThatThrownBy(() -> new Clustered(1, 1, 2, Double.POSITIVE_INFINITY))
                    .hasMessage("epsWithin must be a finite number >= epsBetween = 2.0, got Infinity");
            assertThatThrownBy(() -> new Clustered(5, 1, 1, 1).penalty(Names.numbered("t", 4), 1))
                    .hasMessage("clusters must be at most the number of tasks, 4, got 5");
            assertThat(new Clustered(4, 1, 1, 1)
                            .penalty(Names.numbered("t", 4), 1)
                            .reduced(Matrix.identity(4)))
                    .isCloseTo(4, within(1e-12));
        }
    }

    /** Two of the three free directions may be high: with fewer signals than that the rest of the trace is free. */
    @Nested
    class MoreClustersThanSignals {
        @Test
        void theTraceIsUsedUp() {
            SpectralPenalty penalty = (SpectralPenalty) new Clustered(3, 1, 0.5, 4).penalty(Names.numbered("t", 4), 1);
            // one signal at 1/epsBetween; 1/epsWithin and half of what is left for the two others, one of them left out
            for (double kappa : new double[] {0, 0.5}) {
                double[] g = new double[3];
                penalty.writeStep(new double[] {0, 2, 0}, kappa, g);
                assertThat(g).containsExactly(1.125, 2, 1.125);
                double[] few = new double[2];
                penalty.writeStep(new double[] {0, 2}, kappa, few);
                assertThat(few).containsExactly(1.125, 2);
            }
            assertThat(penalty.reduced(new double[] {2})).isEqualTo(1);
        }
    }

    @Nested
    class Sparse extends StructurePenaltyContract {
        private static final double MU = 0.6;
        private static final double EPS = 0.05;

        @Override
        protected Relation relation() {
            return new SparseRelations(MU, EPS);
        }

        @Override
        protected double cost(Matrix a) {
            double absolute = 0;
            for (double x : a.data()) {
                absolute += Math.abs(x);
            }
            return LAMBDA * (EPS * inverse(a).trace() + MU * a.trace() + (1 - MU) * absolute);
        }

        @Override
        protected Matrix feasible() {
            return positive();
        }

        /** How far the point must be scaled depends on all of M: only bounds are known. */
        @Override
        @Test
        protected void theDualPointIsScaledNoFurtherThanNeedBe() {
            Matrix small = positive().scale(1e-3);
            assertThat(penalty().sup(small).c()).isEqualTo(1);
            Matrix large = positive().plusDiagonal(100);
            assertThat(penalty().sup(large).c() * large.maxAbs()).isLessThanOrEqualTo(LAMBDA * (1 + 1e-9));
        }

        @Test
        void stepsAreCountedAndStartWhereTheLastOneEnded() {
            SparsePenalty penalty = (SparsePenalty) penalty();
            Matrix s = positive();
            assertThat(penalty.work()).isZero();
            Matrix first = penalty.step(s, 0);
            long taken = penalty.work();
            assertThat(taken).isPositive();
            Matrix second = penalty.step(s, 0);
            assertThat(penalty.work() - taken).isLessThanOrEqualTo(taken);
            assertThat(second.plus(-1, first).maxAbs()).isLessThan(1e-4);
            assertThat(penalty.weight()).isCloseTo(LAMBDA * (1 - MU), within(1e-15));
        }

        @Test
        void theSmoothPartIsAllButTheAbsoluteValues() {
            SparsePenalty penalty = (SparsePenalty) penalty();
            Matrix a = positive();
            Matrix f = Matrix.zeros(TASKS, 2).map(zero -> random.nextGaussian());
            Matrix gram = LinearAlgebra.best().multiplyTransposeB(f, f);
            for (double kappa : new double[] {0, 0.4}) {
                SparseDescent.Value value = penalty.smoothPart(a, f, kappa).orElseThrow();
                double expected = LAMBDA * inverse(a.plusDiagonal(kappa)).dot(gram) + cost(a);
                assertThat(value.objective(penalty.weight())).isCloseTo(expected, within(1e-9 * expected));
                Matrix direction = positive().scale(1e-6);
                double up = penalty.smoothPart(a.plus(1, direction), f, kappa)
                        .orElseThrow()
                        .smooth();
                double down = penalty.smoothPart(a.plus(-1, direction), f, kappa)
                        .orElseThrow()
                        .smooth();
                double slope = value.gradient().dot(direction);
                assertThat((up - down) / 2).isCloseTo(slope, within(1e-4 * Math.abs(slope) + 1e-12));
            }
            assertThat(penalty.smoothPart(Matrix.diagonal(1, 1, 1, -1), f, 0)).isEmpty();
        }

        @Test
        void parametersAreChecked() {
            assertThatThrownBy(() -> new SparseRelations(1.1))
                    .hasMessage("mu must be a number between 0 and 1, got 1.1");
            assertThatThrownBy(() -> new SparseRelations(-0.1))
                    .hasMessage("mu must be a number between 0 and 1, got -0.1");
            assertThatThrownBy(() -> new SparseRelations(0.5, 0))
                    .hasMessage("eps must be a finite number > 0, got 0.0");
            assertThat(new SparseRelations(0).eps()).isEqualTo(Relations.SPARSE_EPS);
            assertThat(new SparseRelations(1).mu()).isEqualTo(1);
        }
    }

    /** A cycle of four tasks, which no triangle fills: the pattern is not chordal. */
    @Nested
    class Pattern extends StructurePenaltyContract {
        private static final double MU = 0.4;
        private static final double RHO = 0.3;
        private static final List<TaskGraph.Edge> CYCLE = List.of(
                new TaskGraph.Edge("t1", "t3", 1),
                new TaskGraph.Edge("t3", "t4", 2),
                new TaskGraph.Edge("t4", "t2", 1),
                new TaskGraph.Edge("t2", "t1", 1),
                new TaskGraph.Edge("t1", "t4", 0));

        @Override
        protected Relation relation() {
            return new LogDet(MU, OptionalDouble.of(RHO), Optional.of(new TaskGraph(CYCLE)));
        }

        @Override
        protected double cost(Matrix a) {
            for (int t = 0; t < TASKS; t++) {
                if (a.get(t, TASKS - 1 - t) != 0) {
                    return Double.POSITIVE_INFINITY;
                }
            }
            return RHO * (MU * a.trace() - LinearAlgebra.best().cholesky(a).logDet());
        }

        @Override
        protected Matrix feasible() {
            Matrix a = positive();
            for (int t = 0; t < TASKS; t++) {
                a.set(t, TASKS - 1 - t, 0);
            }
            double least = LinearAlgebra.best().eigen(a).value(0);
            return least > 0 ? a : a.plusDiagonal(0.1 - least);
        }

        /** How far the point must be scaled depends on all of M: only bounds are known. */
        @Override
        @Test
        protected void theDualPointIsScaledNoFurtherThanNeedBe() {
            assertThat(penalty().sup(positive().scale(1e-3)).c()).isEqualTo(1);
            Matrix large = positive().plusDiagonal(100);
            StructurePenalty.Sup sup = penalty().sup(large);
            for (int t = 0; t < TASKS; t++) {
                assertThat(sup.c() * large.get(t, t)).isLessThan(RHO * MU);
            }
        }

        @Test
        void theRelationSaysItsPattern() {
            assertThat(relation().namesTasks()).isTrue();
            assertThat(relation().parameters())
                    .containsEntry("pattern", "edges:t1,t3;t3,t4;t4,t2;t2,t1")
                    .containsEntry("mu", "0.4");
            assertThat(Relations.make("logdet", relation().parameters())).isEqualTo(relation());
            assertThat(Relations.logDet(1).parameters()).doesNotContainKey("pattern");
            assertThat(Relations.logDet(1).namesTasks()).isFalse();
            assertThatThrownBy(() -> relation().penalty(List.of("t1", "t2"), LAMBDA))
                    .hasMessageContaining("unknown task 't3'");
        }
    }

    @Test
    void namesAndDefaultsAreThoseUsersWrite() {
        assertThat(new Schatten(1).name()).isEqualTo("mtfl");
        assertThat(new Schatten(2).name()).isEqualTo("okl");
        assertThat(new Schatten(3).name()).isEqualTo("schatten");
        assertThat(new LogDet(1).name()).isEqualTo("logdet");
        assertThat(new TraceConstrained().name()).isEqualTo("mtrl");
        assertThat(new Clustered(1, 1, 1, 1).name()).isEqualTo("cluster");
        assertThat(new SparseRelations(1).name()).isEqualTo("sparse");
        assertThat(new LearnedLaplacian(1, 1).name()).isEqualTo("learned-graph");
    }

    /** rho left out is lambda. */
    @Test
    void rhoFollowsLambda() {
        Matrix s = Matrix.diagonal(1, 2, 3);
        for (double lambda : new double[] {0.1, 5}) {
            OptionalDouble rho = OptionalDouble.of(lambda);
            assertThat(new Schatten(1).penalty(Names.numbered("t", 3), lambda).reduced(s))
                    .isEqualTo(new Schatten(1, rho)
                            .penalty(Names.numbered("t", 3), lambda)
                            .reduced(s));
            assertThat(new LogDet(2).penalty(Names.numbered("t", 3), lambda).reduced(s))
                    .isEqualTo(new LogDet(2, rho)
                            .penalty(Names.numbered("t", 3), lambda)
                            .reduced(s));
        }
    }

    @Test
    void parametersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new Schatten(0.9)).hasMessage("p must be a finite number >= 1, got 0.9");
        assertThatThrownBy(() -> new Schatten(Double.POSITIVE_INFINITY))
                .hasMessage("p must be a finite number >= 1, got Infinity");
        assertThatThrownBy(() -> new Schatten(1, OptionalDouble.of(0)))
                .hasMessage("rho must be a finite number > 0, got 0.0");
        assertThatThrownBy(() -> new LogDet(-1)).hasMessage("mu must be a finite number > 0, got -1.0");
        assertThatThrownBy(() -> new LogDet(1, OptionalDouble.of(Double.NaN)))
                .hasMessage("rho must be a finite number > 0, got NaN");
        assertThatThrownBy(() -> new TraceConstrained(-1)).hasMessage("lambda1 must be a finite number >= 0, got -1.0");
        assertThat(new TraceConstrained(0).lambda1()).isZero();
    }
}
