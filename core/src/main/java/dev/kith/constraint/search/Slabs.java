package dev.kith.constraint.search;

/**
 * What is known of a set inside a box: low_k &lt;= sum_t normal_kt c_t + bend_kt c_t^2 &lt;= high_k for its points, and the box
 * itself, which may shrink. Holds buffers, so it serves one thread.
 */
public final class Slabs {
    /** Room for rounding, relative to the terms of a sum. */
    private static final double ROUNDING = 1e-13;

    public final double[] lower;
    public final double[] upper;
    public final double[][] normal;
    public final double[][] bend;
    public final double[] low;
    public final double[] high;

    public Slabs(int dimension, int count) {
        lower = new double[dimension];
        upper = new double[dimension];
        normal = new double[count][dimension];
        bend = new double[count][dimension];
        low = new double[count];
        high = new double[count];
    }

    /** Describes a set inside the box: shrinks the box, writes the slabs; false when the set has no point in the box. */
    public interface Enclosure {
        boolean encloseInto(Slabs slabs);
    }

    /** Shrinks the box to what the slabs leave of it; false when nothing is left. */
    boolean shrink() {
        for (int k = 0; k < low.length; k++) {
            if (!shrink(k)) {
                return false;
            }
        }
        return true;
    }

    private boolean shrink(int k) {
        double least = 0;
        double most = 0;
        double size = Math.max(Math.abs(low[k]), Math.abs(high[k]));
        for (int t = 0; t < lower.length; t++) {
            least += least(k, t);
            most += most(k, t);
            size = Math.max(size, Math.max(Math.abs(least(k, t)), Math.abs(most(k, t))));
        }
        double room = ROUNDING * lower.length * (Double.isFinite(size) ? size : 0);
        if (least > high[k] + room || most < low[k] - room) {
            return false;
        }
        for (int t = 0; t < lower.length && Double.isFinite(least) && Double.isFinite(most); t++) {
            double own = low[k] - (most - most(k, t)) - room;
            double ownMost = high[k] - (least - least(k, t)) + room;
            if (bend[k][t] == 0 && normal[k][t] != 0) {
                cut(t, own / normal[k][t], ownMost / normal[k][t]);
            } else if (normal[k][t] == 0 && bend[k][t] != 0) {
                cutSquare(t, own / bend[k][t], ownMost / bend[k][t]);
            }
            if (lower[t] > upper[t]) {
                return false;
            }
        }
        return true;
    }

    private void cut(int t, double one, double other) {
        lower[t] = Math.max(lower[t], Math.min(one, other));
        upper[t] = Math.min(upper[t], Math.max(one, other));
    }

    private void cutSquare(int t, double one, double other) {
        double outer = Math.sqrt(Math.max(0, Math.max(one, other)));
        double inner = Math.sqrt(Math.max(0, Math.min(one, other)));
        lower[t] = Math.max(lower[t], lower[t] > -inner ? inner : -outer);
        upper[t] = Math.min(upper[t], upper[t] < inner ? -inner : outer);
    }

    private double least(int k, int t) {
        return ends(k, t, true);
    }

    private double most(int k, int t) {
        return ends(k, t, false);
    }

    private double ends(int k, int t, boolean least) {
        double g = normal[k][t];
        double b = bend[k][t];
        if (g == 0 && b == 0) {
            return 0;
        }
        double atLower = lower[t] * (g + b * lower[t]);
        double atUpper = upper[t] * (g + b * upper[t]);
        double top = -g / (2 * b);
        boolean inside = b != 0 && top > lower[t] && top < upper[t];
        double atTop = inside ? top * (g + b * top) : atLower;
        return least ? Math.min(Math.min(atLower, atUpper), atTop) : Math.max(Math.max(atLower, atUpper), atTop);
    }
}
