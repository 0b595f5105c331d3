package stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.adapt.Adapted;
import dev.kith.adapt.FittedRelation;
import dev.kith.adapt.TaskAdapter;
import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSetContract;
import dev.kith.constraint.ConstraintSets;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.decode.ConstrainedTrainer;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.kernel.VectorKernelContract;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.Twofold;
import dev.kith.loss.Loss;
import dev.kith.loss.LossContract;
import dev.kith.loss.Losses;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Status;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.decoder.Relaxation;
import dev.kith.online.OnlineLearner;
import dev.kith.online.OnlineLearnerContract;
import dev.kith.structure.Relation;
import dev.kith.structure.SpectralPenaltyContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts written outside Kith, from its public API alone, keep its contracts and work wherever Kith's own do. */
class StrangersTest {
    private static final List<String> TASKS = List.of("a", "b", "c");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    /** y = x1 + (0, 1, 2) x2 / 2 + noise, the last of every ten labels far off. */
    private static Dataset data(List<String> tasks, int rows) {
        SplittableRandom random = new SplittableRandom(3);
        Matrix x = Matrix.zeros(rows, 3).map(zero -> random.nextGaussian());
        int[] task = new int[rows];
        double[] y = new double[rows];
        for (int i = 0; i < rows; i++) {
            task[i] = i % tasks.size();
            y[i] = x.get(i, 0) + 0.5 * task[i] * x.get(i, 1) + 0.1 * random.nextGaussian() + (i % 10 == 9 ? 5 : 0);
        }
        return Dataset.ofLong(DenseInputs.of(x), tasks, task, y);
    }

    private static Training training() {
        return Training.defaults().withStopping(1e-5, 20_000);
    }

    private static <M extends Model> M converged(Fit<M> fit) {
        assertThat(fit.report().status()).isEqualTo(Status.CONVERGED);
        assertThat(fit.report().gap()).isBetween(0.0, 1e-5);
        return fit.model();
    }

    /** The model from its file, which predicts the same. */
    private Model saved(Model model, Dataset data) throws IOException {
        Path file = dir.resolve("m.kith");
        ModelFile.write(model, file);
        Model read = ModelFile.read(file);
        assertThat(read.predict(data.inputs())).isEqualTo(model.predict(data.inputs()));
        return read;
    }

    /** A new task joins by the file alone: the relation is made again from what the model says of it. */
    private static void joins(Model model, Relation relation) {
        assertThat(FittedRelation.of(model)).isEqualTo(relation);
        Adapted adapted = new TaskAdapter(model).adapt(data(List.of("new"), 20));
        assertThat(adapted.tasks().get(0).residual()).isLessThan(1e-4);
        assertThat(adapted.model().info().tasks()).containsExactly("a", "b", "c", "new");
    }

    @Test
    void theLossIsLearnedSavedReadAndAdapted() throws IOException {
        Dataset data = data(TASKS, 90);
        Relation relation = new BarrierTrace(0.01);
        Model model = converged(
                new ConvexTrainer(new PseudoHuber(0.5), new Linear(), relation, 0.01, training()).train(data));
        assertThat(model.predict("a", 1, 0, 0) - model.predict("a", 0, 0, 0)).isCloseTo(1, within(0.1));
        assertThat(saved(model, data).probability(0, 0)).isEmpty();
        joins(saved(model, data), relation);
    }

    @Test
    void theLossIsLearnedByCoordinateAscentAndDecoded() throws IOException {
        Dataset data = data(TASKS, 90);
        saved(
                converged(new MklTrainer(
                                "mkl",
                                new PseudoHuber(0.5),
                                Views.all(),
                                TaskKernels.sharedAndOwn(),
                                2,
                                1,
                                training(),
                                dev.kith.mkl.MklOptions.defaults())
                        .train(data)),
                data);
        saved(constrained(new PseudoHuber(0.5), new Ellipsoid(List.of(1.0, 2.0, 3.0)), data), data);
    }

