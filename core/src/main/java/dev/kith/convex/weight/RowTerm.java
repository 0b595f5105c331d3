package dev.kith.convex.weight;

import dev.kith.linalg.Matrix;

/** A penalty that is a sum over features, so that features can be improved one at a time. */
public interface RowTerm extends WeightTerm {
    /** weights = argmin over x of R_j(x) + ||x - weights||^2 / (2 tau), the weights of one feature across tasks. */
    void shrink(double[] weights, double tau);

    /** A norm of what pulls at a feature, no more than its length: where it is at most {@link #threshold()} weights stay 0. */
    double pull(double[] gradient);

    /** What a pull must exceed for a feature to be used. */
    double threshold();

    @Override
    default double proxInto(Matrix out, Matrix wt, double tau) {
        double[] row = new double[wt.rows()];
        for (int j = 0; j < wt.cols(); j++) {
            for (int t = 0; t < row.length; t++) {
                row[t] = wt.get(t, j);
            }
            shrink(row, tau);
            for (int t = 0; t < row.length; t++) {
                out.set(t, j, row[t]);
            }
        }
        return value(out);
    }

    @Override
    default double silencing(Matrix gradient) {
        double most = 0;
        double[] row = new double[gradient.rows()];
        for (int j = 0; j < gradient.cols(); j++) {
            for (int t = 0; t < row.length; t++) {
                row[t] = gradient.get(t, j);
            }
            most = Math.max(most, pull(row));
        }
        return most / threshold();
    }
}
