package dev.kith.experiments;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.Random;

/**
 * Random Fourier features: sqrt(2/count) cos(v'x / width + b) with Gaussian v and uniform b, x standardised. Inner products of
 * two rows are near exp(-||x - x'||^2 / (2 width^2)).
 */
record FourierFeatures(int count, double width, long seed) {
    /** The same labels with these features. */
    Dataset of(Dataset data) {
        return data.withInputs(DenseInputs.of(map(((DenseInputs) data.inputs()).values())));
    }

    Matrix map(Matrix x) {
        Random random = new Random(seed);
        Matrix v = Matrix.zeros(x.cols(), count).map(z -> random.nextGaussian() / width);
        double[] b = random.doubles(count, 0, 2 * Math.PI).toArray();
        Matrix z = LinearAlgebra.best().multiply(standardized(x), v);
        double scale = Math.sqrt(2.0 / count);
        for (int i = 0; i < z.rows(); i++) {
            for (int j = 0; j < count; j++) {
                z.set(i, j, scale * Math.cos(z.get(i, j) + b[j]));
            }
        }
        return z;
    }

    private static Matrix standardized(Matrix x) {
        Matrix z = x.copy();
        for (int j = 0; j < x.cols(); j++) {
            double[] column = x.column(j);
            double mean = 0;
            double squares = 0;
            for (double value : column) {
                mean += value / column.length;
            }
            for (double value : column) {
                squares += (value - mean) * (value - mean) / column.length;
            }
            for (int i = 0; i < column.length; i++) {
                z.set(i, j, squares > 0 ? (column[i] - mean) / Math.sqrt(squares) : 0);
            }
        }
        return z;
    }
}
