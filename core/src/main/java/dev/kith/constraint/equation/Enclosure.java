package dev.kith.constraint.equation;

import java.util.Arrays;

/**
 * Bounds of an expression's Hessian over a box: every entry as a centre and a radius, both infinite where nothing can be
 * said. Holds buffers, so it serves one thread.
 *
 * <p>Value, gradient and Hessian of each node of the tape follow from those of its arguments. A function of one argument
 * only has to bound its second derivative over an interval: from the exact first derivative and value in the middle, that
 * bounds them too.
 */
final class Enclosure {
    /** Work for one tape, nodes x variables^2: beyond this a bound costs more than the search it would save. */
    private static final int LARGEST = 200_000;

    private final Tape tape;
    private final int[] variables;
    /** Two numbers a node, centre and radius: of the value, each partial derivative, each second one. */
    private final double[] value;

    private final double[] gradient;
    private final double[] hessian;
    private final double[] first = new double[2];
    private final double[] second = new double[2];
    private final double[] partials = new double[5];

    Enclosure(Tape tape) {
        this.tape = tape;
        this.variables = tape.variables();
        int v = (long) tape.size() * variables.length * variables.length > LARGEST ? 0 : variables.length;
        value = new double[2 * tape.size()];
        gradient = new double[2 * tape.size() * v];
        hessian = new double[2 * tape.size() * v * v];
    }

    /**
     * Adds factor times the Hessian's centre to {@code centre} and |factor| times its radius to {@code radius}, both T x T
     * row by row, for all points within {@code reach} of {@code middle} coordinate by coordinate; false when there is no
     * bound.
     */
    boolean addHessian(double[] centre, double[] radius, double factor, double[] middle, double[] reach) {
        if (hessian.length == 0) {
            return false;
        }
        for (int k = 0; k < tape.size(); k++) {
            enclose(k, middle, reach);
        }
        int v = variables.length;
        int last = 2 * (tape.size() - 1) * v * v;
        boolean bounded = true;
        for (int i = 0; i < v; i++) {
            for (int j = 0; j < v; j++) {
                int entry = variables[i] * middle.length + variables[j];
                int from = last + 2 * (i * v + j);
                centre[entry] += factor * hessian[from];
                radius[entry] += Math.abs(factor) * hessian[from + 1];
                bounded &= radius[entry] < Double.POSITIVE_INFINITY && Double.isFinite(centre[entry]);
            }
        }
        return bounded;
    }

    private void enclose(int k, double[] middle, double[] reach) {
        int v = variables.length;
        Arrays.fill(gradient, 2 * k * v, 2 * (k + 1) * v, 0);
        Arrays.fill(hessian, 2 * k * v * v, 2 * (k + 1) * v * v, 0);
        int a = tape.left(k);
        int b = tape.right(k);
        switch (tape.operation(k)) {
            case CONSTANT -> set(value, k, tape.constant(k), 0);
            case VARIABLE -> {
                set(value, k, middle[a], reach[a]);
                set(gradient, k * v + Arrays.binarySearch(variables, a), 1, 0);
            }
            case ADD -> {
                set(value, k, value[2 * a] + value[2 * b], value[2 * a + 1] + value[2 * b + 1]);
                addInto(k, a, 1, 0);
                addInto(k, b, 1, 0);
            }
            case MULTIPLY -> multiply(k, a, b);
            case DIVIDE -> divide(k, a, b);
            default -> apply(k, a, tape.operation(k), value[2 * b]);
        }
    }

    private static void set(double[] pairs, int at, double centre, double radius) {
        pairs[2 * at] = centre;
        pairs[2 * at + 1] = radius;
    }

    /** Adds x times y to the pair at {@code at}. */
    private static void addProduct(double[] pairs, int at, double x, double xr, double y, double yr) {
        pairs[2 * at] += x * y;
        pairs[2 * at + 1] += Math.abs(x) * yr + xr * (Math.abs(y) + yr);
    }

    /** Adds (c, r) times gradient and Hessian of node a to those of node k. */
    private void addInto(int k, int a, double c, double r) {
        int v = variables.length;
        for (int i = 0; i < v; i++) {
            int from = 2 * (a * v + i);
            addProduct(gradient, k * v + i, c, r, gradient[from], gradient[from + 1]);
        }
        for (int i = 0; i < v * v; i++) {
            int from = 2 * (a * v * v + i);
            addProduct(hessian, k * v * v + i, c, r, hessian[from], hessian[from + 1]);
        }
    }

