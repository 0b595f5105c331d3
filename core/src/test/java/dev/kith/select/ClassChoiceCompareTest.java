package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Columns;
import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Roles;
import dev.kith.data.shape.Questions;
import dev.kith.data.table.Tables;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.method.SettingException;
import dev.kith.model.Model;
import dev.kith.model.Predictions;
import dev.kith.score.Measure;
import dev.kith.score.Split;
import dev.kith.select.Comparison.Compared;
import dev.kith.select.fresh.ModelScore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons of choices among classes: judged by rows and countries, against plain loops. */
class ClassChoiceCompareTest {
    private static final List<String> CLASSES = List.of("low", "middle", "high");
    private static final int D = 8;

    @TempDir
    private Path folder;

    /** Classes cut from a noisy score that is nearly the same in all countries. */
    private Path table(int rows, int countries, long seed) throws IOException {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("country,level");
        IntStream.range(0, D).forEach(j -> text.append(",x").append(j));
        for (int i = 0; i < rows; i++) {
            double score = 0.8 * random.nextGaussian();
            StringBuilder x = new StringBuilder();
            for (int j = 0; j < D; j++) {
                double value = random.nextGaussian();
                score += (j < 4 ? 0.7 : 0.1) * value;
                x.append(',').append(value);
            }
            text.append("\nc").append(i % countries).append(',');
            text.append(CLASSES.get(score < -0.8 ? 0 : score < 0.8 ? 1 : 2)).append(x);
        }
        return Files.writeString(folder.resolve("levels" + seed + ".csv"), text.append('\n'));
    }

    private static Dataset read(Path file, boolean ordered) {
        return Tables.read(file).dataset(Roles.task("country").choice("level").knownClasses(CLASSES, ordered));
    }

    private static Compare compare(Dataset data) {
        return Compare.on(data).methods("mean", "pooled").folds(3).lambda(0.02).threads(1);
    }

    @Test
    void verdictsAreOfCountriesAndErrorsOfRows() throws IOException {
        Dataset data = read(table(240, 4, 7), false);
        Comparison found = compare(data).run();
        assertThat(found.measure()).isEqualTo(Measure.ERROR);
        assertThat(found.judged().tasks()).containsExactly("c0", "c1", "c2", "c3");
        assertThat(found.trainingLabels()).containsExactly(40, 40, 40, 40);
        for (Compared method : found.methods()) {
            double[] z = method.heldOut().predictions();
            int[] wrong = new int[4];
            for (int o = 0; o < z.length; o += 3) {
                int best = z[o] >= z[o + 1] ? (z[o] >= z[o + 2] ? 0 : 2) : (z[o + 1] >= z[o + 2] ? 1 : 2);
                wrong[data.task(o) / 3] += data.label(o + best) > 0 ? 0 : 1;
            }
            for (int c = 0; c < 4; c++) {
                assertThat(method.scores().perTask().get(c).orElseThrow()).isCloseTo(wrong[c] / 60.0, within(1e-12));
            }
            assertThat(found.accuracy(method).orElseThrow().accuracy())
                    .isCloseTo(1 - IntStream.of(wrong).sum() / 240.0, within(1e-12));
        }
        assertThat(found.headline()).contains("the right class for");
        assertThat(found.verdict("c2")).isNotNull();
        assertThat(String.join("\n", found.sentences())).contains("the right one of 3 classes for 240 rows");
        assertThat(found.safeModel().info().tasks()).isEqualTo(data.tasks());
    }

    @Test
    void logLossIsThatOfTheProbabilitiesPredicted() throws IOException {
        Path file = table(240, 4, 8);
        Dataset data = read(file, false);
        Split half = Split.of(data, o -> data.row(o) >= 120);
        Comparison found = compare(data).split(half).measure(Measure.LOG_LOSS).run();
        Compared stl = found.baseline();
        Model model = stl.heldOut().fits().get(0).model();
        Predictions predictions =
                model.predict(Tables.read(file).rows(model.info().roles()));
        double[] sum = new double[4];
        for (int i = 120; i < 240; i++) {
            for (int c = 0; c < 3; c++) {
                sum[i % 4] -= data.label(3 * i + c) > 0
                        ? Math.log(predictions.shares(i).get(c)) / 30
                        : 0;
            }
        }
        for (int c = 0; c < 4; c++) {
            assertThat(stl.scores().perTask().get(c).orElseThrow()).isCloseTo(sum[c], within(1e-9));
        }
    }

