package dev.kith.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ClassesTable;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.Solver;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.JointLoss;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Losses of several classes together beside programs that were not written here (scipy_classes.py), over every structure. */
class SeveralClassesTest {
    private static final double LAMBDA = 0.01;
    private static final int CLASSES = 4;

    @TempDir
    private Path folder;

    private Dataset data;

    @BeforeEach
    void read() throws IOException {
        data = ClassesTable.read(folder);
    }

    private static double[] expected(String start) throws IOException {
        return ClassesTable.found("classes.txt", start);
    }

    private static Training training(boolean intercept, double tolerance) {
        return Training.defaults()
                .withScaling(false, TargetScale.NONE)
                .withIntercept(intercept)
                .withStopping(tolerance, 1_000_000);
    }

    private Fit<Model> fit(Loss loss, Kernel kernel, Relation relation, Training training) {
        return new ConvexTrainer(loss, kernel, relation, LAMBDA, training).train(data);
    }

    private static Relation relation(String name) {
        return name.equals("mean") ? Relations.mean(2) : Relations.independent();
    }

    @ParameterizedTest
    @CsvSource({"softmax,stl", "softmax,mean", "multiclass-hinge,stl", "multiclass-hinge,mean"})
    void isTheMinimumOthersFind(String loss, String relation) throws IOException {
        Fit<Model> fit = fit(Losses.parse(loss), new Linear(), relation(relation), training(true, 1e-9));
        requireSame(fit, expected(loss + " " + relation));
    }

    @Test
    void withoutInterceptsTheHingeIsThatOfLiblinear() throws IOException {
        Fit<Model> fit = fit(Losses.multiclassHinge(), new Linear(), Relations.independent(), training(false, 1e-9));
        requireSame(fit, expected("sklearn"));
    }

    private static void requireSame(Fit<Model> fit, double[] expected) {
        assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(fit.report().objective()).isCloseTo(expected[0], within(2e-8 * expected[0]));
        LinearModel model = (LinearModel) fit.model();
        // The level of all intercepts is open.
        double level = Arrays.stream(model.intercepts()).average().orElseThrow();
        for (int t = 0; t < CLASSES; t++) {
            for (int j = 0; j < 3; j++) {
                assertThat(model.weights().get(j, t)).isCloseTo(expected[1 + 4 * t + j], within(1e-4));
            }
            assertThat(model.intercepts()[t] - level).isCloseTo(expected[4 + 4 * t], within(2e-4));
        }
    }

    static Stream<Loss> losses() {
        return Stream.of(Losses.softmax(), Losses.multiclassHinge());
    }

    @ParameterizedTest
    @MethodSource("losses")
    void everyStructureIsProven(Loss loss) {
        List<Relation> learned = List.of(
                Relations.schatten(1),
                Relations.schatten(2),
                Relations.traceConstrained(),
                Relations.clustered(2, 1, 1, 3),
                Relations.sparse(0.5),
                Relations.logDet(1));
        Stream<Relation> known = Stream.of("stl", "mean", "graph", "groups", "tree", "metric", "coding")
                .map(name -> KnownMethods.structure(name, data.tasks()));
        Training many = Training.defaults().withStopping(Training.defaults().tolerance(), 20_000);
        for (Relation relation : Stream.concat(known, learned.stream()).toList()) {
            for (boolean intercept : List.of(true, false)) {
                requireProven(
                        fit(loss, new Linear(), relation, many.withIntercept(intercept)), relation.name() + intercept);
            }
        }
        requireProven(fit(loss, new Gaussian(1), Relations.mean(2), Training.defaults()), "gaussian mean");
        requireProven(fit(loss, new Gaussian(1), Relations.schatten(1), Training.defaults()), "gaussian mtfl");
    }

    private static void requireProven(Fit<Model> fit, String what) {
        assertThat(fit.report().status()).as(what).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(fit.report().gap())
                .as(what)
                .isBetween(0.0, Training.defaults().tolerance());
    }

