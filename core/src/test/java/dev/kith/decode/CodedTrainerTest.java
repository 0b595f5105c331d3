package dev.kith.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ClassesTable;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Codes;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.CodedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Predictions;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes learned as numbers that code them, beside scikit-learn (sklearn_codes.py) and the theorems about codes. */
class CodedTrainerTest {
    private static final int ROWS = 48;
    private static final double ALPHA = 0.5;

    @TempDir
    private Path folder;

    private Dataset data;

    @BeforeEach
    void read() throws IOException {
        data = ClassesTable.read(folder);
    }

    private static double[] expected(String start) throws IOException {
        return ClassesTable.found("codes.txt", start);
    }

    private static Training plain() {
        return Training.defaults().withScaling(false, TargetScale.NONE).withStopping(1e-10, 100_000);
    }

    private static ConvexTrainer outputs(Relation relation) {
        return new ConvexTrainer(Losses.squared(), new Linear(), relation, ALPHA / ROWS, plain());
    }

    private Fit<CodedModel> fit(Codes codes) {
        return new CodedTrainer(outputs(Relations.independent()), codes).train(data);
    }

    private static void requireWeights(LinearModel model, double[] expected) {
        int at = 0;
        for (int t = 0; t < model.info().tasks().size(); t++) {
            for (int j = 0; j < 3; j++) {
                assertThat(model.weights().get(j, t)).isCloseTo(expected[at++], within(1e-9));
            }
            assertThat(model.intercepts()[t]).isCloseTo(expected[at++], within(1e-9));
        }
    }

    @Test
    void oneVersusAllIsScikitLearnsRidgeClassifier() throws IOException {
        CodedModel model = fit(Codes.oneVsAll(data.tasks())).model();
        requireWeights((LinearModel) model.base(), expected("ridge"));
        // Scores are the outputs themselves: those of all classes sum to 2 - C, as their labels do.
        requireWeights(model.linear().orElseThrow(), expected("ridge"));
    }

    @Test
    void distancesToTheCornersOfASimplexAreThoseOfScikitLearn() throws IOException {
        Matrix distances = fit(Codes.simplex(data.tasks())).model().distances(data.inputs());
        double[] expected = expected("simplex");
        for (int k = 0; k < expected.length; k++) {
            assertThat(distances.data()[k]).isCloseTo(expected[k], within(1e-9));
        }
    }

    @Test
    void codesOfOnesOwnGiveTheClassWhoseCodeIsNearest() throws IOException {
        NamedMatrix codes = NamedMatrix.ofColumns(data.tasks(), Matrix.wrap(3, 4, expected("codes")));
        CodedModel model = fit(Codes.of(codes)).model();
        requireWeights((LinearModel) model.base(), expected("outputs"));
        double[] classes = expected("classes");
        Predictions predictions = model.predict(
                Tables.read(folder.resolve("classes.csv")).rows(model.info().roles()));
        for (int i = 0; i < ROWS; i++) {
            assertThat(predictions.get(i).category()).contains(data.tasks().get((int) classes[i]));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 30})
    void cornersOfASimplexAreAtEqualAngles(int classes) {
        Codes codes = Codes.simplex(names(classes));
        Matrix l = codes.matrix().values();
        Matrix gram = LinearAlgebra.best().multiply(l.transpose(), l);
        assertThat(l.rows()).isEqualTo(classes - 1);
        for (int c = 0; c < classes; c++) {
            for (int other = 0; other < classes; other++) {
                assertThat(gram.get(c, other)).isCloseTo(c == other ? 1 : -1.0 / (classes - 1), within(1e-14));
            }
        }
    }

    private static List<String> names(int count) {
        return java.util.stream.IntStream.range(0, count).mapToObj(c -> "c" + c).toList();
    }

    @Test
    void theLargestScoreIsTheNearestCode() {
        Random random = new Random(3);
        for (int trial = 0; trial < 200; trial++) {
            int classes = 2 + random.nextInt(6);
            Codes simplex = Codes.simplex(names(classes));
            int l = 1 + random.nextInt(5);
            Codes any = Codes.of(NamedMatrix.ofColumns(names(classes), gaussian(random, l, classes)));
            for (Codes codes : List.of(simplex, Codes.oneVsAll(names(classes)), any)) {
                Matrix f = gaussian(random, 1, codes.outputs().size());
                double[] near = codes.distances(f).map(d -> -d).row(0);
                double[] scores = codes.scores(f).row(0);
                assertThat(best(scores)).isEqualTo(best(near));
            }
            // Inner products with the corners of a simplex say the same.
            Matrix f = gaussian(random, 1, classes - 1);
            double[] inner =
                    LinearAlgebra.best().multiply(f, simplex.matrix().values()).row(0);
            assertThat(best(simplex.scores(f).row(0))).isEqualTo(best(inner));
        }
    }

