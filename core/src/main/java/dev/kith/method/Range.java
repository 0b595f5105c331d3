package dev.kith.method;

/**
 * The numbers a parameter may have. NaN is in no range.
 *
 * @param low the least number, or the bound below all of them
 * @param lowIncluded whether {@code low} itself is allowed
 * @param high the bound above; infinity is never allowed itself
 * @param highIncluded whether {@code high} itself is allowed
 */
public record Range(double low, boolean lowIncluded, double high, boolean highIncluded) {
    public Range {
        if (!(low < high)) {
            throw new IllegalArgumentException("a range must have low < high, got " + low + " and " + high);
        }
    }

    /** Finite and greater than {@code low}. */
    public static Range above(double low) {
        return new Range(low, false, Double.POSITIVE_INFINITY, false);
    }

    /** Finite and not less than {@code low}. */
    public static Range from(double low) {
        return new Range(low, true, Double.POSITIVE_INFINITY, false);
    }

    /** Between two numbers, both allowed. */
    public static Range between(double low, double high) {
        return new Range(low, true, high, true);
    }

    public boolean holds(double value) {
        return (lowIncluded ? value >= low : value > low) && (highIncluded ? value <= high : value < high);
    }

    /** The rule as it is said after "must be a number": {@code >= 1}, {@code between 0 and 1}. */
    @Override
    public String toString() {
        String least = (lowIncluded ? ">= " : "> ") + shortest(low);
        if (high == Double.POSITIVE_INFINITY) {
            return least;
        }
        return lowIncluded && highIncluded
                ? "between " + shortest(low) + " and " + shortest(high)
                : least + " and " + (highIncluded ? "<= " : "< ") + shortest(high);
    }

    private static String shortest(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
