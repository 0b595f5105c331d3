package dev.kith.cli;

import dev.kith.linalg.Matrix;
import dev.kith.structure.LearnedGraph;

/** Task x task matrices brought to a scale people read: 1 for alike, 0 for unrelated, -1 for opposite. */
final class Similarities {
    private Similarities() {}

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
