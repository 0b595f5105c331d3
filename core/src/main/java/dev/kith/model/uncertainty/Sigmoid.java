package dev.kith.model.uncertainty;

/**
 * p(z) = 1 / (1 + exp(-(slope z + offset))): the probability of the second class behind a decision value.
 *
 * @param slope &gt;= 0, so that a larger decision value never makes the class less likely
 */
public record Sigmoid(double slope, double offset) {
    public Sigmoid {
        if (!(slope >= 0 && slope < Double.POSITIVE_INFINITY) || !Double.isFinite(offset)) {
            throw new IllegalArgumentException(
                    "slope must be finite and >= 0, offset finite, got " + slope + " and " + offset);
        }
    }

    public double at(double decision) {
        return 1 / (1 + Math.exp(-(slope * decision + offset)));
    }
}
