package dev.kith.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void valuesOfEveryKind() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("text", "a \"b\"\n");
        all.put("whole", 1L << 40);
        all.put("number", 0.5);
        all.put("flag", true);
        all.put("none", null);
        all.put("list", Arrays.asList(1, null, List.of()));
        all.put("matrix", Matrix.identity(2));
        all.put("numbers", new double[] {1, -0.0});
        all.put("wholes", new int[] {3, 4});
        assertThat(Json.of(all))
                .isEqualTo("{\"text\":\"a \\\"b\\\"\\n\",\"whole\":1099511627776,\"number\":0.5,\"flag\":true,"
                        + "\"none\":null,\"list\":[1,null,[]],\"matrix\":[[1.0,0.0],[0.0,1.0]],\"numbers\":[1.0,-0.0],"
                        + "\"wholes\":[3,4]}");
    }

    @Test
    void whatIsNoNumberIsNull() {
        assertThat(Json.of(List.of(Double.NaN, Double.NEGATIVE_INFINITY, Matrix.of(new double[] {Double.NaN}))))
                .isEqualTo("[null,null,[[null]]]");
    }

    @Test
    void whatIsNotKnownIsRefused() {
        assertThatThrownBy(() -> Json.of(List.of(new StringBuilder())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot write a StringBuilder as JSON");
    }
}
