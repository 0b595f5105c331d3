package dev.kith.convex.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.basis.FeatureRows;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Scaled;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import dev.kith.structure.matrix.TaskForest;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A proof that goes through the tasks some at a time says what one that takes them all says. */
class ProofPartsTest {
    private static final int TASKS = 4_000;
    private static final int ROWS = 30_000;
    private static final int DIM = 3;

    private final SplittableRandom random = new SplittableRandom(16);
    private final double[] scale = {2, 0.5, 1};
    private final List<Loss> losses = Collections.nCopies(TASKS, Losses.squared());

    private double[] numbers(int count, double from, double to) {
        return IntStream.range(0, count)
                .mapToDouble(k -> random.nextDouble(from, to))
                .toArray();
    }

    /** Task 7 has none; one task has more than a part usually holds. */
    private Dataset data(boolean sorted, boolean weighted) {
        int[] task = new int[ROWS];
        Arrays.setAll(task, o -> o < 10_000 ? 5 : random.nextInt(TASKS));
        Arrays.setAll(task, o -> task[o] == 7 ? 8 : task[o]);
        if (sorted) {
            Arrays.sort(task);
        }
        return Dataset.of(
                DenseInputs.of(Matrix.wrap(ROWS, DIM, numbers(ROWS * DIM, -3, 3))),
                Names.numbered("t", TASKS),
                null,
                task,
                numbers(ROWS, 10, 20),
                weighted ? numbers(ROWS, 0.5, 2) : null,
                null);
    }

    private Certificate certify(Dataset data, ProofData.Parts parts, Matrix c, double[] b) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        int[] node = new int[TASKS];
        Bounds bounds = new NodeBounds(TaskForest.groups(0.5, node, 0.25), 0.1);
        return new Proof(parts, new LinearExpansion(new FeatureRows.Dense(x), scale), bounds)
                .certify(new Scaled.Saved(c, Matrix.wrap(1, TASKS, b)), null, null);
    }

    @ParameterizedTest
    @CsvSource({"true, true, true", "false, true, true", "false, false, true", "true, false, false"})
    void partsSayWhatTheWholeSays(boolean sorted, boolean weighted, boolean intercept) {
        Dataset data = data(sorted, weighted);
        Training training = Training.defaults().withIntercept(intercept);
        Standardizer units = new Standardizer(
                Matrix.zeros(1, DIM),
                Matrix.of(scale),
                Matrix.wrap(1, TASKS, intercept ? numbers(TASKS, 14, 16) : new double[TASKS]),
                Matrix.wrap(1, TASKS, numbers(TASKS, 1, 2)));
        ProofData.Parts parts = ProofData.Parts.of(data, units, losses, training);
        assertThat(parts.count()).isGreaterThan(2);
        ProofData all = new ProofData(data, units, losses, training, false);
        Matrix c = Matrix.wrap(DIM, TASKS, numbers(DIM * TASKS, -1, 1));
        double[] start = intercept ? numbers(TASKS, 10, 20) : new double[TASKS];
        double[] settled = start.clone();
        Certificate whole = certify(data, ProofData.Parts.whole(all), c, settled);
        for (int threads : new int[] {1, 3}) {
            double[] b = start.clone();
            Certificate found = LinearAlgebra.withThreads(threads, () -> certify(data, parts, c, b));
            assertThat(b).isEqualTo(settled);
            assertThat(found.primal()).isCloseTo(whole.primal(), within(1e-13 * whole.primal()));
            assertThat(found.dual()).isCloseTo(whole.dual(), within(1e-12 * Math.abs(whole.dual())));
            assertThat(found.smallest()).isCloseTo(whole.smallest(), within(1e-13 * whole.smallest()));
            Certificate again = LinearAlgebra.withThreads(2, () -> certify(data, parts, c, start.clone()));
            assertThat(again).isEqualTo(found);
        }
        assertThat(whole.dual()).isGreaterThan(0);
    }
}
