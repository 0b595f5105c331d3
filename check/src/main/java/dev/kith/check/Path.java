package dev.kith.check;

import dev.kith.model.FitReport;
import dev.kith.model.Model;
import java.io.IOException;

/** A way from a problem to a saved model: training in memory, or later from moments, or on a cluster. */
interface Path {
    String name();

    /** Whether this path can be asked for the problem. */
    boolean suits(Problem problem);

    /** Fits, saves and loads. */
    Reported fit(Problem problem) throws IOException;

    /**
     * What is claimed, and the model as it was read back from its file.
     *
     * @param objective NaN where none is claimed
     * @param gap NaN where none is claimed
     */
    record Reported(FitReport.Status status, double objective, double gap, Model model) {}
}
