package dev.kith.constraint.equation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EnclosureTest {
    private static final List<String> TASKS = List.of("a", "y2", "joint 3", "x.1");
    /** Of the differentiation that is compared, relative to the bound. */
    private static final double ROUNDING = 1e-9;

    private static boolean bounds(Tape tape, double[] middle, double[] reach, double[] centre, double[] radius) {
        return new Enclosure(tape).addHessian(centre, radius, 1, middle, reach);
    }

    /** 20,000 random expressions: the Hessian at random points of a random box lies within the bounds for the box. */
    @Test
    void noHessianInTheBoxLeavesItsBounds() {
        long seed = 91;
        SplittableRandom random = new SplittableRandom(seed);
        int bounded = 0;
        for (int k = 0; k < 20_000; k++) {
            String text = EquationParserTest.expression(random, 4) + " + 0*a";
            Tape tape = EquationParser.parse(text, TASKS).get(0);
            double[] middle = new double[4];
            double[] reach = new double[4];
            for (int t = 0; t < 4; t++) {
                middle[t] = 3 * random.nextDouble() - 1;
                reach[t] = random.nextDouble() * (k % 2 == 0 ? 0.5 : 0.05);
            }
            double[] centre = new double[16];
            double[] radius = new double[16];
            if (bounds(tape, middle, reach, centre, radius)) {
                bounded++;
                check(random, text, tape, middle, reach, centre, radius);
            }
        }
        assertThat(bounded).as("expressions with bounds").isGreaterThan(5_000);
    }

    private static void check(
            SplittableRandom random,
            String text,
            Tape tape,
            double[] middle,
            double[] reach,
            double[] centre,
            double[] radius) {
        Tape.Evaluation evaluation = tape.new Evaluation();
        double[] y = new double[4];
        for (int sample = 0; sample < 10; sample++) {
            for (int t = 0; t < 4; t++) {
                y[t] = middle[t] + reach[t] * (sample == 0 ? 1 : 2 * random.nextDouble() - 1);
            }
            evaluation.at(y);
            evaluation.differentiate();
            double[] hessian = new double[16];
            evaluation.addHessian(hessian, 4, 1);
            for (int e = 0; e < 16; e++) {
                double allowed = radius[e] + ROUNDING * (1 + Math.abs(centre[e]) + radius[e]);
                assertThat(Math.abs(hessian[e] - centre[e]))
                        .as("%s entry %d", text, e)
                        .isLessThanOrEqualTo(allowed);
            }
        }
    }

    @Test
    void quadraticsAreBoundedExactly() {
        Tape tape = EquationParser.parse("a^2/2 + 3*a*y2 - y2^2", TASKS).get(0);
        double[] centre = new double[16];
        double[] radius = new double[16];
        assertThat(bounds(tape, new double[] {5, 6, 7, 8}, new double[] {9, 9, 9, 9}, centre, radius))
                .isTrue();
        assertThat(radius).containsOnly(0);
        assertThat(new double[] {centre[0], centre[1], centre[4], centre[5]}).containsExactly(1, 3, 3, -2);
    }

    @Test
    void nothingIsSaidAcrossAPole() {
        for (String text : List.of("1/a", "log(a)", "sqrt(a)", "abs(a)", "a^1.5", "max(a, y2)", "tan(a)", "a^y2")) {
            Tape tape = EquationParser.parse(text, TASKS).get(0);
            assertThat(bounds(tape, new double[4], new double[] {1, 1, 1, 1}, new double[16], new double[16]))
                    .as(text)
                    .isFalse();
        }
    }
}
