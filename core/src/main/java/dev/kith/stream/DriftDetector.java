package dev.kith.stream;

import dev.kith.online.Snapshot;
import java.util.Arrays;

/**
 * Notices, task by task, that mistakes have become more frequent (Page-Hinkley): with e the mistakes (0 or 1) of a task
 * since it was last flagged and mean_n their mean after n rows,
 *
 * <pre>
 *   m_n = sum (e_n - mean_n - tolerance);   drift when m_n - min m &gt; threshold
 * </pre>
 *
 * A rise by less than the tolerance is never flagged; a rise by r takes about threshold / (r - tolerance) rows.
 */
final class DriftDetector {
    /*
     * On a steady task m_n is a random walk that falls by the tolerance a row with a variance v of at most 1/4: it climbs
     * by h above its minimum about once in exp(2 h tolerance / v) rows. 0.05 and 40 make that more than 10^6 rows even for
     * coin flips, and more than 10^17 at a mistake rate of 10%.
     */
    private static final double TOLERANCE = 0.05;
    private static final double THRESHOLD = 40;

    private double[] rows = new double[0];
    private double[] mistakes = new double[0];
    private double[] sum = new double[0];
    private double[] least = new double[0];

    /** One that has seen no row. */
    public DriftDetector() {}

    /** Takes note of one row; true when this row raises the flag, after which the task starts afresh. */
    public boolean observe(int task, boolean mistaken) {
        if (task >= rows.length) {
            grow(Math.max(task + 1, rows.length + (rows.length >> 1)));
        }
        double e = mistaken ? 1 : 0;
        rows[task]++;
        mistakes[task] += e;
        sum[task] += e - mistakes[task] / rows[task] - TOLERANCE;
        least[task] = Math.min(least[task], sum[task]);
        if (sum[task] - least[task] <= THRESHOLD) {
            return false;
        }
        rows[task] = 0;
        mistakes[task] = 0;
        sum[task] = 0;
        least[task] = 0;
        return true;
    }

    private void grow(int tasks) {
        rows = Arrays.copyOf(rows, tasks);
        mistakes = Arrays.copyOf(mistakes, tasks);
        sum = Arrays.copyOf(sum, tasks);
        least = Arrays.copyOf(least, tasks);
    }

    public void save(Snapshot.Builder to) {
        to.numbers("drift rows", rows.clone())
                .numbers("drift mistakes", mistakes.clone())
                .numbers("drift sum", sum.clone())
                .numbers("drift least", least.clone());
    }

    public static DriftDetector restore(Snapshot from) {
        DriftDetector restored = new DriftDetector();
        restored.rows = from.numbers("drift rows").clone();
        restored.mistakes = from.numbers("drift mistakes").clone();
        restored.sum = from.numbers("drift sum").clone();
        restored.least = from.numbers("drift least").clone();
        return restored;
    }
}
