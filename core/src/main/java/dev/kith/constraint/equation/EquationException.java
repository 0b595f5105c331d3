package dev.kith.constraint.equation;

/** The text of an equation cannot be read: what is wrong and at which column. */
public final class EquationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int column;

    EquationException(String text, int column, String problem) {
        super("constraint '" + text + "': column " + column + ": " + problem);
        this.column = column;
    }

    /** Where, counted from 1. */
    public int column() {
        return column;
    }
}
