package dev.kith.convex.proof;

import dev.kith.kernel.PreciseRows;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;

/**
 * Kernel values against a few landmarks z: f_t = sum_j k(., z_j) B_jt. In the dual K becomes K_xz K_zz^-1 K_zx. For V =
 * K_zx Theta and any Z, with rho = V - K_zz Z what Z leaves,
 *
 * <pre>  V'K_zz^-1 V = Z'V + rho'Z + rho'K_zz^-1 rho,   the last at most rho'rho / smallest eigenvalue of K_zz  </pre>
 *
 * so that nothing has to be inverted exactly.
 */
public final class LandmarkExpansion extends KernelExpansion {
    private static final double UNITS = 0x1p-49;

    private final KernelExpansion landmarks;

    public LandmarkExpansion(PreciseRows values, PreciseRows landmarks, int rows, int width) {
        super(values, rows, width);
        this.landmarks = new KernelExpansion(landmarks, width, width);
    }

    @Override
    public Factor penalty(Matrix c, double[] units) {
        return penalty(c, units, landmarks);
    }

    @Override
    public Factor dual(Multipliers theta, Matrix sumHi, Matrix sumLo, double off) {
        int m = width();
        int groups = theta.groups();
        Matrix k = Matrix.zeros(m, m);
        Matrix below = Matrix.zeros(m, m);
        for (int i = 0; i < m; i++) {
            landmarks.open(i);
            landmarks.scatter(Twofold.ONE, k.data(), below.data(), i * m);
        }
        SymmetricEigen eigen = LinearAlgebra.best().eigen(k);
        double smallest = m == 0 ? 1 : eigen.value(0) - m * UNITS * eigen.value(m - 1) - m * landmarks.error();
        if (!(smallest > 0)) {
            return new Factor(sumHi, Double.POSITIVE_INFINITY);
        }
        Matrix z = LinearAlgebra.best()
                .cholesky(k)
                .solve(sumHi.plus(1, sumLo).transpose())
                .transpose();
        Twofold[][] rest = new Twofold[groups][m];
        double absolute = 0;
        for (int i = 0; i < m; i++) {
            landmarks.open(i);
            for (int t = 0; t < groups; t++) {
                TwofoldSum sum = new TwofoldSum();
                landmarks.addInto(sum, z.data(), t * m);
                absolute = Math.max(absolute, sum.absolute());
                rest[t][i] =
                        new Twofold(sumHi.get(t, i), 0).plus(sumLo.get(t, i)).minus(sum.value());
            }
        }
        Factor factor = Factor.of(products(sumHi, sumLo, z, rest, smallest), error(z, absolute));
        return new Factor(factor.values(), factor.error() + off * Math.sqrt((double) groups * m / smallest));
    }

    /** Z'V + rho'Z + rho'rho / smallest, the last as it is bounded above. */
    private static Twofold[][] products(Matrix sumHi, Matrix sumLo, Matrix z, Twofold[][] rest, double smallest) {
        int groups = rest.length;
        TwofoldSum[][] sums = new TwofoldSum[groups][groups];
        for (int t = 0; t < groups; t++) {
            for (int s = 0; s <= t; s++) {
                TwofoldSum sum = new TwofoldSum();
                for (int i = 0; i < z.cols(); i++) {
                    sum.addProduct(new Twofold(sumHi.get(s, i), sumLo.get(s, i)), z.get(t, i));
                    sum.addProduct(rest[t][i], z.get(s, i));
                    sum.add(rest[t][i].hi() * rest[s][i].hi() / smallest);
                }
                sums[t][s] = sum;
            }
        }
        return symmetric(sums);
    }

    private double error(Matrix z, double absolute) {
        double most = 0;
        for (int t = 0; t < z.rows(); t++) {
            double length = 0;
            for (int i = 0; i < z.cols(); i++) {
                length += Math.abs(z.get(t, i));
            }
            most = Math.max(most, length);
        }
        return TwofoldSum.error(4L * z.cols(), absolute * most) + landmarks.error() * most * most;
    }
}
