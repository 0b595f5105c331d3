package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every kernel on strings must satisfy beside {@link KernelContract}. */
public abstract class StringKernelContract extends KernelContract {
    @Override
    protected StringInputs inputs(int rows) {
        List<String> strings = IntStream.range(0, rows)
                .mapToObj(i -> IntStream.range(0, 4 + random.nextInt(9))
                        .mapToObj(k -> "acgt".substring(random.nextInt(4)).substring(0, 1))
                        .collect(Collectors.joining()))
                .toList();
        return new StringInputs(strings, "s");
    }

    @Override
    protected Inputs wrongInputs() {
        return DenseInputs.of(Matrix.zeros(2, 2));
    }

    @Test
    void equalStringsHaveValueOne() {
        assertThat(value("gattaca", "gattaca")).isCloseTo(1, org.assertj.core.api.Assertions.within(1e-15));
    }

    @Test
    void messagesSayWhatToUse() {
        assertThatThrownBy(() -> kernel().gram(wrongInputs()))
                .isInstanceOf(DataException.class)
                .hasMessage("kernel '" + kernel().spec() + "' works on strings; name the column with --strings");
    }

    double value(String x, String z) {
        return kernel().cross(new StringInputs(List.of(x), "s"), new StringInputs(List.of(z), "s"))
                .get(0, 0);
    }
}
