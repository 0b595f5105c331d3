package dev.kith.structure.ties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.RandomTasks;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.LinearModel;
import dev.kith.structure.Relations;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedDirectionsTest {
    private static final List<String> FEATURES = List.of("age", "size", "rooms");

    @Test
    void tasksAlongOneDirectionShareOne() {
        Matrix w = Matrix.of(new double[] {3, -6}, new double[] {-4, 8}, new double[] {0, 0});
        SharedDirections shared = SharedDirections.of(FEATURES, w);
        assertThat(shared.directions()).hasSize(1);
        assertThat(shared.directions().get(0).share()).isEqualTo(1, within(1e-12));
        assertThat(shared.leading(0, 2))
                .extracting(SharedDirections.Part::feature)
                .containsExactly("size", "age");
        assertThat(shared.leading(0, 2).get(0).weight()).isEqualTo(0.8, within(1e-12));
        assertThat(shared.leading(0, 2).get(1).weight()).isEqualTo(-0.6, within(1e-12));
    }

    /** The D of multi-task feature learning: tr D = 1 and tr(W'D^-1 W) = (sum of singular values)^2, its least value. */
    @Test
    void theFeatureSideMatrixMinimisesItsProblem() {
        Matrix w = Matrix.of(new double[] {1, 2, 0}, new double[] {0, 1, -1}, new double[] {3, 0, 1});
        SharedDirections shared = SharedDirections.of(FEATURES, w);
        Matrix d = shared.matrix();
        assertThat(d.trace()).isEqualTo(1, within(1e-12));
        double sum = shared.directions().stream()
                .mapToDouble(SharedDirections.Direction::strength)
                .sum();
        double least = LinearAlgebra.best().cholesky(d).solve(w).dot(w);
        assertThat(least).isEqualTo(sum * sum, within(1e-10));
        Matrix other = d.scale(0.9).plusDiagonal(0.1 / 3);
        assertThat(LinearAlgebra.best().cholesky(other).solve(w).dot(w)).isGreaterThan(least);
    }

    @Test
    void noWeightsHaveNoDirections() {
        SharedDirections shared = SharedDirections.of(FEATURES, Matrix.zeros(3, 2));
        assertThat(shared.directions()).isEmpty();
        assertThat(shared.matrix().maxAbs()).isZero();
    }

    @Test
    void theStructureTimesTheDictionaryAreTheWeights() {
        Matrix w = Matrix.of(new double[] {1, 2}, new double[] {0, 1}, new double[] {3, 0});
        Matrix a = Matrix.of(new double[] {2, 0.5}, new double[] {0.5, 1});
        Matrix g = SharedDirections.dictionary(w, a);
        assertThat(LinearAlgebra.best().multiply(g, a).plus(-1, w).maxAbs()).isLessThan(1e-12);
    }

    /** Shares are of the weights as the fit saw them: the units of a feature do not matter. */
    @Test
    void unitsOfFeaturesDoNotMatter() {
        Dataset data = RandomTasks.regression(5, 40, 3, 4, 0);
        Matrix x = ((DenseInputs) data.inputs()).values().copy();
        for (int i = 0; i < x.rows(); i++) {
            x.set(i, 0, 1000 * x.get(i, 0));
        }
        SharedDirections usual = directions(data);
        SharedDirections scaled = directions(data.withInputs(DenseInputs.of(x)));
        for (int k = 0; k < usual.directions().size(); k++) {
            assertThat(scaled.directions().get(k).share())
                    .isEqualTo(usual.directions().get(k).share(), within(1e-6));
        }
    }

    private static SharedDirections directions(Dataset data) {
        LinearModel model = (LinearModel) new ConvexTrainer(Losses.squared(), new Linear(), Relations.schatten(1), 0.05)
                .train(data)
                .model();
        Matrix rebuilt = LinearAlgebra.best()
                .multiply(
                        model.dictionary().orElseThrow(),
                        model.structure().orElseThrow().dense());
        assertThat(rebuilt.plus(-1, model.fittedWeights()).maxAbs()).isLessThan(1e-6);
        return model.sharedDirections();
    }
}
