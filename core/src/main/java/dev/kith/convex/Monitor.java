package dev.kith.convex;

import dev.kith.model.FitReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Keeps the history of a fit, tells the listener, and says when to stop. */
final class Monitor {
    private final Options options;
    private final Consumer<FitReport.Progress> listener;
    private final long started = System.nanoTime();
    private final List<FitReport.Progress> history = new ArrayList<>();
    private FitReport.Status status = FitReport.Status.MAX_ITERATIONS;

    Monitor(Options options, Consumer<FitReport.Progress> listener) {
        this.options = options;
        this.listener = listener;
    }

    /** A monitor of an inner solve: nobody listens. */
    static Monitor silent(Options options, double tolerance) {
        return new Monitor(options.withStopping(tolerance, options.maxIterations()), step -> {});
    }

    /** Whether the gap is to be looked at: every so often, and at the last iteration allowed. */
    boolean due(int iteration, int every) {
        return iteration % every == 0 || iteration >= options.maxIterations();
    }

    /** Records a step; true when the fit is done: gap reached, iterations used up, or thread interrupted. */
    boolean done(int iteration, Certificate certificate) {
        FitReport.Progress step = new FitReport.Progress(iteration, certificate.primal(), certificate.gap(), seconds());
        history.add(step);
        listener.accept(step);
        if (certificate.gap() <= options.tolerance()) {
            status = FitReport.Status.CONVERGED;
        } else if (Thread.currentThread().isInterrupted()) {
            status = FitReport.Status.INTERRUPTED;
        } else {
            status = FitReport.Status.MAX_ITERATIONS;
            return iteration >= options.maxIterations();
        }
        return true;
    }

    FitReport.Status status() {
        return status;
    }

    List<FitReport.Progress> history() {
        return history;
    }

    double seconds() {
        return (System.nanoTime() - started) / 1e9;
    }
}
