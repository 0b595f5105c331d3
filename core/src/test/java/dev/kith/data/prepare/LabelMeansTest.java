package dev.kith.data.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A category of many values as the mean label of the value, against plain loops. */
class LabelMeansTest {
    private static final double ROUNDING = 1e-9;
    private static final int ROWS = 400;
    private static final List<String> TASKS = List.of("a", "b", "c");

    private static RawInputs inputs(Recipe.Treatment way, List<@Nullable String> cells) {
        return new RawInputs(List.of(RawColumn.Texts.of("city", cells)), Optional.empty(), Recipe.of(way));
    }

    private static List<@Nullable String> cities(SplittableRandom random, int rows) {
        List<@Nullable String> cells = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            // some values of many rows, many of one
            int city = (int) (90 * Math.pow(random.nextDouble(), 2));
            cells.add(i % 37 == 5 ? null : "city " + city);
        }
        return cells;
    }

    /** Tasks in units of their own, values with effects. */
    private static Dataset table(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<@Nullable String> cells = cities(random, ROWS);
        int[] task = new int[ROWS];
        double[] y = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            String city = cells.get(i);
            task[i] = random.nextInt(3);
            y[i] = 1000 * task[i] + (task[i] + 1) * (random.nextGaussian() + (city == null ? 2 : city.hashCode() % 7));
        }
        return Dataset.ofLong(inputs(new Recipe.Category("city"), cells), TASKS, task, y);
    }

    private static RawColumn.Texts texts(Dataset data) {
        return (RawColumn.Texts) ((RawInputs) data.inputs()).column("city");
    }

    /** The mean label of a value in some rows, drawn to 0: by definition, one sum after the other. */
    private static double mean(Dataset data, Optional<String> value, IntPredicate rows) {
        List<Double> z = new ArrayList<>();
        List<Optional<String>> values = new ArrayList<>();
        for (int o = 0; o < data.size(); o++) {
            if (rows.test(data.row(o))) {
                double sum = 0;
                double squares = 0;
                double n = 0;
                for (int p = 0; p < data.size(); p++) {
                    if (rows.test(data.row(p)) && data.task(p) == data.task(o)) {
                        sum += data.label(p);
                        n++;
                    }
                }
                for (int p = 0; p < data.size(); p++) {
                    if (rows.test(data.row(p)) && data.task(p) == data.task(o)) {
                        squares += Math.pow(data.label(p) - sum / n, 2);
                    }
                }
                z.add((data.label(o) - sum / n) / Math.sqrt(squares / n));
                values.add(texts(data).value(data.row(o)));
            }
        }
        double sum = 0;
        double n = 0;
        for (int k = 0; k < z.size(); k++) {
            if (values.get(k).equals(value)) {
                sum += z.get(k);
                n++;
            }
        }
        return sum / (n + strength(z, values));
    }

    /** One-way analysis of variance. */
    private static double strength(List<Double> z, List<Optional<String>> values) {
        double n = z.size();
        double grand = z.stream().mapToDouble(x -> x).sum() / n;
        double within = 0;
        double between = 0;
        double ofCounts = 0;
        List<Optional<String>> levels = values.stream().distinct().toList();
        for (Optional<String> level : levels) {
            double[] own = java.util.stream.IntStream.range(0, z.size())
                    .filter(k -> values.get(k).equals(level))
                    .mapToDouble(z::get)
                    .toArray();
            double mean = Arrays.stream(own).sum() / own.length;
            between += own.length * Math.pow(mean - grand, 2);
            within += Arrays.stream(own).map(x -> Math.pow(x - mean, 2)).sum();
            ofCounts += own.length * (double) own.length;
        }
        double noise = within / (n - levels.size());
        double variance = (between / (levels.size() - 1) - noise) / ((n - ofCounts / n) / (levels.size() - 1));
        assertThat(variance).as("values that differ").isPositive();
        return Math.max(1, Math.min(100, noise / variance));
    }

    @Test
    void newRowsHaveTheMeansOfAllRows() {
        Dataset data = table(1);
        Drawn drawn = new LabelMeans(data, texts(data)).drawn();
        for (String city : List.of("city 0", "city 7", "city 50")) {
            assertThat(Objects.requireNonNull(drawn.means().get(city)).get(0))
                    .isEqualTo(mean(data, Optional.of(city), row -> true), within(ROUNDING));
        }
        assertThat(drawn.absent().get(0)).isEqualTo(mean(data, Optional.empty(), row -> true), within(ROUNDING));
        Preparation preparation = Preparation.fit(data).orElseThrow();
        Matrix x = preparation
                .apply(inputs(new Recipe.Category("city"), Arrays.asList("city 7", null, "nowhere")))
                .values();
        assertThat(x.column(0))
                .containsExactly(
                        Objects.requireNonNull(drawn.means().get("city 7")).get(0),
                        drawn.absent().get(0),
                        0);
        assertThat(preparation.features()).containsExactly("city: mean label");
        assertThat(preparation.words().get(0))
                .startsWith("city: " + drawn.means().size() + " values, more than 50 -> the mean label of the value;");
    }

    @Test
    void rowsThatTrainHaveTheMeansOfOtherFolds() {
        Dataset data = table(2);
        LabelMeans means = new LabelMeans(data, texts(data));
        int[] fold = means.folds();
        double[] x =
                ((DenseInputs) Preparation.prepared(data).inputs()).values().column(0);
        for (int i = 0; i < ROWS; i += 9) {
            int own = fold[i];
            assertThat(x[i])
                    .as("row %d", i)
                    .isEqualTo(mean(data, texts(data).value(i), row -> fold[row] != own), within(ROUNDING));
        }
    }

    @Test
    void noLabelOfAFoldHasAPartInItsFeatures() {
        Dataset data = table(3);
        int[] fold = new LabelMeans(data, texts(data)).folds();
        double[] labels = new double[data.size()];
        Arrays.setAll(labels, o -> data.label(o) + (fold[data.row(o)] == 4 ? 1e3 * o : 0));
        double[] before =
                ((DenseInputs) Preparation.prepared(data).inputs()).values().column(0);
        double[] after = ((DenseInputs)
                        Preparation.prepared(data.withLabels(labels)).inputs())
                .values()
                .column(0);
        for (int i = 0; i < ROWS; i++) {
            if (fold[i] == 4) {
                assertThat(after[i]).isEqualTo(before[i]);
            }
        }
        assertThat(after).isNotEqualTo(before);
    }

    @Test
    void rowsOfAValueAreDealtEvenly() {
        Dataset data = table(4);
        RawColumn.Texts texts = texts(data);
        int[] fold = new LabelMeans(data, texts).folds();
        int[] counts = TextCells.counts(texts);
        for (int code = 0; code < counts.length; code++) {
            int[] inFold = new int[LabelMeans.FOLDS];
            for (int i = 0; i < ROWS; i++) {
                inFold[fold[i]] += texts.code(i) == code ? 1 : 0;
            }
            int share = counts[code] / LabelMeans.FOLDS;
            assertThat(Arrays.stream(inFold).boxed()).allMatch(n -> n == share || n == share + 1);
        }
    }

    @Test
    void aRowOfTwiceTheWeightIsTwoRows() {
        List<@Nullable String> cells = new ArrayList<>();
        List<@Nullable String> doubled = new ArrayList<>();
        double[] y = new double[120];
        double[] weights = new double[120];
        double[] twice = new double[180];
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 120; i++) {
            cells.add("v" + i % 60);
            y[i] = random.nextGaussian() + i % 60 % 5;
            weights[i] = i % 2 + 1;
            for (int k = 0; k < weights[i]; k++) {
                twice[doubled.size()] = y[i];
                doubled.add(cells.get(i));
            }
        }
        Dataset weighted = Dataset.ofLong(inputs(new Recipe.Category("city"), cells), List.of("a"), new int[120], y)
                .withWeights(weights);
        Dataset repeated =
                Dataset.ofLong(inputs(new Recipe.Category("city"), doubled), List.of("a"), new int[180], twice);
        Drawn one = new LabelMeans(weighted, texts(weighted)).drawn();
        Drawn two = new LabelMeans(repeated, texts(repeated)).drawn();
        one.means()
                .forEach((value, means) -> assertThat(means.get(0))
                        .isEqualTo(
                                java.util.Objects.requireNonNull(two.means().get(value))
                                        .get(0),
                                within(ROUNDING)));
    }

    @Test
    void unitsOfATaskDoNotMatter() {
        Dataset data = table(5);
        double[] labels = new double[data.size()];
        Arrays.setAll(labels, o -> data.task(o) == 1 ? 1e-3 * data.label(o) + 7 : data.label(o));
        assertThat(((DenseInputs) Preparation.prepared(data.withLabels(labels)).inputs())
                        .values()
                        .column(0))
                .containsExactly(
                        ((DenseInputs) Preparation.prepared(data).inputs())
                                .values()
                                .column(0),
                        within(ROUNDING));
    }

    @Test
    void classesHaveAMeanEach() {
        SplittableRandom random = new SplittableRandom(6);
        List<@Nullable String> cells = cities(random, 200);
        Matrix labels = Matrix.zeros(200, 2);
        for (int i = 0; i < 200; i++) {
            labels.set(i, i % 3 == 0 ? 1 : 0, 1);
        }
        Dataset data = Dataset.ofWide(inputs(new Recipe.Category("city"), cells), List.of("red", "blue"), labels)
                .withColumns(Columns.ofClasses("colour"));
        Preparation preparation = Preparation.fit(data).orElseThrow();
        assertThat(preparation.features()).containsExactly("city: mean of red", "city: mean of blue");
        Matrix x = ((DenseInputs) Preparation.prepared(data).inputs()).values();
        for (int i = 0; i < 200; i++) {
            assertThat(x.get(i, 0)).as("one class is where the other is not").isEqualTo(-x.get(i, 1), within(ROUNDING));
        }
    }

    @Test
    void fiftyValuesHaveAFeatureEachAndSoHaveMoreThatAreAskedFor() {
        List<@Nullable String> fifty = new ArrayList<>();
        List<@Nullable String> more = new ArrayList<>();
        for (int i = 0; i < 102; i++) {
            fifty.add("v" + i % 50);
            more.add("v" + i % 51);
        }
        assertThat(Preparation.fit(inputs(new Recipe.Category("city"), fifty)).features())
                .hasSize(50);
        assertThat(Preparation.fit(inputs(new Recipe.OneHot("city"), more)).features())
                .hasSize(51);
        assertThatThrownBy(() -> Preparation.fit(inputs(new Recipe.Category("city"), more)))
                .isInstanceOf(DataException.class)
                .hasMessage("column 'city' has 51 values: beyond 50 they are drawn together by labels, which these rows"
                        + " have not");
    }

    @Test
    void equalLabelsSayNothing() {
        List<@Nullable String> cells = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            cells.add("v" + i % 60);
        }
        double[] y = new double[120];
        Arrays.fill(y, 0.1);
        Dataset data = Dataset.ofLong(inputs(new Recipe.Category("city"), cells), List.of("a"), new int[120], y);
        assertThat(((DenseInputs) Preparation.prepared(data).inputs()).values().column(0))
                .containsOnly(0);
    }
}
