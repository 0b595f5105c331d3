package dev.kith.data.read;

import dev.kith.data.Names;
import java.util.List;

/** Labels of one file: all of them numbers, or all of them one of two texts; the first label decides. */
public final class Labels {
    private enum Kind {
        UNKNOWN,
        NUMBER,
        TEXT
    }

    private Kind kind = Kind.UNKNOWN;
    private final Symbols classes = new Symbols();

    /** The label in {@code text[from, to)}; NaN when it breaks a rule, which {@link #rule} then says. */
    public double read(char[] text, int from, int to) {
        return read(Numbers.parse(text, from, to), text, from, to);
    }

    /** The same of a text whose {@code number} is known, NaN when it is none. */
    public double read(double number, char[] text, int from, int to) {
        if (kind != Kind.TEXT) {
            if (kind == Kind.NUMBER || !Double.isNaN(number)) {
                kind = Kind.NUMBER;
                return number;
            }
            if (Numbers.notFinite(new String(text, from, to - from))) {
                return Double.NaN;
            }
            kind = Kind.TEXT;
        }
        int code = classes.add(text, from, to);
        return code < 2 ? code : Double.NaN;
    }

    /** Says before the first label that all are numbers. */
    public void expectNumbers() {
        kind = Kind.NUMBER;
    }

    /**
     * The rule that {@code text}, which {@link #read} refused, breaks.
     *
     * @param number the rule if it ought to be a number
     */
    public String rule(String text, String number) {
        if (kind == Kind.TEXT) {
            return "is a third label, text labels must have two values, so far "
                    + Names.quoted(List.of(classes.name(0), classes.name(1)), " and ");
        }
        return number + (kind == Kind.NUMBER ? ", as the labels before it are" : "");
    }

    public List<String> classes() {
        return classes.names();
    }
}
