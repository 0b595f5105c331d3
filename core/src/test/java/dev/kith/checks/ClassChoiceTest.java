package dev.kith.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Training;
import dev.kith.structure.Description;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A choice among classes in every task, and in an order. Numbers of others: LogisticRegression of scikit-learn 1.2.1 (multinomial, tol 1e-12) on the
 * rows of each country alone, and BFGS of scipy 1.10.1 (gtol 1e-9) for the ordered classes, each on the same table and the objective it says.
 */
class ClassChoiceTest {
    private static final double LAMBDA = 0.02;
    private static final int ROWS = 240;
    private static final List<String> COUNTRIES = List.of("a", "b", "c");
    private static final List<String> CLASSES = List.of("no", "maybe", "yes");

    /** Of scikit-learn: for every country the weights of class no, maybe, yes. */
    private static final double[][] ALONE = {
        {-0.9001073, -0.6302179, -0.0302964, -0.3598184, 0.9304037, 0.9900363},
        {-0.7904015, -0.7999589, -0.1280648, -0.1071383, 0.9184663, 0.9070972},
        {-0.4363333, -0.6765793, -0.0363293, -0.0998651, 0.4726626, 0.7764444},
    };

    /** Of scipy: the minimum over w, b of the mean over rows of sum_q log(1 + exp(-y_q (w'x + b_q))) + 2 lambda |w|^2. */
    private static final double[] ONE_SCORE = {0.8980774, 1.0454956, 1.0077989, -1.0580334};

    private static final double SMALLEST = 0.9821192906707344;

    @TempDir
    private Path folder;

    private Path table;

    @BeforeEach
    void write() throws IOException {
        table = table(i -> true);
    }

    private static double x(int i, int j) {
        return Math.sin(1 + i * (j + 1) * 0.7);
    }

    /** The class of a row: noise beside two features, the second of which says more in some countries. */
    private static int ofClass(int i) {
        double score = x(i, 0) + (0.5 + 0.4 * (i % 3)) * x(i, 1) + Math.sin(12.9898 * i);
        return score < -0.6 ? 0 : score < 0.6 ? 1 : 2;
    }

    private Path table(IntPredicate chosen) throws IOException {
        StringBuilder text = new StringBuilder("country,opinion,x1,x2\n");
        IntStream.range(0, ROWS)
                .filter(chosen)
                .forEach(i -> text.append(COUNTRIES.get(i % 3))
                        .append(',')
                        .append(CLASSES.get(ofClass(i)))
                        .append(',')
                        .append(x(i, 0))
                        .append(',')
                        .append(x(i, 1))
                        .append('\n'));
        return Files.writeString(folder.resolve("opinions" + System.nanoTime() + ".csv"), text);
    }

    private static Dataset inCountries(Path file) {
        return Tables.read(file).dataset(Roles.task("country").choice("opinion").knownClasses(CLASSES, false));
    }

    private static Dataset ordered(Path file) {
        return Tables.read(file)
                .dataset(Roles.classes("opinion").knownClasses(CLASSES, true).drop("country"));
    }

    private static Dataset plain(Path file) {
        return Tables.read(file)
                .dataset(Roles.classes("opinion").knownTasks(CLASSES).drop("country"));
    }

    private static Training training() {
        return Training.defaults().withScaling(false, TargetScale.NONE).withStopping(1e-13, 1_000_000);
    }

    private static Fit<Model> fit(Loss loss, Relation relation, Dataset data) {
        return new ConvexTrainer(loss, new Linear(), relation, LAMBDA, training()).train(data);
    }

    private static LinearModel linear(Loss loss, Relation relation, Dataset data) {
        return fit(loss, relation, data).model().linear().orElseThrow();
    }

    @Test
    void asksOfEveryRowInItsCountryWhetherItIsEachClass() {
        Dataset data = inCountries(table);
        assertThat(data.tasks())
                .containsExactly(
                        "a: no", "a: maybe", "a: yes", "b: no", "b: maybe", "b: yes", "c: no", "c: maybe", "c: yes");
        assertThat(data.size()).isEqualTo(3 * ROWS);
        assertThat(data.countPerTask()).containsOnly(ROWS / 3);
        ClassChoice choice = data.columns().choice().orElseThrow();
        assertThat(choice.parts(data.tasks())).isEqualTo(COUNTRIES);
        assertThat(IntStream.range(0, data.size()).filter(o -> data.label(o) > 0))
                .hasSize(ROWS);
    }

