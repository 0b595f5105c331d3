package dev.kith.model;

import java.util.OptionalDouble;

/**
 * What came of a fit.
 *
 * @param objective in the units the fit used; empty where the method has none
 * @param gap relative duality gap of the objective; empty where there is no bound, or an infinite one
 */
public record Outcome(OptionalDouble objective, OptionalDouble gap, int iterations, FitReport.Status status) {
    public Outcome {
        objective = finite(objective);
        gap = finite(gap);
    }

    /** Numbers that are not finite count as none. */
    public static Outcome of(double objective, double gap, int iterations, FitReport.Status status) {
        return new Outcome(OptionalDouble.of(objective), OptionalDouble.of(gap), iterations, status);
    }

    public static Outcome of(FitReport report) {
        return of(report.objective(), report.gap(), report.iterations(), report.status());
    }

    /** Without objective and bound. */
    public static Outcome uncertified(int iterations, FitReport.Status status) {
        return new Outcome(OptionalDouble.empty(), OptionalDouble.empty(), iterations, status);
    }

    /** No number and one that is not finite say the same. */
    static OptionalDouble finite(OptionalDouble value) {
        return value.isPresent() && Double.isFinite(value.getAsDouble()) ? value : OptionalDouble.empty();
    }
}
