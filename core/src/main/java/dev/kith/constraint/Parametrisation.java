package dev.kith.constraint;

import dev.kith.constraint.equation.EquationParser;
import dev.kith.constraint.equation.EquationSystem;
import dev.kith.constraint.equation.Tape;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * theta: R^Q -&gt; R^T, a formula per task in the parameters u1, u2, ..., whose values are the points of a set: {@code cos(u1);
 * sin(u1)} goes round the unit circle. Immutable.
 */
public final class Parametrisation {
    private final String text;
    private final List<Tape> tapes;
    private final int parameters;

    private Parametrisation(String text, List<Tape> tapes, int parameters) {
        this.text = text;
        this.tapes = tapes;
        this.parameters = parameters;
    }

    /**
     * The formulas of {@code text}, separated by semicolons, one per task.
     *
     * @throws IllegalArgumentException if they cannot be read or are not as many as tasks
     */
    public static Parametrisation parse(String text, int tasks) {
        String[] formulas = text.split(";", -1);
        if (formulas.length != tasks) {
            throw new IllegalArgumentException(
                    "a parametrisation must have a formula for each of " + tasks + " tasks, got " + formulas.length);
        }
        int parameters = IntStream.rangeClosed(1, 2 * tasks + 10)
                .filter(q -> text.matches("(?s).*\\bu" + q + "\\b.*"))
                .max()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a parametrisation must have parameters u1, u2, ..., got '" + text + "'"));
        List<String> names =
                IntStream.rangeClosed(1, parameters).mapToObj(q -> "u" + q).toList();
        String equations =
                Arrays.stream(formulas).map(formula -> formula + " = 0").collect(Collectors.joining("; "));
        return new Parametrisation(text, EquationParser.parse(equations, names), parameters);
    }

    /** The usual one of a sphere (angles), a simplex (softmax) or a bounded box (logistic function); empty for other sets. */
    public static Optional<Parametrisation> of(ConstraintSet set) {
        int tasks = set.dimension();
        if (set instanceof Sphere sphere && tasks > 1) {
            return Optional.of(parse(angles(sphere.radius(), tasks), tasks));
        }
        if (set instanceof Simplex simplex && tasks > 1) {
            String sum =
                    IntStream.range(1, tasks).mapToObj(q -> "exp(u" + q + ")").collect(Collectors.joining(" + "));
            return Optional.of(parse(
                    IntStream.rangeClosed(1, tasks)
                            .mapToObj(t -> simplex.total() + " * " + (t < tasks ? "exp(u" + t + ")" : "1") + " / (1 + "
                                    + sum + ")")
                            .collect(Collectors.joining("; ")),
                    tasks));
        }
        return set instanceof Box box && box.lower().isFinite() && box.upper().isFinite()
                ? Optional.of(parse(
                        IntStream.range(0, tasks)
                                .mapToObj(t -> box.lower().get(0, t) + " + "
                                        + (box.upper().get(0, t) - box.lower().get(0, t)) + " / (1 + exp(-u" + (t + 1)
                                        + "))")
                                .collect(Collectors.joining("; ")),
                        tasks))
                : Optional.empty();
    }

    /** radius cos u1, radius sin u1 cos u2, ..., radius sin u1 ... sin u(T-1). */
    private static String angles(double radius, int tasks) {
        StringBuilder sines = new StringBuilder(Double.toString(radius));
        StringBuilder all = new StringBuilder();
        for (int q = 1; q < tasks; q++) {
            all.append(sines).append(" * cos(u").append(q).append("); ");
            sines.append(" * sin(u").append(q).append(')');
        }
        return all.append(sines).toString();
    }

    /** As it is written. */
    public String text() {
        return text;
    }

    /** Q. */
    public int parameters() {
        return parameters;
    }

    /** T. */
    public int tasks() {
        return tapes.size();
    }

    /** theta(u); NaN where a formula has no value. */
    public double[] point(double... u) {
        EquationSystem system = new EquationSystem(tapes, parameters);
        system.evaluate(u);
        return system.residual.clone();
    }

    /** Writes theta(u) into {@code point} and d theta_t / d u_q into {@code slopes}; false where one is not finite. */
    public boolean slopesInto(double[] point, double[][] slopes, double... u) {
        EquationSystem system = new EquationSystem(tapes, parameters);
        boolean finite = system.evaluate(u) && system.differentiate();
        System.arraycopy(system.residual, 0, point, 0, point.length);
        for (int t = 0; t < slopes.length; t++) {
            System.arraycopy(system.jacobian[t], 0, slopes[t], 0, parameters);
        }
        return finite;
    }

    /** Same text. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Parametrisation that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
