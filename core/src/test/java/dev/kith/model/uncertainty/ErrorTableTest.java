package dev.kith.model.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ErrorTableTest {
    @Test
    void theBoundIsTheFiniteSampleQuantile() {
        ErrorTable nine = ErrorTable.of(5, 1, 9, 3, 7, 2, 8, 4, 6);
        assertThat(ErrorTable.bound(0.5, List.of(nine))).isEqualTo(5);
        assertThat(ErrorTable.bound(0.8, List.of(nine))).isEqualTo(8);
        // (9 + 1) 0.9 is 9, whatever rounding makes of it
        assertThat(ErrorTable.bound(0.9, List.of(nine))).isEqualTo(9);
        assertThat(ErrorTable.bound(0.91, List.of(nine))).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(ErrorTable.bound(0.5, List.of(ErrorTable.of()))).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void severalTablesCountAsOne() {
        SplittableRandom random = new SplittableRandom(3);
        double[] a = random.doubles(57).toArray();
        double[] b = random.doubles(31).toArray();
        double[] both = java.util.stream.DoubleStream.concat(java.util.Arrays.stream(a), java.util.Arrays.stream(b))
                .toArray();
        for (double level = 0.05; level < 0.98; level += 0.01) {
            assertThat(ErrorTable.bound(level, List.of(ErrorTable.of(a), ErrorTable.of(b))))
                    .isEqualTo(ErrorTable.bound(level, List.of(ErrorTable.of(both))));
        }
    }

    @Test
    void whatIsDroppedMakesBoundsLargerByAThousandthAtMost() {
        for (int n : new int[] {1000, 1001, 1999, 12_345}) {
            ErrorTable table =
                    ErrorTable.of(IntStream.rangeClosed(1, n).asDoubleStream().toArray());
            assertThat(table.kept()).hasSize(ErrorTable.MOST);
            for (double level = 0.01; level < 0.995; level += 0.003) {
                double exact = Math.ceil((n + 1) * level - 1e-9);
                assertThat(ErrorTable.bound(level, List.of(table))).isBetween(exact, exact + n / 1000.0);
            }
        }
    }

    @Test
    void whatIsNoTableIsRefused() {
        assertThatThrownBy(() -> ErrorTable.of(1, Double.NaN))
                .hasMessage("sizes of errors must be finite, >= 0 and ascending, got NaN");
        assertThatThrownBy(() -> new ErrorTable(1, 1, 2))
                .hasMessage("a table of errors must keep 1 to 1 of its 1 sizes, got 2");
        assertThatThrownBy(() -> ErrorTable.bound(1, List.of()))
                .hasMessage("level must be a number > 0 and < 1, got 1.0");
    }
}
