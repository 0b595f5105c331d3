package dev.kith.adapt;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * The rows of a new task in the units of the fit.
 *
 * @param side their kernel matrix (n x n), or their features (n x d) where those are fewer
 * @param explicit whether {@code side} holds features
 * @param values what combinations of trained tasks predict for them, without intercepts (n x r)
 * @param weight of each row, as given
 * @param intercept whether the new task has one of its own
 * @param offset what is added to every prediction: the intercept of trained tasks that share one
 * @param usual 0 where every row counts by itself; otherwise weights are divided by their sum, or by this where it is more
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record NewRows(
        Matrix side,
        boolean explicit,
        Matrix values,
        double[] y,
        double[] weight,
        boolean intercept,
        double offset,
        double usual) {
    /** @param map the combinations of trained tasks, T x r */
    static NewRows of(
            Trained trained,
            Inputs scaled,
            Matrix map,
            double[] y,
            double[] weight,
            boolean intercept,
            double offset,
            double usual) {
        boolean explicit = trained.linear()
                && scaled instanceof DenseInputs
                && scaled.features().size() < scaled.rows();
        Matrix side =
                explicit ? ((DenseInputs) scaled).values() : trained.kernel().gram(scaled);
        return new NewRows(side, explicit, trained.values(scaled, map), y, weight, intercept, offset, usual);
    }

    int size() {
        return y.length;
    }

    /** The weights w of the objective. */
    double[] objectiveWeights() {
        double total = Arrays.stream(weight).sum();
        double scale = usual > 0 ? Math.max(total, usual) : 1;
        return Arrays.stream(weight).map(w -> w / scale).toArray();
    }

    /** Some of the rows. */
    NewRows select(int... rows) {
        return new NewRows(
                explicit ? side.selectRows(rows) : cross(rows, rows),
                explicit,
                values.selectRows(rows),
                Arrays.stream(rows).mapToDouble(i -> y[i]).toArray(),
                Arrays.stream(rows).mapToDouble(i -> weight[i]).toArray(),
                intercept,
                offset,
                usual);
    }

    private Matrix cross(int[] rows, int[] cols) {
        Matrix picked = Matrix.zeros(rows.length, cols.length);
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < cols.length; j++) {
                picked.set(i, j, side.get(rows[i], cols[j]));
            }
        }
        return picked;
    }

    /** Predictions for rows {@code test} of what was learned from rows {@code train}. */
    double[] predict(Joined joined, int[] test, int[] train) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix beta = Matrix.wrap(train.length, 1, joined.beta());
        Matrix own = explicit
                ? algebra.multiply(side.selectRows(test), algebra.multiplyTransposeA(side.selectRows(train), beta))
                : algebra.multiply(cross(test, train), beta);
        return plusShared(joined, own, values.selectRows(test));
    }

    /** Predictions for these rows of what was learned from them. */
    double[] predict(Joined joined) {
        return plusShared(joined, own(joined.beta()), values);
    }

    private double[] plusShared(Joined joined, Matrix own, Matrix values) {
        Matrix shared = LinearAlgebra.best().multiply(values, Matrix.wrap(joined.c().length, 1, joined.c()));
        double[] z = new double[own.rows()];
        Arrays.setAll(z, i -> own.get(i, 0) + shared.get(i, 0) + joined.b() + offset);
        return z;
    }

    /** sum_j k(x_i, x_j) beta_j for every row, n x 1. */
    Matrix own(double[] beta) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix column = Matrix.wrap(beta.length, 1, beta);
        return explicit
                ? algebra.multiply(side, algebra.multiplyTransposeA(side, column))
                : algebra.multiply(side, column);
    }
}
