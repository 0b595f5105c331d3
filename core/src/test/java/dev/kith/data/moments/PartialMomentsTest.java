package dev.kith.data.moments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts add up to the whole, in the same order to the same bits; folds do not depend on where a row lies. */
class PartialMomentsTest {
    private static final double ROUNDING = 1e-12;
    private static final List<String> FEATURES = Names.numbered("x", 3);

    private static double[][] rows(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rows = new double[n][5];
        for (double[] row : rows) {
            row[0] = random.nextInt(4);
            for (int j = 1; j < row.length; j++) {
                row[j] = random.nextDouble(-3, 3);
            }
        }
        return rows;
    }

    private static void add(PartialMoments to, RowFold deal, double... row) {
        String task = "t" + (int) row[0];
        double[] x = Arrays.copyOfRange(row, 1, 4);
        to.add(task, deal.of(task, x, row[4], 1), x, row[4], 1);
    }

    /** Gathered in so many parts, added up in their order. */
    private static Moments inParts(double[][] rows, int parts) {
        RowFold deal = new RowFold(3, 9);
        PartialMoments sum = new PartialMoments(3);
        for (int p = 0; p < parts; p++) {
            PartialMoments part = new PartialMoments(3);
            for (int i = p; i < rows.length; i += parts) {
                add(part, deal, rows[i]);
            }
            part.drain().forEachRemaining(one -> sum.add(one.getKey(), one.getValue()));
            assertThat(part.numbers()).isZero();
        }
        return sum.moments(FEATURES, 9);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 500, 4098})
    void partsAddUpToTheWhole(int n) {
        double[][] rows = rows(n, n);
        Moments whole = inParts(rows, 1);
        for (int parts : new int[] {2, 7, 50}) {
            Moments sum = inParts(rows, parts);
            assertThat(sum.rows()).isEqualTo(n);
            assertThat(inParts(rows, parts).bytes()).isEqualTo(sum.bytes());
            double[] expected = products(whole.dataset());
            double[] found = products(sum.dataset());
            for (int i = 0; i < found.length; i++) {
                assertThat(found[i]).isCloseTo(expected[i], within(ROUNDING * n));
            }
        }
    }

    /** Sums of w y x_j by task. */
    private static double[] products(Dataset data) {
        double[] sums = new double[3 * data.taskCount()];
        Matrix x = ((DenseInputs) data.inputs()).values();
        for (int o = 0; o < data.size(); o++) {
            for (int j = 0; j < 3; j++) {
                sums[3 * data.task(o) + j] += data.weight(o) * data.label(o) * x.get(data.row(o), j);
            }
        }
        return sums;
    }

    @Test
    void rowsInMemoryAreDealtByTheSameRule() {
        double[][] rows = rows(200, 4);
        Matrix x = Matrix.zeros(rows.length, 3);
        int[] task = new int[rows.length];
        double[] y = new double[rows.length];
        for (int i = 0; i < y.length; i++) {
            task[i] = (int) rows[i][0];
            y[i] = rows[i][4];
            for (int j = 0; j < 3; j++) {
                x.set(i, j, rows[i][1 + j]);
            }
        }
        Dataset data = Dataset.ofLong(new DenseInputs(x, FEATURES), List.of("t0", "t1", "t2", "t3"), task, y);
        assertThat(Moments.byContent(data, 3, 9).bytes())
                .isEqualTo(inParts(rows, 1).bytes());
    }

    @Test
    void foldsAreBalancedAndChangeWithTheSeed() {
        int[] counts = new int[5];
        int moved = 0;
        RowFold deal = new RowFold(5, 1);
        for (double[] row : rows(20_000, 8)) {
            int fold = deal.of("t", row, row[4], 1);
            counts[fold]++;
            moved += fold == new RowFold(5, 2).of("t", row, row[4], 1) ? 0 : 1;
        }
        // six deviations of a binomial count
        for (int count : counts) {
            assertThat(count).isBetween(3_660, 4_340);
        }
        assertThat(moved).isBetween(15_660, 16_340);
        assertThat(deal.of("a", new double[] {0.0}, 1, 1)).isEqualTo(deal.of("a", new double[] {-0.0}, 1, 1));
        assertThat(deal.of("key")).isEqualTo(deal.of("key"));
    }

    @Test
    void aTaskWithinOneFoldAlwaysTrains() {
        PartialMoments sum = new PartialMoments(2);
        for (int i = 0; i < 10; i++) {
            sum.add("wide", i % 2, new double[] {i}, i, 1);
            sum.add("narrow", 1, new double[] {i}, -i, 1);
        }
        Dataset data = sum.moments(List.of("x"), 1).dataset();
        data.collapsed().orElseThrow().folds(2, 1).forEach(fold -> {
            assertThat(fold.train().labelsPerTask()[0]).isEqualTo(10);
            assertThat(fold.test().get().labelsPerTask()[0]).isZero();
        });
    }

    @Test
    void whatDoesNotFitIsRefused() {
        PartialMoments part = new PartialMoments(0);
        part.add("a", 0, new double[] {1, 2}, 3, 1);
        assertThatThrownBy(() -> part.add("a", 0, new double[] {1}, 3, 1))
                .isInstanceOf(DataException.class)
                .hasMessage("all rows must have as many features, got 2 and 1");
        assertThatThrownBy(() -> part.add("a", 0, new double[] {1, 2}, 3, Double.NaN))
                .hasMessage("task 'a': weight must be a finite number > 0, got NaN");
        Map.Entry<String, byte[]> one = part.drain().next();
        byte[] cut = Arrays.copyOf(one.getValue(), one.getValue().length - 1);
        assertThatThrownBy(() -> new PartialMoments(0).add("a", cut)).isInstanceOf(DataException.class);
        byte[] longer = Arrays.copyOf(one.getValue(), one.getValue().length + 1);
        assertThatThrownBy(() -> new PartialMoments(0).add("a", longer)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> new PartialMoments(0).add("a", new byte[3])).isInstanceOf(DataException.class);
        PartialMoments folds = new PartialMoments(2);
        folds.add("a", 0, new double[] {1}, 1, 1);
        assertThatThrownBy(() -> folds.moments(List.of("x"), 1))
                .hasMessage("the data cannot be divided into 2 folds: they have too few rows");
    }
}
