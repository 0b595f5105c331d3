package dev.kith.stream;

import dev.kith.online.Snapshot;
import java.util.Arrays;

/**
 * The account of a run that predicts every row before its label is used: mistakes in all, per task, in consecutive
 * windows of so many rows, and the rows at which a task was flagged as drifting.
 */
final class Tally {
    private final int window;
    private final DriftDetector detector;
    private long rows;
    private long mistakes;
    private long[] taskRows = new long[0];
    private long[] taskMistakes = new long[0];
    private long[] windowMistakes = new long[16];
    private int[] driftTasks = new int[0];
    private long[] driftRows = new long[0];

    private Tally(int window, DriftDetector detector) {
        if (window < 1) {
            throw new IllegalArgumentException("window must be a whole number of rows >= 1, got " + window);
        }
        this.window = window;
        this.detector = detector;
    }

    /** @param window rows in a window, &gt;= 1 */
    public Tally(int window) {
        this(window, new DriftDetector());
    }

    /** Counts one row; true when it ends a window. */
    public boolean count(int task, boolean mistaken) {
        if (task >= taskRows.length) {
            int more = Math.max(task + 1, taskRows.length + (taskRows.length >> 1));
            taskRows = Arrays.copyOf(taskRows, more);
            taskMistakes = Arrays.copyOf(taskMistakes, more);
        }
        int current = (int) (rows / window);
        if (current == windowMistakes.length) {
            windowMistakes = Arrays.copyOf(windowMistakes, 2 * current);
        }
        rows++;
        taskRows[task]++;
        if (mistaken) {
            mistakes++;
            taskMistakes[task]++;
            windowMistakes[current]++;
        }
        if (detector.observe(task, mistaken)) {
            int flags = driftTasks.length;
            driftTasks = Arrays.copyOf(driftTasks, flags + 1);
            driftRows = Arrays.copyOf(driftRows, flags + 1);
            driftTasks[flags] = task;
            driftRows[flags] = rows;
        }
        return rows % window == 0;
    }

    public long rows() {
        return rows;
    }

    public long mistakes() {
        return mistakes;
    }

    /** mistakes / rows; 0 before the first row. */
    public double rate() {
        return rows == 0 ? 0 : (double) mistakes / rows;
    }

    public long rows(int task) {
        return task < taskRows.length ? taskRows[task] : 0;
    }

    public long mistakes(int task) {
        return task < taskMistakes.length ? taskMistakes[task] : 0;
    }

    /** The rows, from 1, at which the task was flagged. */
    public long[] drifts(int task) {
        long[] found = new long[driftTasks.length];
        int count = 0;
        for (int k = 0; k < found.length; k++) {
            if (driftTasks[k] == task) {
                found[count++] = driftRows[k];
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Windows begun so far; the last may be shorter than the others. */
    public int windows() {
        return (int) ((rows + window - 1) / window);
    }

    public long windowRows(int k) {
        return Math.min(window, rows - (long) k * window);
    }

    public long windowMistakes(int k) {
        return windowMistakes[k];
    }

    /** Everything counted, for a checkpoint. */
    public Snapshot snapshot() {
        Snapshot.Builder to = Snapshot.builder()
                .counts("window", window)
                .counts("rows", rows, mistakes)
                .counts("task rows", taskRows.clone())
                .counts("task mistakes", taskMistakes.clone())
                .counts("window mistakes", windowMistakes.clone())
                .indices("drift tasks", driftTasks.clone())
                .counts("drift at", driftRows.clone());
        detector.save(to);
        return to.build();
    }

    /** The tally that was saved. */
    public static Tally restore(Snapshot from) {
        Tally restored = new Tally((int) from.count("window"), DriftDetector.restore(from));
        restored.rows = from.counts("rows")[0];
        restored.mistakes = from.counts("rows")[1];
        restored.taskRows = from.counts("task rows").clone();
        restored.taskMistakes = from.counts("task mistakes").clone();
        restored.windowMistakes = from.counts("window mistakes").clone();
        restored.driftTasks = from.indices("drift tasks").clone();
        restored.driftRows = from.counts("drift at").clone();
        return restored;
    }
}