    /** No point near the model, nor far from it, has an objective below the proven bound. */
    @ParameterizedTest
    @MethodSource("losses")
    void nothingIsBelowTheBound(Loss loss) {
        for (double tolerance : new double[] {1e-1, 1e-4}) {
            Fit<Model> fit = fit(loss, new Linear(), Relations.independent(), training(true, tolerance));
            LinearModel model = (LinearModel) fit.model();
            double reported = fit.report().objective();
            assertThat(objective(loss.joint().orElseThrow(), model.weights(), model.intercepts()))
                    .isCloseTo(reported, within(1e-12));
            Matrix best = ((LinearModel) fit(loss, new Linear(), Relations.independent(), training(true, 1e-9))
                            .model())
                    .weights();
            double lower = reported - fit.report().gap() * reported;
            Random random = new Random(1);
            for (int trial = 0; trial < 300; trial++) {
                double size = Math.pow(10, -4 * random.nextDouble());
                double towards = random.nextDouble();
                Matrix near = model.weights()
                        .scale(1 - towards)
                        .plus(towards, best)
                        .map(w -> w + 0.1 * size * random.nextGaussian());
                assertThat(objective(loss.joint().orElseThrow(), near, model.intercepts()))
                        .isGreaterThanOrEqualTo(lower);
            }
        }
    }

    private double objective(JointLoss loss, Matrix weights, double[] b) {
        Matrix z = dev.kith.linalg.LinearAlgebra.best().multiply(inputs(), weights);
        int rows = z.rows();
        double sum = LAMBDA * weights.dot(weights);
        for (int o = 0; o < data.size(); o++) {
            if (data.label(o) > 0) {
                double[] row = z.row(data.row(o));
                Arrays.setAll(row, t -> row[t] + b[t]);
                sum += loss.value(data.task(o), row) / rows;
            }
        }
        return sum;
    }

    private Matrix inputs() {
        return ((dev.kith.data.DenseInputs) data.inputs()).values();
    }

    /** The published algorithms serve these losses too. */
    @ParameterizedTest
    @EnumSource(names = {"ALTERNATING", "DESCENT"})
    void publishedAlgorithmsFindTheSame(Solver solver) {
        ConvexTrainer trainer =
                new ConvexTrainer(Losses.softmax(), new Linear(), Relations.schatten(1), LAMBDA, Training.defaults());
        double split = trainer.train(data).report().objective();
        double found = trainer.withSolver(solver).train(data).report().objective();
        assertThat(found).isCloseTo(split, within(1e-2 * split)).isGreaterThan(split * (1 - 1e-6));
    }

    @Test
    void predictionsAreLogOddsAndKeptByTheFile() throws IOException {
        Model model = fit(Losses.softmax(), new Gaussian(1), Relations.mean(2), Training.defaults())
                .model();
        Matrix z = model.predict(data.inputs());
        for (int i = 0; i < z.rows(); i++) {
            double sum = 0;
            for (int t = 0; t < CLASSES; t++) {
                sum += Losses.softmax().probability(z.get(i, t)).orElseThrow();
            }
            assertThat(sum).isCloseTo(1, within(1e-12));
        }
        int[] tasks = IntStream.range(0, z.rows()).map(i -> i % CLASSES).toArray();
        double[] own = model.predict(data.inputs(), tasks);
        for (int i = 0; i < own.length; i++) {
            assertThat(own[i]).isEqualTo(z.get(i, tasks[i]));
        }
        Path file = folder.resolve("m.kith");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file).predict(data.inputs())).isEqualTo(z);
        long right = IntStream.range(0, data.size())
                .filter(o -> data.label(o) > 0)
                .filter(o -> IntStream.range(0, CLASSES)
                        .allMatch(t -> z.get(data.row(o), t) <= z.get(data.row(o), data.task(o))))
                .count();
        assertThat(right).isGreaterThan(z.rows() * 3L / 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"softmax", "multiclass-hinge"})
    void needsTheClassOfEveryRow(String name) {
        Loss loss = Losses.parse(name);
        Dataset twoPerTask = CheckData.related(CheckData.Layout.LONG, true);
        assertThatThrownBy(() -> new ConvexTrainer(loss, new Linear(), Relations.mean(2), LAMBDA).train(twoPerTask))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "loss '" + name
                                + "' judges all classes of a row together: every row must say its one class, and"
                                + " every class be a task; name the column of classes (--classes) without an order, or use logistic or hinge");
        assertThatThrownBy(() -> new ConvexTrainer(loss, new Linear(), Relations.pooled(), LAMBDA).train(data))
                .hasMessageContaining("which one model for all tasks cannot");
        assertThatThrownBy(() -> new ConvexTrainer(
                        TaskLosses.each(Map.of("a", loss, "b", Losses.squared())),
                        new Linear(),
                        Relations.mean(2),
                        LAMBDA,
                        Training.defaults()))
                .hasMessageContaining("which a fit with a loss per task cannot");
        assertThatThrownBy(() -> new LinearTrainer(loss, WeightPenalty.rows(), LAMBDA, Training.defaults()).train(data))
                .hasMessageContaining("which this method cannot");
    }
}
