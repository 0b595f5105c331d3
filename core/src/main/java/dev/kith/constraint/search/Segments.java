package dev.kith.constraint.search;

import java.util.Arrays;

/**
 * A lower bound of one term over an interval: a straight line per cell, under the first convex function by its tangent in the
 * middle of the cell, under minus the second by its chord. Exact where both are straight; elsewhere off by the square of the
 * cell's width. Immutable.
 */
public final class Segments {
    /** Cells of an interval, before those its corners add. */
    private static final int CELLS = 16;
    /** More corners than this in one interval are left for its parts. */
    private static final int MOST_CORNERS = 48;

    private final double[] x;
    private final double[] from;
    private final double[] to;

    static Segments of(Terms terms, int t, double lower, double upper) {
        return new Segments(terms, t, ends(terms.corners(t), lower, upper, CELLS, MOST_CORNERS));
    }

    /** The bound of term t over an interval in at least so many cells, all corners among their ends. */
    public static Segments of(Terms terms, int t, double lower, double upper, int cells) {
        return new Segments(terms, t, ends(terms.corners(t), lower, upper, cells, Integer.MAX_VALUE));
    }

    private Segments(Terms terms, int t, double[] x) {
        this.x = x;
        from = new double[Math.max(1, x.length - 1)];
        to = new double[from.length];
        if (x.length == 1) {
            from[0] = terms.value(t, x[0]);
            to[0] = from[0];
            return;
        }
        double[] parts = new double[3];
        terms.partsInto(parts, t, x[0]);
        double second = parts[2];
        for (int k = 0; k < from.length; k++) {
            double middle = x[k] / 2 + x[k + 1] / 2;
            terms.partsInto(parts, t, middle);
            double first = parts[0];
            double rise = parts[1] * (x[k + 1] - x[k]) / 2;
            terms.partsInto(parts, t, x[k + 1]);
            from[k] = first - rise - second;
            second = parts[2];
            to[k] = first + rise - second;
        }
    }

    /** Where cells meet: evenly spaced, the outermost corners inside, and all corners inside unless there are many. */
    private static double[] ends(double[] corners, double lower, double upper, int cells, int mostCorners) {
        if (!(upper > lower)) {
            return new double[] {lower};
        }
        double[] inside =
                Arrays.stream(corners).filter(c -> c > lower && c < upper).toArray();
        if (inside.length > mostCorners) {
            double low = corners[0];
            double high = corners[corners.length - 1];
            inside = Arrays.stream(inside).filter(c -> c == low || c == high).toArray();
        }
        double[] all = Arrays.copyOf(inside, inside.length + cells + 1);
        for (int k = 0; k <= cells; k++) {
            all[inside.length + k] = k == cells ? upper : lower + k * ((upper - lower) / cells);
        }
        return Arrays.stream(all).sorted().distinct().toArray();
    }

    /** Writes into {@code found} the least of the bound + slope c + bend c^2, and where it is. */
    public void leastInto(double[] found, double slope, double bend) {
        double least = Double.POSITIVE_INFINITY;
        double where = x[0];
        for (int k = 0; k < from.length; k++) {
            double p = x[k];
            double q = x[Math.min(k + 1, x.length - 1)];
            double atP = from[k] + p * (slope + bend * p);
            double atQ = to[k] + q * (slope + bend * q);
            if (Math.min(atP, atQ) < least) {
                least = Math.min(atP, atQ);
                where = atP <= atQ ? p : q;
            }
            if (bend > 0 && q > p) {
                double tilt = (to[k] - from[k]) / (q - p);
                double c = -(tilt + slope) / (2 * bend);
                if (c > p && c < q) {
                    double inside = from[k] + tilt * (c - p) + c * (slope + bend * c);
                    if (inside < least) {
                        least = inside;
                        where = c;
                    }
                }
            }
        }
        found[0] = least;
        found[1] = where;
    }

    /** The greatest value of the bound. */
    double most() {
        return Math.max(
                Arrays.stream(from).max().orElseThrow(), Arrays.stream(to).max().orElseThrow());
    }

    /** The bound at c. */
    double at(double c) {
        if (x.length == 1) {
            return from[0];
        }
        int k = Arrays.binarySearch(x, c);
        int cell = Math.max(0, Math.min(from.length - 1, k >= 0 ? k : -k - 2));
        double share = (c - x[cell]) / (x[cell + 1] - x[cell]);
        return from[cell] + share * (to[cell] - from[cell]);
    }
}
