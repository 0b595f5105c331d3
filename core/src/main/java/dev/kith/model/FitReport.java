package dev.kith.model;

import java.util.List;

/**
 * How a fit ended.
 *
 * @param objective the problem's value at the model, in the units the fit used, barrier removed
 * @param gap relative duality gap: (objective - lower bound) / max(|objective|, tiny); NaN where no bound exists
 * @param seconds wall time of the fit
 * @param backend the linear algebra used
 * @param history objective and gap as they went, oldest first
 */
public record FitReport(
        Status status,
        double objective,
        double gap,
        int iterations,
        double seconds,
        String backend,
        List<Progress> history) {
    public FitReport {
        history = List.copyOf(history);
    }

    /** Whether the tolerance was met. Not meeting it is a status, never an exception. */
    public enum Status {
        /** The gap is within the tolerance; without a bound, the violation of the optimality conditions is. */
        CONVERGED,
        /** All iterations allowed were used up. */
        MAX_ITERATIONS,
        /** Rounding, or a stopping rule that was asked for, ended it with a gap still above the tolerance. */
        STALLED,
        /** The thread was interrupted. */
        INTERRUPTED,
        /** Tasks joined a model after its fit: no one problem has this model as its minimum. */
        ADAPTED
    }

    /** One step of a fit. */
    public record Progress(int iteration, double objective, double gap, double seconds) {}
}
