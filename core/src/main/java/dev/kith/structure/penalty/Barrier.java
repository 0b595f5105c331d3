package dev.kith.structure.penalty;

import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;

/**
 * The term lambda delta^2 tr(A^-1) that keeps a structure positive definite while solvers alternate between predictors and
 * structure, how it vanishes, and when they stop. delta is given as a share of the root mean square length of the tasks' weights
 * in the first round, where every task is learned alone.
 *
 * @param first delta to begin with, &gt; 0
 * @param last delta is not made smaller than this, &gt; 0
 * @param factor what delta is multiplied by when the problem with this delta is solved as well as it deserves, between 0 and 1
 * @param stop with the last delta, a round that lowers the objective by no more than this share ends the fit, which is the
 *     published rule; 0 leaves the end to the duality gap, the only measure of what is still to gain
 */
public record Barrier(double first, double last, double factor, double stop) {
    /** Falls from 0.1 to rounding, ten times at a time; the end is left to the gap. */
    public static final Barrier FALLING = new Barrier(0.1, 1e-14, 0.1, 0);

    private static final String AUTO = "auto";

    public Barrier {
        Checks.requirePositive("barrier", first);
        Checks.requirePositive("last barrier", last);
        if (!(last <= first)) {
            throw new IllegalArgumentException(
                    "last barrier must be at most the first one, " + first + ", got " + last);
        }
        if (!(factor > 0 && factor < 1)) {
            throw new IllegalArgumentException("barrier factor must be a number between 0 and 1, got " + factor);
        }
        if (!(stop >= 0 && stop < 1)) {
            throw new IllegalArgumentException("stop must be a number from 0 to below 1, got " + stop);
        }
    }

    /** The same delta all the time, as published: what is solved is not quite the problem, and the gap says by how much. */
    public static Barrier fixed(double delta) {
        return new Barrier(delta, delta, FALLING.factor, 0);
    }

    public Barrier withStop(double value) {
        return new Barrier(first, last, factor, value);
    }

    /** The delta after this one. */
    public double after(double delta) {
        return Math.max(last, factor * delta);
    }

    /** {@code auto}, one number (a fixed delta) or FIRST:LAST:FACTOR; what {@link #spec()} says, without the stop. */
    public static Barrier parse(String spec) {
        if (spec.equals(AUTO)) {
            return FALLING;
        }
        String[] parts = spec.split(":", -1);
        try {
            if (parts.length == 1) {
                return fixed(Double.parseDouble(spec));
            }
            if (parts.length == 3) {
                double first = Double.parseDouble(parts[0]);
                return new Barrier(first, Double.parseDouble(parts[1]), Double.parseDouble(parts[2]), 0);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("barrier must be auto, a number or FIRST:LAST:FACTOR, got '" + spec + "'");
    }

    public String spec() {
        if (equals(FALLING.withStop(stop))) {
            return AUTO;
        }
        return first == last
                ? Texts.number(first)
                : Texts.number(first) + ":" + Texts.number(last) + ":" + Texts.number(factor);
    }
}
