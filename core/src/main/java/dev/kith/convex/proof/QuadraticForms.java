package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.TwofoldSum;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.penalty.Definition;

/**
 * tr(H'MH) and tr(H'M^-1 H) from above, for a symmetric matrix M and any H with as many rows.
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

    /** What a good guess may leave open, relative to the form, where an inverse of this many rows takes long: weights that are no better leave more. */
    private static final double GUESSED = 1e-6;

    private static final int MANY = 1000;

    private static final int ROUNDS = 4;

    private final ProvenProducts m;

    QuadraticForms(Definition m) {
        this.m = new DefinedProducts(m);
    }

    /** M is the inverse of this matrix, which is sparse. */
    QuadraticForms(TaskNetwork inverse) {
        this.m = new NetworkProducts(inverse);
    }

    /** No larger than any eigenvalue of M that is not 0. */
    double smallest() {
        return m.smallest();
    }

    /** No smaller than any eigenvalue of M. */
    double largest() {
        return m.largest();
    }

    /** A number with a bound of its error. */
    private record Estimate(double value, double error) {
        boolean within(double share) {
            return error <= share * value;
        }

        double above() {
            return Math.max(0, value + error) * (1 + UNITS);
        }
    }

    /** tr(H'(Z + R)), Z without error. */
    private static Estimate product(Matrix h, Matrix z, ProvenProducts.Rest r) {
        TwofoldSum sum = new TwofoldSum();
        int size = h.data().length;
        sum.addDot(h.data(), 0, z.data(), 0, size);
        sum.addDot(h.data(), 0, r.hi().data(), 0, size);
        sum.addDot(h.data(), 0, r.lo().data(), 0, size);
        double value = sum.value().hi();
        return new Estimate(value, sum.error() + h.frobeniusNorm() * r.error() + UNITS * Math.abs(value));
    }

    /** No less than tr(H'MH). */
    double direct(Matrix h) {
        Matrix zero = Matrix.zeros(h.rows(), h.cols());
        Matrix negative = h.scale(-1);
        Estimate plain = product(h, zero, m.rest(zero, negative, false));
        return plain.within(SMALL)
                ? plain.above()
                : product(h, zero, m.rest(zero, negative, true)).above();
    }

    /** No less than tr(H'M^-1 H); where M is singular, M^-1 is its pseudo-inverse. */
    double inverse(Matrix h) {
        if (m.singular()) {
            double value = Math.max(0, m.nearInverse(h).dot(h));
            return value * (1 + h.rows() * UNITS * largest() / smallest());
        }
        return inverse(h, ROUNDS);
    }

    /**
     * The same for an M that is not singular, without its inverse where {@code near} is as good.
     *
     * @param near hopefully close to M^-1 H
     */
    double inverse(Matrix h, Matrix near) {
        double simple = longest(h.frobeniusNorm());
        if (simple == 0 || near.cols() != h.cols()) {
            return simple == 0 ? 0 : inverse(h);
        }
        Estimate found = estimate(h, near);
        return found.within(h.rows() > MANY ? GUESSED : SMALL) ? Math.min(simple, found.above()) : inverse(h);
    }

    /** tr(H'M^-1 H) by any Z, R in doubles; what is not known of it is an error. */
    private Estimate estimate(Matrix h, Matrix z) {
        ProvenProducts.Rest plain = m.rest(h, z, false);
        Estimate first = product(z, h, plain);
        return new Estimate(first.value, first.error + longest(plain.hi().frobeniusNorm() + plain.error()));
    }

    private double inverse(Matrix h, int rounds) {
        double simple = longest(h.frobeniusNorm());
        if (rounds == 0) {
            return simple;
        }
        Matrix z = m.nearInverse(h);
        Estimate first = estimate(h, z);
        if (first.within(SMALL)) {
            return Math.min(simple, first.above());
        }
        ProvenProducts.Rest twice = m.rest(h, z, true);
        Matrix rounded = twice.hi().plus(1, twice.lo());
        double apart = twice.error() + UNITS * rounded.frobeniusNorm();
        Estimate sum = product(z, h, twice);
        double left = longest(rounded.frobeniusNorm() + apart);
        if (!(left <= SMALL * sum.value)) {
            double root = Math.sqrt(inverse(rounded, rounds - 1)) + Math.sqrt(longest(apart));
            left = Math.min(left, root * root * (1 + SMALL));
        }
        return Math.min(simple, sum.above() + left);
    }

    /** No less than tr(R'M^-1 R) for any R of this length. */
    private double longest(double length) {
        return length * length / smallest() * (1 + SMALL);
    }
}
