package dev.kith.convex.proof;

import dev.kith.convex.basis.FeatureRows;
import dev.kith.convex.basis.KernelMap;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Scaled;
import dev.kith.convex.solver.Solution;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Linear;
import dev.kith.kernel.PreciseRows;
import dev.kith.loss.Loss;
import dev.kith.model.FitReport;
import dev.kith.model.FourierModel;
import dev.kith.model.Training;
import java.util.List;
import java.util.function.Supplier;

/**
 * Solves, proves what will be saved, and goes on where a solver stopped too soon.
 *
 * @param raw the training data as read, labels as the losses read them
 * @param losses one per task
 * @param pooled whether one predictor serves all tasks
 * @param separate whether every kernel of a sum has coefficients of its own, one below the other
 */
public record Prover(
        Dataset raw,
        Scaled scaled,
        Kernel kernel,
        List<Loss> losses,
        Training training,
        boolean pooled,
        boolean separate) {
    /** A solver whose own certificate was too hopeful is asked for this much more, so many times. */
    private static final double MORE = 0.1;

    private static final int ROUNDS = 3;
    /**
     * So many kernel values are evaluated to twice the precision. More are evaluated in doubles with a bound of their error,
     * and once more where that leaves too large a gap.
     */
    private static final long MOST_PRECISE = 4_000_000;

    /** So many values in doubles are kept as a matrix: 600 MB. */
    private static final long MOST_PLAIN = 75_000_000;

    public Prover(Dataset raw, Scaled scaled, Kernel kernel, List<Loss> losses, Training training, boolean pooled) {
        this(raw, scaled, kernel, losses, training, pooled, false);
    }

    /** What bounds the penalty of a solution. */
    public interface Penalty {
        Bounds bounds(Solution solution);
    }

    /** A solution with its proven certificate, and what the certificate is about: the weights to save. */
    public record Proven(Solution solution, Scaled.Saved saved) {}

    /**
     * Converged means proven: a gap within the tolerance, no matter what the solver saw.
     *
     * @param solver goes on where it was when called again
     */
    public Proven solve(Supplier<Solution> solver, Penalty penalty, Monitor monitor) {
        ProofData.Parts data = parts();
        Solution solution = solver.get();
        Scaled.Saved saved = scaled.saved(kernel, solution.weights());
        Certificate proof = prove(data, solution, saved, penalty);
        for (int round = 1; round < ROUNDS && tooHopeful(solution, proof); round++) {
            monitor.tighten(MORE);
            Solution next = solver.get();
            Scaled.Saved nextSaved = scaled.saved(kernel, next.weights());
            Certificate nextProof = prove(data, next, nextSaved, penalty);
            if (!(nextProof.gap() < proof.gap())) {
                break;
            }
            solution = next;
            saved = nextSaved;
            proof = nextProof;
        }
        FitReport.Status ended = proof.gap() <= training.tolerance()
                ? FitReport.Status.CONVERGED
                : solution.status() == FitReport.Status.CONVERGED ? FitReport.Status.STALLED : solution.status();
        return new Proven(solution.proven(proof, ended), saved);
    }

    private boolean tooHopeful(Solution solution, Certificate proof) {
        return solution.status() == FitReport.Status.CONVERGED && !(proof.gap() <= training.tolerance());
    }

    /** Proves {@code saved}, whose intercepts may still move by a last digit. */
    private Certificate prove(ProofData.Parts data, Solution solution, Scaled.Saved saved, Penalty penalty) {
        long values = (long) raw.inputs().rows() * saved.coefficients().rows();
        boolean linear = kernel instanceof Linear;
        // Squared losses are solved to rounding, and their proofs are to show it.
        boolean plainly = linear
                ? raw.inputs() instanceof DenseInputs && losses.stream().noneMatch(Loss::quadratic)
                : values > MOST_PRECISE;
        Certificate proof = prove(data, solution, saved, penalty, plainly);
        // Landmarks are few, and so are their coefficients: there doubles do.
        return plainly && solution.map().isEmpty() && !(proof.gap() <= training.tolerance())
                ? prove(data, solution, saved, penalty, false)
                : proof;
    }

    private Certificate prove(
            ProofData.Parts data, Solution solution, Scaled.Saved saved, Penalty penalty, boolean plainly) {
        Proof proof = new Proof(data, expansion(data, solution, plainly), penalty.bounds(solution));
        Scaled.Saved dual =
                solution.dual().map(weights -> scaled.saved(kernel, weights)).orElse(null);
        return proof.certify(saved, dual, solution.multipliers().orElse(null));
    }

    /** Tasks that nothing but the penalty ties are proven some at a time. */
    private ProofData.Parts parts() {
        boolean apart = kernel instanceof Linear
                && !pooled
                && raw.collapsed().isEmpty()
                && losses.stream().allMatch(Loss::quadratic);
        return apart
                ? ProofData.Parts.of(raw, scaled.scaling(), losses, training)
                : ProofData.Parts.whole(new ProofData(raw, scaled.scaling(), losses, training, pooled));
    }

    private Expansion expansion(ProofData.Parts data, Solution solution, boolean plainly) {
        if (kernel instanceof Linear) {
            double[] scale = scaled.scaling().featureScale().row(0);
            if (plainly && raw.inputs() instanceof DenseInputs dense) {
                return new PlainRows(dense.values(), scale);
            }
            return new LinearExpansion(
                    raw.inputs() instanceof SparseInputs sparse
                            ? new FeatureRows.Sparse(sparse.values())
                            : new FeatureRows.Dense(((DenseInputs) raw.inputs()).values()),
                    scale);
        }
        Inputs x = scaled.data().inputs();
        if (solution.map().orElse(null) instanceof KernelMap.Fourier fourier) {
            return new FeatureExpansion(FourierModel.features(x, fourier.frequencies()), fourier.error(x));
        }
        if (separate) {
            return new Expansion.Stacked(((KernelSum) kernel)
                    .views().stream()
                            .map(view -> expansion(data, view.kernel(), view.of(x), plainly))
                            .toList());
        }
        if (solution.map().isPresent()) {
            Inputs support = scaled.support(solution);
            PreciseRows values = plainly ? kernel.plainly(x, support) : kernel.precisely(x, support);
            return new LandmarkExpansion(values, kernel.precisely(support, support), x.rows(), support.rows());
        }
        return expansion(data, kernel, x, plainly);
    }

    /** Of inputs that are their own support. */
    private static Expansion expansion(ProofData.Parts data, Kernel kernel, Inputs x, boolean plainly) {
        PreciseRows values = plainly ? kernel.plainly(x, x) : kernel.precisely(x, x);
        return values.plain() && (long) x.rows() * x.rows() <= MOST_PLAIN
                ? new PlainKernel(values, x.rows(), data.part(0))
                : new KernelExpansion(values, x.rows(), x.rows());
    }
}
