package dev.kith.select.stack;

import java.util.ArrayList;
import java.util.List;

/** L(w) = sum_i c_i log(1 + exp(-y_i (z_i + d_i'w))), row by row. */
final class LogisticLoss implements TaskLoss {
    private final List<Row> rows = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Row(double weight, double sign, double base, double[] deviations) {
        double margin(double[] w) {
            double z = base;
            for (int k = 0; k < w.length; k++) {
                z += deviations[k] * w[k];
            }
            return sign * z;
        }
    }

    void add(double weight, double sign, double base, double[] deviations) {
        rows.add(new Row(weight, sign, base, deviations));
    }

    /** log(1 + exp(-m)) for a margin m. */
    static double of(double margin) {
        return Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin)));
    }

    /** The probability of the other class. */
    private static double wrong(double margin) {
        return 1 / (1 + Math.exp(margin));
    }

    @Override
    public double value(double[] w) {
        double sum = 0;
        for (Row row : rows) {
            sum += row.weight * of(row.margin(w));
        }
        return sum;
    }

    @Override
    public void addSlopeInto(double[] slope, double[] w) {
        for (Row row : rows) {
            double pull = -row.weight * row.sign * wrong(row.margin(w));
            for (int k = 0; k < w.length; k++) {
                slope[k] += pull * row.deviations[k];
            }
        }
    }

    @Override
    public void addCurvatureInto(double[][] curvature, double[] w) {
        for (Row row : rows) {
            double p = wrong(row.margin(w));
            double bend = row.weight * p * (1 - p);
            for (int k = 0; k < w.length; k++) {
                for (int j = 0; j < w.length; j++) {
                    curvature[k][j] += bend * row.deviations[k] * row.deviations[j];
                }
            }
        }
    }
}
