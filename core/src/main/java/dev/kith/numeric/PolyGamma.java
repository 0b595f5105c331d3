package dev.kith.numeric;

/** Derivatives of log Gamma(x), for x &gt; 0: shifted above 10, then by their asymptotic series. */
public final class PolyGamma {
    private static final double LARGE = 10;

    private PolyGamma() {}

    /** psi(x) = d/dx log Gamma(x). */
    public static double digamma(double x) {
        double shift = 0;
        double at = x;
        while (at < LARGE) {
            shift -= 1 / at;
            at++;
        }
        double inverse = 1 / (at * at);
        return shift
                + Math.log(at)
                - 0.5 / at
                - inverse * (1.0 / 12 - inverse * (1.0 / 120 - inverse * (1.0 / 252 - inverse / 240)));
    }

    /** psi'(x). */
    public static double trigamma(double x) {
        double shift = 0;
        double at = x;
        while (at < LARGE) {
            shift += 1 / (at * at);
            at++;
        }
        double inverse = 1 / (at * at);
        return shift
                + 1 / at
                + inverse / 2
                + inverse / at * (1.0 / 6 - inverse * (1.0 / 30 - inverse * (1.0 / 42 - inverse / 30)));
    }
}
