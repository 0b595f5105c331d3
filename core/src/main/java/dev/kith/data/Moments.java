package dev.kith.data;

/**
 * Weighted means and deviations of several variables at once, in one pass (West's update). Values that are never added
 * count as zeros: a variable's weight is added separately from its values.
 */
final class Moments {
    private final double[] weight;
    private final double[] seen;
    private final double[] mean;
    private final double[] squares;

    Moments(int variables) {
        weight = new double[variables];
        seen = new double[variables];
        mean = new double[variables];
        squares = new double[variables];
    }

    void addWeight(int variable, double w) {
        weight[variable] += w;
    }

    void addValue(int variable, double w, double value) {
        if (w > 0) {
            seen[variable] += w;
            double delta = value - mean[variable];
            mean[variable] += delta * w / seen[variable];
            squares[variable] += w * delta * (value - mean[variable]);
        }
    }

    /** The mean, 0 when nothing has weight. */
    double mean(int variable) {
        return weight[variable] > 0 ? mean[variable] * seen[variable] / weight[variable] : 0;
    }

    /** The standard deviation, 1 when it is zero to rounding: dividing by it must always make sense. */
    double scale(int variable) {
        if (!(weight[variable] > 0)) {
            return 1;
        }
        double zeros = Math.max(0, weight[variable] - seen[variable]);
        double between = mean[variable] * mean[variable] * seen[variable] * zeros / weight[variable];
        double deviation = Math.sqrt((squares[variable] + between) / weight[variable]);
        return deviation > 1e-12 * Math.max(Math.abs(mean[variable]), Double.MIN_NORMAL) ? deviation : 1;
    }

    /** All variables taken as one. */
    Moments pooled() {
        Moments all = new Moments(1);
        for (int k = 0; k < weight.length; k++) {
            if (seen[k] > 0) {
                double total = all.seen[0] + seen[k];
                double delta = mean[k] - all.mean[0];
                all.squares[0] += squares[k] + delta * delta * all.seen[0] * seen[k] / total;
                all.mean[0] += delta * seen[k] / total;
                all.seen[0] = total;
            }
            all.weight[0] += weight[k];
        }
        return all;
    }
}
