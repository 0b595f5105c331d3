package dev.kith.structure.extension;

import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** G(g, s) = rho (mu (s + ||g||^2) - log s): the determinant grows by the factor s, the trace by the corner. */
public final class LogDetExtension extends SpectralExtension {
    private final double mu;
    private final double rho;

    public LogDetExtension(TaskMatrix structure, UnaryOperator<Matrix> products, double mu, double rho) {
        super(structure, products);
        this.mu = mu;
        this.rho = rho;
    }

    @Override
    public double value(double[] g, double s) {
        return rho * (mu * (s + dot(g, g)) - Math.log(s));
    }

    @Override
    public double slope(double[] g, double s) {
        return rho * (mu - 1 / s);
    }

    @Override
    void writeGradient(double[] g, double s, double[] out) {
        Arrays.setAll(out, j -> 2 * rho * mu * g[j]);
    }

    @Override
    void writeCurvature(double[] g, double s, double[] out) {
        Arrays.fill(out, 2 * rho * mu);
    }

    @Override
    double bend(double[] g, double s) {
        return 0;
    }
}