    /** Adds (c, r) times the outer product of the gradients of a and b to the Hessian of node k. */
    private void addOuter(int k, int a, int b, double c, double r) {
        int v = variables.length;
        for (int i = 0; i < v; i++) {
            double x = gradient[2 * (a * v + i)];
            double xr = gradient[2 * (a * v + i) + 1];
            double p = c * x;
            double pr = Math.abs(c) * xr + r * (Math.abs(x) + xr);
            for (int j = 0; j < v; j++) {
                int from = 2 * (b * v + j);
                addProduct(hessian, (k * v + i) * v + j, p, pr, gradient[from], gradient[from + 1]);
            }
        }
    }

    private void multiply(int k, int a, int b) {
        set(value, k, 0, 0);
        addProduct(value, k, value[2 * a], value[2 * a + 1], value[2 * b], value[2 * b + 1]);
        addInto(k, a, value[2 * b], value[2 * b + 1]);
        addInto(k, b, value[2 * a], value[2 * a + 1]);
        addOuter(k, a, b, 1, 0);
        addOuter(k, b, a, 1, 0);
    }

    /** a / b, by the derivatives of 1 / b. */
    private void divide(int k, int a, int b) {
        double c = value[2 * a];
        double r = value[2 * a + 1];
        derivatives(Operation.POWER_CONSTANT, value[2 * b], value[2 * b + 1], -1);
        double inverse = 1 / value[2 * b];
        double inverseRadius = sup(first) * value[2 * b + 1];
        set(value, k, 0, 0);
        addProduct(value, k, c, r, inverse, inverseRadius);
        addInto(k, a, inverse, inverseRadius);
        addInto(k, b, c * first[0], Math.abs(c) * first[1] + r * sup(first));
        addOuter(k, a, b, first[0], first[1]);
        addOuter(k, b, a, first[0], first[1]);
        addOuter(k, b, b, c * second[0], Math.abs(c) * second[1] + r * sup(second));
    }

    /** f(a), b only where f has a fixed second argument. */
    private void apply(int k, int a, Operation f, double b) {
        derivatives(f, value[2 * a], value[2 * a + 1], b);
        double reach = value[2 * a + 1];
        set(value, k, f.value(value[2 * a], b), reach == 0 ? 0 : sup(first) * reach);
        addInto(k, a, first[0], first[1]);
        addOuter(k, a, a, second[0], second[1]);
    }

    private static double sup(double[] pair) {
        return Math.abs(pair[0]) + pair[1];
    }

    /** Bounds f' and f'' over [c - r, c + r]. */
    private void derivatives(Operation f, double c, double r, double b) {
        range(f, c - r, c + r, b);
        f.derivativesInto(partials, c, b, f.value(c, b));
        set(first, 0, partials[0], r == 0 ? 0 : r * sup(second));
    }

    /** Bounds f'' over [low, high]; infinite where it is not known to be bounded. */
    private void range(Operation f, double low, double high, double b) {
        switch (f) {
            case NEGATE -> between(0, 0);
            case POWER_CONSTANT -> power(b * (b - 1), b - 2, low, high);
            case SQRT -> power(-0.25, -1.5, low, high);
            case LOG -> power(low > 0 ? -1 : Double.POSITIVE_INFINITY, -2, low, high);
            case EXP -> between(Math.exp(low), Math.exp(high));
            case SINH -> between(Math.sinh(low), Math.sinh(high));
            case COSH ->
                between(
                        low * high <= 0 ? 1 : Math.min(Math.cosh(low), Math.cosh(high)),
                        Math.max(Math.cosh(low), Math.cosh(high)));
            case SIN -> wave(-Math.sin((low + high) / 2), (high - low) / 2);
            case COS -> wave(-Math.cos((low + high) / 2), (high - low) / 2);
            case TANH -> between(-0.77, 0.77); // max |f''| = 4 / (3 sqrt 3)
            case ATAN -> between(-0.65, 0.65); // max |f''| = 3 sqrt(3) / 8
            case ABS -> between(0, low > 0 || high < 0 ? 0 : Double.POSITIVE_INFINITY);
            default -> between(0, Double.POSITIVE_INFINITY);
        }
    }

    private void between(double low, double high) {
        double middle = Math.min(low, high) / 2 + Math.max(low, high) / 2;
        set(second, 0, Double.isFinite(middle) ? middle : 0, Math.abs(high - low) / 2);
    }

    private void wave(double centre, double reach) {
        set(second, 0, reach < 1 ? centre : 0, Math.min(1, reach));
    }

    /** Bounds factor x^e over [low, high]. */
    private void power(double factor, double e, double low, double high) {
        boolean whole = e == Math.rint(e);
        if (factor == 0 || e == 0) {
            between(factor, factor);
        } else if (low > 0 || (whole && (high < 0 || (e > 0 && e % 2 != 0)))) {
            between(factor * Math.pow(low, e), factor * Math.pow(high, e));
        } else if (whole && e > 0) {
            between(0, factor * Math.pow(Math.max(-low, high), e));
        } else {
            between(0, Double.POSITIVE_INFINITY);
        }
    }
}
