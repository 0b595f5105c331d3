package dev.kith.data.simulated;

import java.math.BigDecimal;

/**
 * One parameter of a simulated set: its default, its range and its meaning, written here and nowhere else.
 *
 * @param whole whether only whole numbers are allowed
 * @param least smallest value allowed
 * @param most largest value allowed
 * @param fallback the default, as text
 * @param meaning one line for a list of parameters
 */
public record Parameter(String name, boolean whole, double least, double most, String fallback, String meaning) {
    static final Parameter SEED =
            whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "seed of the random generator: same seed, same data");

    static Parameter whole(String name, long fallback, long least, long most, String meaning) {
        return new Parameter(name, true, least, most, Long.toString(fallback), meaning);
    }

    static Parameter number(String name, double fallback, double least, double most, String meaning) {
        return new Parameter(name, false, least, most, Double.toString(fallback), meaning);
    }

    /** The rule in words: {@code a whole number from 1 to 1000}. */
    public String range() {
        String kind = whole ? "a whole number" : "a number";
        if (whole && least == Long.MIN_VALUE) {
            return kind;
        }
        return kind + " from " + plain(least) + " to " + plain(most);
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** Refuses a value outside the range, NaN too. */
    void require(double value) {
        if (!(value >= least && value <= most)) {
            throw refused(whole ? Long.toString((long) value) : Double.toString(value));
        }
    }

    long parseWhole(String text) {
        try {
            long value = Long.parseLong(text.strip());
            require((double) value);
            return value;
        } catch (NumberFormatException e) {
            throw refused(text);
        }
    }

    double parseNumber(String text) {
        try {
            double value = Double.parseDouble(text.strip());
            require(value);
            return value;
        } catch (NumberFormatException e) {
            throw refused(text);
        }
    }

    private IllegalArgumentException refused(String got) {
        return new IllegalArgumentException(name + " must be " + range() + ", got " + got);
    }
}
