package dev.kith.trust;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.model.uncertainty.Probabilities;
import dev.kith.model.uncertainty.Sigmoid;
import dev.kith.model.uncertainty.StepCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Curves from decision values to probabilities, fitted to decisions on held-out labels: a sigmoid of all tasks together,
 * then one of each task, drawn to the common one as if {@value #PRIOR} more labels of the task had been seen that follow
 * it; then a rising curve of each task, drawn to its sigmoid in the same way, by {@value #STEP_PRIOR} labels.
 *
 * <p>A task with few labels, or labels of one class only, so has nearly the common sigmoid; one without labels has it.
 */
final class Calibrators {
    private static final int PRIOR = 20;

    /* A rising curve has more freedom: at its ends, where all labels are of one class, only these keep it from 0 and 1. */
    private static final int STEP_PRIOR = 50;

    /** Places at which the labels that were not really seen lie: evenly among the decisions of all tasks. */
    private static final int PLACES = 50;

    private final double[] z;
    private final double[] classes;
    private final int[] task;
    private final double[] places;

    private Calibrators(double[] z, double[] classes, int[] task) {
        this.z = z;
        this.classes = classes;
        this.task = task;
        double[] sorted = z.clone();
        Arrays.sort(sorted);
        places = IntStream.range(0, PLACES)
                .mapToDouble(k -> sorted[(int) ((k + 0.5) * sorted.length / PLACES)])
                .toArray();
    }

    /**
     * The curves of every task.
     *
     * @param data with labels -1 and +1
     * @param decisions one for each observation; NaN for those not held out
     * @throws DataException if no observation was held out
     */
    static Probabilities fit(Dataset data, double[] decisions) {
        int[] held = IntStream.range(0, data.size())
                .filter(o -> !Double.isNaN(decisions[o]))
                .toArray();
        if (held.length == 0) {
            throw new DataException("calibration needs a task with at least two labels, so that one can be held out");
        }
        return new Calibrators(
                        IntStream.of(held).mapToDouble(o -> decisions[o]).toArray(),
                        IntStream.of(held).mapToDouble(data::label).toArray(),
                        IntStream.of(held).map(data::task).toArray())
                .fit(data.taskCount());
    }

    private Probabilities fit(int tasks) {
        Sigmoid common = PlattScaling.ofClasses(z, classes);
        List<Sigmoid> platt = new ArrayList<>();
        List<StepCurve> isotonic = new ArrayList<>();
        for (int t = 0; t < tasks; t++) {
            int current = t;
            int[] own =
                    IntStream.range(0, z.length).filter(i -> task[i] == current).toArray();
            boolean alone = own.length == 0 || own.length == z.length;
            Sigmoid sigmoid =
                    alone ? common : PlattScaling.of(decisions(own), targets(own, common), weights(own.length, PRIOR));
            platt.add(sigmoid);
            isotonic.add(IsotonicFit.of(decisions(own), targets(own, sigmoid), weights(own.length, STEP_PRIOR)));
        }
        return new Probabilities(platt, isotonic);
    }

    private double[] decisions(int[] rows) {
        return DoubleStream.concat(IntStream.of(rows).mapToDouble(i -> z[i]), Arrays.stream(places))
                .toArray();
    }

    private double[] targets(int[] rows, Sigmoid assumed) {
        return DoubleStream.concat(
                        IntStream.of(rows).mapToDouble(i -> classes[i] > 0 ? 1 : 0),
                        Arrays.stream(places).map(assumed::at))
                .toArray();
    }

    private static double[] weights(int rows, int prior) {
        double[] weights = new double[rows + PLACES];
        Arrays.fill(weights, 1);
        Arrays.fill(weights, rows, weights.length, (double) prior / PLACES);
        return weights;
    }
}
