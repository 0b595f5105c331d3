package dev.kith.trust;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.numeric.StudentT;

/** Intervals of a normal label whose noise was estimated: +- t sqrt(noise_t (1 + spread_t(x))). */
final class GaussianIntervals implements Intervals {
    private final Posterior posterior;
    private final Model model;
    private final double[] factor;

    GaussianIntervals(Posterior posterior, Model model, double level) {
        this.posterior = posterior;
        this.model = model;
        factor = new double[posterior.noise().cols()];
        for (int t = 0; t < factor.length; t++) {
            double freedom = posterior.freedom().get(0, t);
            factor[t] = freedom > 0
                    ? StudentT.twoSided(level, freedom)
                            * Math.sqrt(posterior.noise().get(0, t))
                    : Double.POSITIVE_INFINITY;
        }
    }

    @Override
    public Matrix halfWidths(Inputs x) {
        int n = x.rows();
        int[] rows = new int[n * factor.length];
        int[] tasks = new int[rows.length];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = k / factor.length;
            tasks[k] = k % factor.length;
        }
        return Matrix.wrap(n, factor.length, halfWidths(x.select(rows), tasks));
    }

    @Override
    public double[] halfWidths(Inputs x, int[] tasks) {
        double[] half = posterior.spread(model, x, tasks);
        for (int i = 0; i < half.length; i++) {
            half[i] = factor[tasks[i]] * Math.sqrt(1 + half[i]);
        }
        return half;
    }
}
