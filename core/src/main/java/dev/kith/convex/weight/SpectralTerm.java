package dev.kith.convex.weight;

import dev.kith.convex.proof.Bounds;
import dev.kith.convex.solver.Regularizer;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.SpectralPenalty;
import java.util.Optional;

/** What a learned structure that sees only eigenvalues leaves on the weights, a function of their singular values. */
final class SpectralTerm implements WeightTerm {
    /** Dual points that are scaled down for certain, by a factor that tells their norm. */
    private static final double FAR = 1e6;

    private final SpectralPenalty penalty;
    private final Regularizer.Proximal regularizer;
    private final Bounds bounds;

    SpectralTerm(Relation relation, double lambda, int tasks, int dim) {
        penalty = (SpectralPenalty) relation.penalty(Names.numbered("t", tasks), lambda);
        regularizer = (Regularizer.Proximal) Regularizer.of(penalty, lambda, tasks, dim);
        bounds = Bounds.of(penalty, lambda, TaskMatrix.of(Matrix.identity(0)));
    }

    /** weight times the sum of singular values: what {@code mtfl} with lambda = rho = weight / 2 charges. */
    static SpectralTerm traceNorm(double weight, int tasks, int dim) {
        return new SpectralTerm(Relations.schatten(1), weight / 2, tasks, dim);
    }

    @Override
    public Optional<TaskMatrix> structure(Matrix wt) {
        return Optional.of(penalty.structure(wt));
    }

    @Override
    public double value(Matrix wt) {
        return regularizer.value(wt);
    }

    @Override
    public DualTerm dual(Matrix theta) {
        return regularizer.dual(theta);
    }

    @Override
    public double proxInto(Matrix out, Matrix wt, double tau) {
        return regularizer.proxInto(out, wt, tau);
    }

    @Override
    public double above(Matrix wt, double error) {
        return bounds.above(wt, error);
    }

    @Override
    public DualTerm dualAbove(Matrix half, double error) {
        return bounds.dualAbove(half, error);
    }

    /** Of the trace norm. */
    @Override
    public double silencing(Matrix gradient) {
        double size = gradient.frobeniusNorm();
        if (size == 0) {
            return 0;
        }
        return size / (2 * FAR * regularizer.dual(gradient.scale(FAR / size)).c());
    }
}