    @Test
    void codesThemselvesScoreOneAndMinusOne() {
        for (Codes codes : List.of(Codes.simplex(names(5)), Codes.oneVsAll(names(5)))) {
            Matrix scores = codes.scores(codes.matrix().values().transpose());
            for (int c = 0; c < 5; c++) {
                for (int other = 0; other < 5; other++) {
                    assertThat(scores.get(c, other)).isCloseTo(c == other ? 1 : -1, within(1e-13));
                }
            }
        }
    }

    private static Matrix gaussian(Random random, int rows, int cols) {
        return Matrix.zeros(rows, cols).map(zero -> random.nextGaussian());
    }

    private static int best(double[] values) {
        int best = 0;
        for (int k = 1; k < values.length; k++) {
            best = values[k] > values[best] ? k : best;
        }
        return best;
    }

    /** Simplex codes are one-vs-all codes turned and centred, which regression with intercepts does not see. */
    @Test
    void simplexAndOneVersusAllScoreAlike() {
        Matrix simplex = fit(Codes.simplex(data.tasks())).model().predict(data.inputs());
        Matrix one = fit(Codes.oneVsAll(data.tasks())).model().predict(data.inputs());
        assertThat(simplex.plus(-1, one).maxAbs()).isLessThan(1e-9);
    }

    /**
     * Equation (7): for a loss V of the inner product with the code, coded outputs that are independent are classes with the
     * structure A = L'L. Here V is logistic with labels 1 and -1; the coded side is Newton's method over the l outputs.
     */
    @Test
    void lossesOfInnerProductsAreCodesAsAStructure() {
        Random random = new Random(5);
        int n = 60;
        int classes = 3;
        Matrix l = gaussian(random, 4, classes);
        Matrix x = gaussian(random, n, 2);
        int[] own = new int[n];
        double[] signs = new double[n];
        for (int i = 0; i < n; i++) {
            own[i] = i % classes;
            signs[i] = random.nextGaussian() + x.get(i, 0) * l.get(0, own[i]) > 0 ? 1 : -1;
        }
        Dataset rows = Dataset.of(DenseInputs.of(x), names(classes), null, own, signs, null, List.of("other", "this"));
        double lambda = 0.05;
        Training training = plain().withIntercept(false);
        Fit<Model> fit = new ConvexTrainer(
                        Losses.logistic(),
                        new Linear(),
                        Relations.coding(NamedMatrix.ofColumns(names(classes), l), 0),
                        lambda,
                        training)
                .train(rows);
        Matrix f = newton(x, own, signs, l, lambda, (double) classes / n);
        Matrix scores = LinearAlgebra.best().multiply(LinearAlgebra.best().multiply(x, f), l);
        assertThat(fit.model().predict(rows.inputs()).plus(-1, scores).maxAbs()).isLessThan(2e-5);
        assertThat(fit.report().objective())
                .isCloseTo(objective(x, own, signs, l, f, lambda, (double) classes / n), within(1e-9));
    }

    private static double objective(
            Matrix x, int[] own, double[] signs, Matrix l, Matrix f, double lambda, double weight) {
        double sum = 0;
        for (double v : f.data()) {
            sum += lambda * v * v;
        }
        Matrix scores = LinearAlgebra.best().multiply(LinearAlgebra.best().multiply(x, f), l);
        for (int i = 0; i < own.length; i++) {
            sum += weight * Math.log1p(Math.exp(-signs[i] * scores.get(i, own[i])));
        }
        return sum;
    }

    /** The features x outputs matrix F that minimises sum w V(s_i L_y'F'x_i) + lambda |F|^2. */
    private static Matrix newton(Matrix x, int[] own, double[] signs, Matrix l, double lambda, double weight) {
        int d = x.cols();
        int outputs = l.rows();
        Matrix f = Matrix.zeros(d, outputs);
        for (int step = 0; step < 30; step++) {
            Matrix hessian = Matrix.identity(d * outputs).scale(2 * lambda);
            Matrix gradient = Matrix.wrap(
                    d * outputs, 1, f.copy().scale(2 * lambda).data().clone());
            for (int i = 0; i < own.length; i++) {
                Matrix phi = Matrix.zeros(d * outputs, 1);
                double z = 0;
                for (int j = 0; j < d; j++) {
                    for (int k = 0; k < outputs; k++) {
                        double value = x.get(i, j) * l.get(k, own[i]);
                        phi.set(j * outputs + k, 0, value);
                        z += value * f.get(j, k);
                    }
                }
                double p = 1 / (1 + Math.exp(signs[i] * z));
                gradient = gradient.plus(-weight * signs[i] * p, phi);
                hessian =
                        hessian.plus(weight * p * (1 - p), LinearAlgebra.best().multiplyTransposeB(phi, phi));
            }
            Matrix move = LinearAlgebra.best().cholesky(hessian).solve(gradient);
            f = f.plus(-1, Matrix.wrap(d, outputs, move.data()));
        }
        return f;
    }

