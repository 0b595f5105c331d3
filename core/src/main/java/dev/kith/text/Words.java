package dev.kith.text;

import java.util.Locale;

/** Numbers and counts as people read them. */
public final class Words {
    private static final int LONGEST = 60;

    private Words() {}

    /** Three significant digits: {@code 0.0123}, {@code 12.3}, {@code 1.23e-07}. */
    public static String number(double value) {
        if (value == 0 || !Double.isFinite(value)) {
            return value == 0 ? "0" : Double.toString(value);
        }
        double size = Math.abs(value);
        if (size < 1e-3 || size >= 1e6) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        int decimals = Math.max(0, 2 - (int) Math.floor(Math.log10(size)));
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }

    /** {@code 1 task}, {@code 7 tasks}, {@code 12,345 rows}. */
    public static String count(long count, String thing) {
        return String.format(Locale.ROOT, "%,d", count) + " " + thing + (count == 1 ? "" : "s");
    }

    /** {@code 14.3%}. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    /** The start of a long text, so that a page of settings stays one. */
    public static String shortened(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = LONGEST - 3;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "...";
    }
}
