package dev.kith.data.moments;

import dev.kith.data.DataException;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What aggregates say of the rows of one task in one fold: of z = (label, features), a centre c near the mean of each column,
 *
 * <pre>  s_j = sum_i w_i (z_ij - c_j)          p_jk = sum_i w_i (z_ij - c_j) (z_ik - c_k)  </pre>
 *
 * added up in doubles in any order. A factor made of sums has about half the digits of one made of rows; what that may do to a fit is
 * in the bound that goes with it.
 *
 * @param rows how many
 * @param weight their weights, > 0 together
 * @param centre c
 * @param sums s
 * @param products p, the upper triangle row by row
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
public record Scatter(long rows, double weight, double[] centre, double[] sums, double[] products) {
    /*
     * With D the roots of the diagonal of the scatter S, D^-1 S D^-1 = V L V' has a factor R = L^(1/2) V' D. If the sums are off by E,
     * then some orthogonal Q brings the factor of the true rows to within
     *
     *   sqrt(|E|_1)          of R, whatever the rank [1], |E|_1 the sum of the singular values, and
     *   1.1 |E|_F / sqrt(l)  where both have the same rank and l is the smallest eigenvalue but 0 [2],
     *
     * both in units of D. n rows have rank n - 1 at most: the eigenvalues beyond are rounding, and are left out.
     * [1] Powers, Stormer, Free states of the canonical anticommutation relations, 1970, lemma 4.1.
     * [2] Tu et al., Low-rank solutions of linear matrix equations via Procrustes flow, 2016, lemma 5.4.
     */
    private static final double UNIT = 0x1p-53;
    /** Roundings of one product, its centring and the step from the centre to the mean. */
    private static final int ROUNDINGS = 12;
    /** Roundings of a column that never changes, in units of its value. */
    private static final int STILL = 8;

    private static final double PROCRUSTES = 1.1;

    public Scatter {
        int p = centre.length;
        if (sums.length != p || products.length != Triangle.length(p) || rows < 1) {
            throw new IllegalArgumentException("a scatter of " + p + " columns and at least 1 row is needed");
        }
        boolean finite = Double.isFinite(weight)
                && Arrays.stream(centre).allMatch(Double::isFinite)
                && Arrays.stream(sums).allMatch(Double::isFinite)
                && Arrays.stream(products).allMatch(Double::isFinite);
        if (!finite || !(weight > 0)) {
            throw new DataException("sums must be finite numbers, and weights > 0 together");
        }
    }

    private double product(int j, int k) {
        return products[Triangle.at(centre.length, Math.min(j, k), Math.max(j, k))];
    }

    private double scatter(int j, int k) {
        return product(j, k) - sums[j] / weight * sums[k];
    }

    private boolean still(int j) {
        double noise = STILL * UNIT * Math.abs(centre[j]);
        return !(scatter(j, j) > weight * noise * noise + ROUNDINGS * UNIT * product(j, j));
    }

    Cell cell() {
        int p = centre.length;
        Cell cell = new Cell(p);
        double[] mean = new double[p];
        Arrays.setAll(mean, j -> centre[j] + sums[j] / weight);
        cell.begin(mean);
        cell.count = rows;
        cell.weight = weight;
        cell.collapsed = weight;
        int[] moving = IntStream.range(0, p).filter(j -> !still(j)).toArray();
        double apart = moving.length == 0 ? 0 : factorInto(cell, moving);
        for (int j = 0; j < p; j++) {
            double length = Math.sqrt(Math.max(0, product(j, j)));
            cell.error[j] = Math.sqrt(weight) * STILL * UNIT * Math.abs(mean[j]) + (rows + ROUNDINGS) * UNIT * length;
        }
        for (int j : moving) {
            cell.error[j] += Math.sqrt(scatter(j, j)) * apart;
        }
        return cell;
    }

    /** Writes R and returns how far it is from that of the rows, in units of D. */
    private double factorInto(Cell cell, int[] moving) {
        int q = moving.length;
        Matrix scaled = Matrix.zeros(q, q);
        double loss = 1;
        for (int a = 0; a < q; a++) {
            loss = Math.max(loss, product(moving[a], moving[a]) / scatter(moving[a], moving[a]));
            for (int b = 0; b < q; b++) {
                double size = Math.sqrt(scatter(moving[a], moving[a])) * Math.sqrt(scatter(moving[b], moving[b]));
                scaled.set(a, b, a == b ? 1 : scatter(moving[a], moving[b]) / size);
            }
        }
        SymmetricEigen eigen = LinearAlgebra.pureJava().eigen(scaled);
        double off = ((rows + ROUNDINGS) * loss + ROUNDINGS * q) * UNIT * q;
        int most = (int) Math.min(q, rows - 1);
        double smallest = most == 0 ? 0 : eigen.value(q - most) - off;
        boolean full = smallest > off;
        double near = 2 * PROCRUSTES * off / Math.sqrt(Math.max(smallest, 0));
        double left = 0;
        Triangle work = new Triangle(centre.length);
        work.open(q);
        for (int k = q - 1; k >= 0; k--) {
            double value = eigen.value(k);
            if (full ? q - k > most : !(value > off)) {
                left += Math.abs(value);
                continue;
            }
            int row = work.row();
            for (int a = 0; a < q; a++) {
                work.set(
                        row,
                        moving[a],
                        Math.sqrt(value) * eigen.vectors().get(a, k) * Math.sqrt(scatter(moving[a], moving[a])));
            }
        }
        work.reduceInto(cell.factor);
        double far = Math.sqrt(Math.sqrt(q) * off + left);
        return full ? Math.min(near, far) : far;
    }
}
