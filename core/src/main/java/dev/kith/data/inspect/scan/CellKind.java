package dev.kith.data.inspect.scan;

/** What the text of one cell looks like. */
public enum CellKind {
    /** Nothing, or one of the spellings of nothing. */
    MISSING,
    /** A whole number, without decimals. */
    INTEGER,
    /** Any other number, written as its column writes numbers. */
    NUMBER,
    /** A number that is not finite, or too large to be. */
    INFINITE,
    /** A date or a time. */
    DATE,
    /** yes, no, true, false and the like. */
    BOOLEAN,
    /** Anything else. */
    TEXT;

    /** Whether it is a number. */
    public boolean numeric() {
        return this == INTEGER || this == NUMBER;
    }
}
