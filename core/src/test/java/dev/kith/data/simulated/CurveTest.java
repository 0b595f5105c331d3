package dev.kith.data.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;

class CurveTest {
    @Test
    void outputsLieOnTheirCurve() {
        check("circle", (u, v) -> u * u + v * v - 1);
        check("lemniscate", (u, v) -> u * u * u * u - (u * u - v * v));
    }

    private static void check(String name, DoubleBinaryOperator equation) {
        Simulated drawn = Simulations.find(name).with(Map.of("noise", "0")).draw();
        Dataset data = drawn.data();
        for (int o = 0; o < data.size(); o += 2) {
            assertThat(equation.applyAsDouble(data.label(o), data.label(o + 1))).isCloseTo(0, within(1e-15));
        }
        var cloud = drawn.truth().orElseThrow().values();
        assertThat(cloud.rows()).isEqualTo(400);
        for (int i = 0; i < cloud.rows(); i++) {
            assertThat(equation.applyAsDouble(cloud.get(i, 0), cloud.get(i, 1))).isCloseTo(0, within(1e-15));
        }
    }

    @Test
    void noiseHasTheDeviationAskedFor() {
        Dataset noisy = new Curve(Curve.Shape.CIRCLE, 20_000, 0, 0.05, 4).draw().data();
        Dataset clean = new Curve(Curve.Shape.CIRCLE, 20_000, 0, 0, 4).draw().data();
        double sum = 0;
        for (int o = 0; o < noisy.size(); o++) {
            sum += Math.pow(noisy.label(o) - clean.label(o), 2);
        }
        assertThat(Math.sqrt(sum / noisy.size())).isCloseTo(0.05, within(0.001)); // 5 standard errors
    }
}
