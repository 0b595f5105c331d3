package dev.kith.trust.spread;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Split conformal prediction for tasks: prediction +- scale_t q, where q is the finite-sample quantile of |error| / scale
 * over labels that were held out, of the task itself where it has enough of them, else of the tasks most like it, too.
 *
 * <p>If errors of the same task are exchangeable, a task of its own table is covered with probability at least level.
 */
public final class Conformal {
    /*
     * Why errors are scaled. A task with five labels has no 90% quantile of its own, but tells its scale. Errors divided
     * by their task's scale are alike enough to be pooled. The scale each error is divided by leaves that error out, as
     * the error of a new label is not in the scale it will be divided by: with few labels it makes the difference
     * between a normal and a t quantile. Scales are pulled towards that of all tasks, as far as tasks are alike in this.
     */

    /** A task has enough errors of its own when so many are expected above the quantile: it is then good to a third. */
    private static final double ENOUGH_ABOVE = 10;

    private static final double SAME = 1e-9;

    private Conformal() {}

    /**
     * Tables of the errors behind predictions of held-out observations.
     *
     * @param predictions one for each observation; NaN for those not held out
     * @param sameUnits whether labels of all tasks are in the same units, so that sizes of errors can be compared as they
     *     are; otherwise they are compared as shares of the deviation of their task's labels
     * @throws DataException if no observation was held out
     */
    public static HeldOutErrors errors(Dataset data, double[] predictions, boolean sameUnits) {
        ErrorScale scales = new ErrorScale(data, predictions, sameUnits);
        Matrix scale = Matrix.zeros(1, data.taskCount());
        for (int t = 0; t < data.taskCount(); t++) {
            scale.set(0, t, scales.of(t));
        }
        double[] sizes = new double[data.size()];
        for (int o = 0; o < sizes.length; o++) {
            sizes[o] = Math.abs(data.label(o) - predictions[o]) / scales.without(o);
        }
        return new HeldOutErrors(scale, perTask(data, sizes), joint(data, sizes));
    }

    private static List<ErrorTable> perTask(Dataset data, double[] sizes) {
        return IntStream.range(0, data.taskCount())
                .mapToObj(t -> ErrorTable.of(IntStream.range(0, sizes.length)
                        .filter(o -> data.task(o) == t && !Double.isNaN(sizes[o]))
                        .mapToDouble(o -> sizes[o])
                        .toArray()))
                .toList();
    }

    /** The largest of each row that has all tasks. */
    private static ErrorTable joint(Dataset data, double[] sizes) {
        int rows = data.inputs().rows();
        boolean[] seen = new boolean[data.taskCount()];
        int[] known = new int[rows];
        double[] largest = new double[rows];
        List<List<Integer>> ofRow = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            ofRow.add(new ArrayList<>());
        }
        for (int o = 0; o < sizes.length; o++) {
            ofRow.get(data.row(o)).add(o);
        }
        for (int i = 0; i < rows; i++) {
            if (ofRow.get(i).size() < seen.length) {
                continue;
            }
            Arrays.fill(seen, false);
            for (int o : ofRow.get(i)) {
                largest[i] = Math.max(largest[i], sizes[o]);
                known[i] += seen[data.task(o)] ? 0 : 1;
                seen[data.task(o)] = true;
            }
        }
        return ErrorTable.of(IntStream.range(0, rows)
                .filter(i -> known[i] == seen.length && !Double.isNaN(largest[i]))
                .mapToDouble(i -> largest[i])
                .toArray());
    }

    /**
     * Half the width of every task's interval, in the label's units; infinite where all errors together are too few for
     * the level.
     *
     * @param structure T x T: who is like whom; where all are equally alike, or nothing is known, a task that needs the
     *     errors of others takes those of all
     */
    public static double[] halfWidths(HeldOutErrors errors, Optional<TaskMatrix> structure, double level) {
        return halfWidths(errors, structure, level, errors.tasks().size());
    }

    /**
     * The same where tasks joined after the calibration.
     *
     * @param trained so many tasks, the first, lend their errors; one that joined lends them to nobody, so that intervals of the others stay
     */
    public static double[] halfWidths(HeldOutErrors errors, Optional<TaskMatrix> structure, double level, int trained) {
        double everyone = ErrorTable.bound(level, errors.tasks().subList(0, trained));
        double[] half = new double[errors.tasks().size()];
        for (int t = 0; t < half.length; t++) {
            List<ErrorTable> lenders = lenders(errors, structure, level, t, trained);
            boolean all = t < trained && lenders.size() == trained;
            half[t] = errors.scale().get(0, t) * (all ? everyone : ErrorTable.bound(level, lenders));
        }
        return half;
    }

    /** Whether there are errors enough for the level: of all tasks together, or {@code joint}, of whole rows. */
    public static boolean possible(HeldOutErrors errors, double level, boolean joint) {
        return Double.isFinite(ErrorTable.bound(level, joint ? List.of(errors.joint()) : errors.tasks()));
    }

    /** Whether a task has enough errors of its own for the level. */
    public static boolean enough(HeldOutErrors errors, double level, int task) {
        return enough(errors.tasks().get(task).count(), level);
    }

    private static boolean enough(long count, double level) {
        return count * (1 - level) >= ENOUGH_ABOVE - SAME;
    }

    /** The task's own table, and as many of the tasks most like it as it takes to have enough errors. */
    private static List<ErrorTable> lenders(
            HeldOutErrors errors, Optional<TaskMatrix> structure, double level, int t, int trained) {
        if (enough(errors.tasks().get(t).count(), level)) {
            return List.of(errors.tasks().get(t));
        }
        double[] likeness = likeness(structure, t, errors.tasks().size());
        List<Integer> nearest = IntStream.range(0, likeness.length)
                .filter(s -> s < trained || s == t)
                .boxed()
                .sorted(Comparator.comparingDouble(s -> -likeness[s]))
                .toList();
        List<ErrorTable> tables = new ArrayList<>();
        long count = 0;
        double last = Double.POSITIVE_INFINITY;
        for (int s : nearest) {
            // Tasks that are equally alike come in together: nothing but their order would tell them apart.
            if (enough(count, level) && likeness[s] < last - SAME) {
                break;
            }
            tables.add(errors.tasks().get(s));
            count += errors.tasks().get(s).count();
            last = likeness[s];
        }
        return tables;
    }

    /** A_ts / sqrt(A_tt A_ss); more than any other for the task itself. */
    private static double[] likeness(Optional<TaskMatrix> structure, int t, int tasks) {
        double[] likeness = structure.map(a -> a.similarities(t)).orElseGet(() -> new double[tasks]);
        likeness[t] = 2;
        return likeness;
    }

    /**
     * Half widths of intervals that all tasks of a row keep together, with probability at least {@code level}: they share
     * one quantile, that of the largest |error| / scale of a row.
     *
     * @throws DataException if too few rows with labels of all tasks were held out
     */
    public static double[] jointHalfWidths(HeldOutErrors errors, double level) {
        double bound = ErrorTable.bound(level, List.of(errors.joint()));
        if (Double.isInfinite(bound)) {
            throw new DataException("joint intervals at level " + level + " need "
                    + (long) Math.ceil(level / (1 - level) - SAME) + " rows with labels of all tasks, the model was"
                    + " calibrated on " + errors.joint().count());
        }
        return Arrays.stream(errors.scale().row(0)).map(scale -> scale * bound).toArray();
    }
}
