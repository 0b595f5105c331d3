package dev.kith.data.read;

import java.util.Locale;

/** Decimal numbers in text: an optional sign, digits with at most one point, an optional exponent. Nothing else. */
public final class Numbers {
    /*
     * Double.parseDouble alone would accept hexadecimal floats, "1d", "NaN" and turn 1e400 into infinity, and it needs a
     * String. Here the grammar is checked while the digits are gathered; a mantissa of at most 2^53 with a power of ten
     * of at most 22 is then one exact multiplication or division [1], correctly rounded; up to 19 digits are for
     * PowersOfTen; what is left goes to parseDouble. All three give the same answer where they give one.
     *
     * [1] Clinger, How to read floating point numbers accurately, PLDI 1990.
     */
    private static final double[] POWERS = new double[23];
    private static final long EXACT = 1L << 53;

    static {
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = Double.parseDouble("1e" + i);
        }
    }

    private Numbers() {}

    /** 10^exponent for exponents 0 to 22, where it is exact. */
    static double powerOfTen(int exponent) {
        return POWERS[exponent];
    }

    /** The number in {@code text[from, to)}, or NaN when it is not a decimal number or too large to be finite. */
    public static double parse(char[] text, int from, int to) {
        int at = from;
        boolean negative = false;
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            negative = text[at++] == '-';
        }
        long mantissa = 0;
        int significant = 0;
        int digits = 0;
        int point = -1;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits++;
                if (mantissa != 0 || digit != 0) {
                    significant++;
                    mantissa = 10 * mantissa + digit;
                }
            } else if (text[at] == '.' && point < 0) {
                point = digits;
            } else {
                break;
            }
        }
        if (digits == 0) {
            return Double.NaN;
        }
        int exponent = point < 0 ? 0 : point - digits;
        if (at < to) {
            int power = exponent(text, at, to);
            if (power == Integer.MIN_VALUE) {
                return Double.NaN;
            }
            exponent += power;
        }
        if (significant <= 19) {
            double value = mantissa == 0 ? 0 : scaled(mantissa, exponent);
            if (!Double.isNaN(value)) {
                return negative ? -value : value;
            }
        }
        double value = Double.parseDouble(new String(text, from, to - from));
        return Double.isFinite(value) ? value : Double.NaN;
    }

    /** {@code mantissa / 10^decimals}, correctly rounded. */
    public static double decimal(boolean negative, long mantissa, int decimals) {
        double value = mantissa == 0 ? 0 : scaled(mantissa, -decimals);
        return negative ? -value : value;
    }

    private static double scaled(long mantissa, int exponent) {
        if (mantissa > 0 && mantissa <= EXACT && exponent >= -22 && exponent <= 22) {
            return exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
        }
        return PowersOfTen.times(mantissa, exponent);
    }

    /** The power after an e, limited to +-1e6; MIN_VALUE when what stands there is no exponent. */
    private static int exponent(char[] text, int from, int to) {
        int at = from;
        if (text[at] != 'e' && text[at] != 'E') {
            return Integer.MIN_VALUE;
        }
        at++;
        boolean negative = false;
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            negative = text[at++] == '-';
        }
        if (at == to) {
            return Integer.MIN_VALUE;
        }
        int power = 0;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return Integer.MIN_VALUE;
            }
            power = Math.min(1_000_000, 10 * power + digit);
        }
        return negative ? -power : power;
    }

    /** The rule that {@code text}, which {@link #parse} refused, breaks. */
    public static String rule(String text) {
        if (text.isEmpty()) {
            return "is blank, a number is needed";
        }
        return notFinite(text) ? "is not a finite number" : "is not a number";
    }

    /** Whether {@code text} means a number that is not finite: NaN, infinity, or decimals out of range. */
    static boolean notFinite(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replaceFirst("^[+-]", "");
        if (plain.equals("nan") || plain.equals("inf") || plain.equals("infinity")) {
            return true;
        }
        try {
            return plain.chars().allMatch(c -> "0123456789.e+-".indexOf(c) >= 0)
                    && Double.isInfinite(Double.parseDouble(plain));
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
