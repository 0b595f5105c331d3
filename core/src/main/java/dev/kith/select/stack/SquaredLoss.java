package dev.kith.select.stack;

/** L(w) = sum_i c_i (r_i - d_i'w)^2 / 2 as a constant, c = sum c_i r_i d_i and D = sum c_i d_i d_i'; grows row by row. */
final class SquaredLoss implements TaskLoss {
    private final double[] c;
    private final double[][] d;
    private double constant;

    SquaredLoss(int contenders) {
        c = new double[contenders];
        d = new double[contenders][contenders];
    }

    void add(double weight, double residual, double[] deviations) {
        constant += weight * residual * residual / 2;
        for (int k = 0; k < c.length; k++) {
            c[k] += weight * residual * deviations[k];
            for (int j = 0; j < c.length; j++) {
                d[k][j] += weight * deviations[k] * deviations[j];
            }
        }
    }

    @Override
    public double value(double[] w) {
        double sum = constant;
        for (int k = 0; k < w.length; k++) {
            double product = 0;
            for (int j = 0; j < w.length; j++) {
                product += d[k][j] * w[j];
            }
            sum += w[k] * (product / 2 - c[k]);
        }
        return sum;
    }

    @Override
    public void addSlopeInto(double[] slope, double[] w) {
        for (int k = 0; k < w.length; k++) {
            slope[k] -= c[k];
            for (int j = 0; j < w.length; j++) {
                slope[k] += d[k][j] * w[j];
            }
        }
    }

    @Override
    public void addCurvatureInto(double[][] curvature, double[] w) {
        for (int k = 0; k < w.length; k++) {
            for (int j = 0; j < w.length; j++) {
                curvature[k][j] += d[k][j];
            }
        }
    }
}
