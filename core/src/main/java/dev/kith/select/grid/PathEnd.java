package dev.kith.select.grid;

/**
 * When a path of lambdas, one a decade from large to small, need not be followed further: the errors get worse, or they hardly
 * get better any more, while fits take longer with every decade.
 */
public final class PathEnd {
    /** So many in a row end the path. */
    private static final int IN_A_ROW = 2;
    /** This much worse than the best: smaller lambdas only get slower. */
    private static final double WORSE = 1.01;
    /** A share of the error that is worth another decade. */
    private static final double WORTHWHILE = 2e-3;

    private double best = Double.NaN;
    /** The error when something worthwhile was gained last. */
    private double reference = Double.NaN;

    private boolean gained;
    private int worse;
    private int idle;

    /** Whether the path ends with this error; one that is not a number, or infinite, counts as worse than any. */
    public boolean reached(double error) {
        worse = Double.isNaN(error) || error > WORSE * best ? worse + 1 : 0;
        if (Double.isNaN(best)) {
            best = error;
            reference = error;
            return worse >= IN_A_ROW;
        }
        best = Math.min(best, Double.isNaN(error) ? best : error);
        if (best < reference - WORTHWHILE * Math.abs(reference)) {
            reference = best;
            gained = true;
            idle = 0;
        } else {
            idle++;
        }
        return worse >= IN_A_ROW || idle();
    }

    /** Whether it ends because nothing worthwhile was gained: smaller lambdas need not be looked at later either. */
    public boolean idle() {
        // Before anything was gained lambda is still so large that there is nothing to gain.
        return gained && idle >= IN_A_ROW;
    }
}
