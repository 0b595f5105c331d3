package dev.kith.data.keep;

import dev.kith.data.DataException;
import dev.kith.data.read.Messages;
import dev.kith.data.read.Numbers;

/**
 * What a term of a condition is for one row.
 *
 * @param kind what it can be compared as
 * @param column where it stands, empty when it was written or computed
 * @param number NaN when it is none
 */
record Value(Kind kind, String column, String text, double number) {
    static final Value MISSING = new Value(Kind.MISSING, "", "", Double.NaN);

    enum Kind {
        MISSING,
        NUMBER,
        TEXT,
        /** A cell of the table, which may be read as either. */
        CELL
    }

    static Value number(double number) {
        return Double.isFinite(number) ? new Value(Kind.NUMBER, "", "", number) : MISSING;
    }

    static Value text(String text) {
        return new Value(Kind.TEXT, "", text, Double.NaN);
    }

    static Value cell(String column, String text) {
        return new Value(Kind.CELL, column, text, Numbers.parse(text.toCharArray(), 0, text.length()));
    }

    boolean missing() {
        return kind == Kind.MISSING;
    }

    private boolean numeric() {
        return !Double.isNaN(number);
    }

    /** The number that this must be. */
    double asNumber() {
        if (numeric()) {
            return number;
        }
        if (kind == Kind.TEXT) {
            throw new DataException("the text '" + text + "' is compared with a number; write a number without quotes");
        }
        throw new DataException("column '" + column + "': " + Messages.quote(text)
                + " is not a number, and the condition takes it for one");
    }

    /** Below 0, 0 or above 0 as this comes before the other, neither missing. */
    int compare(Value other) {
        boolean numbers = kind == Kind.NUMBER || other.kind == Kind.NUMBER;
        boolean texts = kind == Kind.TEXT || other.kind == Kind.TEXT;
        if (!numbers && !texts && numeric() != other.numeric()) {
            throw new DataException("columns '" + column + "' and '" + other.column + "' are compared, but of "
                    + Messages.quote(text) + " and " + Messages.quote(other.text) + " only one is a number");
        }
        return numbers || (!texts && numeric())
                ? Double.compare(asNumber() + 0.0, other.asNumber() + 0.0)
                : text.compareTo(other.text);
    }
}
