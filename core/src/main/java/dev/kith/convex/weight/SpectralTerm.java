package dev.kith.convex.weight;

import dev.kith.convex.proof.Bounds;
import dev.kith.convex.solver.Regularizer;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.StructurePenalty;

/** R(W) = weight times the sum of singular values, the trace norm: what {@code mtfl} with lambda = rho = weight / 2 charges. */
final class SpectralTerm implements WeightTerm {
    /** Dual points that are scaled down for certain, by a factor that tells their norm. */
    private static final double FAR = 1e6;

    private final Regularizer.Proximal regularizer;
    private final Bounds bounds;

    SpectralTerm(double weight, int tasks, int dim) {
        StructurePenalty penalty = Relations.schatten(1).penalty(Names.numbered("t", tasks), weight / 2);
        regularizer = (Regularizer.Proximal) Regularizer.of(penalty, weight / 2, tasks, dim);
        bounds = Bounds.of(penalty, weight / 2, TaskMatrix.of(Matrix.identity(0)));
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

    @Override
    public double silencing(Matrix gradient) {
        double size = gradient.frobeniusNorm();
        if (size == 0) {
            return 0;
        }
        return size / (2 * FAR * regularizer.dual(gradient.scale(FAR / size)).c());
    }
}
