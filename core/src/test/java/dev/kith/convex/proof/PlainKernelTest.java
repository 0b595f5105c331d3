package dev.kith.convex.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Scaled;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kernel values and sums in doubles against the same in twice the precision: true, and nearly as sharp. */
class PlainKernelTest {
    private static final int TASKS = 5;
    private static final int DIM = 3;
    /** More than one block of rows, the last one not full. */
    private static final int N = 300;

    private static final double LAMBDA = 0.1;
    private static final Gaussian KERNEL = new Gaussian(1.3);

    /** Which labels the inputs have. */
    private enum Labels {
        ONE_EACH,
        SEVERAL,
        WEIGHTED
    }

    private static Dataset data(Labels labels) {
        SplittableRandom random = new SplittableRandom(8);
        Matrix x = Matrix.zeros(N, DIM).map(zero -> random.nextGaussian());
        // inputs that occur twice: K is singular
        System.arraycopy(x.data(), 0, x.data(), 40 * DIM, 20 * DIM);
        List<String> names = Names.numbered("t", TASKS);
        if (labels == Labels.SEVERAL) {
            Matrix y = Matrix.zeros(N, TASKS).map(zero -> random.nextInt(3) > 0 ? random.nextGaussian() : Double.NaN);
            return Dataset.ofWide(DenseInputs.of(x), names, y);
        }
        int[] task = new int[N];
        Arrays.setAll(task, i -> i % TASKS);
        double[] y = random.doubles(N).toArray();
        Dataset data = Dataset.ofLong(DenseInputs.of(x), names, task, y);
        return labels == Labels.WEIGHTED
                ? data.withWeights(
                        random.doubles(N, 0, 3).map(w -> w < 0.5 ? 0 : w).toArray())
                : data;
    }

    /** Coefficients of no form, of fewer directions than tasks, and of the form of an exact minimum. */
    private enum Form {
        ANY,
        LOW_RANK,
        TIED
    }

    private static Matrix coefficients(Form form) {
        SplittableRandom random = new SplittableRandom(3);
        Matrix any = Matrix.zeros(TASKS, N).map(zero -> random.nextGaussian());
        Matrix a = Matrix.zeros(TASKS, 2).map(zero -> random.nextGaussian());
        if (form == Form.ANY) {
            return any;
        }
        LinearAlgebra algebra = LinearAlgebra.pureJava();
        if (form == Form.LOW_RANK) {
            return algebra.multiply(a, any.selectRows(0, 1));
        }
        Matrix square = algebra.multiplyTransposeB(a, a);
        Matrix c = Matrix.zeros(TASKS, N);
        for (int i = 0; i < N; i++) {
            for (int t = 0; t < TASKS; t++) {
                c.set(t, i, square.get(t, i % TASKS) * any.get(0, i));
            }
        }
        return c;
    }

    private record Both(Expansion plain, Expansion twice, ProofData data) {
        static Both of(Dataset data) {
            Training training = Training.defaults().withScaling(false, TargetScale.NONE);
            ProofData proof = new ProofData(
                    data, Standardizer.none(DIM, TASKS), Collections.nCopies(TASKS, Losses.squared()), training, false);
            return new Both(
                    new PlainKernel(KERNEL.plainly(data.inputs(), data.inputs()), N, proof),
                    new KernelExpansion(KERNEL.precisely(data.inputs(), data.inputs()), N, N),
                    proof);
        }
    }

    private static Bounds bounds(Relation relation) {
        TaskMatrix structure = TaskMatrix.of(Matrix.identity(TASKS));
        return Bounds.of(relation.penalty(Names.numbered("t", TASKS), LAMBDA), LAMBDA, structure);
    }

    private static Matrix square(Factor factor) {
        return LinearAlgebra.pureJava().multiplyTransposeB(factor.values(), factor.values());
    }

