package dev.kith.convex.solver;

import dev.kith.convex.basis.KernelMap;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.List;
import java.util.Optional;

/**
 * What a solver hands back.
 *
 * @param weights what the model keeps, in the units of the fit
 * @param dual other weights whose residuals give the lower bound, if not these
 * @param multipliers a dual point by observation, sorted by task, where residuals do not give it
 * @param map what approximated the kernel, if anything
 * @param structure the structure matrix to show; empty where the method has none
 * @param structures those of several kernels, where each has one
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
public record Solution(
        Weights weights,
        Optional<Weights> dual,
        Optional<double[]> multipliers,
        Optional<KernelMap> map,
        Optional<TaskMatrix> structure,
        List<TaskMatrix> structures,
        Certificate certificate,
        int iterations,
        FitReport.Status status,
        List<FitReport.Progress> history) {
    /** With one structure, or none. */
    public Solution(
            Weights weights,
            Optional<Weights> dual,
            Optional<double[]> multipliers,
            Optional<KernelMap> map,
            Optional<TaskMatrix> structure,
            Certificate certificate,
            int iterations,
            FitReport.Status status,
            List<FitReport.Progress> history) {
        this(weights, dual, multipliers, map, structure, List.of(), certificate, iterations, status, history);
    }

    /**
     * Weights and intercepts.
     *
     * @param coefficients feature weights (d x T), kernel coefficients (n x T), or those of the map
     * @param b intercepts of the scaled features as the model sees them
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    public record Weights(Matrix coefficients, double[] b) {}

    /** The same with the certificate and the status that were proven. */
    public Solution proven(Certificate proof, FitReport.Status ended) {
        return new Solution(weights, dual, multipliers, map, structure, structures, proof, iterations, ended, history);
    }

    /** The same with a structure for each of several kernels. */
    public Solution withStructures(List<TaskMatrix> each) {
        return new Solution(weights, dual, multipliers, map, structure, each, certificate, iterations, status, history);
    }

    public FitReport report(double seconds) {
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
