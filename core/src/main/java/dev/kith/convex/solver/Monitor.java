package dev.kith.convex.solver;

import dev.kith.model.FitReport;
import dev.kith.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Keeps the history of a fit, tells the listener, and says when to stop. */
public final class Monitor {
    /* A slow solver is not a stalled one: slow ones still move the objective by far more than rounding does from look to
     * look, or at times find a better gap. */
    private static final int PATIENCE = 40;
    private static final double ROUNDING = 1e-14;
    private static final double BETTER = 0.99;
    private static final long INNER = 10;
    /** Steps inside a fit are never less accurate than this, nor much more than the fit is to be. */
    private static final double MOST = 0.01;

    private static final double ENOUGH = 0.05;

    private final Training training;
    private double tolerance;
    private final Consumer<FitReport.Progress> listener;
    private final long started = System.nanoTime();
    private final List<FitReport.Progress> history = new ArrayList<>();
    private FitReport.Status status = FitReport.Status.MAX_ITERATIONS;
    private double smallestGap = Double.POSITIVE_INFINITY;
    private double objective = Double.POSITIVE_INFINITY;
    private int idle;

    public Monitor(Training training, Consumer<FitReport.Progress> listener) {
        this.training = training;
        this.tolerance = training.tolerance();
        this.listener = listener;
    }

    /** A monitor of an inner solve: nobody listens. */
    public static Monitor silent(Training training, double tolerance) {
        return new Monitor(training.withStopping(tolerance, training.maxIterations()), step -> {});
    }

    /** A monitor of a step inside the fit watched here. */
    Monitor inner(double wanted) {
        return silent(training, wanted);
    }

    /** The accuracy to ask of a step where the gap is {@code gap}: this share of it, or of what is wanted at the end. */
    double share(double gap, double share) {
        return Math.max(ENOUGH * tolerance, Math.min(share * gap, MOST));
    }

    /** The gap that is asked for. */
    public double tolerance() {
        return tolerance;
    }

    public int maxIterations() {
        return training.maxIterations();
    }

    /** Whether the gap is to be looked at: every so often, and at the last iteration allowed. */
    public boolean due(int iteration, int every) {
        return iteration % every == 0 || iteration >= training.maxIterations();
    }

    /** Records a step; true when the fit is done: gap reached, iterations used up, stalled, or thread interrupted. */
    public boolean done(int iteration, Certificate certificate) {
        return done(iteration, certificate, certificate.gap());
    }

    /** The same for problems without a bound: {@code violation} of the optimality conditions takes the gap's place. */
    public boolean done(int iteration, Certificate certificate, double violation) {
        record(iteration, certificate);
        if (violation <= tolerance) {
            status = FitReport.Status.CONVERGED;
        } else if (Thread.currentThread().isInterrupted()) {
            status = FitReport.Status.INTERRUPTED;
        } else if (stalled(certificate.primal(), violation)) {
            status = FitReport.Status.STALLED;
        } else {
            status = FitReport.Status.MAX_ITERATIONS;
            return iteration >= training.maxIterations();
        }
        return true;
    }

    /** Asks for a gap smaller by this factor from now on. */
    public void tighten(double factor) {
        tolerance *= factor;
    }

    /** Whether the iterations inside steps are more than {@value #INNER} for each one allowed: the bound on all work. */
    public boolean exhausted(long innerIterations) {
        return innerIterations > INNER * training.maxIterations();
    }

    /** Ends a fit whose solver was asked to stop here, gap or not. */
    public void stopped() {
        status = FitReport.Status.STALLED;
    }

    /** Records the only step of a direct solver, which cannot do better than this. */
    public void ended(int iterations, Certificate certificate) {
        if (!done(iterations, certificate)) {
            status = FitReport.Status.STALLED;
        }
    }

    private void record(int iteration, Certificate certificate) {
        FitReport.Progress step = new FitReport.Progress(iteration, certificate.primal(), certificate.gap(), seconds());
        history.add(step);
        listener.accept(step);
    }

    private boolean stalled(double primal, double violation) {
        boolean moved = Math.abs(primal - objective) > ROUNDING * Math.abs(primal);
        boolean better = violation < BETTER * smallestGap;
        objective = moved ? primal : objective;
        smallestGap = better ? violation : smallestGap;
        idle = moved || better ? 0 : idle + 1;
        return idle >= PATIENCE;
    }

    public FitReport.Status status() {
        return status;
    }

    public List<FitReport.Progress> history() {
        return history;
    }

    public double seconds() {
        return (System.nanoTime() - started) / 1e9;
    }
}
