package dev.kith.adapt;

import dev.kith.linalg.Matrix;
import dev.kith.structure.penalty.Extension;

/**
 * A place that is learned with the trained block of the structure fixed:
 *
 * <pre>  J(s) = min over g of sum_i (t_i - (h g)_i)^2 lambda / (lambda + s k_i) + G(g, s),   then min over s &gt;= 0 of J  </pre>
 *
 * Jointly convex in (g, s), so J is convex and its slope, known without differentiating g, has one root.
 */
record Learned(Extension extension, double lambda) implements Place {
    private static final int MOST_STEPS = 200;
    private static final double PRECISE = 1e-14;
    private static final double FACTOR = 8;

    /** Freedom below this share of the usual one is none. */
    private static final double NONE = 1e-13;

    @Override
    public Matrix map() {
        return extension.map();
    }

    @Override
    public Found find(Rotation rotation, Matrix h, double[] t) {
        return new Search(rotation.k(), h, t).run();
    }

    private final class Search {
        private final double[] k;
        private final Matrix h;
        private final double[] t;
        private final double[] w;
        private double[] g;

        Search(double[] k, Matrix h, double[] t) {
            this.k = k;
            this.h = h;
            this.t = t;
            w = new double[k.length];
            g = new double[h.cols()];
        }

        Found run() {
            double low = extension.usualFreedom();
            double lowSlope = slope(low);
            double high = low;
            double highSlope = lowSlope;
            double least = NONE * low;
            while (highSlope < 0) {
                low = high;
                lowSlope = highSlope;
                high *= FACTOR;
                highSlope = slope(high);
            }
            while (lowSlope > 0 && low > least) {
                high = low;
                highSlope = lowSlope;
                low /= FACTOR;
                lowSlope = slope(low);
            }
            return lowSlope > 0 ? found(0) : found(root(Math.log(low), lowSlope, Math.log(high), highSlope));
        }

        /** Where the slope changes sign, by false position in log s (a side that stays counts half) and bisection. */
        private double root(double from, double fromSlope, double to, double toSlope) {
            double low = from;
            double high = to;
            double lowSlope = fromSlope;
            double highSlope = toSlope;
            int side = 0;
            for (int step = 1; step < MOST_STEPS && high - low > PRECISE; step++) {
                double next = step % 3 == 0 ? (low + high) / 2 : low - lowSlope * (high - low) / (highSlope - lowSlope);
                if (!(next > low && next < high)) {
                    break;
                }
                double there = slope(Math.exp(next));
                if (there == 0) {
                    return Math.exp(next);
                }
                if (there < 0) {
                    low = next;
                    lowSlope = there;
                    highSlope *= side < 0 ? 0.5 : 1;
                    side = -1;
                } else {
                    high = next;
                    highSlope = there;
                    lowSlope *= side > 0 ? 0.5 : 1;
                    side = 1;
                }
            }
            return Math.exp((low + high) / 2);
        }

        /** J'(s). */
        private double slope(double s) {
            moveTo(s);
            return lossSlope(s) + extension.slope(g, s);
        }

        private void moveTo(double s) {
            for (int i = 0; i < w.length; i++) {
                w[i] = lambda / (lambda + s * k[i]);
            }
            g = extension.best(h, t, w, s, g);
        }

        private double lossSlope(double s) {
            double[] r = residuals();
            double sum = 0;
            for (int i = 0; i < r.length; i++) {
                sum -= r[i] * r[i] * lambda * k[i] / ((lambda + s * k[i]) * (lambda + s * k[i]));
            }
            return sum;
        }

        private double[] residuals() {
            double[] r = t.clone();
            for (int i = 0; i < r.length; i++) {
                for (int j = 0; j < g.length; j++) {
                    r[i] -= h.get(i, j) * g[j];
                }
            }
            return r;
        }

        private Found found(double s) {
            moveTo(s);
            double[] r = residuals();
            double[] gradient = new double[g.length];
            for (int j = 0; j < g.length; j++) {
                for (int i = 0; i < r.length; i++) {
                    gradient[j] -= 2 * h.get(i, j) * w[i] * r[i];
                }
            }
            double pull = lossSlope(s);
            double push = extension.slope(g, s);
            double uneven = s == 0 ? Math.min(0, pull + push) : pull + push;
            double scale = Math.max(Math.abs(pull), Math.abs(push));
            double residual = Math.max(scale > 0 ? Math.abs(uneven) / scale : 0, extension.violation(gradient, g, s));
            return new Found(g, s, extension.value(g, s), residual);
        }
    }
}
