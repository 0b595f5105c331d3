package dev.kith.data;

import dev.kith.linalg.Twofold;

/**
 * Weighted means and deviations of several variables at once, in one pass. Values that are never added count as zeros: a
 * variable's weight is added separately from its values.
 *
 * <p>Sums run in twice the precision over differences to a variable's first value, divided by a power of 2 near the
 * largest: numbers around 1e-300 or 1e300, or close together far from 0, lose no digits.
 */
final class Deviations {
    /** Differences are kept below 2^this of the unit, so that their squares can be summed. */
    private static final int HEADROOM = 100;

    private final double[] weight;
    private final double[] seen;
    private final double[] origin;
    private final int[] exponent;
    private final Sums sum;
    private final Sums squares;

    Deviations(int variables) {
        weight = new double[variables];
        seen = new double[variables];
        origin = new double[variables];
        exponent = new int[variables];
        sum = new Sums(variables);
        squares = new Sums(variables);
    }

    /** One sum of twice the precision per variable. */
    private static final class Sums {
        private final double[] hi;
        private final double[] lo;

        Sums(int variables) {
            hi = new double[variables];
            lo = new double[variables];
        }

        void add(int variable, double value, double rest) {
            double s = hi[variable] + value;
            double v = s - hi[variable];
            lo[variable] += (hi[variable] - (s - v)) + (value - v) + rest;
            hi[variable] = s;
        }

        void scale(int variable, int power) {
            hi[variable] = Math.scalb(hi[variable], power);
            lo[variable] = Math.scalb(lo[variable], power);
        }

        Twofold get(int variable) {
            return Twofold.sum(hi[variable], lo[variable]);
        }
    }

    void addWeight(int variable, double w) {
        weight[variable] += w;
    }

    void addValue(int variable, double w, double value) {
        if (!(w > 0)) {
            return;
        }
        if (seen[variable] == 0) {
            origin[variable] = value;
        }
        seen[variable] += w;
        double from = -origin[variable];
        double apart = value + from;
        if (apart == 0) {
            return;
        }
        double v = apart - value;
        double rest = (value - (apart - v)) + (from - v);
        fitUnit(variable, Math.getExponent(apart));
        apart = Math.scalb(apart, -exponent[variable]);
        rest = Math.scalb(rest, -exponent[variable]);
        double p = w * apart;
        double pRest = Math.fma(w, apart, -p) + w * rest;
        sum.add(variable, p, pRest);
        double q = p * apart;
        squares.add(variable, q, Math.fma(p, apart, -q) + pRest * apart + p * rest);
    }

    /** Takes a larger unit where this difference is too large for the old one. */
    private void fitUnit(int variable, int size) {
        if (squares.hi[variable] == 0) {
            exponent[variable] = size;
        } else if (size > exponent[variable] + HEADROOM) {
            int shift = size - exponent[variable];
            sum.scale(variable, -shift);
            squares.scale(variable, -2 * shift);
            exponent[variable] = size;
        }
    }

    /** The mean of the values added, from the origin, in the variable's unit. */
    private Twofold middle(int variable) {
        return sum.get(variable).dividedBy(seen[variable]);
    }

    private double meanOfValues(int variable) {
        Twofold middle = middle(variable);
        int e = exponent[variable];
        return new Twofold(Math.scalb(middle.hi(), e), Math.scalb(middle.lo(), e))
                .plus(origin[variable])
                .hi();
    }

    /** The mean, 0 when nothing has weight. */
    double mean(int variable) {
        return weight[variable] > 0 && seen[variable] > 0
                ? meanOfValues(variable) * (seen[variable] / weight[variable])
                : 0;
    }

    /** The standard deviation, 1 when it is zero to rounding: dividing by it must always make sense. */
    double scale(int variable) {
        if (!(weight[variable] > 0 && seen[variable] > 0)) {
            return 1;
        }
        Twofold middle = middle(variable);
        Twofold variance = squares.get(variable).dividedBy(seen[variable]).minus(middle.times(middle));
        double share = Math.min(1, seen[variable] / weight[variable]);
        double within = Math.scalb(Math.sqrt(Math.max(0, variance.hi()) * share), exponent[variable]);
        double mean = meanOfValues(variable);
        double between = Math.abs(mean) * Math.sqrt(share * (1 - share));
        double deviation = Math.hypot(within, between);
        return deviation > 1e-12 * Math.max(Math.abs(mean), Double.MIN_VALUE) ? deviation : 1;
    }
}
