package dev.kith.convex;

import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport;
import java.util.List;

/**
 * What a solver hands back.
 *
 * @param coefficients feature weights (d x T) or kernel coefficients (n x T)
 * @param b intercepts of the scaled features as the model sees them
 * @param structure the structure matrix to show
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Solution(
        Matrix coefficients,
        double[] b,
        Matrix structure,
        Certificate certificate,
        int iterations,
        FitReport.Status status,
        List<FitReport.Progress> history) {}
