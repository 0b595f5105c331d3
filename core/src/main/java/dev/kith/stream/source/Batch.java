package dev.kith.stream.source;

import dev.kith.online.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Labelled rows on their way from the reader to the learner. Filled by one thread, then read by another, then reused. */
public final class Batch {
    private int[] starts = new int[1];
    private int[] indices = new int[1 << 12];
    private double[] values = new double[1 << 12];
    private int[] tasks = new int[0];
    private double[] labels = new double[0];
    private double[] weights = new double[0];
    private double[] norms = new double[0];
    private long[] rounds = new long[0];
    private int[] widths = new int[0];
    private long[] names = new long[0];
    private int size;
    private final List<String> newTasks = new ArrayList<>();
    private final List<String> newColumns = new ArrayList<>();
    private final List<String> newFeatures = new ArrayList<>();
    private List<String> classes = List.of();

    void clear() {
        size = 0;
        newTasks.clear();
        newColumns.clear();
        newFeatures.clear();
    }

    /** The number of rows. */
    public int size() {
        return size;
    }

    /** Names of the tasks that occur here for the first time, in the order of their numbers. */
    public List<String> newTasks() {
        return newTasks;
    }

    /** Names of the columns met since the last batch, as far as {@link Columns#KEPT} reaches. */
    public List<String> newColumns() {
        return newColumns;
    }

    /** Names of the features met since the last batch, all of them, where {@link Preparation#names} asks for them. */
    public List<String> newFeatures() {
        return newFeatures;
    }

    /** Both classes, the negative one first, as far as the reader knows them; empty while it does not. */
    public List<String> classes() {
        return classes;
    }

    void classes(List<String> names) {
        classes = names;
    }

    /** Gives every label that was held back, as 0, the sign it turned out to have. */
    void settle(double sign) {
        for (int k = 0; k < size; k++) {
            labels[k] = labels[k] == 0 ? sign : labels[k];
        }
    }

    /** Room for {@code entries} more entries of the row being written, whose entries start at {@link #start()}. */
    void reserve(int entries) {
        int need = Math.addExact(starts[size], entries);
        if (need > indices.length) {
            int capacity = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(need, 2L * indices.length));
            indices = Arrays.copyOf(indices, capacity);
            values = Arrays.copyOf(values, capacity);
        }
    }

    int start() {
        return starts[size];
    }

    int[] indices() {
        return indices;
    }

    double[] values() {
        return values;
    }

    /**
     * Ends the row whose entries were written up to {@code end}, of weight 1.
     *
     * @param width how many columns were met up to this row
     * @param name a digest of their names
     */
    void add(int end, int task, double label, double norm, long round, int width, long name) {
        if (size == tasks.length) {
            int capacity = Math.max(64, 2 * size);
            starts = Arrays.copyOf(starts, capacity + 1);
            tasks = Arrays.copyOf(tasks, capacity);
            labels = Arrays.copyOf(labels, capacity);
            weights = Arrays.copyOf(weights, capacity);
            norms = Arrays.copyOf(norms, capacity);
            rounds = Arrays.copyOf(rounds, capacity);
            widths = Arrays.copyOf(widths, capacity);
            names = Arrays.copyOf(names, capacity);
        }
        tasks[size] = task;
        labels[size] = label;
        weights[size] = 1;
        norms[size] = norm;
        rounds[size] = round;
        widths[size] = width;
        names[size] = name;
        starts[++size] = end;
    }

    /** Gives the row that was added last its weight. */
    void weigh(double weight) {
        weights[size - 1] = weight;
    }

    /** Copies row k of another batch, giving it a round of its own. */
    void addFrom(Batch other, int k, long round) {
        int length = other.starts[k + 1] - other.starts[k];
        reserve(length);
        System.arraycopy(other.indices, other.starts[k], indices, starts[size], length);
        System.arraycopy(other.values, other.starts[k], values, starts[size], length);
        add(
                starts[size] + length,
                other.tasks[k],
                other.labels[k],
                other.norms[k],
                round,
                other.widths[k],
                other.names[k]);
        weigh(other.weights[k]);
    }

    /** Points {@code row} at the entries of row k. */
    public void point(Row row, int k) {
        row.point(indices, values, starts[k], starts[k + 1]);
    }

    /** The learner's number of the task of row k. */
    public int task(int k) {
        return tasks[k];
    }

    /** The label of row k, -1 or +1. */
    public double label(int k) {
        return labels[k];
    }

    /** How many times row k counts. */
    public double weight(int k) {
        return weights[k];
    }

    /** Rows of a round are together and have its number. */
    public long round(int k) {
        return rounds[k];
    }

    /** How many columns were met up to row k. */
    public int columns(int k) {
        return widths[k];
    }

    /** Goes on with a digest of rows by row k: task, label, weight, names of columns, number of entries, squared length. */
    public long digest(long before, int k) {
        long h = before ^ Double.doubleToLongBits(norms[k]) ^ names[k];
        // Rows of weight 1 have the digest they had before there were weights.
        h += weights[k] == 1 ? 0 : 17 * Double.doubleToLongBits(weights[k]);
        h = (h + 31L * tasks[k] + (labels[k] > 0 ? 7 : 3) + 131L * (starts[k + 1] - starts[k])) * 0x9E3779B97F4A7C15L;
        return h ^ (h >>> 29);
    }

    /** One more than the largest feature number. */
    int width() {
        int width = 0;
        for (int k = 0; k < size; k++) {
            width = Math.max(width, starts[k + 1] == starts[k] ? 0 : indices[starts[k + 1] - 1] + 1);
        }
        return width;
    }
}
