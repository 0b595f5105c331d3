package dev.kith.convex.proof;

import dev.kith.convex.basis.Observations;
import dev.kith.convex.basis.TaskOrder;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Training;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What a {@link Proof} is about, some tasks at a time: what it takes per observation is there for one part of the tasks per thread, not
 * for all. Parts are the same whatever the number of threads.
 */
public final class ProofParts {
    /** Observations of a part, unless one task has more. */
    private static final int USUAL = 1 << 13;

    private final int[] tasks;
    private final int[] observations;
    private final Matrix labelScale;
    private final IntFunction<ProofData> make;

    private ProofParts(int[] tasks, int[] observations, Matrix labelScale, IntFunction<ProofData> make) {
        this.tasks = tasks;
        this.observations = observations;
        this.labelScale = labelScale;
        this.make = make;
    }

    /** All tasks at once. */
    public static ProofParts whole(ProofData data) {
        return new ProofParts(
                new int[] {0, data.seen.tasks},
                new int[] {0, data.size()},
                Matrix.wrap(1, data.seen.tasks, data.labelScale),
                k -> data);
    }

    /**
     * Tasks that nothing but the penalty ties, with rows as they were read.
     *
     * @param raw the training data as read, labels as the losses read them
     * @param scaling the units of the fit
     * @param losses one per task, all squared
     */
    public static ProofParts of(Dataset raw, Standardizer scaling, List<Loss> losses, Training training) {
        TaskOrder order = new TaskOrder(raw, training.weighting());
        int[] tasks = cut(order);
        int[] observations = Arrays.stream(tasks).map(order::start).toArray();
        return new ProofParts(
                tasks,
                observations,
                scaling.labelScale(),
                k -> new ProofData(
                        new Observations(order, tasks[k], tasks[k + 1]),
                        scaling,
                        losses.subList(tasks[k], tasks[k + 1]).toArray(Loss[]::new),
                        training.intercept(),
                        false,
                        tasks[k],
                        null));
    }

    private static int[] cut(TaskOrder order) {
        int[] cuts = new int[order.tasks() + 1];
        int count = 0;
        for (int t = 1; t <= order.tasks(); t++) {
            boolean full = order.start(t) - order.start(cuts[count]) >= USUAL;
            if (full || t == order.tasks()) {
                cuts[++count] = t;
            }
        }
        return Arrays.copyOf(cuts, count + 1);
    }

    int count() {
        return tasks.length - 1;
    }

    /** The first task of a part; after the last, the number of tasks. */
    int firstTask(int part) {
        return tasks[part];
    }

    /** The first observation of a part, sorted by task; after the last, the number of observations. */
    int firstObservation(int part) {
        return observations[part];
    }

    /** The units of the labels of a part's tasks. */
    double[] labelScale(int part) {
        double[] scale = new double[tasks[part + 1] - tasks[part]];
        Arrays.setAll(scale, t -> labelScale.get(0, tasks[part] + t));
        return scale;
    }

    /** A part, its tasks and observations counted from 0. */
    ProofData part(int part) {
        return make.apply(part);
    }
}