    private static Model constrained(Loss loss, ConstraintSet set, Dataset data) {
        return new ConstrainedTrainer(
                        loss, new RationalQuadratic(1), List.of(0.1), set, Relaxation.none(), Training.defaults())
                .train(data)
                .model();
    }

    @Test
    void theSetIsObeyedSavedAndRead() throws IOException {
        Dataset data = data(TASKS, 60);
        ConstraintSet set = new Ellipsoid(List.of(1.0, 2.0, 3.0));
        assertThat(ConstraintSets.parse(set.spec(), TASKS)).isEqualTo(set);
        Matrix predicted = saved(constrained(Losses.squared(), set, data), data).predict(data.inputs());
        for (int i = 0; i < predicted.rows(); i++) {
            assertThat(set.contains(predicted.row(i))).isTrue();
        }
    }

    @Test
    void theKernelIsLearnedSavedReadAndAdapted() throws IOException {
        Dataset data = data(TASKS, 60);
        Relation relation = new BarrierTrace(0.01);
        Model model = converged(
                new ConvexTrainer(Losses.squared(), new RationalQuadratic(2), relation, 0.01, training()).train(data));
        joins(saved(model, data), relation);
    }

    /** A kernel that nobody can find again by its text. */
    private record Nameless(double width) implements dev.kith.kernel.VectorKernel {
        @Override
        public String spec() {
            return "nameless";
        }

        @Override
        public double of(double xz, double xx, double zz) {
            return new RationalQuadratic(width).of(xz, xx, zz);
        }

        @Override
        public Twofold of(Twofold xz, Twofold xx, Twofold zz) {
            return new RationalQuadratic(width).of(xz, xx, zz);
        }
    }

    @Test
    void whatCouldNotBeReadIsNotWritten() {
        Dataset data = data(TASKS, 30);
        Model model = new ConvexTrainer(Losses.squared(), new Nameless(2), new BarrierTrace(0.01), 0.01, training())
                .train(data)
                .model();
        assertThatThrownBy(() -> ModelFile.write(model, dir.resolve("m.kith")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "kernel 'nameless' cannot be kept in a model file: its text must read back to an equal kernel;"
                                + " see KernelProvider");
    }

    @Nested
    class OfPseudoHuber extends LossContract {
        @Override
        protected Loss loss() {
            return new PseudoHuber(1.5);
        }

        @Override
        protected double[] domain(double y) {
            return new double[] {-1.5, 1.5};
        }
    }

    @Nested
    class OfRationalQuadratic extends VectorKernelContract {
        @Override
        protected Kernel kernel() {
            return new RationalQuadratic(1.3);
        }
    }

    @Nested
    class OfEllipsoid extends ConstraintSetContract {
        @Override
        protected ConstraintSet[] sets() {
            return new ConstraintSet[] {new Ellipsoid(List.of(0.5, 2.0, 3.0)), new Ellipsoid(List.of(1.0))};
        }
    }

    @Nested
    class OfBarrierTrace extends SpectralPenaltyContract {
        private static final double EPS = 0.05;

        @Override
        protected Relation relation() {
            return new BarrierTrace(EPS);
        }

        @Override
        protected double cost(Matrix a) {
            SymmetricEigen eigen = LinearAlgebra.best().eigen(a);
            double[] values = new double[eigen.size()];
            Arrays.setAll(values, eigen::value);
            return LAMBDA * Arrays.stream(values).map(g -> g + EPS / g).sum();
        }

        @Override
        protected Matrix feasible() {
            return positive();
        }

        @Override
        protected double factor(double largest) {
            return Math.min(1, LAMBDA / largest);
        }
    }

    @Nested
    class OfSeparate extends OnlineLearnerContract {
        @Override
        protected OnlineLearner learner() {
            OnlineLearner learner = new Separate();
            learner.announce(TASKS);
            return learner;
        }
    }
}
