package dev.kith.data.inspect.scan;

/** What the text of one cell looks like. */
public enum CellKind {
    /** Nothing, or one of the spellings of nothing. */
    MISSING,
    /** A whole number, without a point. */
    INTEGER,
    /** Any other number as readers take it. */
    NUMBER,
    /** A number that is not finite, or too large to be. */
    INFINITE,
    /** A number with a decimal comma, {@code 3,14}. */
    COMMA,
    /** A number with separators of thousands, {@code 1,234} or {@code 1 234.5}. */
    THOUSANDS,
    /** A number with a unit or currency, {@code 12 kg} or {@code 45%}. */
    UNIT,
    /** A date or a time. */
    DATE,
    /** yes, no, true, false and the like. */
    BOOLEAN,
    /** Anything else. */
    TEXT;

    /** Whether it is a number, perhaps after some cleaning. */
    public boolean numeric() {
        return this == INTEGER || this == NUMBER || this == COMMA || this == THOUSANDS || this == UNIT;
    }
}