    /** Every country by itself is what it was: --classes on its rows alone. Losses that are iterated have the digits of their gap. */
    @ParameterizedTest
    @CsvSource({"squared,1e-8", "logistic,1e-6", "softmax,2e-6"})
    void aloneEveryCountryIsASeparateFit(String loss, double digits) throws IOException {
        LinearModel all = linear(Losses.parse(loss), Relations.independent(), inCountries(table));
        for (int country = 0; country < 3; country++) {
            int own = country;
            LinearModel one = linear(Losses.parse(loss), Relations.independent(), plain(table(i -> i % 3 == own)));
            for (int c = 0; c < 3; c++) {
                for (int j = 0; j < 2; j++) {
                    assertThat(all.weights().get(j, 3 * own + c))
                            .isCloseTo(one.weights().get(j, c), within(digits));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"logistic", "softmax"})
    void pooledIsOneClassifierOfTheWholeTable(String loss) {
        Dataset data = inCountries(table);
        Fit<Model> pooled = fit(Losses.parse(loss), Relations.pooled(), data);
        Fit<Model> whole = fit(Losses.parse(loss), Relations.independent(), plain(table));
        assertThat(pooled.model().info().method()).isEqualTo("pooled");
        assertThat(pooled.report().objective()).isCloseTo(whole.report().objective(), within(1e-10));
        for (int t = 0; t < 9; t++) {
            assertThat(pooled.model().linear().orElseThrow().weights().column(t))
                    .containsExactly(
                            whole.model().linear().orElseThrow().weights().column(t % 3), within(1e-6));
        }
    }

    @Test
    void softmaxAloneIsThatOfScikitLearn() {
        LinearModel model = linear(Losses.softmax(), Relations.independent(), inCountries(table));
        for (int country = 0; country < 3; country++) {
            for (int k = 0; k < 6; k++) {
                assertThat(model.weights().get(k % 2, 3 * country + k / 2)).isCloseTo(ALONE[country][k], within(1e-4));
            }
        }
    }

    /** The slope of mean losses + lambda sum_k (sum_c |w_ck|^2 + gamma |w_ck - mean_k|^2), by plain loops. */
    @Test
    void meanDrawsEachClassToItsOwnMeanOverCountries() {
        double gamma = 1.5;
        Dataset data = inCountries(table);
        LinearModel model = linear(Losses.logistic(), Relations.mean(gamma), data);
        assertThat(model.info().method()).isEqualTo("mean");
        for (int t = 0; t < 9; t++) {
            for (int j = 0; j < 2; j++) {
                double w = model.weights().get(j, t);
                double mean = 0;
                for (int c = 0; c < 3; c++) {
                    mean += model.weights().get(j, 3 * c + t % 3) / 3;
                }
                double slope = 2 * LAMBDA * (w + gamma * (w - mean));
                for (int i = t / 3; i < ROWS; i += 3) {
                    double z = model.intercepts()[t];
                    for (int k = 0; k < 2; k++) {
                        z += model.weights().get(k, t) * x(i, k);
                    }
                    double y = ofClass(i) == t % 3 ? 1 : -1;
                    slope += -y / (1 + Math.exp(y * z)) * x(i, j) / (ROWS / 3);
                }
                assertThat(slope).isCloseTo(0, within(1e-6));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "softmax,stl",
        "softmax,mean",
        "softmax,mtfl",
        "softmax,pooled",
        "logistic,stl",
        "logistic,mean",
        "logistic,pooled",
        "logistic,mtfl",
        "hinge,mean",
        "multiclass-hinge,mean"
    })
    void aClassThatACountryNeverSaidIsUnlikelyThereAndNoFailure(String loss, String relation) throws IOException {
        Path file = table(i -> i % 3 != 1 || ofClass(i) != 2);
        Map<String, String> own = Map.of("gamma", "2", "rho", "lambda");
        Relation used = Relations.make(new Description(relation, own, Optional.empty()));
        Fit<Model> fit = new ConvexTrainer(Losses.parse(loss), new Linear(), used, LAMBDA).train(inCountries(file));
        assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        Predictions predictions = fit.model().predict(rows(fit.model(), file));
        for (int k = 0; k < predictions.size(); k++) {
            Prediction one = predictions.get(k);
            List<Double> shares = predictions.shares(k);
            if (loss.contains("hinge")) {
                assertThat(shares).isEmpty();
            } else {
                assertThat(shares.stream().mapToDouble(p -> p).sum()).isCloseTo(1, within(1e-12));
                assertThat(one.probability())
                        .hasValue(shares.get(CLASSES.indexOf(one.category().orElseThrow())));
            }
            if (one.task().equals("b") && !relation.equals("pooled")) {
                assertThat(one.category()).isNotEqualTo(Optional.of("yes"));
                assertThat(shares.isEmpty() ? 0 : shares.get(2)).isLessThan(0.02);
            }
        }
    }

    private static Rows rows(Model model, Path file) {
        return Tables.read(file).rows(model.info().roles());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fileKeepsWhatIsChosenAmong(boolean inCountries) throws IOException {
        Dataset data = inCountries ? inCountries(table) : ordered(table);
        Model model = new ConvexTrainer(Losses.logistic(), new Gaussian(1), Relations.mean(2), LAMBDA)
                .train(data)
                .model();
        Path file = folder.resolve("m.kith");
        ModelFile.write(model, file);
        Model read = ModelFile.read(file);
        assertThat(read.info()).isEqualTo(model.info());
        assertThat(csv(read, table)).isEqualTo(csv(model, table));
        assertThat(csv(read, table))
                .startsWith((inCountries ? "task," : "")
                        + "prediction,probability,no:probability,maybe:probability,yes:probability\n");
    }

    private static String csv(Model model, Path file) throws IOException {
        StringWriter text = new StringWriter();
        model.predict(rows(model, file)).writeTo(text);
        return text.toString();
    }

    @Test
    void oneScoreWithThresholdsIsThatOfScipy() {
        Fit<Model> fit = fit(Losses.logistic(), Relations.pooled(), ordered(table));
        LinearModel model = fit.model().linear().orElseThrow();
        assertThat(model.info().tasks()).containsExactly("above no", "above maybe");
        assertThat(fit.report().objective()).isCloseTo(SMALLEST, within(1e-8));
        for (int q = 0; q < 2; q++) {
            assertThat(model.weights().column(q))
                    .containsExactly(new double[] {ONE_SCORE[0], ONE_SCORE[1]}, within(1e-5));
            assertThat(model.intercepts()[q]).isCloseTo(ONE_SCORE[2 + q], within(1e-5));
        }
    }

    @Test
    void orderedClassesAreChosenInTheMiddleOfTheProbability() {
        Model model =
                fit(Losses.logistic(), Relations.independent(), ordered(table)).model();
        Predictions predictions = model.predict(rows(model, table));
        for (int k = 0; k < predictions.size(); k++) {
            int chosen = CLASSES.indexOf(predictions.get(k).category().orElseThrow());
            List<Double> shares = predictions.shares(k);
            assertThat(shares).allMatch(p -> p >= 0);
            assertThat(shares.stream().mapToDouble(p -> p).sum()).isCloseTo(1, within(1e-12));
            assertThat(shares.subList(0, chosen).stream().mapToDouble(p -> p).sum())
                    .isLessThanOrEqualTo(0.5);
            assertThat(shares.subList(chosen + 1, 3).stream()
                            .mapToDouble(p -> p)
                            .sum())
                    .isLessThanOrEqualTo(0.5);
        }
    }

    @Test
    void orderedClassesInCountriesArePooledToOneScore() {
        Dataset data = Tables.read(table)
                .dataset(Roles.task("country").choice("opinion").knownClasses(CLASSES, true));
        assertThat(data.tasks()).startsWith("a: above no", "a: above maybe", "b: above no");
        LinearModel model = linear(Losses.logistic(), Relations.pooled(), data);
        for (int t = 0; t < 6; t++) {
            assertThat(model.weights().column(t))
                    .containsExactly(new double[] {ONE_SCORE[0], ONE_SCORE[1]}, within(1e-5));
            assertThat(model.intercepts()[t]).isCloseTo(ONE_SCORE[2 + t % 2], within(1e-5));
        }
    }

    @Test
    void saysWhatIsWrongWithRows() throws IOException {
        Dataset data = inCountries(table);
        Model model = fit(Losses.logistic(), Relations.mean(2), data).model();
        Path stranger = Files.writeString(folder.resolve("new.csv"), "country,x1,x2\nd,1,2\n");
        assertThatThrownBy(() -> rows(model, stranger))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("new.csv:2: column 'country': unknown task 'd'");
        Path other =
                Files.writeString(folder.resolve("other.csv"), "country,opinion,x1,x2\na,yes,1,2\na,perhaps,1,2\n");
        assertThatThrownBy(() -> inCountries(other))
                .hasMessage(
                        "other.csv:3: column 'opinion': \"perhaps\" is none of the classes 'no', 'maybe', 'yes' (task"
                                + " 'a')");
        Path one = Files.writeString(folder.resolve("one.csv"), "country,opinion,x1,x2\na,yes,1,2\nb,yes,1,2\n");
        assertThatThrownBy(() -> Tables.read(one).dataset(Roles.task("country").choice("opinion")))
                .hasMessage("one.csv: all rows are of class 'yes', at least two classes are needed");
        assertThatThrownBy(() -> fit(Losses.softmax(), Relations.mean(2), ordered(table)))
                .hasMessageContaining("without an order, or use logistic or hinge");
    }
}
