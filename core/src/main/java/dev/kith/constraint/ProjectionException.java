package dev.kith.constraint;

/** No point of the set was found: what was tried and what is likely wrong with the constraint. */
public final class ProjectionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why there is no answer. */
    public enum Reason {
        /** No start led to a solution of the equations: most likely there is none. */
        INFEASIBLE,
        /** The equations' gradients vanish or depend on each other wherever they hold. */
        SINGULAR,
        /** The equations have no finite value at any start tried (a logarithm of a negative number, say). */
        UNDEFINED
    }

    private final Reason reason;

    public ProjectionException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
