package dev.kith.select.grid;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.prepare.Preparation;
import dev.kith.kernel.Kernel;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;

/** Values of lambda worth trying, from far too large to far too small. */
public final class LambdaGrid {
    /** At 10 times the scale of the data next to nothing is left of the predictors; most data want far less. */
    private static final int LARGEST_DECADE = 1;

    private static final int SMALLEST_DECADE = -7;

    private LambdaGrid() {}

    /**
     * A value a decade, largest first, around the mean of k(x, x) over the observations, by weight, as the trainer will see them (d, for d
     * standardised features and a linear kernel), times the mean number of observations a task where each counts 1.
     */
    public static double[] decades(Dataset data, Kernel kernel, Training training) {
        double scale = scale(data, kernel, training);
        double[] grid = new double[LARGEST_DECADE - SMALLEST_DECADE + 1];
        for (int i = 0; i < grid.length; i++) {
            grid[i] = rounded(scale * Math.pow(10, LARGEST_DECADE - i));
        }
        return grid;
    }

    private static double scale(Dataset rows, Kernel kernel, Training training) {
        Dataset data = Preparation.prepared(rows);
        Dataset seen = training.standardize() && kernel.scalable()
                ? data.withInputs(Standardizer.fit(data, TargetScale.NONE, training.intercept())
                        .apply(data.inputs()))
                : data;
        double sum = 0;
        double weight = 0;
        double[] diagonal = kernel.diagonal(seen.inputs());
        for (int o = 0; o < data.size(); o++) {
            sum += data.weight(o) * diagonal[data.row(o)];
            weight += data.weight(o);
        }
        double mean = weight > 0 && sum > 0 ? sum / weight : 1;
        double perTask = training.weighting() == Weighting.OBSERVATION ? (double) data.labels() / data.taskCount() : 1;
        return mean * Math.max(1, perTask);
    }

    /** Two significant digits: a lambda people can retype. */
    public static double rounded(double value) {
        double unit = Math.pow(10, Math.floor(Math.log10(value)) - 1);
        return Double.parseDouble(String.format(java.util.Locale.ROOT, "%.1e", Math.rint(value / unit) * unit));
    }
}
