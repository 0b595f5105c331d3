package dev.kith.convex.proof;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;

/** Functions given by a table of values, n x width, each off by no more than a given error: random features. */
public class FeatureExpansion implements Expansion.RowByRow {
    private final Matrix values;
    private final double error;
    private final double largest;
    private int row;

    public FeatureExpansion(Matrix values, double error) {
        this.values = values;
        this.error = error;
        this.largest = values.maxAbs();
    }

    @Override
    public int width() {
        return values.cols();
    }

    @Override
    public void open(int row) {
        this.row = row;
    }

    @Override
    public void addInto(TwofoldSum sum, double[] c, int offset) {
        sum.addDot(values, row, c, offset);
    }

    @Override
    public void scatter(Twofold theta, double[] hi, double[] lo, int offset) {
        for (int j = 0; j < values.cols(); j++) {
            Expansion.accumulate(hi, lo, offset + j, theta.hi(), theta.lo(), values.get(row, j));
        }
    }

    @Override
    public double error() {
        return error;
    }

    @Override
    public double largest() {
        return largest;
    }

    @Override
    public double reach() {
        return largest * Math.sqrt(values.cols());
    }

    @Override
    public Factor penalty(Matrix c, double[] units) {
        Matrix divided = Expansion.dividedRows(c, units);
        return new Factor(divided, divided.frobeniusNorm() * 0x1p-52);
    }

    @Override
    public Factor dual(Multipliers theta, Matrix hi, Matrix lo, double off) {
        Matrix sums = hi.plus(1, lo);
        return new Factor(sums, off * Math.sqrt(sums.data().length) + sums.frobeniusNorm() * 0x1p-52);
    }
}
