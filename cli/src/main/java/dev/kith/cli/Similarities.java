package dev.kith.cli;

import dev.kith.linalg.Matrix;
import dev.kith.structure.LearnedGraph;

/** Task x task matrices brought to a scale people read: 1 for alike, 0 for unrelated, -1 for opposite. */
final class Similarities {
    private Similarities() {}

    /** Whether every two tasks are equally alike, so that the matrix says nothing about any of them. */
    static boolean uniform(Matrix similarity) {
        double first = similarity.rows() > 1 ? similarity.get(0, 1) : 0;
        for (int t = 0; t < similarity.rows(); t++) {
            for (int s = 0; s < t; s++) {
                if (Math.abs(similarity.get(t, s) - first) > 1e-9) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Correlation of the columns of {@code predictions}. */
    static Matrix correlation(Matrix predictions) {
        int count = predictions.cols();
        double[] mean = new double[count];
        for (int i = 0; i < predictions.rows(); i++) {
            for (int t = 0; t < count; t++) {
                mean[t] += predictions.get(i, t) / predictions.rows();
            }
        }
        Matrix covariance = Matrix.zeros(count, count);
        for (int i = 0; i < predictions.rows(); i++) {
            for (int t = 0; t < count; t++) {
                for (int s = 0; s < count; s++) {
                    covariance.add(t, s, (predictions.get(i, t) - mean[t]) * (predictions.get(i, s) - mean[s]));
                }
            }
        }
        return LearnedGraph.similarity(covariance);
    }
}
