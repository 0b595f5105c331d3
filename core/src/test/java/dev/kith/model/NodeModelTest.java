package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer;
import dev.kith.file.Examples;
import dev.kith.kernel.FeatureMap;
import dev.kith.kernel.map.ColumnViews;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weights shared through nodes: what is predicted, what tasks have in common, and what is refused. */
class NodeModelTest {
    private static final NodeModel MODEL = new Examples(1).nodes();
    private static final DenseInputs X = DenseInputs.of(new Examples(2).matrix(7, 3));

    private static NodeModel with(FeatureMap map, SparseRows members, SparseRows weights) {
        return new NodeModel(
                MODEL.info(),
                map,
                MODEL.scaling(),
                members,
                weights,
                MODEL.kernels(),
                MODEL.kernelOf(),
                MODEL.intercept());
    }

    /** The same weights on all features at once. */
    private static NodeModel plain() {
        SparseRows weights = new SparseRows(3, new int[] {0, 2, 3}, new int[] {0, 2, 1}, new double[] {1.5, -2, 4});
        return with(ColumnViews.all(3), MODEL.members(), weights);
    }

    /** intercept_t + scale_t sum_g e_g[t] v_g'(x - mean) / scale; node 0 is in both tasks, node 1 half in task 1. */
    @Test
    void predictionsAreSumsOverNodes() {
        NodeModel model = plain();
        Standardizer s = model.scaling();
        Matrix found = model.predict(X);
        for (int i = 0; i < X.rows(); i++) {
            double[] z = new double[3];
            for (int j = 0; j < 3; j++) {
                z[j] = (X.values().get(i, j) - s.featureMean().get(0, j))
                        / s.featureScale().get(0, j);
            }
            double shared = 1.5 * z[0] - 2 * z[2];
            double[] sums = {shared, shared + 0.5 * 4 * z[1]};
            for (int t = 0; t < 2; t++) {
                double expected = model.intercepts()[t] + s.labelScale().get(0, t) * sums[t];
                assertThat(found.get(i, t)).isCloseTo(expected, within(1e-12));
            }
        }
    }

    @Test
    void rowsOfOneTaskEachPredictAsAmongAllTasks() {
        for (NodeModel model : List.of(MODEL, plain())) {
            int[] tasks = IntStream.range(0, X.rows()).map(i -> (i * 5 / 3) % 2).toArray();
            double[] found = model.predict(X, tasks);
            Matrix all = model.predict(X);
            for (int i = 0; i < tasks.length; i++) {
                assertThat(found[i]).isCloseTo(all.get(i, tasks[i]), within(1e-12));
            }
        }
    }

    @Test
    void onPlainFeaturesItIsALinearModel() {
        LinearModel linear = plain().linear().orElseThrow();
        assertThat(linear.predict(X).plus(-1, plain().predict(X)).maxAbs()).isLessThan(1e-12);
        assertThat(linear.structure()).isEqualTo(plain().structure());
        assertThat(MODEL.linear()).as("on views of features").isEmpty();
    }

    /** A = sum over nodes of their kernel's weight times e e'. */
    @Test
    void structureAddsUpWhatNodesShare() {
        NodeModel model = new NodeModel(
                MODEL.info(),
                MODEL.map(),
                MODEL.scaling(),
                MODEL.members(),
                MODEL.weights(),
                List.of(new NodeModel.KernelWeight("v", "shared", 3), new NodeModel.KernelWeight("v", "own", 8)),
                List.of(0, 1),
                MODEL.intercept());
        assertThat(model.structure().orElseThrow().dense())
                .isEqualTo(Matrix.of(new double[] {3, 3}, new double[] {3, 5}));
        assertThat(model.sortedWeights())
                .extracting(NodeModel.KernelWeight::weight)
                .containsExactly(8.0, 3.0);
    }

    @Test
    void inputsMustHaveTheModelsFeatures() {
        DenseInputs two = DenseInputs.of(Matrix.zeros(1, 2));
        assertThatThrownBy(() -> MODEL.predict(two)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> MODEL.predict(two, new int[] {0})).isInstanceOf(DataException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void weightsOfKernelsAreNumbersFromZeroOn(double weight) {
        assertThatThrownBy(() -> new NodeModel.KernelWeight("v", "all", weight))
                .hasMessage("weight of view 'v' over 'all' must be a finite number >= 0, got " + weight);
        assertThat(new NodeModel.KernelWeight("v", "all", 0).weight()).isZero();
    }

    @Test
    void partsMustFitTogether() {
        SparseRows members = MODEL.members();
        SparseRows weights = MODEL.weights();
        SparseRows wide = new SparseRows(4, new int[] {0, 0, 0}, new int[0], new double[0]);
        SparseRows one = new SparseRows(3, new int[] {0, 0}, new int[0], new double[0]);
        assertThatThrownBy(() -> with(MODEL.map(), wide, weights))
                .hasMessage("members must have 2 columns and weights 3, got 4 and 3");
        assertThatThrownBy(() -> with(MODEL.map(), members, wide))
                .hasMessage("members must have 2 columns and weights 3, got 2 and 4");
        assertThatThrownBy(() -> with(MODEL.map(), members, one))
                .hasMessage("members, weights and kernels must speak of equally many nodes, got 2, 1 and 2");
        SparseRows bad = new SparseRows(3, new int[] {0, 1, 1}, new int[] {0}, new double[] {Double.NaN});
        assertThatThrownBy(() -> with(MODEL.map(), members, bad)).hasMessage("weights must be finite, got NaN");
        SparseRows worse = new SparseRows(2, new int[] {0, 1, 1}, new int[] {0}, new double[] {Double.NaN});
        assertThatThrownBy(() -> with(MODEL.map(), worse, weights)).hasMessage("members must be finite, got NaN");
    }

    private static void assertRefused(List<Integer> kernelOf, Standardizer scaling, Matrix intercept, String message) {
        assertThatThrownBy(() -> new NodeModel(
                        MODEL.info(),
                        MODEL.map(),
                        scaling,
                        MODEL.members(),
                        MODEL.weights(),
                        MODEL.kernels(),
                        kernelOf,
                        intercept))
                .hasMessage(message);
    }

    @Test
    void kernelsScalesAndInterceptsMustBeThere() {
        Standardizer s = MODEL.scaling();
        Matrix b = MODEL.intercept();
        assertRefused(List.of(0, 2), s, b, "a node's kernel must be one of 2, got 2");
        assertRefused(List.of(0, -1), s, b, "a node's kernel must be one of 2, got -1");
        assertRefused(List.of(0, 1), s, Matrix.zeros(1, 3), "intercept must be 1 x 2, got 1 x 3");
        Standardizer flat = new Standardizer(s.featureMean(), s.featureScale().scale(0), s.labelMean(), s.labelScale());
        assertRefused(List.of(0, 1), flat, b, "featureScale must be > 0, got 0.0");
        Standardizer still = new Standardizer(
                s.featureMean(), s.featureScale(), s.labelMean(), s.labelScale().scale(0));
        assertRefused(List.of(0, 1), still, b, "labelScale must be > 0, got 0.0");
        Standardizer other = new Standardizer(s.featureMean(), s.featureScale(), s.labelMean(), Matrix.identity(1));
        assertRefused(List.of(0, 1), other, b, "labelScale must be 1 x 2, got 1 x 1");
    }
}
