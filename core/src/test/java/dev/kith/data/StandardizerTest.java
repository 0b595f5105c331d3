package dev.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Standardizer.TargetScale;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class StandardizerTest {
    /** One-pass and two-pass sums of some hundred numbers of size 10 differ by rounding only. */
    private static final Offset<Double> ROUNDING = within(1e-11);

    private static final int D = 4;
    private static final int T = 3;

    /** Random wide data with missing labels; feature 2 is the constant 5, label scales differ by task. */
    private static Dataset random(long seed, int n) {
        Random random = new Random(seed);
        Matrix x = Matrix.zeros(n, D).map(v -> 3 * random.nextGaussian() + 10);
        Matrix y = Matrix.zeros(n, T);
        for (int i = 0; i < n; i++) {
            x.set(i, 2, 5);
            for (int t = 0; t < T; t++) {
                y.set(i, t, random.nextInt(3) == 0 ? Double.NaN : 100 * t + (t + 1) * random.nextGaussian());
            }
        }
        return Dataset.ofWide(DenseInputs.of(x), Names.numbered("t", T), y);
    }

    private static double x(Dataset data, int row, int j) {
        return data.inputs() instanceof DenseInputs dense
                ? dense.values().get(row, j)
                : ((SparseInputs) data.inputs()).values().toDense().get(row, j);
    }

    /** {mean, deviation} of values with weights, in two passes; deviation 1 when it is 0 to rounding. */
    private static double[] direct(double[] values, double[] weights) {
        double total = Arrays.stream(weights).sum();
        double mean = 0;
        for (int i = 0; i < values.length; i++) {
            mean += weights[i] * values[i] / total;
        }
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            squares += weights[i] * (values[i] - mean) * (values[i] - mean) / total;
        }
        return new double[] {mean, Math.sqrt(squares) <= 1e-12 * Math.abs(mean) ? 1 : Math.sqrt(squares)};
    }

    private static double[] featureDirect(Dataset data, int j) {
        double[] values = IntStream.range(0, data.size())
                .mapToDouble(o -> x(data, data.row(o), j))
                .toArray();
        double[] weights =
                IntStream.range(0, data.size()).mapToDouble(data::weight).toArray();
        return direct(values, weights);
    }

    private static double[] labelDirect(Dataset data, int task) {
        int[] of = IntStream.range(0, data.size())
                .filter(o -> task < 0 || data.task(o) == task)
                .toArray();
        return direct(
                Arrays.stream(of).mapToDouble(data::label).toArray(),
                Arrays.stream(of).mapToDouble(data::weight).toArray());
    }

    private static Dataset weighted(Dataset data) {
        return data.withWeights(
                IntStream.range(0, data.size()).mapToDouble(o -> o % 4).toArray());
    }

    @Test
    void meansAndDeviationsAreThoseOfTheObservations() {
        for (Dataset data : List.of(random(1, 200), weighted(random(2, 200)))) {
            Standardizer task = Standardizer.fit(data, TargetScale.TASK, true);
            Standardizer all = Standardizer.fit(data, TargetScale.ALL, true);
            for (int j = 0; j < D; j++) {
                assertThat(task.featureMean().get(0, j)).isCloseTo(featureDirect(data, j)[0], ROUNDING);
                assertThat(task.featureScale().get(0, j)).isCloseTo(featureDirect(data, j)[1], ROUNDING);
            }
            for (int t = 0; t < T; t++) {
                assertThat(task.labelMean().get(0, t)).isCloseTo(labelDirect(data, t)[0], ROUNDING);
                assertThat(task.labelScale().get(0, t)).isCloseTo(labelDirect(data, t)[1], ROUNDING);
                assertThat(all.labelMean().get(0, t)).isCloseTo(labelDirect(data, -1)[0], ROUNDING);
                assertThat(all.labelScale().get(0, t)).isCloseTo(labelDirect(data, -1)[1], ROUNDING);
            }
        }
    }

    @Test
    void scaledDataHasMeanZeroAndDeviationOneExceptWhereConstant() {
        Dataset data = weighted(random(3, 300));
        Dataset scaled = Standardizer.fit(data, TargetScale.TASK, true).apply(data);
        for (int j = 0; j < D; j++) {
            assertThat(featureDirect(scaled, j)[0]).isCloseTo(0, ROUNDING);
            assertThat(featureDirect(scaled, j)[1]).isCloseTo(1, ROUNDING);
        }
        assertThat(x(scaled, 0, 2)).isCloseTo(0, ROUNDING);
        for (int t = 0; t < T; t++) {
            assertThat(labelDirect(scaled, t)[0]).isCloseTo(0, ROUNDING);
            assertThat(labelDirect(scaled, t)[1]).isCloseTo(1, ROUNDING);
        }
    }

    @Test
    void weightKIsKCopies() {
        Dataset data = weighted(random(4, 100));
        int[] copies = IntStream.range(0, data.size())
                .flatMap(o -> IntStream.range(0, o % 4).map(k -> o))
                .toArray();
        Dataset copied = data.withWeights(
                        IntStream.range(0, data.size()).mapToDouble(o -> 1).toArray())
                .select(copies);
        for (TargetScale scale : TargetScale.values()) {
            assertSame(Standardizer.fit(data, scale, true), Standardizer.fit(copied, scale, true));
        }
    }

    @Test
    void longAndWideDataOfTheSameObservationsAgree() {
        Dataset wide = random(5, 100);
        List<double[]> x = new ArrayList<>();
        for (int o = 0; o < wide.size(); o++) {
            x.add(((DenseInputs) wide.inputs()).values().row(wide.row(o)));
        }
        Dataset tall = Dataset.ofLong(
                DenseInputs.of(Matrix.of(x.toArray(new double[0][]))),
                wide.tasks(),
                IntStream.range(0, wide.size()).map(wide::task).toArray(),
                IntStream.range(0, wide.size()).mapToDouble(wide::label).toArray());
        assertSame(Standardizer.fit(wide, TargetScale.TASK, true), Standardizer.fit(tall, TargetScale.TASK, true));
    }

    private static void assertSame(Standardizer a, Standardizer b) {
        assertSame(a.featureMean(), b.featureMean());
        assertSame(a.featureScale(), b.featureScale());
        assertSame(a.labelMean(), b.labelMean());
        assertSame(a.labelScale(), b.labelScale());
    }

    private static void assertSame(Matrix a, Matrix b) {
        assertThat(a.data()).containsExactly(b.data(), ROUNDING);
    }

    /** The same data with many zeros, dense and sparse. */
    private static List<Dataset> denseAndSparse(long seed, int n) {
        Random random = new Random(seed);
        Matrix x = Matrix.zeros(n, D).map(v -> random.nextInt(3) == 0 ? random.nextGaussian() + 2 : 0);
        int[] starts = new int[n + 1];
        int[] indices = new int[n * D];
        double[] values = new double[n * D];
        int size = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < D; j++) {
                if (x.get(i, j) != 0) {
                    indices[size] = j;
                    values[size++] = x.get(i, j);
                }
            }
            starts[i + 1] = size;
        }
        SparseRows rows = new SparseRows(D, starts, Arrays.copyOf(indices, size), Arrays.copyOf(values, size));
        int[] tasks = IntStream.range(0, n).map(i -> i % T).toArray();
        double[] labels = random.doubles(n).toArray();
        double[] weights = random.doubles(n, 0, 2).toArray();
        Dataset dense = Dataset.of(DenseInputs.of(x), Names.numbered("t", T), range(n), tasks, labels, weights, null);
        return List.of(dense, dense.withInputs(new SparseInputs(rows, Names.numbered("x", D))));
    }

    private static int[] range(int n) {
        return IntStream.range(0, n).toArray();
    }

    @Test
    void sparseDataIsScaledAsDenseDataButNotCentred() {
        List<Dataset> both = denseAndSparse(6, 150);
        Standardizer dense = Standardizer.fit(both.get(0), TargetScale.ALL, true);
        Standardizer sparse = Standardizer.fit(both.get(1), TargetScale.ALL, true);
        assertSame(dense.featureScale(), sparse.featureScale());
        assertThat(sparse.featureMean().data()).containsOnly(0);
        assertSame(dense.labelMean(), sparse.labelMean());
        Standardizer uncentred =
                new Standardizer(sparse.featureMean(), dense.featureScale(), dense.labelMean(), dense.labelScale());
        Matrix scaledDense = ((DenseInputs) uncentred.apply(both.get(0).inputs())).values();
        Matrix scaledSparse =
                ((SparseInputs) sparse.apply(both.get(1).inputs())).values().toDense();
        assertSame(scaledDense, scaledSparse);
    }

    @Test
    void withoutCentringOnlyScalesRemain() {
        Dataset data = random(7, 50);
        Standardizer centred = Standardizer.fit(data, TargetScale.TASK, true);
        Standardizer plain = Standardizer.fit(data, TargetScale.TASK, false);
        assertThat(plain.featureMean().data()).containsOnly(0);
        assertThat(plain.labelMean().data()).containsOnly(0);
        assertThat(plain.featureScale()).isEqualTo(centred.featureScale());
        assertThat(plain.labelScale()).isEqualTo(centred.labelScale());
    }

    @Test
    void scalingCanBeUndone() {
        Dataset data = random(8, 60);
        Standardizer s = Standardizer.fit(data, TargetScale.TASK, true);
        Dataset scaled = s.apply(data);
        for (int o = 0; o < data.size(); o++) {
            int t = data.task(o);
            assertThat(scaled.label(o) * s.labelScale().get(0, t)
                            + s.labelMean().get(0, t))
                    .isCloseTo(data.label(o), ROUNDING);
            for (int j = 0; j < D; j++) {
                double back = x(scaled, data.row(o), j) * s.featureScale().get(0, j)
                        + s.featureMean().get(0, j);
                assertThat(back).isCloseTo(x(data, data.row(o), j), ROUNDING);
            }
        }
    }

    @Test
    void constantsGetScaleOneWhateverTheirSize() {
        for (double c : new double[] {0, 1, 0.1, -1e9, 1e-300, 12345.678}) {
            Matrix x = Matrix.zeros(7, 1).map(v -> c);
            Dataset data = Dataset.ofLong(
                    DenseInputs.of(x), List.of("t"), new int[7], x.data().clone());
            Standardizer s = Standardizer.fit(data, TargetScale.TASK, true);
            assertThat(s.featureScale().get(0, 0)).as("%s", c).isEqualTo(1);
            assertThat(s.labelScale().get(0, 0)).as("%s", c).isEqualTo(1);
            assertThat(s.featureMean().get(0, 0)).isCloseTo(c, within(1e-15 * Math.abs(c)));
        }
    }

    @Test
    void tasksWithoutObservationsAndClassLabelsAreLeftAlone() {
        Dataset data = Dataset.ofLong(
                DenseInputs.of(Matrix.of(new double[][] {{1}, {2}})), List.of("a", "b"), new int[2], new double[] {1, 3
                });
        Standardizer s = Standardizer.fit(data, TargetScale.TASK, true);
        assertThat(s.labelMean().row(0)).containsExactly(2, 0);
        assertThat(s.labelScale().row(0)).containsExactly(1, 1);
        Standardizer classes = Standardizer.fit(data.asClasses(), TargetScale.TASK, true);
        assertThat(classes.labelMean().row(0)).containsOnly(0);
        assertThat(classes.apply(data.asClasses()).classes()).isPresent();
        Standardizer none = Standardizer.fit(data, TargetScale.NONE, true);
        assertThat(none.apply(data).label(1)).isEqualTo(3);
    }

    @Test
    void stringsPassThrough() {
        StringInputs strings = new StringInputs(List.of("AC", "DE"), "s");
        Dataset data = Dataset.ofLong(strings, List.of("a"), new int[2], new double[] {1, 3});
        Standardizer s = Standardizer.fit(data, TargetScale.ALL, true);
        assertThat(s.featureMean().cols()).isZero();
        assertThat(s.apply(data).inputs()).isEqualTo(strings);
    }

    @Test
    void deviationsSurviveLargeMeans() {
        // two-pass answer 0.5; sums of squares would give 0 at 1e9
        Matrix x = Matrix.zeros(1000, 1);
        for (int i = 0; i < 1000; i++) {
            x.set(i, 0, 1e9 + (i % 2));
        }
        Dataset data = Dataset.ofLong(DenseInputs.of(x), List.of("a"), new int[1000], new double[1000]);
        assertThat(Standardizer.fit(data, TargetScale.ALL, true).featureScale().get(0, 0))
                .isCloseTo(0.5, within(1e-6));
    }
}
