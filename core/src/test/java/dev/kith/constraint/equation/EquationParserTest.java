package dev.kith.constraint.equation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EquationParserTest {
    private static final List<String> TASKS = List.of("a", "y2", "joint 3", "x.1");

    private static double value(String text, double... y) {
        return EquationParser.parse(text, TASKS).get(0).new Evaluation().at(y);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a + y2 * 2 | 5",
                "a - y2 - 1 | -2",
                "8 / y2 / 2 | 2",
                "-y2^2 | -4",
                "y2^3^2 | 512",
                "y2^-1 | 0.5",
                "2 * -y2 | -4",
                "(a + y2) * 3 | 9",
                "y1 + y3 + y4 | 8",
                "`joint 3` * \"joint 3\" | 9",
                "x.1 | 4",
                "a = y2 | -1",
                "a == y2 | -1",
                "a + 1e-3 | 1.001",
                "a + .5 | 1.5",
                "a*pi | 3.141592653589793",
                "a*e | 2.718281828459045",
                "a + sin(0) + cos(0) + exp(0) + log(1) + sqrt(4) + abs(-2) | 7",
                "a + pow(2, 3) + min(3, 4) + max(3, 4) + atan2(0, 1) | 16",
                "y2^(1/2) | 1.4142135623730951",
                "tan(a*0) + sinh(0) + cosh(0) + tanh(0) + asin(0) + acos(1) + atan(0) | 1"
            })
    void valuesAreThoseOfArithmetic(String text, double expected) {
        assertThat(value(text, 1, 2, 3, 4)).isCloseTo(expected, within(1e-15 * (1 + Math.abs(expected))));
    }

    @Test
    void errorsSayWhatAndWhere() {
        refused("a + * 2", 5, "expected a number, a name or '(', found '*'");
        refused("a +", 4, "expected a number, a name or '(', found the end");
        refused("(a + 1", 7, "expected ')', found the end");
        refused("a + 1)", 6, "expected an operator, '=' or ';', found ')'");
        refused("2a = 1", 2, "expected an operator, '=' or ';', found 'a'");
        refused("a = 1 = 2", 7, "expected an operator, '=' or ';', found '='");
        refused("a < 1", 3, "inequalities cannot be used here; box:lo:hi and simplex are the sets with bounds");
        refused("a >= 1", 3, "inequalities cannot be used here; box:lo:hi and simplex are the sets with bounds");
        refused("1 = 1", 1, "an equation must mention at least one task, this one mentions none");
        refused("a = 1; 2 = 2", 8, "an equation must mention at least one task, this one mentions none");
        refused(";", 1, "expected a number, a name or '(', found ';'");
        refused("a + 1e999", 5, "'1e999' is not a finite number");
        refused("a + .", 5, "'.' is not a finite number");
        refused("a + .e2", 5, "'.e2' is not a finite number");
        refused("sin(a, y2)", 1, "sin takes one argument, got 2");
        refused("pow(a)", 1, "pow takes two arguments, got 1");
        refused("a + `b", 5, "the quote ` is not closed");
        refused("a $ 2", 3, "expected an operator, '=' or ';', found '$'");
    }

    private static void refused(String text, int column, String problem) {
        assertThatThrownBy(() -> EquationParser.parse(text, TASKS))
                .isInstanceOfSatisfying(
                        EquationException.class, e -> assertThat(e.column()).isEqualTo(column))
                .hasMessage("constraint '" + text + "': column " + column + ": " + problem);
    }

    @Test
    void unknownNamesListTheKnownOnes() {
        assertThatThrownBy(() -> EquationParser.parse("a + y5 = 0", TASKS))
                .hasMessage("constraint 'a + y5 = 0': column 5: unknown name 'y5'; tasks are a, y2, joint 3, x.1"
                        + " (also y1 to y4), constants pi and e");
        assertThatThrownBy(() -> EquationParser.parse("sinus(a) = 0", TASKS))
                .hasMessageStartingWith(
                        "constraint 'sinus(a) = 0': column 1: unknown function 'sinus'; there are abs, acos");
    }

    @Test
    void depthAndLengthAreLimited() {
        assertThatThrownBy(() -> EquationParser.parse("(".repeat(50_000) + "a", TASKS))
                .isInstanceOf(EquationException.class)
                .hasMessageContaining("nested more than 200 deep");
        assertThatThrownBy(() -> EquationParser.parse("-".repeat(50_000) + "a", TASKS))
                .hasMessageContaining("nested more than 200 deep");
        assertThatThrownBy(() -> EquationParser.parse("a".repeat(100_001), TASKS))
                .hasMessage("constraint must have at most 100000 characters, got 100001");
        assertThat(value("a" + "+a".repeat(40_000), 1, 0, 0, 0)).isEqualTo(40_001);
    }

    /** 200,000 texts made of the language's own pieces: each is read, or refused with a column inside the text. */
    @Test
    void noTextBreaksTheParser() {
        String[] pieces = {
            "a",
            "y2",
            "y9",
            "joint",
            "`joint 3`",
            "\"",
            "'",
            "`",
            "1",
            "2.5",
            ".",
            "1e",
            "1e5",
            "1e-",
            "+",
            "-",
            "*",
            "/",
            "^",
            "(",
            ")",
            ",",
            ";",
            "=",
            "<",
            " ",
            "\t",
            "sin(",
            "pow(",
            "min",
            "pi",
            "e",
            "é",
            "\0",
            "\uD800",
            "$",
            "_",
            "0x1"
        };
        long seed = 77;
        SplittableRandom random = new SplittableRandom(seed);
        int read = 0;
        for (int k = 0; k < 200_000; k++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            try {
                EquationParser.parse(text.toString(), TASKS);
                read++;
            } catch (EquationException e) {
                if (e.column() < 1 || e.column() > text.length() + 1) {
                    throw new AssertionError("seed " + seed + ": column " + e.column() + " of " + text, e);
                }
            }
        }
        assertThat(read).as("texts that are equations").isGreaterThan(1000);
    }

    /** 50,000 texts of any characters. */
    @Test
    void noCharactersBreakTheParser() {
        SplittableRandom random = new SplittableRandom(78);
        for (int k = 0; k < 50_000; k++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(30); i >= 0; i--) {
                text.append((char) random.nextInt(random.nextBoolean() ? 128 : 0x10000));
            }
            try {
                EquationParser.parse(text.toString(), TASKS);
            } catch (EquationException e) {
                assertThat(e.column()).isBetween(1, text.length() + 1);
            }
        }
    }

    /** 20,000 random well-formed expressions: value and derivatives against differences of values. */
    @Test
    void derivativesAreExact() {
        SplittableRandom random = new SplittableRandom(79);
        int compared = 0;
        for (int k = 0; k < 20_000; k++) {
            String text = expression(random, 4) + " + 0*a";
            Tape.Evaluation evaluation = EquationParser.parse(text, TASKS).get(0).new Evaluation();
            double[] y = {0.7 + random.nextDouble(), 0.4, -0.6 - random.nextDouble(), 1.3};
            evaluation.at(y);
            evaluation.differentiate();
            double magnitude = evaluation.magnitude();
            double[] gradient = new double[4];
            evaluation.gradientInto(gradient);
            double[] hessian = new double[16];
            evaluation.addHessian(hessian, 4, 1);
            for (int t = 0; t < 4; t++) {
                double[] slopes = slopes(evaluation, y, t);
                double size = Math.abs(slopes[2]); // change of the slope over the step: distrust rough places
                if (Double.isFinite(gradient[t]) && magnitude < 1e3 && size < 1e-4 * (1 + Math.abs(slopes[0]))) {
                    compared++;
                    assertThat(gradient[t])
                            .as("%s d/dy%d", text, t + 1)
                            .isCloseTo(slopes[0], within(1e-4 * (1 + Math.abs(slopes[0]))));
                    if (Math.abs(slopes[1]) < 1e3 && Double.isFinite(hessian[5 * t])) {
                        assertThat(hessian[5 * t])
                                .as("%s d2/dy%d^2", text, t + 1)
                                .isCloseTo(slopes[1], within(2e-2 * (1 + Math.abs(slopes[1]) + magnitude)));
                    }
                }
            }
            for (int s = 0; s < 4; s++) {
                for (int t = 0; t < s; t++) {
                    if (magnitude < 1e3 && Math.abs(hessian[4 * s + t]) + Math.abs(hessian[4 * t + s]) < 1e3) {
                        assertThat(hessian[4 * s + t])
                                .as("%s symmetric", text)
                                .isCloseTo(hessian[4 * t + s], within(1e-8 * (1 + Math.abs(hessian[4 * s + t]))));
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(20_000);
    }

    /** First and second difference quotients along coordinate t, and how much the first depends on the step. */
    private static double[] slopes(Tape.Evaluation evaluation, double[] y, int t) {
        double h = 1e-4;
        double[] v = new double[5];
        for (int k = -2; k <= 2; k++) {
            double[] moved = y.clone();
            moved[t] += k * h;
            v[k + 2] = evaluation.at(moved);
        }
        evaluation.at(y);
        evaluation.differentiate();
        double near = (v[3] - v[1]) / (2 * h);
        double far = (v[4] - v[0]) / (4 * h);
        return new double[] {near, (v[3] - 2 * v[2] + v[1]) / (h * h), near - far};
    }

    static String expression(SplittableRandom random, int depth) {
        if (depth == 0 || random.nextInt(5) == 0) {
            return random.nextBoolean()
                    ? List.of("a", "y2", "`joint 3`", "x.1").get(random.nextInt(4))
                    : String.valueOf(random.nextInt(5));
        }
        String[] functions = {
            "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "abs"
        };
        String one = expression(random, depth - 1);
        return switch (random.nextInt(8)) {
            case 0 -> "(" + one + " + " + expression(random, depth - 1) + ")";
            case 1 -> "(" + one + " - " + expression(random, depth - 1) + ")";
            case 2 -> one + " * " + expression(random, depth - 1);
            case 3 -> "(" + one + ") / (" + expression(random, depth - 1) + ")";
            case 4 -> "(" + one + ")^" + random.nextInt(4);
            case 5 -> "pow(" + one + ", " + expression(random, depth - 1) + ")";
            case 6 ->
                List.of("min", "max", "atan2").get(random.nextInt(3)) + "(" + one + ", " + expression(random, depth - 1)
                        + ")";
            default -> functions[random.nextInt(functions.length)] + "(" + one + ")";
        };
    }
}
