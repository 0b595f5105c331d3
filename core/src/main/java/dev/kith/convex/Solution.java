package dev.kith.convex;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport;
import java.util.List;
import java.util.Optional;

/**
 * What a solver hands back.
 *
 * @param coefficients feature weights (d x T), kernel coefficients (n x T), or those of the map
 * @param map what approximated the kernel, if anything
 * @param b intercepts of the scaled features as the model sees them
 * @param structure the structure matrix to show; empty where the method has none
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Solution(
        Matrix coefficients,
        Optional<KernelMap> map,
        double[] b,
        Optional<Matrix> structure,
        Certificate certificate,
        int iterations,
        FitReport.Status status,
        List<FitReport.Progress> history) {
    FitReport report(double seconds) {
        return new FitReport(
                status,
                certificate.primal(),
                certificate.gap(),
                iterations,
                seconds,
                LinearAlgebra.best().name(),
                history);
    }
}
