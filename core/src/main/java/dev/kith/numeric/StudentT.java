package dev.kith.numeric;

/** Student's t distribution, for intervals from few observations. */
public final class StudentT {
    private static final double TINY = 1e-300;
    private static final double PRECISE = 1e-15;

    private StudentT() {}

    /** The value x with P(|t| &lt;= x) = level, for df &gt; 0 degrees of freedom. */
    public static double twoSided(double level, double df) {
        if (!(level > 0 && level < 1) || !(df > 0)) {
            throw new IllegalArgumentException("level must be between 0 and 1 and df > 0, got " + level + " and " + df);
        }
        double low = 0;
        double high = 1;
        while (inside(high, df) < level) {
            high *= 2;
        }
        // The middle of two neighbours is one of them: then there is nothing left to halve.
        double middle = high / 2;
        while (middle > low && middle < high) {
            if (inside(middle, df) < level) {
                low = middle;
            } else {
                high = middle;
            }
            middle = (low + high) / 2;
        }
        return high;
    }

    /** P(|t| &lt;= x) = 1 - I(df / (df + x^2); df/2, 1/2). */
    public static double inside(double x, double df) {
        return 1 - regularizedBeta(df / (df + x * x), df / 2, 0.5);
    }

    /** I(x; a, b) by the continued fraction on the side where it converges fast. */
    private static double regularizedBeta(double x, double a, double b) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        double front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        return x < (a + 1) / (a + b + 2) ? front * fraction(x, a, b) / a : 1 - front * fraction(1 - x, b, a) / b;
    }

    /** The continued fraction of the incomplete beta function, by the modified Lentz method. */
    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / away(1 - (a + b) * x / (a + 1));
        double value = d;
        double change = 2;
        for (int m = 1; Math.abs(change - 1) > PRECISE && m < 10_000; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / away(1 + even * d);
            c = away(1 + even / c);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / away(1 + odd * d);
            c = away(1 + odd / c);
            change = d * c;
            value *= change;
        }
        return value;
    }

    private static double away(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    /** log Gamma(x), x &gt; 0: Stirling's series after shifting x above 10. */
    private static double logGamma(double x) {
        double shift = 0;
        double at = x;
        while (at < 10) {
            shift += Math.log(at);
            at++;
        }
        double inverse = 1 / (at * at);
        double series =
                (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse * (1.0 / 1680 - inverse / 1188))))
                        / at;
        return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift;
    }
}
