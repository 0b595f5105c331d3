package dev.kith.convex.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.basis.FeatureRows;
import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.data.Names;
import dev.kith.kernel.PreciseRows;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.StructurePenalty;
import dev.kith.structure.sparse.SparsePenalty;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of factors, expansions and bounds of penalties: as stated, and no less than what they stand for. */
class BoundErrorsTest {
    private static final double LAMBDA = 0.3;

    private static Twofold[][] diagonal(double... values) {
        Twofold[][] s = new Twofold[values.length][values.length];
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < values.length; j++) {
                s[i][j] = i == j ? Twofold.of(values[i]) : Twofold.ZERO;
            }
        }
        return s;
    }

    /**
     * Pivots at or below 8 n^2 (trace 2^-98 + error) are not used; they and n times that floor are the error's square. Where all
     * are used, the error is that of S over the smallest singular value, if that is less.
     */
    @Test
    void whatAFactorLeavesOutIsItsError() {
        Factor factor = Factor.of(diagonal(4, 0.001, 9), 0.01);
        double floor = 8 * 9 * 0.01;
        assertThat(factor.values().get(2, 0)).isEqualTo(3);
        assertThat(factor.values().get(0, 1)).isEqualTo(2);
        assertThat(factor.values().get(1, 2)).isZero();
        assertThat(factor.error()).isCloseTo(Math.sqrt(3 * floor + 0.001), within(1e-12));
        Factor exact = Factor.of(diagonal(1e40, 4e40), 0);
        double rounding = Math.sqrt(5e40) * 0x1p-52;
        double left = 2 * 8.0 * 4 * 5e40 * 0x1p-98 / Math.sqrt(1e40);
        assertThat(exact.error()).isCloseTo(left + rounding, within(1e-9 * left));
        assertThat(Factor.of(diagonal(4, 9), 0.01).error()).isCloseTo(2 * 0.01 / 2, within(1e-9));
        assertThat(Factor.of(diagonal(4, 3), 0.1).error())
                .as("too near to 0 to be told from it")
                .isCloseTo(Math.sqrt(2 * 8 * 4 * 0.1 + 3), within(1e-9));
    }

    /** Every F + E with F F' within the error of S is what the bound is about: here the farthest. */
    @Test
    void noFactorOfANearbyMatrixIsFurtherThanTheError() {
        double off = 1e-3;
        Factor factor = Factor.of(diagonal(4, 0.25), off);
        double moved = Math.abs(Math.sqrt(0.25 - off) - 0.5) + Math.abs(Math.sqrt(4 - off) - 2);
        assertThat(factor.error()).isGreaterThan(moved).isLessThan(4 * moved);
    }

    @Test
    void dividingAFactorAddsItsRounding() {
        Factor divided = new Factor(Matrix.of(new double[][] {{3, 4}, {6, 8}}), 0).dividedByRows(new double[] {1, 2});
        assertThat(divided.values()).isEqualTo(Matrix.of(new double[][] {{3, 4}, {3, 4}}));
        assertThat(divided.error()).isCloseTo(Math.sqrt(50) * 0x1p-52, within(1e-24));
    }

    @Test
    void expansionsKnowTheirLargestValueAndTheirReach() {
        Matrix x = Matrix.of(new double[][] {{1, -2}, {-6, 0.5}});
        FeatureExpansion table = new FeatureExpansion(x, 0.25);
        assertThat(table.largest()).isEqualTo(6);
        assertThat(table.reach()).isCloseTo(6 * Math.sqrt(2), within(1e-12));
        assertThat(table.error()).isEqualTo(0.25);
        double[] scale = {2, 0.25};
        SparseRows sparse =
                new SparseRows(2, new int[] {0, 2, 4}, new int[] {0, 1, 0, 1}, new double[] {1, -2, -6, 0.5});
        for (FeatureRows rows : new FeatureRows[] {new FeatureRows.Dense(x), new FeatureRows.Sparse(sparse)}) {
            LinearExpansion linear = new LinearExpansion(rows, scale);
            assertThat(linear.largest()).isEqualTo(6);
            assertThat(linear.reach()).as("(6/2, 2/0.25)").isCloseTo(Math.hypot(3, 8), within(1e-12));
            Expansion.Multipliers theta =
                    new Expansion.Multipliers(new double[] {1, 3}, new double[2], new int[2], new int[] {0, 1}, 1);
            Factor dual = linear.dual(theta, Matrix.zeros(1, 2), Matrix.zeros(1, 2), 0);
            double expected = Math.hypot(TwofoldSum.error(2, 24) / 2, TwofoldSum.error(2, 8) / 0.25);
            assertThat(dual.error()).isCloseTo(expected, within(1e-6 * expected));
        }
        KernelExpansion kernel = new KernelExpansion(rows(x, 0.5), 2, 2);
        kernel.open(0);
        assertThat(kernel.largest()).isEqualTo(2);
        kernel.open(1);
        kernel.open(0);
        assertThat(kernel.largest()).isEqualTo(6);
        assertThat(kernel.reach()).isCloseTo(Math.sqrt(6), within(1e-12));
        assertThat(kernel.error()).isEqualTo(0.5);
    }

    private static PreciseRows rows(Matrix values, double error) {
        return new PreciseRows() {
            @Override
            public void row(int i, double[] hi, double[] lo) {
                for (int j = 0; j < values.cols(); j++) {
                    hi[j] = values.get(i, j);
                    lo[j] = 0x1p-60 * values.get(i, j);
                }
            }

            @Override
            public double error() {
                return error;
            }
        };
    }

    /** Values are hi + lo: both parts count in sums, in scattered ones and in C K C'. */
    @Test
    void bothPartsOfPreciseValuesCount() {
        Matrix x = Matrix.of(new double[][] {{2, -1}, {-1, 3}});
        KernelExpansion kernel = new KernelExpansion(rows(x, 0), 2, 2);
        kernel.open(1);
        TwofoldSum sum = new TwofoldSum();
        kernel.addInto(sum, new double[] {7, 10, 4}, 1);
        assertThat(sum.value().hi()).isEqualTo(2);
        assertThat(sum.value().lo()).isEqualTo(0x1p-59);
        double[] hi = new double[3];
        double[] lo = new double[3];
        kernel.scatter(new Twofold(4, 0x1p-58), hi, lo, 1);
        assertThat(hi).containsExactly(0, -4, 12);
        assertThat(lo[1]).isEqualTo(-0x1p-58 - 4 * 0x1p-60);
        assertThat(lo[2]).isEqualTo(3 * 0x1p-58 + 12 * 0x1p-60);
    }

    /** n + 1 and n - 1 with n^2 near 2^106 keep, hi and lo together, what a double would lose. */
    @Test
    void scatteredSumsLoseNothing() {
        double[] hi = new double[1];
        double[] lo = new double[1];
        double large = 0x1p53 + 2;
        Expansion.accumulate(hi, lo, 0, large, 0, large);
        Expansion.accumulate(hi, lo, 0, -0x1p53, 0, 0x1p53);
        Expansion.accumulate(hi, lo, 0, -0x1p53, 0, 4);
        assertThat(hi[0] + lo[0]).isEqualTo(4);
        Expansion.accumulate(hi, lo, 0, 1, 0.5, 3);
        assertThat(hi[0] + lo[0]).isEqualTo(8.5);
    }

    /** Kernel values known to 0.001 only: C K C' is off by that times (sum |c|)^2. */
    @Test
    void errorsOfKernelValuesReachThePenaltyAndTheDual() {
        Matrix k = Matrix.of(new double[][] {{2, 0.5}, {0.5, 1}});
        KernelExpansion kernel = new KernelExpansion(rows(k, 0.001), 2, 2);
        Matrix c = Matrix.of(new double[][] {{1, -3}, {2, 0.5}});
        Factor factor = kernel.penalty(c, new double[] {1, 1});
        double smallest = smallest(Matrix.of(new double[][] {{8, -0.25}, {-0.25, 9.25}}));
        double expected = 2 * 0.001 * 16 / Math.sqrt(smallest);
        assertThat(factor.error()).isGreaterThan(expected).isLessThan(expected + 1e-9);
        Expansion.Multipliers theta =
                new Expansion.Multipliers(new double[] {1, -2}, new double[2], new int[] {0, 1}, new int[] {0, 1}, 2);
        Matrix sums = Matrix.of(new double[][] {{2, 0.5}, {-1, -2}});
        Factor dual = kernel.dual(theta, sums, Matrix.zeros(2, 2), 0.01);
        assertThat(dual.error())
                .isCloseTo(
                        2 * 0.01 * 3 / Math.sqrt(smallest(Matrix.of(new double[][] {{2, -1}, {-1, 4}}))), within(1e-9));
    }

    private static double smallest(Matrix s) {
        return LinearAlgebra.best().eigen(s).value(0);
    }

    /** Landmarks: the error of the sums over the root of the smallest eigenvalue, and none where that may be 0. */
    @Test
    void landmarksDivideErrorsByTheirSmallestEigenvalue() {
        Matrix zz = Matrix.of(new double[][] {{4, 0}, {0, 0.25}});
        Expansion.Multipliers theta =
                new Expansion.Multipliers(new double[] {1, -2}, new double[2], new int[] {0, 0}, new int[] {0, 1}, 1);
        Matrix sums = Matrix.of(new double[][] {{2, 0.5}});
        LandmarkExpansion phi = new LandmarkExpansion(rows(zz, 0), rows(zz, 0), 2, 2);
        Factor dual = phi.dual(theta, sums, Matrix.zeros(1, 2), 0.1);
        assertThat(dual.values().get(0, 0)).as("V'K^-1 V = 1 + 1").isCloseTo(Math.sqrt(2), within(1e-12));
        assertThat(dual.error()).isCloseTo(0.1 * Math.sqrt(2 / 0.25), within(1e-9));
        double error = 0.01;
        LandmarkExpansion off = new LandmarkExpansion(rows(zz, 0), rows(zz, error), 2, 2);
        double smallest = 0.25 - 2 * error;
        double z = 0.5 + 2; // |V_1 / 4| + |V_2 / 0.25|
        double expected = error * z * z / Math.sqrt(2) + 0.1 * Math.sqrt(2 / smallest);
        assertThat(off.dual(theta, sums, Matrix.zeros(1, 2), 0.1).error())
                .isGreaterThanOrEqualTo(expected)
                .isLessThan(expected * 1.01);
        LandmarkExpansion hopeless = new LandmarkExpansion(rows(zz, 0), rows(zz, 0.2), 2, 2);
        assertThat(hopeless.dual(theta, sums, Matrix.zeros(1, 2), 0.1).error()).isInfinite();
    }

    /** Landmarks nearly alike, condition 2e9: what Z leaves of the system is made good, to many digits more than Z has. */
    @Test
    void landmarksNearlyAlikeCostNoDigits() {
        double k = 1 - 0x1p-30;
        Matrix zz = Matrix.of(new double[][] {{1, k}, {k, 1}});
        PreciseRows exact = exactly(zz);
        LandmarkExpansion phi = new LandmarkExpansion(exact, exact, 2, 2);
        Expansion.Multipliers theta =
                new Expansion.Multipliers(new double[] {1, -2}, new double[2], new int[2], new int[] {0, 1}, 1);
        Random random = new Random(6);
        for (int trial = 0; trial < 20; trial++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            Factor dual = phi.dual(theta, Matrix.of(new double[] {a, b}), Matrix.zeros(1, 2), 0);
            // (a^2 - 2 k a b + b^2) / (1 - k^2), written without cancellation
            double value = ((a - b) * (a - b) + 2 * 0x1p-30 * a * b) / (0x1p-30 * (1 + k));
            double found = Math.pow(dual.values().get(0, 0), 2);
            assertThat(found).isCloseTo(value, within(1e-12 * Math.abs(value)));
        }
    }

    private static PreciseRows exactly(Matrix values) {
        return new PreciseRows() {
            @Override
            public void row(int i, double[] hi, double[] lo) {
                for (int j = 0; j < values.cols(); j++) {
                    hi[j] = values.get(i, j);
                    lo[j] = 0;
                }
            }

            @Override
            public double error() {
                return 0;
            }
        };
    }

    /** Structures in any unit: a rank of one stays one, and an error counts with the smallest eigenvalue that is used. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-8, 1, 1e8})
    void knownStructuresOfAnyUnit(double unit) {
        FixedBounds flat = new FixedBounds(Matrix.zeros(3, 3).map(zero -> unit), LAMBDA);
        Matrix same = Matrix.of(new double[][] {{2}, {2}, {2}});
        double value = LAMBDA * 12 / (3 * unit);
        assertThat(flat.above(same, 0)).isBetween(value, value * (1 + 1e-9));
        double off = Math.pow(Math.sqrt(value) + Math.sqrt(LAMBDA / (3 * unit)) * 0.5, 2);
        assertThat(flat.above(same, 0.5)).isCloseTo(off, within(1e-9 * off));
        double sup = 3 * unit * 12 / LAMBDA;
        assertThat(flat.dualAbove(same, 0).sup()).isBetween(sup, sup * (1 + 1e-9));
        double more = Math.pow(Math.sqrt(sup) + Math.sqrt(3 * unit / LAMBDA) * 0.5, 2);
        assertThat(flat.dualAbove(same, 0.5).sup()).isCloseTo(more, within(1e-9 * more));
        Matrix steep = Matrix.of(new double[][] {{unit, 0}, {0, 1e-9 * unit}});
        double plain = LAMBDA * (1 + 1e9) / unit;
        double found = new FixedBounds(steep, LAMBDA).above(Matrix.of(new double[][] {{1}, {1}}), 0);
        assertThat(found / plain - 1).as("condition 1e9").isBetween(0.0, 1e-12);
    }

    /** A N cancels to 0, of terms of 2^42. */
    @Test
    void whatCancelsInTheDualIsBoundedByTwiceThePrecisionOfItsTerms() {
        FixedBounds bounds = new FixedBounds(Matrix.of(new double[][] {{1, -1}, {-1, 1}}), LAMBDA);
        Matrix half = Matrix.of(new double[][] {{0x1p20}, {0x1p20}});
        assertThat(bounds.dualAbove(half, 0).sup()).isBetween(0.0, 0x1p-90 * 0x1p42 / LAMBDA);
    }

    @Test
    void theMeanOfClustersHasAnEigenvalueOfItsOwn() {
        Random random = new Random(4);
        for (double mean : new double[] {0.2, 5}) {
            StructurePenalty penalty = Relations.clustered(2, mean, 1, 10).penalty(Names.numbered("t", 4), LAMBDA);
            for (int cols : new int[] {2, 6}) {
                Matrix wt = Matrix.zeros(4, cols).map(zero -> 1 + random.nextGaussian());
                Bounds bounds = Bounds.of(penalty, LAMBDA, TaskMatrix.identity(4));
                double value = penalty.reduced(TaskSideRegularizer.gram(wt));
                assertThat(bounds.above(wt, 0)).isBetween(value, value * (1 + 1e-8));
                double sup = penalty.sup(TaskSideRegularizer.gram(wt).scale(1 / LAMBDA))
                        .value();
                assertThat(bounds.dualAbove(wt, 0).sup()).isBetween(sup * (1 - 1e-9), sup * (1 + 1e-6));
            }
        }
    }

    /** The penalty at a given A, whose inverse may be off by its condition; no bound where A may be singular. */
    @Test
    void sparseBoundsCountConditionAndError() {
        SparsePenalty penalty = (SparsePenalty) Relations.sparse(0.5, 0.01).penalty(Names.numbered("t", 2), LAMBDA);
        Matrix a = Matrix.of(new double[][] {{1, 0.2}, {0.2, 2}});
        Matrix wt = Matrix.of(new double[][] {{1, 2}, {-1, 0.5}});
        double value = penalty.smoothPart(a, wt, 0).orElseThrow().objective(penalty.weight());
        SparseBounds bounds = new SparseBounds(penalty, LAMBDA, a);
        assertThat(bounds.above(wt, 0)).isBetween(value, value * (1 + 1e-12));
        double least = LinearAlgebra.best().eigen(a).value(0);
        double off = Math.pow(Math.sqrt(value) + Math.sqrt(LAMBDA / least) * 0.3, 2);
        assertThat(bounds.above(wt, 0.3)).isBetween(off, off * (1 + 1e-12));
        double length = wt.frobeniusNorm();
        for (double error : new double[] {0, 0.3, 2}) {
            Matrix n = TaskSideRegularizer.gram(wt).plusDiagonal(2 * length * error + error * error);
            StructurePenalty.Sup sup = penalty.sup(n.scale(1 / LAMBDA));
            assertThat(bounds.dualAbove(wt, error).sup()).isCloseTo(sup.value(), within(1e-9));
            assertThat(bounds.dualAbove(wt, error).c())
                    .isLessThanOrEqualTo(Math.sqrt(sup.c()))
                    .isCloseTo(Math.sqrt(sup.c()), within(1e-9));
        }
        Matrix little = wt.scale(0.01);
        StructurePenalty.Sup whole =
                penalty.sup(TaskSideRegularizer.gram(little).scale(1 / LAMBDA));
        assertThat(whole.c()).isEqualTo(1);
        assertThat(bounds.dualAbove(little, 0).sup())
                .isGreaterThan(whole.value())
                .isCloseTo(whole.value(), within(1e-12));
        Matrix steep = Matrix.of(new double[][] {{1, 0}, {0, 1e-9}});
        double there = penalty.smoothPart(steep, wt, 0).orElseThrow().objective(penalty.weight());
        assertThat(new SparseBounds(penalty, LAMBDA, steep).above(wt, 0) / there - 1)
                .as("8 x 2 x condition 1e9")
                .isBetween(15e9 * 0x1p-52, 18e9 * 0x1p-52);
        Matrix singular = Matrix.of(new double[][] {{1, 1}, {1, 1}});
        assertThat(new SparseBounds(penalty, LAMBDA, singular).above(wt, 0)).isInfinite();
    }
}
