package dev.kith.select.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.select.Choice;
import dev.kith.select.Search;
import dev.kith.structure.Relations;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Settings that made the data are found again by how likely they make them. */
class EvidenceSearchTest {
    private static Training plain(Training usual) {
        return usual.withScaling(false, TargetScale.NONE).withWeighting(Weighting.OBSERVATION);
    }

    /** Labels drawn from the process of a fit: structure of mean, kernel, noise of variance lambda. */
    private static Dataset drawn(long seed, int tasks, int n, Kernel kernel, double gamma, double lambda, int d) {
        SplittableRandom random = new SplittableRandom(seed);
        int size = tasks * n;
        DenseInputs x = DenseInputs.of(Matrix.zeros(size, d).map(zero -> 4 * random.nextDouble() - 2));
        List<String> names = IntStream.range(0, tasks).mapToObj(t -> "t" + t).toList();
        int[] task = IntStream.range(0, size).map(i -> i % tasks).toArray();
        Matrix a = Relations.mean(gamma).matrix(names);
        Matrix m = kernel.gram(x).copy();
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                m.set(i, j, m.get(i, j) * a.get(task[i], task[j]) + (i == j ? lambda : 0));
            }
        }
        Matrix z = Matrix.zeros(size, 1).map(zero -> random.nextGaussian());
        double[] y = LinearAlgebra.best()
                .multiply(LinearAlgebra.best().cholesky(m).factor(), z)
                .data();
        Arrays.setAll(y, i -> 3 * y[i] + 10 * task[i]);
        return Dataset.ofLong(x, names, task, y);
    }

    @Test
    void noiseWidthAndShareAreRecovered() {
        Dataset data = drawn(4, 5, 60, new Gaussian(0.7), 20, 0.02, 1);
        Choice found = Search.on(data)
                .method("mean")
                .training(EvidenceSearchTest::plain)
                .kernel(Kernels.parse("gaussian:auto"))
                .byEvidence()
                .choose();
        assertThat(found.by()).containsEntry("lambda", "evidence").containsEntry("width", "evidence");
        assertThat(found.tuned()).isTrue();
        assertThat(found.chosen()).containsOnlyKeys("lambda", "gamma", "width");
        assertThat(((Gaussian) found.kernel()).width()).isCloseTo(0.7, within(0.2));
        // A has diagonal (1 + gamma/T) / (1 + gamma): what is identified is the noise beside that, and the share.
        double gamma = found.setup().settings().number("gamma");
        assertThat(gamma / (5 + gamma)).isCloseTo(20 / 25.0, within(0.15));
        double ratio = found.lambda().orElseThrow() * (1 + gamma) / (1 + gamma / 5);
        double truth = 0.02 * 21 / 5;
        assertThat(Math.log(ratio / truth)).isCloseTo(0, within(0.7));
    }

    @Test
    void aLinearFamilyIsRecoveredFromItsCompressedRows() {
        Dataset data = drawn(2, 40, 50, Kernels.polynomial(1, 0), 0, 2, 2);
        Choice found = Search.on(data)
                .method("stl")
                .training(EvidenceSearchTest::plain)
                .byEvidence()
                .choose();
        assertThat(Math.log(found.lambda().orElseThrow() / 2)).isCloseTo(0, within(0.3));
    }

    /** What folds choose is no likelier, and what the evidence chooses predicts about as well. */
    @Test
    void nothingThatFoldsChooseIsLikelier() {
        Dataset data = drawn(3, 4, 30, new Gaussian(1), 5, 0.1, 1);
        Search search = Search.on(data)
                .method("mean")
                .training(EvidenceSearchTest::plain)
                .kernel(Kernels.parse("gaussian"));
        Choice byFolds = search.choose();
        Choice byEvidence = search.byEvidence().choose();
        assertThat(value(data, byEvidence)).isLessThan(value(data, byFolds) + 1e-2);
    }

    private static double value(Dataset data, Choice choice) {
        dev.kith.convex.ConvexTrainer trainer = (dev.kith.convex.ConvexTrainer) choice.trainer();
        return dev.kith.convex.evidence.Evidence.of(data, trainer, 1000).value(trainer);
    }

    @Test
    void otherMethodsRefuseWithASentence() {
        Dataset data = drawn(4, 3, 10, new Gaussian(1), 1, 0.1, 1);
        assertThatThrownBy(() -> Search.on(data).method("mtfl").byEvidence().choose())
                .hasMessage(
                        "choose evidence is for a structure that is known (stl, pooled, mean, graph, groups, tree, metric);"
                                + " 'mtfl' learns its own, which leaves no model to ask how likely the labels are");
        assertThatThrownBy(() -> Search.on(data).method("boosted").byEvidence().choose())
                .hasMessageContaining("this one of method 'boosted' is not such a fit");
    }
}
