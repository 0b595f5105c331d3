package dev.kith.mkl;

import dev.kith.ascent.node.TaskBlocks;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.TwofoldSum;

/**
 * One factor per view that brings the average k(x, x) of the training rows, weighted by their costs, to 1; a view of zeros
 * keeps factor 1.
 */
record ViewScales(Matrix factors) {
    static ViewScales of(TaskBlocks blocks, double[] c, boolean normalize) {
        Matrix factors = Matrix.zeros(1, blocks.views);
        for (int v = 0; v < blocks.views; v++) {
            TwofoldSum squares = new TwofoldSum();
            TwofoldSum costs = new TwofoldSum();
            for (int i = 0; i < blocks.rows(); i++) {
                squares.addProduct(c[i], blocks.norms[i * blocks.views + v]);
                costs.add(c[i]);
            }
            double sum = squares.value().hi();
            double total = costs.value().hi();
            factors.set(0, v, normalize && sum > 0 ? Math.sqrt(total / sum) : 1);
        }
        return new ViewScales(factors);
    }

    /** Relative error of the square of a scale: a row's square has as many roundings as the row has entries. */
    static double error(TaskBlocks blocks, boolean normalize) {
        return normalize ? (blocks.widest() + 32.0) * 0x1p-53 : 0;
    }

    double of(int view) {
        return factors.get(0, view);
    }
}
