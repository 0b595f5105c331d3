package dev.kith.mkl;

import dev.kith.linalg.Matrix;

/**
 * One factor per view that brings the average k(x, x) of the training rows, weighted by their costs, to 1; a view of zeros
 * keeps factor 1.
 */
record ViewScales(Matrix factors) {
    static ViewScales of(TaskBlocks blocks, double[] costs, boolean normalize) {
        Matrix factors = Matrix.zeros(1, blocks.views);
        for (int v = 0; v < blocks.views; v++) {
            double sum = 0;
            double total = 0;
            for (int i = 0; i < blocks.rows(); i++) {
                sum += costs[i] * blocks.norms[i * blocks.views + v];
                total += costs[i];
            }
            factors.set(0, v, normalize && sum > 0 ? Math.sqrt(total / sum) : 1);
        }
        return new ViewScales(factors);
    }

    double of(int view) {
        return factors.get(0, view);
    }
}
