package dev.kith.model.decoder;

import java.util.Locale;
import java.util.Map;

/**
 * How far a prediction may leave the constraint set, which is seldom known exactly.
 *
 * @param kind the rule
 * @param size its parameter, &gt; 0; 0 when the rule has none
 */
public record Relaxation(Kind kind, double size) {
    /** The rules. */
    public enum Kind {
        /** Predictions lie on the set. */
        NONE,
        /** Predictions lie within {@code size} of the set (Euclidean). */
        ROBUST,
        /** The squared distance to the set, divided by {@code size}, is added to what is minimised. */
        PERTURBED
    }

    public Relaxation {
        boolean sized = kind != Kind.NONE;
        if (sized ? !(size > 0 && size < Double.POSITIVE_INFINITY) : size != 0) {
            throw new IllegalArgumentException((kind == Kind.ROBUST ? "robust distance" : "perturbed mu")
                    + " must be a finite number > 0, got " + size);
        }
    }

    public static Relaxation none() {
        return new Relaxation(Kind.NONE, 0);
    }

    public static Relaxation robust(double distance) {
        return new Relaxation(Kind.ROBUST, distance);
    }

    public static Relaxation perturbed(double mu) {
        return new Relaxation(Kind.PERTURBED, mu);
    }

    /** As a model remembers it: the size by the name of the rule, or nothing. */
    public Map<String, String> parameters() {
        return kind == Kind.NONE ? Map.of() : Map.of(kind.name().toLowerCase(Locale.ROOT), Double.toString(size));
    }
}
