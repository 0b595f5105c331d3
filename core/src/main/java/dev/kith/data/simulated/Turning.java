package dev.kith.data.simulated;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;

/** A random unit vector that turns in a random plane: cos(angle) start + sin(angle) end, start and end orthonormal. */
final class Turning {
    private final double[] start;
    private final double[] end;

    Turning(Dice dice, int dimensions) {
        start = dice.gaussians(dimensions);
        end = dice.gaussians(dimensions);
        Products.normalize(start);
        Products.add(end, -Products.dot(start, end), start);
        Products.normalize(end);
    }

    /** The vector before it turns; not to be written to. */
    double[] start() {
        return start;
    }

    /** Inner product of the vector, turned by {@code angle}, with a row. */
    double dot(double angle, Inputs inputs, int row) {
        return StrictMath.cos(angle) * dot(start, inputs, row) + StrictMath.sin(angle) * dot(end, inputs, row);
    }

    private static double dot(double[] vector, Inputs inputs, int row) {
        if (inputs instanceof SparseInputs sparse) {
            return sparse.values().dot(row, vector);
        }
        double[] data = ((DenseInputs) inputs).values().data();
        double sum = 0;
        for (int j = 0; j < vector.length; j++) {
            sum += vector[j] * data[row * vector.length + j];
        }
        return sum;
    }
}
