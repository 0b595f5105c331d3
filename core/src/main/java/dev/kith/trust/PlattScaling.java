package dev.kith.trust;

import dev.kith.model.uncertainty.Sigmoid;

/**
 * The sigmoid that fits targets best:
 *
 * <pre>  min over a >= 0, b of  - sum_i w_i ( t_i log p_i + (1 - t_i) log(1 - p_i) ),   p_i = 1 / (1 + exp(-(a z_i + b)))  </pre>
 *
 * by Newton's method with a line search; done when the slope of the objective is nothing beside its terms.
 */
final class PlattScaling {
    /*
     * Targets are those of J. Platt, Probabilistic outputs for support vector machines (1999): (n+ + 1) / (n+ + 2) and
     * 1 / (n- + 2) instead of 1 and 0, which keep the curve finite where the classes are separated. The objective is
     * evaluated without cancellation, as H.-T. Lin, C.-J. Lin and R. Weng, A note on Platt's probabilistic outputs (2007)
     * advise.
     */
    private static final int MOST_STEPS = 200;
    private static final double DONE = 1e-10;
    private static final double RIDGE = 1e-12;
    private static final double SUFFICIENT = 1e-4;

    private final double[] z;
    private final double[] target;
    private final double[] weight;
    private double a;
    private double b;
    private double slopeA;
    private double slopeB;
    private double curveA;
    private double curveB;
    private double curveAB;

    private PlattScaling(double[] z, double[] target, double[] weight) {
        this.z = z;
        this.target = target;
        this.weight = weight;
    }

    /** Of decisions and their classes, -1 or +1. */
    static Sigmoid ofClasses(double[] z, double[] classes) {
        double positive = 0;
        for (double y : classes) {
            positive += y > 0 ? 1 : 0;
        }
        double high = (positive + 1) / (positive + 2);
        double low = 1 / (classes.length - positive + 2);
        double[] target = new double[z.length];
        double[] weight = new double[z.length];
        for (int i = 0; i < z.length; i++) {
            target[i] = classes[i] > 0 ? high : low;
            weight[i] = 1;
        }
        return of(z, target, weight);
    }

    /** Of targets from 0 to 1; both classes must occur among them, in part at least. */
    static Sigmoid of(double[] z, double[] target, double[] weight) {
        PlattScaling fit = new PlattScaling(z, target, weight);
        double sum = 0;
        double total = 0;
        for (int i = 0; i < z.length; i++) {
            sum += weight[i] * target[i];
            total += weight[i];
        }
        double usual = Math.log(sum / (total - sum));
        fit.b = usual;
        fit.minimise(total);
        // The problem is convex: where its minimum has a negative slope, that with a slope >= 0 has slope 0.
        return fit.a >= 0 ? new Sigmoid(fit.a, fit.b) : new Sigmoid(0, usual);
    }

    private void minimise(double total) {
        double value = value(a, b);
        for (int step = 0; step < MOST_STEPS; step++) {
            differentiate();
            if (Math.abs(slopeB) <= DONE * total && Math.abs(slopeA) <= DONE * total * largest()) {
                return;
            }
            double ridge = RIDGE * (curveA + curveB);
            double det = (curveA + ridge) * (curveB + ridge) - curveAB * curveAB;
            double da = -((curveB + ridge) * slopeA - curveAB * slopeB) / det;
            double db = -((curveA + ridge) * slopeB - curveAB * slopeA) / det;
            double down = slopeA * da + slopeB * db;
            double size = 1;
            double next = value(a + da, b + db);
            while (!(next <= value + SUFFICIENT * size * down) && size > RIDGE) {
                size /= 2;
                next = value(a + size * da, b + size * db);
            }
            if (!(next < value)) {
                return; // rounding errors allow no better
            }
            a += size * da;
            b += size * db;
            value = next;
        }
    }

    private double largest() {
        double largest = 0;
        for (double zi : z) {
            largest = Math.max(largest, Math.abs(zi));
        }
        return largest;
    }

    private double value(double slope, double offset) {
        double sum = 0;
        for (int i = 0; i < z.length; i++) {
            double f = slope * z[i] + offset;
            // log(1 + exp(-f)) + (1 - t) f, without overflow on either side
            sum += weight[i]
                    * (f >= 0
                            ? Math.log1p(Math.exp(-f)) + (1 - target[i]) * f
                            : Math.log1p(Math.exp(f)) - target[i] * f);
        }
        return sum;
    }

    private void differentiate() {
        slopeA = 0;
        slopeB = 0;
        curveA = 0;
        curveB = 0;
        curveAB = 0;
        for (int i = 0; i < z.length; i++) {
            double p = 1 / (1 + Math.exp(-(a * z[i] + b)));
            double slope = weight[i] * (p - target[i]);
            double curve = weight[i] * p * (1 - p);
            slopeA += slope * z[i];
            slopeB += slope;
            curveA += curve * z[i] * z[i];
            curveAB += curve * z[i];
            curveB += curve;
        }
    }
}
