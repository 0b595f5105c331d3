package dev.kith.structure.ties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.RandomTasks;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.loss.Losses;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.penalty.SpectralPenalty;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharedDirectionsTest {
    private static final List<String> FEATURES = List.of("age", "size", "rooms");

    private static SpectralPenalty penalty(Relation relation) {
        return (SpectralPenalty) relation.penalty(FEATURES, 0.3);
    }

    @Test
    void tasksAlongOneDirectionShareOne() {
        Matrix w = Matrix.of(new double[] {3, -6}, new double[] {-4, 8}, new double[] {0, 0});
        SharedDirections shared = SharedDirections.of(FEATURES, w, penalty(Relations.schatten(1)));
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
        SharedDirections shared = SharedDirections.of(FEATURES, w, penalty(Relations.schatten(1)));
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

    /** min over D of lambda tr(W'D^-1 W) + F(D) is what the tasks' structure costs, for every penalty of eigenvalues. */
    @Test
    void theFeatureSideCostsWhatTheTaskSideCosts() {
        Matrix w = Matrix.of(new double[] {1, 2, 0}, new double[] {0, 1, -1}, new double[] {3, 0, 1});
        for (Relation relation :
                List.of(Relations.schatten(1), Relations.schatten(2), Relations.schatten(3.5), Relations.logDet(0.7))) {
            SpectralPenalty penalty = penalty(relation);
            SymmetricEigen d = LinearAlgebra.best().eigen(penalty.structure(w).dense());
            Matrix shown = SharedDirections.of(FEATURES, w, penalty).matrix();
            assertThat(shown.trace()).isEqualTo(1, within(1e-12));
            double trace = penalty.structure(w).trace();
            assertThat(shown.scale(trace).plus(-1, d.rebuild(x -> x)).maxAbs()).isLessThan(1e-12);
            Matrix inverse = d.rebuild(x -> 1 / x);
            double cost = 0.3 * LinearAlgebra.best().multiply(inverse, w).dot(w) + value(relation, d);
            assertThat(cost)
                    .isEqualTo(penalty.reduced(LinearAlgebra.best().multiplyTransposeA(w, w)), within(1e-9 * cost));
        }
    }

    private static double value(Relation relation, SymmetricEigen d) {
        double sum = 0;
        for (int k = 0; k < d.size(); k++) {
            sum += relation.name().equals("logdet")
                    ? 0.7 * d.value(k) - Math.log(d.value(k))
                    : Math.pow(d.value(k), power(relation));
        }
        return 0.3 * sum;
    }

    private static double power(Relation relation) {
        return switch (relation.name()) {
            case "mtfl" -> 1;
            case "okl" -> 2;
            default -> Double.parseDouble(relation.parameters().get("p"));
        };
    }

    /** D of the trace norm is (W W')^1/2, of powers p its eigenvalues are powers 2/(p+1) of singular values. */
    @Test
    void eigenvaluesArePowersOfSingularValues() {
        Matrix w = Matrix.of(new double[] {1, 2}, new double[] {0, 1}, new double[] {3, 0});
        for (double p : new double[] {1, 2, 4}) {
            for (Relation relation : List.of(Relations.schatten(p), Relations.schattenNorm(p))) {
                List<SharedDirections.Direction> found =
                        SharedDirections.of(FEATURES, w, penalty(relation)).directions();
                double ratio = found.get(0).strength() / found.get(1).strength();
                assertThat(found.get(0).eigenvalue() / found.get(1).eigenvalue())
                        .isEqualTo(Math.pow(ratio, 2 / (p + 1)), within(1e-10));
            }
        }
    }

    @Test
    void directionsWithNearlyAllWeightsAreShown() {
        Matrix w = Matrix.of(new double[] {9, 0, 0}, new double[] {0, 4, 0}, new double[] {0, 0, 1});
        SharedDirections shared = SharedDirections.of(FEATURES, w, penalty(Relations.schatten(1)));
        assertThat(shared.worthShowing(3)).isEqualTo(2); // (81 + 16) / 98
        assertThat(shared.worthShowing(1)).isEqualTo(1);
        assertThat(shared.shareFrom(1)).isEqualTo(17 / 98.0, within(1e-12));
        assertThat(shared.shareFrom(3)).isZero();
    }

    /** A model of one feature has no two clusters of them, and is shown all the same. */
    @Test
    void moreClustersThanFeaturesShareNoDirections() {
        Dataset data = RandomTasks.regression(5, 40, 1, 4, 0);
        assertThat(fit(data, Relations.clustered(2, 1, 1, 10)).sharedDirections())
                .isEmpty();
    }

    /** Where a fit charges for something else its weights have directions, but nothing says that they are shared. */
    @Test
    void onlyFitsThatChargeForDirectionsShareThem() {
        Dataset data = RandomTasks.regression(5, 40, 3, 4, 0);
        for (Relation relation : List.of(
                Relations.schatten(1),
                Relations.schatten(2),
                Relations.schattenNorm(3),
                Relations.traceConstrained(0.1),
                Relations.logDet(1))) {
            assertThat(fit(data, relation).sharedDirections())
                    .as(relation.name())
                    .isPresent();
        }
        for (Relation relation : List.of(
                Relations.independent(),
                Relations.mean(1),
                Relations.clustered(2, 1, 1, 10),
                Relations.sparse(0.5),
                Relations.learnedGraph(1, 0.01))) {
            assertThat(fit(data, relation).sharedDirections())
                    .as(relation.name())
                    .isEmpty();
        }
        Training usual = Training.defaults();
        assertThat(new LinearTrainer(Losses.squared(), WeightPenalty.rowsBeside("okl", 1), 0.01, usual)
                        .train(data)
                        .model()
                        .sharedDirections())
                .isPresent();
        assertThat(new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.01, usual)
                        .train(data)
                        .model()
                        .sharedDirections())
                .isEmpty();
        LinearModel parts = new LinearTrainer(Losses.squared(), WeightPenalty.dirty(0.5), 0.05, usual)
                .train(data)
                .model();
        assertThat(parts.sharedDirections().orElseThrow().directions().size()).isLessThanOrEqualTo(3);
    }

    /** Labels of a task in other units than the others': the structure is in those of the fit, and it may be singular. */
    @Test
    void dictionariesOfKernelsAreInTheUnitsOfTheFit() {
        Random random = new Random(3);
        Matrix x = Matrix.zeros(25, 2).map(zero -> random.nextGaussian());
        Matrix y = Matrix.zeros(25, 3);
        for (int i = 0; i < 25; i++) {
            for (int t = 0; t < 3; t++) {
                y.set(i, t, Math.pow(100, t) * (x.get(i, 0) + (t - 1) * Math.sin(x.get(i, 1))));
            }
        }
        Dataset data = Dataset.ofWide(DenseInputs.of(x), List.of("a", "b", "c"), y);
        KernelModel model =
                (KernelModel) new ConvexTrainer(Losses.squared(), new Gaussian(1), Relations.schatten(1), 0.1)
                        .train(data)
                        .model();
        Matrix rebuilt = LinearAlgebra.best()
                .multiply(
                        model.dictionary().orElseThrow(),
                        model.structure().orElseThrow().dense());
        Matrix fitted = model.scaling().ofScaledLabels(model.coefficients());
        assertThat(rebuilt.plus(-1, fitted).maxAbs()).isLessThan(1e-6 * fitted.maxAbs());
    }

    @Test
    void noWeightsHaveNoDirections() {
        SharedDirections shared = SharedDirections.of(FEATURES, Matrix.zeros(3, 2), penalty(Relations.schatten(1)));
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

    private static LinearModel fit(Dataset data, Relation relation) {
        return (LinearModel) new ConvexTrainer(Losses.squared(), new Linear(), relation, 0.05)
                .train(data)
                .model();
    }

    private static SharedDirections directions(Dataset data) {
        LinearModel model = fit(data, Relations.schatten(1));
        Matrix rebuilt = LinearAlgebra.best()
                .multiply(
                        model.dictionary().orElseThrow(),
                        model.structure().orElseThrow().dense());
        assertThat(rebuilt.plus(-1, model.fittedWeights()).maxAbs()).isLessThan(1e-6);
        return model.sharedDirections().orElseThrow();
    }
}
