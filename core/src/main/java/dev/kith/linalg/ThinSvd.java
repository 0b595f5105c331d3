package dev.kith.linalg;

/** a = u diag(s) v'. {@code s} is 1 x k descending with k = min(rows, cols); u is rows x k, v is cols x k. */
public record ThinSvd(Matrix u, Matrix s, Matrix v) {
    public double value(int j) {
        return s.get(0, j);
    }
}
