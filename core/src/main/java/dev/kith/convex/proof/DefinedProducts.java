package dev.kith.convex.proof;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.TwofoldSum;
import dev.kith.structure.penalty.Definition;

/** The matrix of a {@link Definition}: all its numbers to twice the precision. */
final class DefinedProducts implements ProvenProducts {
    private static final double UNITS = 0x1p-52;
    private static final double RANK_TOLERANCE = 1e-12;
    private static final double SMALL = 0x1p-44;

    private final Definition m;
    private final Matrix absolute;
    private final Matrix inverse;
    private final int terms;
    private final double unsaid;
    private final boolean singular;
    private final double smallest;
    private final double largest;

    DefinedProducts(Definition m) {
        this.m = m;
        int n = m.hi().rows();
        absolute = m.hi().map(Math::abs);
        terms = terms(m.hi());
        unsaid = m.lo().frobeniusNorm() + m.error();
        SymmetricEigen eigen = LinearAlgebra.best().eigen(m.hi());
        double top = n == 0 ? 0 : eigen.value(n - 1);
        double off = 8 * (n + 8) * UNITS * m.hi().frobeniusNorm() + unsaid;
        double least = n == 0 ? 1 : Math.max(m.least(), eigen.value(0) - off);
        singular = !(least > 0);
        smallest = singular ? smallestOf(eigen, RANK_TOLERANCE * top) : least;
        largest = top + off;
        inverse = eigen.rebuild(g -> singular && !(g >= smallest) ? 0 : 1 / Math.max(g, smallest));
    }

    /** The most entries of a row that are not zero. */
    private static int terms(Matrix a) {
        int most = 0;
        for (int i = 0; i < a.rows(); i++) {
            int count = 0;
            for (int j = 0; j < a.cols(); j++) {
                count += a.get(i, j) != 0 ? 1 : 0;
            }
            most = Math.max(most, count);
        }
        return most;
    }

    private static double smallestOf(SymmetricEigen eigen, double above) {
        for (int k = 0; k < eigen.size(); k++) {
            if (eigen.value(k) > above) {
                return eigen.value(k);
            }
        }
        return Double.NaN;
    }

    @Override
    public Rest rest(Matrix base, Matrix z, boolean twice) {
        Matrix sizes = LinearAlgebra.best().multiply(absolute, z.map(Math::abs)).plus(1, base.map(Math::abs));
        double size = sizes.frobeniusNorm() * (1 + (terms + 8) * UNITS);
        if (!twice) {
            Matrix hi = base.plus(-1, LinearAlgebra.best().multiply(m.hi(), z));
            double error = (terms + 4) * UNITS * size + unsaid * z.frobeniusNorm();
            return new Rest(hi, Matrix.zeros(hi.rows(), hi.cols()), error * (1 + SMALL));
        }
        Matrix hi = base.copy();
        Matrix lo = Matrix.zeros(hi.rows(), hi.cols());
        for (int i = 0; i < hi.rows(); i++) {
            for (int j = 0; j < z.rows(); j++) {
                subtract(i, j, z, hi, lo);
            }
        }
        double error = TwofoldSum.error(2L * terms + 1, size) + m.error() * z.frobeniusNorm();
        return new Rest(hi, lo, error * (1 + SMALL));
    }

    /** Row i of hi + lo -= M_ij times row j of z. */
    private void subtract(int i, int j, Matrix z, Matrix hi, Matrix lo) {
        double value = -m.hi().get(i, j);
        double more = -m.lo().get(i, j);
        if (value != 0 || more != 0) {
            for (int k = 0; k < z.cols(); k++) {
                Expansion.accumulate(hi.data(), lo.data(), i * z.cols() + k, value, more, z.get(j, k));
            }
        }
    }

    @Override
    public Matrix nearInverse(Matrix h) {
        return LinearAlgebra.best().multiply(inverse, h);
    }

    @Override
    public boolean singular() {
        return singular;
    }

    @Override
    public double smallest() {
        return smallest;
    }

    @Override
    public double largest() {
        return largest;
    }
}
