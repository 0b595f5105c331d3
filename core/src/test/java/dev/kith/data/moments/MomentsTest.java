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
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Representatives have the moments of the rows; moments add up; bytes are checked. */
class MomentsTest {
    private static Dataset rows(int n, int tasks, int features, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix x = Matrix.zeros(n, features);
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = random.nextInt(tasks);
            for (int j = 0; j < features; j++) {
                x.set(i, j, 3 * j + random.nextDouble(-1, 1));
            }
            y[i] = random.nextDouble(-5, 5);
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("t", tasks), task, y);
    }

    /** Weight, means and second moments about 0 of (y, x) of a task. */
    private static double[] moments(Dataset data, int task) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        int p = x.cols() + 1;
        double[] sums = new double[1 + p + p * p];
        for (int o = 0; o < data.size(); o++) {
            if (data.task(o) != task) {
                continue;
            }
            double[] z = new double[p];
            z[0] = data.label(o);
            System.arraycopy(x.row(data.row(o)), 0, z, 1, p - 1);
            sums[0] += data.weight(o);
            for (int a = 0; a < p; a++) {
                sums[1 + a] += data.weight(o) * z[a];
                for (int b = 0; b < p; b++) {
                    sums[1 + p + a * p + b] += data.weight(o) * z[a] * z[b];
                }
            }
        }
        return sums;
    }

    private static void assertSame(Dataset few, Dataset all) {
        for (int t = 0; t < all.taskCount(); t++) {
            double[] expected = moments(all, t);
            double[] actual = moments(few, t);
            double size = Arrays.stream(expected).map(Math::abs).max().orElse(0);
            for (int i = 0; i < expected.length; i++) {
                assertThat(actual[i]).isCloseTo(expected[i], within(1e-12 * (1 + size)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 13, 50, 207, 4098})
    void representativesHaveTheMomentsOfTheRows(int n) {
        for (int features : new int[] {0, 1, 3, 12}) {
            Dataset all = rows(n, 3, features, n + features);
            Dataset few = Moments.of(all).dataset();
            assertSame(few, all);
            assertThat(few.labelsPerTask()).isEqualTo(all.labelsPerTask());
            for (int count : few.countPerTask()) {
                assertThat(count).isLessThanOrEqualTo(features + 2);
            }
        }
    }

    @Test
    void fewRowsAreKeptAsTheyAre() {
        Dataset all = rows(20, 5, 6, 1);
        Dataset few = Moments.of(all).dataset();
        assertThat(few.size()).isEqualTo(20);
        assertThat(few.weighted()).isFalse();
        assertThat(few.collapsed().orElseThrow().error(0, 0)).isZero();
    }

    @Test
    void aColumnThatNeverChangesStaysExactlyConstant() {
        Dataset all = rows(300, 2, 2, 3);
        Matrix x = ((DenseInputs) all.inputs()).values().copy();
        for (int i = 0; i < x.rows(); i++) {
            x.set(i, 1, 0.1);
        }
        Matrix few = ((DenseInputs)
                        Moments.of(all.withInputs(DenseInputs.of(x))).dataset().inputs())
                .values();
        for (int i = 0; i < few.rows(); i++) {
            assertThat(few.get(i, 1)).isEqualTo(0.1);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-200, 1e-10, 1e150, 1e290})
    void unitsDoNotMatter(double unit) {
        Dataset all = rows(300, 1, 2, 4);
        Matrix x = ((DenseInputs) all.inputs()).values();
        Dataset scaled = all.withInputs(DenseInputs.of(x.map(v -> v * unit)));
        Matrix few = ((DenseInputs) Moments.of(all).dataset().inputs()).values();
        Matrix fewScaled = ((DenseInputs) Moments.of(scaled).dataset().inputs()).values();
        for (int i = 0; i < few.rows(); i++) {
            assertThat(fewScaled.get(i, 1) / unit).isCloseTo(few.get(i, 1), within(1e-12));
        }
    }

    @Test
    void columnsWithoutDigitsLeftAreRefusedByName() {
        Dataset all = rows(300, 2, 2, 3);
        for (double offset : new double[] {1e4, 1e10, 1e14}) {
            Matrix x = ((DenseInputs) all.inputs()).values().copy();
            for (int i = 0; i < x.rows(); i++) {
                x.add(i, 1, offset);
            }
            Moments moments = Moments.of(all.withInputs(DenseInputs.of(x)));
            if (offset < 1e5) {
                assertThat(moments.dataset().size()).isLessThan(100);
            } else {
                assertThatThrownBy(moments::dataset)
                        .isInstanceOf(DataException.class)
                        .hasMessageContaining("feature 'x2' lies around")
                        .hasMessageContaining("subtract something near");
            }
        }
    }

    @Test
    void momentsAddUpInAnyOrder() {
        Dataset all = rows(600, 4, 3, 5);
        int[] first = new int[250];
        int[] then = new int[350];
        Arrays.setAll(first, i -> i);
        Arrays.setAll(then, i -> 250 + i);
        Moments a = Moments.of(all.select(first));
        Moments b = Moments.of(all.select(then));
        assertSame(a.plus(b).dataset(), all);
        assertSame(b.plus(a).dataset(), all);
        assertThat(a.plus(b).rows()).isEqualTo(600);
        assertThat(a.plus(b).bytes()).isEqualTo(a.plus(b).bytes());
    }

    @Test
    void featuresAreMatchedByNameAndTasksJoined() {
        Dataset one = Dataset.ofLong(
                new DenseInputs(Matrix.of(new double[] {1, 2}, new double[] {3, 5}), List.of("a", "b")),
                List.of("s"),
                new int[2],
                new double[] {1, 2});
        Dataset two = Dataset.ofLong(
                new DenseInputs(Matrix.of(new double[] {20, 10}), List.of("b", "a")),
                List.of("u"),
                new int[1],
                new double[] {7});
        Dataset both = Moments.of(one).plus(Moments.of(two)).dataset();
        assertThat(both.tasks()).containsExactly("s", "u");
        assertThat(both.inputs().features()).containsExactly("a", "b");
        assertThat(((DenseInputs) both.inputs()).values().row(2)).containsExactly(10, 20);
    }

    @Test
    void theNumberOfThreadsChangesNoBit() {
        byte[] one = gathered(1);
        assertThat(gathered(2)).isEqualTo(one);
        assertThat(gathered(3)).isEqualTo(one);
    }

    private static byte[] gathered(int threads) {
        SplittableRandom random = new SplittableRandom(8);
        try (MomentsBuilder builder = new MomentsBuilder(5, 3, threads)) {
            for (int i = 0; i < 20_000; i++) {
                double[] x = {random.nextDouble(), random.nextDouble(), random.nextDouble()};
                builder.add(random.nextInt(7), x, random.nextDouble(), 1 + random.nextInt(3));
            }
            return builder.moments(Names.numbered("t", 7), Names.numbered("x", 3))
                    .bytes();
        }
    }

    @Test
    void featuresThatComeLaterWereZero() {
        Dataset all = rows(400, 2, 4, 9);
        Matrix x = ((DenseInputs) all.inputs()).values();
        try (MomentsBuilder builder = new MomentsBuilder(0, 0, 1)) {
            for (int i = 0; i < 400; i++) {
                if (i < 200) {
                    x.set(i, 2, 0);
                    x.set(i, 3, 0);
                }
                builder.add(all.task(i), Arrays.copyOf(x.row(i), i < 200 ? 2 : 4), all.label(i), 1);
            }
            assertSame(builder.moments(all.tasks(), all.inputs().features()).dataset(), all);
        }
    }

    @Test
    void forgettingScalesWeightsAndKeepsMeans() {
        Dataset all = rows(300, 2, 3, 6);
        double[] quarter = new double[300];
        Arrays.fill(quarter, 0.25);
        assertSame(Moments.of(all).times(0.25).dataset(), all.withWeights(quarter));
        assertThatThrownBy(() -> Moments.of(all).times(Double.NaN)).hasMessageStartingWith("share must be");
    }

    @Test
    void bytesBringBackTheSameMoments() {
        Moments moments = Moments.of(rows(500, 3, 4, 7), 5, 2);
        Moments back = Moments.read(moments.bytes());
        assertThat(back.bytes()).isEqualTo(moments.bytes());
        assertThat(back.tasks()).isEqualTo(moments.tasks());
        assertSame(back.dataset(), rows(500, 3, 4, 7));
    }

    @Test
    void hostileBytesAreRefused() {
        byte[] good = Moments.of(rows(120, 2, 2, 7), 3, 2).bytes();
        SplittableRandom random = new SplittableRandom(11);
        for (int length = 0; length < good.length; length++) {
            int cut = length;
            assertThatThrownBy(() -> Moments.read(Arrays.copyOf(good, cut))).isInstanceOf(DataException.class);
        }
        assertThatThrownBy(() -> Moments.read(Arrays.copyOf(good, good.length + 1)))
                .hasMessage("moments are followed by 1 bytes that are not theirs");
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(i % 2 == 0 ? 80 : bad.length)] = (byte) random.nextInt(256);
            try {
                Moments.read(bad).dataset();
            } catch (DataException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            }
        }
    }
}
