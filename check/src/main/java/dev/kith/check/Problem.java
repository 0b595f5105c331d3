package dev.kith.check;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.KernelKind;
import dev.kith.check.exact.LossKind;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A learning problem as a user would pose it, in raw numbers.
 *
 * @param x inputs, one array each
 * @param row the input of every observation
 * @param task its task
 * @param sparse whether inputs are handed over as sparse rows
 * @param kinds what is hostile about it, for the counts
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Problem(
        long seed,
        double[][] x,
        int tasks,
        int[] row,
        int[] task,
        double[] label,
        double[] weight,
        boolean sparse,
        LossKind loss,
        KernelKind kernel,
        double lambda,
        Setup setup,
        Method method,
        Set<String> kinds) {
    /**
     * How the fit is set up.
     *
     * @param targetScale {@code ALL}, {@code TASK} or {@code NONE}
     * @param byTask whether every task counts the same; else every observation
     * @param solver {@code AUTO}, {@code ALTERNATING} or {@code PROXIMAL}
     * @param approximation as users write it
     */
    record Setup(
            boolean intercept,
            boolean standardize,
            String targetScale,
            boolean byTask,
            double tolerance,
            int maxIterations,
            String solver,
            String approximation) {}

    /** The same data with another method. */
    Problem with(Method other) {
        return new Problem(seed, x, tasks, row, task, label, weight, sparse, loss, kernel, lambda, setup, other, kinds);
    }

    int features() {
        return x[0].length;
    }

    int size() {
        return row.length;
    }

    List<String> taskNames() {
        return names(tasks);
    }

    static List<String> names(int tasks) {
        return IntStream.range(0, tasks).mapToObj(t -> "t" + t).toList();
    }

    /** The weight of every observation in the objective: its own, over the sum of its task's where tasks count alike. */
    Dd[] objectiveWeights() {
        Dd[] total = new Dd[tasks];
        Arrays.fill(total, Dd.ZERO);
        for (int o = 0; o < size(); o++) {
            total[task[o]] = total[task[o]].plus(weight[o]);
        }
        Dd[] w = new Dd[size()];
        for (int o = 0; o < w.length; o++) {
            Dd all = setup.byTask() && total[task[o]].isPositive() ? total[task[o]] : Dd.ONE;
            w[o] = Dd.of(weight[o]).over(all);
        }
        return w;
    }

    String describe() {
        return method.name() + " " + loss + " " + kernel.name() + " tasks " + tasks + " inputs " + x.length
                + " features " + features() + " observations " + size() + " lambda " + lambda + " " + setup + " "
                + kinds;
    }
}
