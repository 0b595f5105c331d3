package dev.kith.loss;

/**
 * loss(own, z) = log(sum_k exp(z_k)) - z_own: several classes with probabilities, p_k = exp(z_k) / sum. Slope p - e_own;
 * conjugate sum_k p_k log p_k. Decisions are log odds, log p_k / (1 - p_k).
 */
record Softmax() implements JointLoss {
    private static final int MOST_STEPS = 60;
    private static final double SHORTEST = 1e-9;

    @Override
    public double value(int own, double[] z) {
        double top = top(z);
        double sum = 0;
        for (double value : z) {
            sum += Math.exp(value - top);
        }
        return Math.max(0, Math.log(sum) - (z[own] - top));
    }

    private static double top(double[] z) {
        double top = z[0];
        for (double value : z) {
            top = Math.max(top, value);
        }
        return top;
    }

    @Override
    public double conjugate(int own, double[] p) {
        double sum = 0;
        for (double share : p) {
            sum += share > 0 ? share * Math.log(share) : 0;
        }
        return sum;
    }

    /**
     * Newton's method from where {@code out} is, with p = softmax(z): the second derivative is diag(1 / tau + p) - p p', whose
     * inverse is a formula. Ends with z = v + tau (e_own - p), p in the simplex.
     */
    @Override
    public void proxInto(double[] out, int own, double[] v, double tau) {
        double[] z = out;
        double[] p = new double[v.length];
        double[] step = new double[v.length];
        double[] trial = new double[v.length];
        double cost = cost(z, own, v, tau);
        double from = cost(v, own, v, tau);
        if (!(cost <= from)) {
            System.arraycopy(v, 0, z, 0, z.length);
            cost = from;
        }
        for (int round = 0; round < MOST_STEPS; round++) {
            sharesInto(p, z);
            double downhill = newtonInto(step, p, z, own, v, tau);
            double length = 1;
            double next = Double.POSITIVE_INFINITY;
            while (length > SHORTEST) {
                for (int k = 0; k < z.length; k++) {
                    trial[k] = z[k] - length * step[k];
                }
                next = cost(trial, own, v, tau);
                if (next <= cost - length * downhill / 4) {
                    break;
                }
                length /= 2;
            }
            if (!(next < cost)) {
                break;
            }
            System.arraycopy(trial, 0, z, 0, z.length);
            cost = next;
        }
        sharesInto(p, z);
        for (int k = 0; k < z.length; k++) {
            out[k] = v[k] + tau * ((k == own ? 1 : 0) - p[k]);
        }
    }

    private double cost(double[] z, int own, double[] v, double tau) {
        double squares = 0;
        for (int k = 0; k < z.length; k++) {
            squares += (z[k] - v[k]) * (z[k] - v[k]);
        }
        return value(own, z) + squares / (2 * tau);
    }

    private static void sharesInto(double[] p, double[] z) {
        double top = top(z);
        double sum = 0;
        for (int k = 0; k < p.length; k++) {
            p[k] = Math.exp(z[k] - top);
            sum += p[k];
        }
        for (int k = 0; k < p.length; k++) {
            p[k] /= sum;
        }
    }

    /** step = the inverse second derivative times the slope; returns their product, how steep it goes down. */
    private static double newtonInto(double[] step, double[] p, double[] z, int own, double[] v, double tau) {
        double along = 0;
        double squares = 0;
        for (int k = 0; k < p.length; k++) {
            double slope = p[k] - (k == own ? 1 : 0) + (z[k] - v[k]) / tau;
            double diagonal = 1 / tau + p[k];
            step[k] = slope / diagonal;
            along += p[k] * step[k];
            squares += p[k] * p[k] / diagonal;
        }
        double downhill = 0;
        for (int k = 0; k < p.length; k++) {
            double slope = p[k] - (k == own ? 1 : 0) + (z[k] - v[k]) / tau;
            step[k] += p[k] / (1 / tau + p[k]) * along / (1 - squares);
            downhill += slope * step[k];
        }
        return downhill;
    }

    @Override
    public void decide(double[] z) {
        double[] own = z.clone();
        for (int k = 0; k < z.length; k++) {
            double top = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < z.length; j++) {
                top = j == k ? top : Math.max(top, own[j]);
            }
            double sum = 0;
            for (int j = 0; j < z.length; j++) {
                sum += j == k ? 0 : Math.exp(own[j] - top);
            }
            z[k] = own[k] - top - Math.log(sum);
        }
    }
}
