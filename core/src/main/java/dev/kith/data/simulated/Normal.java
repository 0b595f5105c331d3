package dev.kith.data.simulated;

/** The standard normal distribution. */
final class Normal {
    private Normal() {}

    /** Phi(z) for z >= 0, to rounding: 1/2 + phi(z) (z + z^3/3 + z^5/(3*5) + ...), all terms positive. */
    static double cdf(double z) {
        if (!(z < 9)) {
            return 1; // to double precision
        }
        double term = z;
        double sum = 0;
        for (int k = 1; sum + term != sum; k++) {
            sum += term;
            term *= z * z / (2 * k + 1);
        }
        return 0.5 + sum * StrictMath.exp(-z * z / 2) / StrictMath.sqrt(2 * StrictMath.PI);
    }
}
