package dev.kith.model.uncertainty;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.Model;

/**
 * spread_t(x) = offset_t + (x - centre_t)' S_t (x - centre_t), in the user's units of x: with intercepts centre_t is the
 * mean input of the task and offset_t = 1/n_t, the variance of a mean.
 *
 * @param offset 1 x T
 * @param centre T x d
 * @param shape the S_t, d x d each, one below the other
 */
public record LinearPosterior(Matrix noise, Matrix freedom, Matrix offset, Matrix centre, Matrix shape)
        implements Posterior {
    public LinearPosterior {
        int tasks = centre.rows();
        int d = centre.cols();
        Shapes.require("noise", noise, 1, tasks);
        Shapes.require("freedom", freedom, 1, tasks);
        Shapes.require("offset", offset, 1, tasks);
        Shapes.require("shape", shape, tasks * d, d);
        Shapes.requirePositive("noise", noise);
        noise = noise.frozen();
        freedom = freedom.frozen();
        offset = offset.frozen();
        centre = centre.frozen();
        shape = shape.frozen();
    }

    @Override
    public void requireSuits(Model model) {
        Shapes.require(
                "centre",
                centre,
                model.info().tasks().size(),
                model.info().features().size());
    }

    @Override
    public Posterior withNoise(Matrix newNoise, Matrix newFreedom) {
        return new LinearPosterior(newNoise, newFreedom, offset, centre, shape);
    }

    @Override
    public double[] spread(Model model, Inputs given, int[] tasks) {
        Inputs x = model.info().prepared(given);
        int d = centre.cols();
        double[] spread = new double[tasks.length];
        double[] from = new double[d];
        for (int i = 0; i < tasks.length; i++) {
            int t = tasks[i];
            fillRow(from, x, i);
            for (int j = 0; j < d; j++) {
                from[j] -= centre.get(t, j);
            }
            double sum = offset.get(0, t);
            for (int j = 0; j < d; j++) {
                double product = 0;
                for (int k = 0; k < d; k++) {
                    product += shape.get(t * d + j, k) * from[k];
                }
                sum += product * from[j];
            }
            spread[i] = Math.max(0, sum);
        }
        return spread;
    }

    private static void fillRow(double[] row, Inputs x, int i) {
        if (x instanceof DenseInputs dense) {
            for (int j = 0; j < row.length; j++) {
                row[j] = dense.values().get(i, j);
            }
        } else if (x instanceof SparseInputs sparse) {
            SparseRows rows = sparse.values();
            java.util.Arrays.fill(row, 0);
            for (int k = rows.start(i); k < rows.end(i); k++) {
                row[rows.index(k)] = rows.value(k);
            }
        } else {
            throw new DataException("a linear model needs numeric features, got strings");
        }
    }
}