    @Test
    void scoreOfASavedModelIsByCountryToo() throws IOException {
        Path file = table(240, 4, 9);
        Comparison found = compare(read(file, true)).run();
        assertThat(found.measure()).isEqualTo(Measure.RANK_ERROR);
        Model model = found.best().model();
        ModelScore score = ModelScore.of(model, Tables.read(file), ModelScore.labels(model), Optional.empty());
        assertThat(score.tasks()).containsExactly("c0", "c1", "c2", "c3");
        Predictions predictions =
                model.predict(Tables.read(file).rows(model.info().roles()));
        List<String> truth = Tables.read(file).column("level");
        double away = 0;
        for (int i = 0; i < 240; i++) {
            String chosen = predictions.get(i).category().orElseThrow();
            away += Math.abs(CLASSES.indexOf(chosen) - CLASSES.indexOf(truth.get(i))) / 240.0;
        }
        assertThat(score.scores().get(0).measure()).isEqualTo(Measure.RANK_ERROR);
        assertThat(score.scores().get(0).overall().orElseThrow()).isCloseTo(away, within(1e-12));
    }

    /** Measured, not proven: mean rank error over five tables of 60 rows to learn from and 2,000 to test on, lambda chosen on the former. */
    @Test
    void orderIsWorthKnowing() throws IOException {
        double plain = 0;
        double ordered = 0;
        for (int seed = 0; seed < 5; seed++) {
            Path train = table(60, 1, 100 + seed);
            Path test = table(2000, 1, 200 + seed);
            plain += rankError(train, test, false) / 5;
            ordered += rankError(train, test, true) / 5;
        }
        assertThat(ordered).isLessThan(0.95 * plain);
    }

    private static double rankError(Path train, Path test, boolean order) {
        Dataset data = read(train, order);
        Model model = Search.on(data)
                .method(order ? "pooled" : "stl")
                .losses(TaskLosses.all(order ? Losses.logistic() : Losses.softmax()))
                .choose()
                .trainer()
                .train(data)
                .model();
        Predictions predictions =
                model.predict(Tables.read(test).rows(model.info().roles()));
        List<String> truth = Tables.read(test).column("level");
        return IntStream.range(0, predictions.size())
                .map(i -> Math.abs(
                        CLASSES.indexOf(predictions.get(i).category().orElseThrow()) - CLASSES.indexOf(truth.get(i))))
                .average()
                .orElseThrow();
    }

    @Test
    void measuresThatSayNothingOfTheChoiceAreRefused() throws IOException {
        Dataset data = read(table(120, 2, 3), false);
        assertThatThrownBy(() -> compare(data).measure(Measure.RANK_ERROR).run())
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("rank-error is for classes in an order (--order)");
        assertThatThrownBy(() -> compare(data).measure(Measure.RELATIVE_ERROR).run())
                .hasMessageContaining("relative-error is for two classes");
        assertThatThrownBy(() -> compare(data).measure(Measure.RMSE).run()).hasMessageContaining("is for numbers");
    }

    @Test
    void questionsFollowTheOrder() {
        Dataset members = Dataset.of(
                        new DenseInputs(Matrix.wrap(3, 1, new double[] {1, 2, 3}), List.of("x")),
                        List.of("a", "b"),
                        null,
                        new int[] {0, 1, 1},
                        new double[] {2, 0, 1},
                        null,
                        null)
                .withColumns(Columns.ofChoice(Optional.of("t"), "c", new ClassChoice(List.of(), true)));
        Dataset asked = Questions.of(members, CLASSES);
        assertThat(asked.tasks()).containsExactly("a: above low", "a: above middle", "b: above low", "b: above middle");
        assertThat(IntStream.range(0, 6).mapToDouble(asked::label).toArray()).containsExactly(1, 1, -1, -1, 1, -1);
    }
}