    /** The penalty of a trace norm has a kink at every direction without weights: there an error would show by its root. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void penaltiesAreBoundedSharply(Form form) {
        Both both = Both.of(data(Labels.ONE_EACH));
        double[] units = {1, 3, 0.7, 1e3, 1e-3};
        Matrix c = coefficients(form);
        Factor plain = both.plain.penalty(c, units);
        Factor twice = both.twice.penalty(c, units);
        Matrix exact = square(twice);
        assertThat(square(plain).plus(-1, exact).maxAbs()).isLessThan(1e-12 * exact.maxAbs());
        double length = twice.values().frobeniusNorm();
        assertThat(plain.error()).isBetween(1e-16 * length, 1e-9 * length);
        for (Relation relation : List.of(Relations.schatten(1), Relations.mean(0.3))) {
            double above = bounds(relation).above(plain.values(), plain.error());
            // Twice the precision has an error by its root, too: without it the value is right to rounding.
            double value = bounds(relation).above(twice.values(), 0);
            assertThat(above).isBetween(value * (1 - 1e-12), value * (1 + 1e-8));
        }
    }

    /** Objective from above, bound from below, for any labels, weights and coefficients. */
    @ParameterizedTest
    @EnumSource(Labels.class)
    void theBracketContainsTheSharpOne(Labels labels) {
        Both both = Both.of(data(labels));
        for (Form form : Form.values()) {
            for (Relation relation : List.of(Relations.schatten(1), Relations.mean(0.3))) {
                Certificate plain = new Proof(both.data, both.plain, bounds(relation)).certify(saved(form), null, null);
                Certificate sharp = new Proof(both.data, both.twice, bounds(relation)).certify(saved(form), null, null);
                // Where directions are missing, doubles after turning are sharper than twice the precision without.
                double last = form == Form.ANY ? 1e-15 : 1e-10;
                assertThat(plain.primal()).isBetween(sharp.primal() * (1 - last), sharp.primal() * (1 + 1e-9));
                double size = Math.abs(sharp.dual());
                assertThat(plain.dual()).isBetween(sharp.dual() - 1e-9 * size, sharp.dual() + 1e-15 * size);
            }
        }
    }

    private static Scaled.Saved saved(Form form) {
        Expansion.Coefficients model = model(form);
        return new Scaled.Saved(model.c().transpose(), Matrix.wrap(1, model.intercept().length, model.intercept()));
    }

    private static Expansion.Coefficients model(Form form) {
        return new Expansion.Coefficients(coefficients(form).scale(1e-3), new double[] {0.3, -1, 2, 0, 1});
    }

    /** The threads of a fit share its proof. */
    @Test
    void theSameWithAnyNumberOfThreads() {
        List<Certificate> proofs = List.of(1, 4).stream()
                .map(threads -> LinearAlgebra.withThreads(threads, () -> {
                    Both both = Both.of(data(Labels.SEVERAL));
                    return new Proof(both.data, both.plain, bounds(Relations.schatten(1)))
                            .certify(saved(Form.ANY), null, null);
                }))
                .toList();
        assertThat(proofs.get(0)).isEqualTo(proofs.get(1));
    }

    /** A direction of no length but for rounding is left out by its length; the others are off by no more than rounding. */
    @Test
    void directionsBelowTheirErrorsAreLeftOut() {
        Matrix s = Matrix.of(new double[][] {{4, 1e-10, 0}, {1e-10, 1e-4, 0}, {0, 0, 1e-20}});
        Matrix off = Matrix.of(new double[][] {{1e-12, 1e-13, 1e-17}, {1e-13, 1e-12, 1e-17}, {1e-17, 1e-17, 1e-20}});
        Factor factor = Factor.turned(Matrix.identity(3), s, off);
        assertThat(factor.values().get(0, 0)).isEqualTo(2);
        assertThat(factor.values().get(1, 1)).isEqualTo(1e-2);
        assertThat(factor.values().get(2, 2)).isZero();
        double left = Math.sqrt(2e-20);
        double moved = Math.hypot(1e-10 / 1e-2, 1e-10 / 2);
        assertThat(factor.error()).isBetween(left + moved, 1.1 * (left + moved));
        assertThat(Factor.turned(Matrix.identity(3), s, off.scale(1e9)).error())
                .as("what an error of 1e-3 says of 1e-4 is its length")
                .isGreaterThan(Math.sqrt(1e-4 + 1e-3));
    }
}
