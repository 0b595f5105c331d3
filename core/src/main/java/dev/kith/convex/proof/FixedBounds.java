package dev.kith.convex.proof;

import dev.kith.convex.solver.Regularizer;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;

/**
 * A known structure A: R(W) = lambda tr(A^-1 W'W), and tr(A N)/(4 lambda) in the dual. Entries of A are themselves right to
 * a few units in the last place only, which its inverse multiplies by its condition: so does the bound.
 *
 * <p>Directions that A lacks are forbidden to W; what rounding leaves of them in the weights does not count.
 */
public final class FixedBounds implements Bounds {
    private static final double UNITS = 0x1p-52;
    private static final double RANK_TOLERANCE = 1e-12;

    private final Matrix a;
    private final double lambda;
    private final Matrix inverse;
    private final double smallest;
    private final double largest;

    public FixedBounds(Matrix a, double lambda) {
        this.a = a;
        this.lambda = lambda;
        SymmetricEigen eigen = LinearAlgebra.best().eigen(a);
        int n = eigen.size();
        largest = n == 0 ? 0 : eigen.value(n - 1);
        double least = largest;
        for (int k = n - 1; k >= 0 && eigen.value(k) > RANK_TOLERANCE * largest; k--) {
            least = eigen.value(k);
        }
        smallest = least;
        inverse = eigen.rebuild(g -> g > RANK_TOLERANCE * largest ? 1 / g : 0);
    }

    @Override
    public double above(Matrix wt, double error) {
        Matrix z = LinearAlgebra.best().multiply(inverse, wt);
        double value = lambda * Math.max(0, z.dot(wt)) * (1 + a.rows() * UNITS * largest / smallest);
        double root = Math.sqrt(value) + Math.sqrt(lambda / smallest) * error;
        return root * root * (1 + ROUNDING);
    }

    @Override
    public Regularizer.DualTerm dualAbove(Matrix half, double error) {
        Matrix n = LinearAlgebra.best().multiplyTransposeB(half, half);
        double sum = 0;
        double absolute = 0;
        for (int i = 0; i < n.data().length; i++) {
            sum += a.data()[i] * n.data()[i];
            absolute += Math.abs(a.data()[i] * n.data()[i]);
        }
        // Each product of two rows of `half` is off by no more than the product of their lengths.
        double off = 4 * (half.cols() + a.rows() + 8) * UNITS * (absolute + largest * half.dot(half));
        double root = Math.sqrt((Math.max(0, sum) + off) / lambda) + Math.sqrt(largest / lambda) * error;
        return new Regularizer.DualTerm(1, root * root * (1 + ROUNDING));
    }
}