    @Test
    void everyStructureBetweenOutputsIsProven() {
        for (Relation relation :
                List.of(Relations.independent(), Relations.mean(1), Relations.schatten(1), Relations.schatten(2))) {
            for (Codes codes : List.of(Codes.simplex(data.tasks()), Codes.oneVsAll(data.tasks()))) {
                Fit<CodedModel> fit = new CodedTrainer(
                                new ConvexTrainer(Losses.squared(), new Gaussian(1.5), relation, 0.01), codes)
                        .train(data);
                assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
                assertThat(fit.report().gap()).isBetween(0.0, 1e-6);
                assertThat(fit.model().info().parameters())
                        .containsEntry("coding", codes.name())
                        .containsEntry("relation", relation.name());
            }
        }
    }

    @Test
    void theFileKeepsCodesAndClasses() throws IOException {
        NamedMatrix codes = NamedMatrix.ofColumns(data.tasks(), Matrix.wrap(3, 4, expected("codes")));
        CodedModel model = fit(Codes.of(codes)).model();
        Path file = folder.resolve("m.kith");
        ModelFile.write(model, file);
        CodedModel again = (CodedModel) ModelFile.read(file);
        assertThat(again.info()).isEqualTo(model.info());
        assertThat(again.codes()).isEqualTo(model.codes());
        assertThat(again.predict(data.inputs())).isEqualTo(model.predict(data.inputs()));
        assertThat(again.info().tasks()).containsExactly("k0", "k1", "k2", "k3");
    }

    @Test
    void weightTwoIsARowTwice() {
        double[] weights = new double[data.size()];
        int[] twice = new int[data.size() + 4];
        for (int o = 0; o < data.size(); o++) {
            weights[o] = data.row(o) == 5 ? 2 : 1;
            twice[o] = o;
        }
        int size = data.size();
        for (int o = 0; o < data.size(); o++) {
            if (data.row(o) == 5) {
                twice[size++] = o;
            }
        }
        CodedTrainer trainer = new CodedTrainer(outputs(Relations.independent()), Codes.simplex(data.tasks()));
        Matrix weighted = trainer.train(data.withWeights(weights)).model().predict(data.inputs());
        assertThat(weighted.plus(-1, trainer.train(data).model().predict(data.inputs()))
                        .maxAbs())
                .isGreaterThan(1e-4);
        // A row twice is two inputs: one more row at the end.
        Matrix x = ((DenseInputs) data.inputs()).values();
        Matrix more = Matrix.zeros(x.rows() + 1, x.cols());
        for (int i = 0; i < more.rows(); i++) {
            for (int j = 0; j < x.cols(); j++) {
                more.set(i, j, x.get(i < x.rows() ? i : 5, j));
            }
        }
        int[] rows = new int[twice.length];
        int[] tasks = new int[twice.length];
        double[] labels = new double[twice.length];
        for (int k = 0; k < twice.length; k++) {
            rows[k] = k < data.size() ? data.row(k) : x.rows();
            tasks[k] = data.task(twice[k]);
            labels[k] = data.label(twice[k]);
        }
        Dataset longer = Dataset.of(
                new DenseInputs(more, data.inputs().features()),
                data.tasks(),
                rows,
                tasks,
                labels,
                null,
                data.classes().orElseThrow());
        Matrix repeated = trainer.train(longer).model().predict(data.inputs());
        assertThat(weighted.plus(-1, repeated).maxAbs()).isLessThan(1e-9);
    }

    @Test
    void refusesWhatHasNoClassesOrNoCodes() {
        CodedTrainer trainer = new CodedTrainer(outputs(Relations.independent()), Codes.simplex(List.of("k0", "k1")));
        assertThatThrownBy(() -> trainer.train(data))
                .isInstanceOf(DataException.class)
                .hasMessage("coding: there is no code of class 'k2'");
        Dataset some = data.select(0, 1, 2);
        assertThatThrownBy(() ->
                        new CodedTrainer(outputs(Relations.independent()), Codes.simplex(data.tasks())).train(some))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "codes are of classes: every row must say its one class, and every class be a task; name the"
                                + " column of classes (--classes)");
        assertThatThrownBy(() -> Codes.of(NamedMatrix.ofColumns(
                        List.of("a", "b", "c"), Matrix.of(new double[] {1, 0, 1}, new double[] {2, 0, 2}))))
                .isInstanceOf(DataException.class)
                .hasMessage("codes must differ from class to class, got the same for 'a' and 'c'");
    }
}
