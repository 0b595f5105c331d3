package dev.kith.convex.proof;

import dev.kith.convex.basis.FeatureRows;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;

/** Features as they were read, which are what the weights of a linear model multiply; the fit saw them divided by scales. */
public class LinearExpansion implements Expansion {
    private final FeatureRows rows;
    final double[] scale;
    final double[] largest;

    /** @param scale the units of the fit, by feature */
    public LinearExpansion(FeatureRows rows, double[] scale) {
        this.rows = rows;
        this.scale = scale;
        largest = new double[scale.length];
        if (rows instanceof FeatureRows.Dense dense) {
            double[] x = dense.values().data();
            for (int i = 0; i < x.length; i += scale.length) {
                for (int j = 0; j < scale.length; j++) {
                    largest[j] = Math.max(largest[j], Math.abs(x[i + j]));
                }
            }
        } else {
            SparseRows sparse = ((FeatureRows.Sparse) rows).values();
            for (int k = 0; k < sparse.nonZeros(); k++) {
                int j = sparse.index(k);
                largest[j] = Math.max(largest[j], Math.abs(sparse.value(k)));
            }
        }
    }

    @Override
    public int width() {
        return scale.length;
    }

    @Override
    public void predictInto(double[] hi, double[] lo, double[] error, ProofData data, Coefficients model) {
        double[] c = model.c().data();
        for (int o = 0; o < data.size(); o++) {
            int t = data.task[o];
            TwofoldSum sum = new TwofoldSum();
            addInto(sum, data.seen.row[o], c, t * scale.length);
            sum.add(model.intercept()[t]);
            Twofold value = sum.value();
            hi[o] = value.hi();
            lo[o] = value.lo();
            error[o] = sum.error();
        }
    }

    private void addInto(TwofoldSum sum, int row, double[] c, int offset) {
        if (rows instanceof FeatureRows.Dense dense) {
            sum.addDot(dense.values(), row, c, offset);
        } else {
            SparseRows sparse = ((FeatureRows.Sparse) rows).values();
            for (int k = sparse.start(row); k < sparse.end(row); k++) {
                sum.addProduct(sparse.value(k), c[offset + sparse.index(k)]);
            }
        }
    }

    @Override
    public void gatherInto(Matrix hi, Matrix lo, ProofData data, Multipliers theta) {
        for (int o = 0; o < data.size(); o++) {
            if (theta.hi()[o] != 0) {
                int offset = theta.group()[o] * scale.length;
                scatter(data.seen.row[o], theta.hi()[o], theta.lo()[o], hi.data(), lo.data(), offset);
            }
        }
    }

    private void scatter(int row, double theta, double rest, double[] hi, double[] lo, int offset) {
        if (rows instanceof FeatureRows.Dense dense) {
            for (int j = 0; j < scale.length; j++) {
                Expansion.accumulate(
                        hi, lo, offset + j, theta, rest, dense.values().get(row, j));
            }
        } else {
            SparseRows sparse = ((FeatureRows.Sparse) rows).values();
            for (int k = sparse.start(row); k < sparse.end(row); k++) {
                Expansion.accumulate(hi, lo, offset + sparse.index(k), theta, rest, sparse.value(k));
            }
        }
    }

    @Override
    public double error() {
        return 0;
    }

    @Override
    public double largest() {
        double most = 0;
        for (double value : largest) {
            most = Math.max(most, value);
        }
        return most;
    }

    @Override
    public double reach() {
        double squares = 0;
        for (int j = 0; j < scale.length; j++) {
            squares += largest[j] / scale[j] * (largest[j] / scale[j]);
        }
        return Math.sqrt(squares);
    }

    @Override
    public Factor penalty(Matrix c, double[] units) {
        Matrix scaled = Expansion.dividedRows(c, units);
        for (int i = 0; i < scaled.data().length; i++) {
            scaled.data()[i] *= scale[i % scale.length];
        }
        return new Factor(scaled, scaled.frobeniusNorm() * 0x1p-51);
    }

    /** Sums of theta x / scale: columns with large numbers are off by more than others. */
    @Override
    public Factor dual(Multipliers theta, Matrix hi, Matrix lo, double off) {
        Matrix scaled = Matrix.zeros(hi.rows(), hi.cols());
        double squares = 0;
        double absolute = theta.absolute();
        for (int t = 0; t < hi.rows(); t++) {
            for (int j = 0; j < hi.cols(); j++) {
                scaled.set(t, j, (hi.get(t, j) + lo.get(t, j)) / scale[j]);
                double error = TwofoldSum.error(theta.hi().length, absolute * largest[j]) / scale[j];
                squares += error * error;
            }
        }
        return new Factor(scaled, Math.sqrt(squares) + scaled.frobeniusNorm() * 0x1p-51);
    }
}
