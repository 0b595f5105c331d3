package dev.kith.convex.rounds;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Where a fixed-point iteration W &lt;- H(W) is heading, from its last few steps: the combination sum of a_i H(W_i), a summing
 * to one, whose residual sum of a_i (H(W_i) - W_i) is smallest [1]. A guess, to be taken only where it is better than H(W).
 *
 * <p>[1] Walker, Ni, Anderson acceleration for fixed-point iterations, 2011.
 */
final class Extrapolation {
    private static final int MEMORY = 8;
    /** Steps that are nearly multiples of each other leave their combination open: a short one is meant. */
    private static final double RIDGE = 1e-13;

    private record Step(Matrix image, Matrix residual) {
        Step minus(Step other) {
            return new Step(image.plus(-1, other.image), residual.plus(-1, other.residual));
        }
    }

    private final Deque<Step> last = new ArrayDeque<>();

    void clear() {
        last.clear();
    }

    /** Takes a step, from W to H(W), and guesses; empty before there are two. */
    Optional<Matrix> next(Matrix from, Matrix image) {
        Step newest = new Step(image.copy(), image.plus(-1, from));
        List<Step> differences = new ArrayList<>();
        for (Step step : last) {
            Step difference = newest.minus(step);
            if (difference.residual.frobeniusNorm() > 0) {
                differences.add(difference);
            }
        }
        last.addLast(newest);
        if (last.size() > MEMORY) {
            last.removeFirst();
        }
        return differences.isEmpty() ? Optional.empty() : combined(newest, differences);
    }

    private static Optional<Matrix> combined(Step newest, List<Step> differences) {
        int n = differences.size();
        Matrix normal = Matrix.zeros(n, n);
        Matrix right = Matrix.zeros(n, 1);
        for (int i = 0; i < n; i++) {
            Matrix residual = differences.get(i).residual;
            double length = residual.frobeniusNorm();
            right.set(i, 0, residual.dot(newest.residual) / length);
            for (int j = 0; j < n; j++) {
                Matrix other = differences.get(j).residual;
                normal.set(i, j, residual.dot(other) / length / other.frobeniusNorm());
            }
        }
        Matrix weights;
        try {
            weights = LinearAlgebra.best()
                    .cholesky(normal.symmetrized().plusDiagonal(RIDGE * n))
                    .solve(right);
        } catch (NumericalException open) {
            return Optional.empty();
        }
        Matrix guess = newest.image;
        for (int i = 0; i < n; i++) {
            Step difference = differences.get(i);
            guess = guess.plus(-weights.get(i, 0) / difference.residual.frobeniusNorm(), difference.image);
        }
        return guess.isFinite() ? Optional.of(guess) : Optional.empty();
    }
}
