package dev.kith.linalg;

/** A number lost its meaning: what happened, where, and what to try. Not thrown for slow convergence. */
public final class NumericalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NumericalException(String message) {
        super(message);
    }
}
