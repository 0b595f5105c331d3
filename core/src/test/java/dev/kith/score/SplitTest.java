package dev.kith.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitTest {
    /** Long data whose task t has {@code sizes[t]} rows, tasks interleaved; the only feature is the row's number. */
    private static Dataset longData(int... sizes) {
        int n = Arrays.stream(sizes).sum();
        int[] left = sizes.clone();
        int[] taskOf = new int[n];
        for (int i = 0, t = 0; i < n; t = (t + 1) % sizes.length) {
            if (left[t]-- > 0) {
                taskOf[i++] = t;
            }
        }
        return Dataset.ofLong(numbered(n), Names.numbered("t", sizes.length), taskOf, new double[n]);
    }

    private static DenseInputs numbered(int n) {
        double[] numbers = new double[n];
        Arrays.setAll(numbers, i -> i);
        return DenseInputs.of(Matrix.wrap(n, 1, numbers));
    }

    /** Wide data of n rows, each label there with the given chance. */
    private static Dataset wideData(int n, int tasks, double chance, long seed) {
        Random random = new Random(seed);
        Matrix labels = Matrix.zeros(n, tasks).map(x -> random.nextDouble() < chance ? 1 : Double.NaN);
        return Dataset.ofWide(numbered(n), Names.numbered("t", tasks), labels);
    }

    private static int[] testedPerTask(Split split) {
        return split.test().countPerTask();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10})
    void foldsTestEveryObservationOnceAndDivideEveryTaskEvenly(int k) {
        int[] sizes = {1, 2, 3, 7, 40, 101};
        Dataset data = longData(sizes);
        List<Split> folds = Split.folds(data, k, 7);
        assertThat(folds).hasSize(k);
        int[] timesTested = new int[data.size()];
        for (Split fold : folds) {
            Arrays.stream(fold.testObservations()).forEach(o -> timesTested[o]++);
            assertThat(union(fold)).hasSize(data.size());
            int[] tested = testedPerTask(fold);
            for (int t = 1; t < sizes.length; t++) {
                assertThat(tested[t]).isBetween(sizes[t] / k, (sizes[t] + k - 1) / k);
            }
            assertThat(fold.train().countPerTask()).doesNotContain(0);
        }
        for (int o = 0; o < data.size(); o++) {
            assertThat(timesTested[o]).isEqualTo(data.task(o) == 0 ? 0 : 1);
        }
        // each task within one; ties go to the smaller fold, so that the differences do not add up over six tasks
        int[] foldSizes =
                folds.stream().mapToInt(f -> f.testObservations().length).toArray();
        assertThat(Arrays.stream(foldSizes).max().orElseThrow()
                        - Arrays.stream(foldSizes).min().orElseThrow())
                .isLessThanOrEqualTo(2);
    }

    private static Set<Integer> union(Split split) {
        Set<Integer> all = new HashSet<>();
        Arrays.stream(split.trainObservations()).forEach(all::add);
        Arrays.stream(split.testObservations()).forEach(all::add);
        return all;
    }

    @Test
    void rowsOfWideDataAreNotTornApartAndTasksAreBalanced() {
        Dataset data = wideData(400, 5, 0.4, 11);
        int[] sizes = data.countPerTask();
        for (Split fold : Split.folds(data, 5, 3)) {
            Set<Integer> trained = rows(data, fold.trainObservations());
            assertThat(rows(data, fold.testObservations())).doesNotContainAnyElementsOf(trained);
            int[] tested = testedPerTask(fold);
            for (int t = 0; t < sizes.length; t++) {
                assertThat((double) tested[t]).isBetween(sizes[t] / 5.0 - 4, sizes[t] / 5.0 + 4);
            }
        }
    }

    private static Set<Integer> rows(Dataset data, int[] observations) {
        Set<Integer> rows = new HashSet<>();
        Arrays.stream(observations).forEach(o -> rows.add(data.row(o)));
        return rows;
    }

    @Test
    void chosenGroupsStayTogether() {
        Dataset data = longData(60, 60, 60);
        for (Split split : Split.folds(data, 4, 5, o -> data.row(o) / 9)) {
            Set<Integer> tested = new HashSet<>();
            Arrays.stream(split.testObservations()).forEach(o -> tested.add(data.row(o) / 9));
            assertThat(Arrays.stream(split.trainObservations()).map(o -> data.row(o) / 9))
                    .doesNotContainAnyElementsOf(tested);
        }
    }

    @Test
    void aGroupThatIsTheOnlyOneOfSomeTaskAlwaysTrains() {
        Matrix labels = Matrix.of(new double[][] {{1, 1}, {1, Double.NaN}, {1, Double.NaN}, {1, Double.NaN}});
        Dataset data = Dataset.ofWide(numbered(4), List.of("a", "b"), labels);
        for (Split fold : Split.folds(data, 3, 0)) {
            assertThat(fold.trainObservations()).contains(0, 1);
        }
        assertThat(Split.holdOut(data, 0.5, 0).trainObservations()).contains(0, 1);
    }

    @Test
    void theSeedDecidesAndNothingElse() {
        Dataset data = longData(50, 60);
        assertThat(tests(Split.folds(data, 5, 1))).isEqualTo(tests(Split.folds(data, 5, 1)));
        assertThat(tests(Split.folds(data, 5, 1))).isNotEqualTo(tests(Split.folds(data, 5, 2)));
        List<Split> repeated = Split.repeatedFolds(data, 5, 3, 1, data::row);
        assertThat(repeated).hasSize(15);
        assertThat(tests(repeated.subList(0, 5))).isEqualTo(tests(Split.folds(data, 5, 1)));
        assertThat(tests(repeated.subList(0, 5))).isNotEqualTo(tests(repeated.subList(5, 10)));
        // group numbers are only compared: other numbers for the same groups change nothing
        assertThat(tests(Split.folds(data, 5, 1, o -> -7919 * data.row(o)))).isEqualTo(tests(Split.folds(data, 5, 1)));
    }

    private static List<List<Integer>> tests(List<Split> splits) {
        List<List<Integer>> lists = new ArrayList<>();
        for (Split split : splits) {
            lists.add(Arrays.stream(split.testObservations()).boxed().toList());
        }
        return lists;
    }

    @Test
    void everyObservationIsTestedAboutEquallyOften() {
        // a fair deal: over 400 seeds each of 12 rows is held out 100 times on average, deviation 8.7
        Dataset data = longData(12);
        int[] times = new int[12];
        for (int seed = 0; seed < 400; seed++) {
            Arrays.stream(Split.holdOut(data, 0.25, seed).testObservations()).forEach(o -> times[o]++);
        }
        assertThat(Arrays.stream(times).sum()).isEqualTo(1200);
        assertThat(Arrays.stream(times).min().orElseThrow()).isGreaterThan(60);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.2, 0.25, 0.5, 0.9, 0.999})
    void holdOutTestsTheFractionOfEveryTask(double fraction) {
        int[] sizes = {1, 2, 3, 10, 97};
        int[] tested = testedPerTask(Split.holdOut(longData(sizes), fraction, 4));
        assertThat(tested[0]).isZero();
        for (int t = 1; t < sizes.length; t++) {
            int wanted = (int) Math.max(1, Math.rint(fraction * sizes[t]));
            assertThat(tested[t]).isEqualTo(Math.min(wanted, sizes[t] - 1));
        }
    }

    @Test
    void weightsClassesAndSourceRowsFollowTheObservations() {
        Dataset data = longData(6).withWeights(1, 2, 3, 4, 5, 6);
        Split split = Split.holdOut(data, 0.5, 9);
        Dataset test = split.test();
        int[] observations = split.testObservations();
        for (int o = 0; o < test.size(); o++) {
            assertThat(test.weight(o)).isEqualTo(observations[o] + 1);
            assertThat(test.sourceRow(test.row(o))).isEqualTo(observations[o]);
        }
    }

    @Test
    void impossibleSplitsAreRefused() {
        Dataset data = longData(1, 3);
        assertThatThrownBy(() -> Split.folds(data, 5, 0))
                .isInstanceOf(DataException.class)
                .hasMessage("the data cannot be divided into 5 folds: only 3 of its 4 groups of observations can be "
                        + "tested");
        assertThatThrownBy(() -> Split.folds(data, 1, 0)).hasMessage("folds must be at least 2, got 1");
        assertThatThrownBy(() -> Split.repeatedFolds(data, 2, 0, 0, data::row))
                .hasMessage("times must be at least 1, got 0");
        assertThatThrownBy(() -> Split.holdOut(data, Double.NaN, 0))
                .hasMessage("fraction must be a number > 0 and < 1, got NaN");
        assertThatThrownBy(() -> Split.holdOut(longData(1, 1), 0.5, 0))
                .isInstanceOf(DataException.class)
                .hasMessage("nothing can be held out: every group of observations is the only one of a task");
    }

    @TempDir
    Path folder;

    private Table table(String name, String text) throws IOException {
        return Tables.read(Files.writeString(folder.resolve(name), text));
    }

    @Test
    void publishedSplitsStayAlignedWhenRowsAreSkipped() throws IOException {
        Dataset data = table("d.csv", "t,y,x\nA,,0\nA,1,1\nB,,2\nB,2,3\nB,3,4\n")
                .dataset(Roles.task("t").target("y"));
        Table splits = table("s.csv", "s1,s2\n2,0\n1,0\n1,0\n2,1\n1,1\n");
        Split split = Split.given(data, splits, "s1", "1");
        assertThat(labels(split.train())).containsExactly(1, 3);
        assertThat(labels(split.test())).containsExactly(2);
        // still aligned for a part of the data
        Split part = Split.given(data.select(2, 1), splits, "s1", "1");
        assertThat(labels(part.train())).containsExactly(3);
    }

    private static double[] labels(Dataset data) {
        return IntStream.range(0, data.size()).mapToDouble(data::label).toArray();
    }

    @Test
    void publishedSplitsThatDoNotFitAreRefused() throws IOException {
        Dataset data =
                table("d.csv", "t,y,x\nA,1,0\nA,2,1\n").dataset(Roles.task("t").target("y"));
        assertRefused(
                data,
                "s\n1\n2\n2\n",
                "s",
                "s.csv: a split must have one row for each of the 2 rows of the data, got 3");
        assertRefused(data, "s,r\n1,\n,1\n", "s", "s.csv: column 's' is blank in row 2");
        assertRefused(data, "s\n0\n2\n", "s", "s.csv: column 's' never says '1', it says '0', '2'");
        assertRefused(data, "s\n1\n1\n", "s", "s.csv: column 's' leaves no observation to test");
        assertRefused(data, "split\n1\n1\n", "splits", "s.csv: unknown column 'splits'; did you mean 'split'?");
    }

    private void assertRefused(Dataset data, String text, String column, String message) throws IOException {
        Table file = table("s.csv", text);
        assertThatThrownBy(() -> Split.given(data, file, column, "1"))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }
}
