package dev.kith.data.read;

import java.util.Arrays;

/**
 * How the numbers of one column are written.
 *
 * @param decimal what stands before decimals, a point or a comma
 * @param groups what may stand between groups of three digits; {@link Amount#NONE} for nothing
 * @param unit what stands beside every number; empty for nothing
 */
public record NumberForm(char decimal, char groups, String unit) {
    /** As programs write numbers. */
    public static final NumberForm PLAIN = new NumberForm('.', Amount.NONE, "");

    /** Digits and a decimal mark. */
    public static NumberForm of(char decimal) {
        return decimal == '.' ? PLAIN : new NumberForm(decimal, Amount.NONE, "");
    }

    /** Whether numbers are plain but for the decimal mark. */
    public boolean bare() {
        return groups == Amount.NONE && unit.isEmpty();
    }

    /** The number in {@code text[from, to)}; NaN when it is not written so. */
    public double parse(char[] text, int from, int to) {
        if (decimal == '.' && bare()) {
            return Numbers.parse(text, from, to);
        }
        double value = unit.isEmpty() ? bare(text, from, to) : Double.NaN;
        if (!Double.isNaN(value) || bare()) {
            return value;
        }
        Amount amount = Amount.of(new String(text, from, to - from));
        return amount == null || !amount.unit().equals(unit) ? Double.NaN : amount.number(decimal, groups);
    }

    /** The number in digits and a decimal mark. */
    private double bare(char[] text, int from, int to) {
        if (decimal == '.') {
            return Numbers.parse(text, from, to);
        }
        char[] point = Arrays.copyOfRange(text, from, to);
        for (int k = 0; k < point.length; k++) {
            if (point[k] == '.') {
                return Double.NaN;
            }
            point[k] = point[k] == ',' ? '.' : point[k];
        }
        return Numbers.parse(point, 0, point.length);
    }

    /** The rule that {@code text}, which {@link #parse} refused, breaks. */
    public String rule(String text) {
        String rule = Numbers.rule(text);
        return rule.endsWith("not a number") ? rule + words() : rule;
    }

    private String words() {
        return (decimal == ',' ? " with a decimal comma" : "")
                + (unit.isEmpty() ? "" : (decimal == ',' ? " and" : " with") + " the unit '" + unit + "'");
    }
}
