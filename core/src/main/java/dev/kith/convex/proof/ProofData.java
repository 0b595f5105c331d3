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
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Proof} is about: labels as they were read, sorted by task, with their weights and losses, and the units of
 * the fit.
 */
public final class ProofData {
    final Observations seen;
    final boolean intercept;
    /** Whether one predictor serves all tasks, so that their observations are one group. */
    final boolean pooled;

    final double[] labelScale;
    /** Task of each observation. */
    final int[] task;
    /** What may be subtracted from the labels of a task, in their own units, without changing the dual. */
    final double[] centre;

    private final Loss[] losses;
    private final double[] labelMean;
    /** Labels in the units of the fit, in doubles. */
    private final double[] label;

    private final @Nullable CollapseError collapse;
    private final @Nullable JointValues joint;

    /**
     * @param raw the training data as read, labels as the losses read them
     * @param scaling the units of the fit
     * @param losses one per task
     */
    public ProofData(Dataset raw, Standardizer scaling, List<Loss> losses, Training training, boolean pooled) {
        this(
                new Observations(raw, training.weighting()),
                scaling,
                losses.toArray(Loss[]::new),
                training.intercept(),
                pooled,
                0,
                raw.collapsed().isEmpty() ? null : new CollapseError(raw, scaling, training.weighting()));
    }

    /** @param first the task of the data that is number 0 here, and of the scaling's labels */
    ProofData(
            Observations seen,
            Standardizer scaling,
            Loss[] losses,
            boolean intercept,
            boolean pooled,
            int first,
            @Nullable CollapseError collapse) {
        this.seen = seen;
        this.losses = losses;
        this.intercept = intercept;
        this.pooled = pooled;
        this.collapse = collapse;
        joint = losses[0].joint().isEmpty() ? null : new JointValues(seen, losses[0]);
        labelMean = new double[seen.tasks];
        labelScale = new double[seen.tasks];
        boolean plain = true;
        for (int t = 0; t < seen.tasks; t++) {
            labelMean[t] = scaling.labelMean().get(0, first + t);
            labelScale[t] = scaling.labelScale().get(0, first + t);
            plain &= labelMean[t] == 0 && labelScale[t] == 1;
        }
        task = new int[seen.size()];
        label = new double[seen.size()];
        centre = labelMean.clone();
        for (int t = 0; t < seen.tasks; t++) {
            java.util.Arrays.fill(task, seen.start[t], seen.start[t + 1], t);
            for (int o = seen.start[t]; o < seen.start[t + 1]; o++) {
                label[o] = (seen.y[o] - labelMean[t]) / labelScale[t];
            }
            if (intercept && (!pooled || plain) && seen.start[t] < seen.start[t + 1]) {
                centre[t] = seen.y[pooled ? 0 : seen.start[t]];
            }
        }
    }

    /** What rows that were collapsed may differ by from those that stand for them; null for rows as they are. */
    @Nullable
    CollapseError collapse() {
        return collapse;
    }

    /** The loss of each row's classes together; null where observations are judged one by one. */
    @Nullable
    JointValues joint() {
        return joint;
    }

    public int size() {
        return task.length;
    }

    int groups() {
        return pooled ? 1 : seen.tasks;
    }

    int group(int o) {
        return pooled ? 0 : task[o];
    }

    int start(int group) {
        return pooled ? 0 : seen.start[group];
    }

    int end(int group) {
        return pooled ? size() : seen.start[group + 1];
    }

    double weight(int o) {
        return seen.w[o];
    }

    double scale(int o) {
        return labelScale[task[o]];
    }

    Loss loss(int o) {
        return losses[task[o]];
    }

    /** The label in the units of the fit, in doubles. */
    double label(int o) {
        return label[o];
    }

    /** How far {@link #label} may be from the label in the units of the fit, relative: not at all where those are its own. */
    double labelError(int o) {
        return labelMean[task[o]] == 0 && labelScale[task[o]] == 1 ? 0 : Proof.UNITS;
    }

    /** What the squared loss makes of a change of every label in its last digit: no objective below this means anything. */
    public double smallest() {
        double sum = 0;
        for (int o = 0; o < size(); o++) {
            double digit = loss(o).quadratic() ? Math.ulp(seen.y[o]) / scale(o) : 0;
            sum += weight(o) * digit * digit;
        }
        return sum;
    }

    /** Observations in the order of their inputs, so that each input is opened once. */
    int[] byRow() {
        int rows = 0;
        for (int row : seen.row) {
            rows = Math.max(rows, row + 1);
        }
        int[] start = new int[rows + 1];
        for (int row : seen.row) {
            start[row + 1]++;
        }
        for (int i = 0; i < rows; i++) {
            start[i + 1] += start[i];
        }
        int[] order = new int[size()];
        for (int o = 0; o < order.length; o++) {
            order[start[seen.row[o]]++] = o;
        }
        return order;
    }

    /**
     * What a {@link Proof} is about, some tasks at a time: what it takes per observation is there for one part of the tasks per thread, not
     * for all. Parts are the same whatever the number of threads.
     */
    public static final class Parts {
        /** Observations of a part, unless one task has more. */
        private static final int USUAL = 1 << 13;

        private final int[] tasks;
        private final int[] observations;
        private final Matrix labelScale;
        private final IntFunction<ProofData> make;

        private Parts(int[] tasks, int[] observations, Matrix labelScale, IntFunction<ProofData> make) {
            this.tasks = tasks;
            this.observations = observations;
            this.labelScale = labelScale;
            this.make = make;
        }

        /** All tasks at once. */
        public static Parts whole(ProofData data) {
            return new Parts(
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
        public static Parts of(Dataset raw, Standardizer scaling, List<Loss> losses, Training training) {
            TaskOrder order = new TaskOrder(raw, training.weighting());
            int[] tasks = cut(order);
            int[] observations = Arrays.stream(tasks).map(order::start).toArray();
            return new Parts(
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
}
