package dev.kith.convex.proof;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.TwofoldSum;
import dev.kith.structure.penalty.Definition;

/**
 * tr(H'MH) and tr(H'M^-1 H) from above, for the symmetric matrix M of a {@link Definition} and any H with as many rows.
 *
 * <p>For any Z, and R = H - MZ,
 *
 * <pre>  tr(H'M^-1 H) = tr(H'Z) + tr(Z'R) + tr(R'M^-1 R),   0 &lt;= tr(R'M^-1 R) &lt;= ||R||^2 / (smallest eigenvalue of M)  </pre>
 *
 * so an inverse in doubles, which may be wrong in every digit, only has to make R small; the last term is of the same kind
 * as the first, and where its simple bound is not small enough it is bounded in the same way again.
 */
final class QuadraticForms {
    private static final double UNITS = 0x1p-52;
    /** What rounding in doubles may add to a form, relative to it, before twice the precision is worth its time. */
    private static final double SMALL = 0x1p-44;

    private static final int ROUNDS = 4;
    private static final double RANK_TOLERANCE = 1e-12;

    private final Definition m;
    private final Matrix absolute;
    private final Matrix inverse;
    private final int terms;
    private final double unsaid;
    private final boolean singular;
    private final double smallest;
    private final double largest;

    QuadraticForms(Definition m) {
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

    /** No larger than any eigenvalue of M that is not 0. */
    double smallest() {
        return smallest;
    }

    /** No smaller than any eigenvalue of M. */
    double largest() {
        return largest;
    }

    /** base - M z = hi + lo, off by no more than {@code error} (root of the sum of squares). */
    private record Rest(Matrix hi, Matrix lo, double error) {}

    private Rest rest(Matrix base, Matrix z, boolean twice) {
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

    /** A number with a bound of its error. */
    private record Estimate(double value, double error) {
        boolean close() {
            return error <= SMALL * value;
        }

        double above() {
            return Math.max(0, value + error) * (1 + UNITS);
        }
    }

    /** tr(H'(Z + R)), Z without error. */
    private static Estimate product(Matrix h, Matrix z, Rest r) {
        TwofoldSum sum = new TwofoldSum();
        int size = h.data().length;
        sum.addDot(h.data(), 0, z.data(), 0, size);
        sum.addDot(h.data(), 0, r.hi.data(), 0, size);
        sum.addDot(h.data(), 0, r.lo.data(), 0, size);
        double value = sum.value().hi();
        return new Estimate(value, sum.error() + h.frobeniusNorm() * r.error + UNITS * Math.abs(value));
    }

    /** No less than tr(H'MH). */
    double direct(Matrix h) {
        Matrix zero = Matrix.zeros(h.rows(), h.cols());
        Matrix negative = h.scale(-1);
        Estimate plain = product(h, zero, rest(zero, negative, false));
        return plain.close()
                ? plain.above()
                : product(h, zero, rest(zero, negative, true)).above();
    }

    /** No less than tr(H'M^-1 H); where M is singular, M^-1 is its pseudo-inverse. */
    double inverse(Matrix h) {
        if (singular) {
            double value = Math.max(0, LinearAlgebra.best().multiply(inverse, h).dot(h));
            return value * (1 + m.hi().rows() * UNITS * largest / smallest);
        }
        return inverse(h, ROUNDS);
    }

    private double inverse(Matrix h, int rounds) {
        double simple = longest(h.frobeniusNorm());
        if (rounds == 0) {
            return simple;
        }
        Matrix z = LinearAlgebra.best().multiply(inverse, h);
        Rest plain = rest(h, z, false);
        Estimate first = product(z, h, plain);
        double left = longest(plain.hi.frobeniusNorm() + plain.error);
        if (new Estimate(first.value, first.error + left).close()) {
            return Math.min(simple, first.above() + left);
        }
        Rest twice = rest(h, z, true);
        Matrix rounded = twice.hi.plus(1, twice.lo);
        double apart = twice.error + UNITS * rounded.frobeniusNorm();
        Estimate sum = product(z, h, twice);
        left = longest(rounded.frobeniusNorm() + apart);
        if (!(left <= SMALL * sum.value)) {
            double root = Math.sqrt(inverse(rounded, rounds - 1)) + Math.sqrt(longest(apart));
            left = Math.min(left, root * root * (1 + SMALL));
        }
        return Math.min(simple, sum.above() + left);
    }

    /** No less than tr(R'M^-1 R) for any R of this length. */
    private double longest(double length) {
        return length * length / smallest * (1 + SMALL);
    }
}
