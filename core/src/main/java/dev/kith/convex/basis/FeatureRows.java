package dev.kith.convex.basis;

import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;

/** Feature rows, dense or sparse, as the solvers touch them: one row against one task's slice of a T x dim matrix. */
public sealed interface FeatureRows {
    int dim();

    /** Row i times entries offset to offset + dim of {@code w}. */
    double dot(int i, double[] w, int offset);

    /** Entries offset to offset + dim of {@code v} += factor * row i. */
    void addInto(double[] v, int offset, double factor, int i);

    /** v_j += factor * x_j^2 for every entry x_j of row i. */
    void addSquaresInto(double[] v, double factor, int i);

    /** Whether a copy as dense rows is cheap enough to be the better form. */
    boolean dense();

    record Dense(Matrix values) implements FeatureRows {
        @Override
        public int dim() {
            return values.cols();
        }

        @Override
        public double dot(int i, double[] w, int offset) {
            double[] x = values.data();
            int d = values.cols();
            int base = i * d;
            double a = 0;
            double b = 0;
            double c = 0;
            double e = 0;
            int j = 0;
            for (; j + 3 < d; j += 4) {
                a += x[base + j] * w[offset + j];
                b += x[base + j + 1] * w[offset + j + 1];
                c += x[base + j + 2] * w[offset + j + 2];
                e += x[base + j + 3] * w[offset + j + 3];
            }
            for (; j < d; j++) {
                a += x[base + j] * w[offset + j];
            }
            return a + b + c + e;
        }

        @Override
        public void addInto(double[] v, int offset, double factor, int i) {
            double[] x = values.data();
            int d = values.cols();
            int base = i * d;
            for (int j = 0; j < d; j++) {
                v[offset + j] += factor * x[base + j];
            }
        }

        @Override
        public void addSquaresInto(double[] v, double factor, int i) {
            double[] x = values.data();
            int base = i * values.cols();
            for (int j = 0; j < values.cols(); j++) {
                v[j] += factor * x[base + j] * x[base + j];
            }
        }

        @Override
        public boolean dense() {
            return true;
        }
    }

    record Sparse(SparseRows values) implements FeatureRows {
        @Override
        public int dim() {
            return values.cols();
        }

        @Override
        public double dot(int i, double[] w, int offset) {
            double sum = 0;
            int[] indices = values.indices();
            double[] x = values.values();
            for (int k = values.start(i), end = values.end(i); k < end; k++) {
                sum += x[k] * w[offset + indices[k]];
            }
            return sum;
        }

        @Override
        public void addInto(double[] v, int offset, double factor, int i) {
            int[] indices = values.indices();
            double[] x = values.values();
            for (int k = values.start(i), end = values.end(i); k < end; k++) {
                v[offset + indices[k]] += factor * x[k];
            }
        }

        @Override
        public void addSquaresInto(double[] v, double factor, int i) {
            for (int k = values.start(i), end = values.end(i); k < end; k++) {
                v[values.index(k)] += factor * values.value(k) * values.value(k);
            }
        }

        @Override
        public boolean dense() {
            return false;
        }
    }
}
