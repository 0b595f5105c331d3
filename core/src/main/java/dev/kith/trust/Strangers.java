package dev.kith.trust;

import dev.kith.data.Inputs;
import dev.kith.data.Rows;
import dev.kith.data.prepare.TaskAttributes;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Predictions.Unknown;
import dev.kith.numeric.StudentT;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Half widths of rows, some of tasks that the model does not have:
 *
 * <pre>  h(x)^2 = mean over tasks of h_t(x)^2 + q^2 (1 + 1/T) sum_t (f_t(x) - f_0(x))^2 / (T - 1)  </pre>
 *
 * with h_t the half widths of the tasks it has, where those are finite, f_0 what they have in common, and q the two-sided quantile of
 * Student's t of T - 1 degrees of freedom: a new task is as far from what is common as the known ones are. Of every task
 * the difference is taken where its own attributes are, as that is all that is known of them there.
 */
record Strangers(Model model, IntervalChoice chosen, Unknown unknown) {
    /** So many half widths of tasks at rows are looked at together. */
    private static final int TOGETHER = 1 << 20;

    double[] halfWidths(Rows rows) {
        Set<String> known = new HashSet<>(model.info().tasks());
        double[] half = new double[rows.inputs().rows()];
        int[] own = IntStream.range(0, half.length)
                .filter(i -> known.contains(rows.tasks().get(i)))
                .toArray();
        if (own.length > 0) {
            put(half, own, chosen.intervals().halfWidths(rows.inputs().select(own), positions(rows.tasks(), own)));
        }
        int[] others = IntStream.range(0, half.length)
                .filter(i -> !known.contains(rows.tasks().get(i)))
                .toArray();
        Optional<? extends Model> common = model.commonModel(unknown);
        int batch = Math.max(1, TOGETHER / model.info().tasks().size());
        for (int from = 0; from < others.length && common.isPresent(); from += batch) {
            int[] some = Arrays.copyOfRange(others, from, Math.min(others.length, from + batch));
            put(half, some, unknown(common.get(), rows.inputs().select(some)));
        }
        return half;
    }

    private static void put(double[] to, int[] at, double[] values) {
        for (int k = 0; k < at.length; k++) {
            to[at[k]] = values[k];
        }
    }

    private int[] positions(List<String> names, int... rows) {
        Map<String, Integer> place = new HashMap<>();
        for (int t = 0; t < model.info().tasks().size(); t++) {
            place.put(model.info().tasks().get(t), t);
        }
        return IntStream.of(rows).map(i -> place.get(names.get(i))).toArray();
    }

    private double[] unknown(Model shared, Inputs given) {
        Inputs x = model.info().prepared(given);
        Matrix within = chosen.intervals().halfWidths(given);
        Matrix apart = model.predict(x);
        Matrix common = shared.predict(x);
        int tasks = apart.cols();
        for (int i = 0; i < apart.rows(); i++) {
            for (int t = 0; t < tasks; t++) {
                apart.add(i, t, -common.get(i, 0));
            }
        }
        int counted = model instanceof LinearModel all && shared instanceof LinearModel one
                ? atOwnAttributes(apart, all, one, x)
                : tasks;
        double[] half = new double[x.rows()];
        for (int i = 0; i < half.length; i++) {
            double spread = 0;
            for (int t = 0; t < counted; t++) {
                spread += apart.get(i, t) * apart.get(i, t);
            }
            half[i] = counted < 2
                    ? Double.POSITIVE_INFINITY
                    : Math.sqrt(meanSquare(within, i) + quantile(counted) * spread / (counted - 1));
        }
        return half;
    }

    /** Moves each known task from the row's attributes to its own; returns how many tasks have some. */
    private static int atOwnAttributes(Matrix apart, LinearModel all, LinearModel shared, Inputs x) {
        TaskAttributes attributes = all.commonPart().orElseThrow().attributes();
        int tasks = attributes.isEmpty() ? apart.cols() : attributes.values().rows();
        for (int i = 0; i < apart.rows(); i++) {
            for (int t = 0; t < tasks; t++) {
                for (int a = 0; a < attributes.columns().size(); a++) {
                    int j = attributes.columns().get(a);
                    double away = attributes.values().get(t, a) - attributes.of(x, i, a);
                    apart.add(i, t, (all.weights().get(j, t) - shared.weights().get(j, 0)) * away);
                }
            }
        }
        return tasks;
    }

    private double quantile(int tasks) {
        double q = StudentT.twoSided(chosen.level(), tasks - 1.0);
        return q * q * (1 + 1.0 / tasks);
    }

    /** Of the finite ones; infinite where there is none. */
    private static double meanSquare(Matrix within, int row) {
        double sum = 0;
        int count = 0;
        for (int t = 0; t < within.cols(); t++) {
            double h = within.get(row, t);
            if (Double.isFinite(h)) {
                sum += h * h;
                count++;
            }
        }
        return count > 0 ? sum / count : Double.POSITIVE_INFINITY;
    }
}
