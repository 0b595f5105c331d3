package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.FitReport;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PreciseStringsTest {
    private static StringInputs strings(long seed, int n) {
        Random random = new Random(seed);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = 0; k < 6 + random.nextInt(5); k++) {
                text.append("ACGT".charAt(random.nextInt(4)));
            }
            all.add(text.toString());
        }
        return new StringInputs(all, "s");
    }

    @Test
    void valuesAreThoseOfDoublesWithMoreDigits() {
        StringInputs x = strings(1, 7);
        StringInputs z = strings(2, 5);
        for (Kernel kernel : List.of(Kernels.spectrum(2), Kernels.parse("weighted-degree:3"))) {
            Matrix expected = kernel.cross(x, z);
            PreciseRows rows = kernel.precisely(x, z);
            PreciseRows own = kernel.precisely(x, x);
            assertThat(rows.symmetric()).isFalse();
            assertThat(own.symmetric()).isTrue();
            double[] hi = new double[5];
            double[] lo = new double[5];
            double[] ownHi = new double[7];
            double[] ownLo = new double[7];
            for (int i = 0; i < 7; i++) {
                rows.row(i, hi, lo);
                assertThat(hi).containsExactly(expected.row(i), within(1e-15));
                own.row(i, ownHi, ownLo);
                assertThat(ownHi[i] + ownLo[i]).isEqualTo(1);
                assertThat(Math.abs(ownHi[i] - 1 + ownLo[i])).isLessThanOrEqualTo(own.error());
            }
            assertThat(rows.error()).isLessThan(1e-27);
        }
    }

    /** Two different strings make fewer directions than tasks, where an error of values counts by its root. */
    @Test
    void fewStringsAndManyTasksAreProven() {
        Random random = new Random(3);
        List<String> words = new ArrayList<>();
        Matrix y = Matrix.zeros(30, 4);
        for (int i = 0; i < 30; i++) {
            words.add(random.nextBoolean() ? "AACA" : "GTGT");
            for (int t = 0; t < 4; t++) {
                y.set(i, t, (words.get(i).startsWith("A") ? 1 : -1) * (t - 1.5) + random.nextGaussian());
            }
        }
        Dataset data = Dataset.ofWide(new StringInputs(words, "s"), List.of("a", "b", "c", "d"), y);
        FitReport report = new ConvexTrainer(Losses.squared(), Kernels.spectrum(1), Relations.schatten(1), 0.05)
                .train(data)
                .report();
        assertThat(report.status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(report.gap()).isLessThanOrEqualTo(1e-6);
    }
}
