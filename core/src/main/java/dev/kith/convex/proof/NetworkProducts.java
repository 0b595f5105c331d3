package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.TwofoldSum;
import dev.kith.structure.matrix.TaskNetwork;

/**
 * M = gamma I + sum over edges of w_e (e_i - e_j)(e_i - e_j)', the inverse of a {@link TaskNetwork}: gamma and the weights are
 * doubles, so its definition has no error.
 */
final class NetworkProducts implements ProvenProducts {
    private static final double UNITS = 0x1p-52;

    private final TaskNetwork a;
    private final int terms;

    NetworkProducts(TaskNetwork a) {
        this.a = a;
        int[] count = new int[a.size()];
        int most = 0;
        for (int e = 0; e < a.edges(); e++) {
            most = Math.max(most, Math.max(++count[a.from(e)], ++count[a.to(e)]));
        }
        terms = 2 * most + 1;
    }

    @Override
    public Rest rest(Matrix base, Matrix z, boolean twice) {
        double size = size(base, z) * (1 + (2 * terms + 8) * UNITS);
        if (!twice) {
            Matrix hi = base.plus(-1, a.solve(z));
            return new Rest(hi, Matrix.zeros(hi.rows(), hi.cols()), (terms + 8) * UNITS * size);
        }
        Matrix hi = base.copy();
        Matrix lo = Matrix.zeros(hi.rows(), hi.cols());
        int k = z.cols();
        for (int t = 0; t < a.size(); t++) {
            for (int j = 0; j < k; j++) {
                Expansion.accumulate(hi.data(), lo.data(), t * k + j, -a.gamma(), 0, z.get(t, j));
            }
        }
        for (int e = 0; e < a.edges(); e++) {
            subtract(a.from(e), a.to(e), a.weight(e), z, hi, lo);
            subtract(a.to(e), a.from(e), a.weight(e), z, hi, lo);
        }
        return new Rest(hi, lo, TwofoldSum.error(2L * terms + 1, size) * (1 + 16 * UNITS));
    }

    /** Row i of hi + lo -= w (row i - row j of z). */
    private static void subtract(int i, int j, double w, Matrix z, Matrix hi, Matrix lo) {
        int k = z.cols();
        for (int c = 0; c < k; c++) {
            Expansion.accumulate(hi.data(), lo.data(), i * k + c, -w, 0, z.get(i, c));
            Expansion.accumulate(hi.data(), lo.data(), i * k + c, w, 0, z.get(j, c));
        }
    }

    /** The length of what the sums are made of. */
    private double size(Matrix base, Matrix z) {
        int k = z.cols();
        Matrix sizes = base.map(Math::abs);
        for (int t = 0; t < a.size(); t++) {
            for (int j = 0; j < k; j++) {
                sizes.add(t, j, (a.gamma() + a.degree(t)) * Math.abs(z.get(t, j)));
            }
            for (int n = 0; n < a.neighbours(t); n++) {
                for (int j = 0; j < k; j++) {
                    sizes.add(t, j, a.link(t, n) * Math.abs(z.get(a.neighbour(t, n), j)));
                }
            }
        }
        return sizes.frobeniusNorm();
    }

    @Override
    public Matrix nearInverse(Matrix h) {
        return a.multiply(h);
    }

    @Override
    public boolean singular() {
        return false;
    }

    @Override
    public double smallest() {
        return a.gamma();
    }

    @Override
    public double largest() {
        return 1 / a.smallest() * (1 + UNITS);
    }
}
