package dev.kith.openblas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.checks.BackendProbe;
import java.net.MalformedURLException;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trainers give the same predictions with native and with pure Java linear algebra. */
class BackendAgreementTest {
    /** Rounding, magnified by the condition of the problem; relative to the largest prediction. */
    private static final double TOLERANCE = 1e-9;

    private static final ClassLoader PURE_JAVA;

    static {
        try {
            PURE_JAVA = BackendProbe.withoutNative();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.kith.checks.BackendProbe#cases")
    void trainersAgree(String method, String kernel) throws ReflectiveOperationException {
        assertThat(BackendProbe.backend()).startsWith("openblas");
        assertThat((String) BackendProbe.call(PURE_JAVA, "backend")).startsWith("java");
        double[] fast = BackendProbe.predictions(method, kernel);
        double[] plain = (double[]) BackendProbe.call(PURE_JAVA, "predictions", method, kernel);
        double largest = Arrays.stream(plain).map(Math::abs).max().orElseThrow();
        for (int k = 0; k < plain.length; k++) {
            assertThat(Math.abs(fast[k] - plain[k])).isLessThanOrEqualTo(TOLERANCE * largest);
        }
    }
}
