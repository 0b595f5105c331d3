package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A kernel that names a column looks at what is made of it. */
class KernelColumnsTest {
    private static final List<String> FEATURES = List.of(
            "price",
            "day: trend",
            "day: Monday",
            "size>=medium",
            "colour=red",
            "sku#0",
            "sku#1",
            "city: mean label",
            "days",
            "price per day");

    private static int[] positions(String... columns) {
        return new KernelSum.View(new Linear(), List.of(columns)).positions(FEATURES);
    }

    @Test
    void featuresOfAColumnBelongToIt() {
        assertThat(positions("price")).containsExactly(0);
        assertThat(positions("day")).containsExactly(1, 2);
        assertThat(positions("size", "colour")).containsExactly(3, 4);
        assertThat(positions("sku")).containsExactly(5, 6);
        assertThat(positions("city", "days")).containsExactly(7, 8);
    }
}
