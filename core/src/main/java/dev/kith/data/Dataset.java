package dev.kith.data;

import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Inputs, tasks, and what was observed: observation o says that input {@code row(o)} had label {@code label(o)} for task
 * {@code task(o)}, with weight {@code weight(o)}.
 *
 * <p>Long data (every input belongs to one task) and wide data (every input has every label) are two ways to build the
 * same thing, {@link #ofLong} and {@link #ofWide}; a missing label is an observation that is not there. Labels are
 * numbers, or -1/+1 when {@link #classes()} names the two classes and the task {@link #hasClasses}. Immutable, validated once: labels finite, weights
 * finite and &gt;= 0, indices in range.
 */
public final class Dataset {
    private final Inputs inputs;
    private final List<String> tasks;
    private final int @Nullable [] rows;
    private final int[] taskOf;
    private final double[] labels;
    private final double @Nullable [] weights;
    private final @Nullable Classes classes;
    private final Source source;
    private final int @Nullable [] sourceRows;
    private final Columns columns;
    private final @Nullable Collapsed collapsed;

    private Dataset(
            Inputs inputs,
            List<String> tasks,
            int @Nullable [] rows,
            int[] taskOf,
            double[] labels,
            double @Nullable [] weights,
            @Nullable Classes classes,
            Source source,
            int @Nullable [] sourceRows,
            Columns columns,
            @Nullable Collapsed collapsed) {
        this.inputs = inputs;
        this.tasks = tasks;
        this.rows = rows;
        this.taskOf = taskOf;
        this.labels = labels;
        this.weights = weights;
        this.classes = classes;
        this.source = source;
        this.sourceRows = sourceRows;
        this.columns = columns;
        this.collapsed = collapsed;
    }

    /**
     * The general constructor: any pattern of observations. Takes the arrays without copying.
     *
     * @param rows the input of each observation, or null when observation o is of input o
     * @param weights one per observation, or null when all are 1
     * @param classes names of the classes behind -1 and +1, in that order; null for numeric labels
     */
    public static Dataset of(
            Inputs inputs,
            List<String> tasks,
            int @Nullable [] rows,
            int[] taskOf,
            double[] labels,
            double @Nullable [] weights,
            @Nullable List<String> classes) {
        return of(inputs, tasks, rows, taskOf, labels, weights, classes == null ? null : Classes.ofAll(classes));
    }

    private static Dataset of(
            Inputs inputs,
            List<String> tasks,
            int @Nullable [] rows,
            int[] taskOf,
            double[] labels,
            double @Nullable [] weights,
            @Nullable Classes classes) {
        int size = labels.length;
        if (taskOf.length != size
                || (rows != null && rows.length != size)
                || (weights != null && weights.length != size)) {
            throw new IllegalArgumentException("rows, tasks, labels and weights must have equal lengths");
        }
        List<String> names = Names.distinct("task", tasks);
        for (int o = 0; o < size; o++) {
            int row = rows == null ? o : rows[o];
            if (row < 0 || row >= inputs.rows() || taskOf[o] < 0 || taskOf[o] >= names.size()) {
                throw new DataException("observation " + o + ": row " + row + " of " + inputs.rows() + ", task "
                        + taskOf[o] + " of " + names.size() + " is out of range");
            }
            if (!Double.isFinite(labels[o])) {
                throw new DataException("observation " + o + " (task '" + names.get(taskOf[o])
                        + "'): label must be a finite number, got " + labels[o]);
            }
            if (weights != null && !(weights[o] >= 0 && weights[o] < Double.POSITIVE_INFINITY)) {
                throw new DataException("observation " + o + " (task '" + names.get(taskOf[o])
                        + "'): weight must be a finite number >= 0, got " + weights[o]);
            }
            if (classes != null && classes.of(taskOf[o]) && Math.abs(labels[o]) != 1) {
                throw new DataException("observation " + o + " (task '" + names.get(taskOf[o])
                        + "'): label of a two-class problem must be -1 or 1, got " + labels[o]);
            }
        }
        return new Dataset(
                inputs,
                names,
                unlessCounting(rows),
                taskOf,
                labels,
                weights,
                classes,
                Source.NONE,
                null,
                Columns.UNKNOWN,
                null);
    }

    /** Null for 0, 1, 2, ..., which need no memory. */
    private static int @Nullable [] unlessCounting(int @Nullable [] numbers) {
        for (int k = 0; numbers != null && k < numbers.length; k++) {
            if (numbers[k] != k) {
                return numbers;
            }
        }
        return null;
    }

    /** Long data: input i belongs to task {@code taskOf[i]} and has label {@code labels[i]}. */
    public static Dataset ofLong(Inputs inputs, List<String> tasks, int[] taskOf, double[] labels) {
        if (labels.length != inputs.rows()) {
            throw new IllegalArgumentException("rows, tasks, labels and weights must have equal lengths");
        }
        return of(inputs, tasks, null, taskOf, labels, null, (Classes) null).withColumns(Columns.LONG);
    }

    /** Wide data: entry (i, t) of {@code labels} is the label of input i for task t, NaN where it is missing. */
    public static Dataset ofWide(Inputs inputs, List<String> tasks, Matrix labels) {
        if (labels.rows() != inputs.rows() || labels.cols() != tasks.size()) {
            throw new DataException("labels must be " + inputs.rows() + " x " + tasks.size() + ", got " + labels.rows()
                    + " x " + labels.cols());
        }
        int[] rows = new int[labels.data().length];
        int[] taskOf = new int[rows.length];
        double[] values = new double[rows.length];
        int size = 0;
        for (int i = 0; i < labels.rows(); i++) {
            for (int t = 0; t < labels.cols(); t++) {
                if (!Double.isNaN(labels.get(i, t))) {
                    rows[size] = i;
                    taskOf[size] = t;
                    values[size++] = labels.get(i, t);
                }
            }
        }
        return of(
                        inputs,
                        tasks,
                        Arrays.copyOf(rows, size),
                        Arrays.copyOf(taskOf, size),
                        Arrays.copyOf(values, size),
                        null,
                        (Classes) null)
                .withColumns(Columns.WIDE);
    }

    public Inputs inputs() {
        return inputs;
    }

    /** Task names, in order. */
    public List<String> tasks() {
        return tasks;
    }

    /** T. */
    public int taskCount() {
        return tasks.size();
    }

    /** N, the number of observations. */
    public int size() {
        return labels.length;
    }

    /** The input of observation o. */
    public int row(int o) {
        return rows == null ? o : rows[o];
    }

    /** Whether observation o is of input o, for all of them. */
    boolean countsRows() {
        return rows == null;
    }

    /** The task of observation o. */
    public int task(int o) {
        return taskOf[o];
    }

    public double label(int o) {
        return labels[o];
    }

    public double weight(int o) {
        return weights == null ? 1 : weights[o];
    }

    /** Whether any weight differs from 1. */
    public boolean weighted() {
        return weights != null;
    }

    /** The names of the classes behind the labels -1 and +1, or empty where no task has classes. */
    public Optional<List<String>> classes() {
        return Optional.ofNullable(classes).map(Classes::names);
    }

    /** Whether the labels of a task are classes, not numbers. */
    public boolean hasClasses(int task) {
        return classes != null && classes.of(task);
    }

    /** Whether the labels are two classes, or numbers that take exactly two values; those of rows that were collapsed are numbers. */
    public boolean twoValued() {
        return classes != null
                || (collapsed == null
                        && Arrays.stream(labels)
                                        .map(y -> y + 0.0)
                                        .distinct()
                                        .limit(3)
                                        .count()
                                == 2);
    }

    /** Where the data came from, for provenance. */
    public Source source() {
        return source;
    }

    /** The same data, said to come from {@code source}. */
    public Dataset withSource(Source newSource) {
        return new Dataset(
                inputs, tasks, rows, taskOf, labels, weights, classes, newSource, sourceRows, columns, collapsed);
    }

    /** The same data, said to come from {@code source}, input i from its row {@code rowsThere[i]}, or i where that is null. */
    public Dataset withSource(Source newSource, int @Nullable [] rowsThere) {
        return new Dataset(
                inputs,
                tasks,
                rows,
                taskOf,
                labels,
                weights,
                classes,
                newSource,
                unlessCounting(rowsThere),
                columns,
                collapsed);
    }

    /** The columns tasks and labels were read from, as far as that is known. */
    public Columns columns() {
        return columns;
    }

    /** The same data, said to come from these columns. */
    public Dataset withColumns(Columns newColumns) {
        return new Dataset(
                inputs, tasks, rows, taskOf, labels, weights, classes, source, sourceRows, newColumns, collapsed);
    }

    /** The row of the source that input {@code row} came from, counted from 0 and with the rows that were skipped. */
    public int sourceRow(int row) {
        return sourceRows == null ? row : sourceRows[row];
    }

    /** What these few weighted observations stand for; empty where they are the rows themselves. */
    public Optional<Collapsed> collapsed() {
        return Optional.ofNullable(collapsed);
    }

    /** The same observations, said to stand for others. */
    public Dataset standingFor(Collapsed others) {
        return new Dataset(inputs, tasks, rows, taskOf, labels, weights, classes, source, sourceRows, columns, others);
    }

    /** The number of labels there were, whether or not they were collapsed. */
    public long labels() {
        return collapsed == null
                ? labels.length
                : IntStream.range(0, tasks.size()).mapToLong(collapsed::labels).sum();
    }

    /** The labels each task had, whether or not they were collapsed. */
    public long[] labelsPerTask() {
        if (collapsed == null) {
            return Arrays.stream(countPerTask()).asLongStream().toArray();
        }
        return IntStream.range(0, tasks.size()).mapToLong(collapsed::labels).toArray();
    }

    /**
     * Refuses rows that were collapsed.
     *
     * @param what needs each row, in words that begin a sentence
     */
    public void requireRows(String what) {
        if (collapsed != null) {
            throw new DataException(what + " needs the rows themselves, got moments that stand for " + collapsed.rows()
                    + " rows; a linear kernel and the squared loss are all they serve");
        }
    }

    /** Observations of each task. */
    public int[] countPerTask() {
        int[] counts = new int[tasks.size()];
        for (int t : taskOf) {
            counts[t]++;
        }
        return counts;
    }

    /** The given observations, in the given order; inputs nobody refers to any more are left out, tasks all stay. */
    public Dataset select(int... observations) {
        requireRows("a choice of observations");
        int[] newRow = new int[inputs.rows()];
        Arrays.fill(newRow, -1);
        int[] kept = new int[Math.min(inputs.rows(), observations.length)];
        int count = 0;
        int[] selectedRows = new int[observations.length];
        int[] selectedTasks = new int[observations.length];
        double[] selectedLabels = new double[observations.length];
        double[] selectedWeights = weights == null ? null : new double[observations.length];
        for (int k = 0; k < observations.length; k++) {
            int o = observations[k];
            int row = row(o);
            if (newRow[row] < 0) {
                newRow[row] = count;
                kept[count++] = row;
            }
            selectedRows[k] = newRow[row];
            selectedTasks[k] = taskOf[o];
            selectedLabels[k] = labels[o];
            if (selectedWeights != null && weights != null) {
                selectedWeights[k] = weights[o];
            }
        }
        int[] keptRows = Arrays.copyOf(kept, count);
        return new Dataset(
                inputs.select(keptRows),
                tasks,
                unlessCounting(selectedRows),
                selectedTasks,
                selectedLabels,
                selectedWeights,
                classes,
                source,
                Arrays.stream(keptRows).map(this::sourceRow).toArray(),
                columns,
                null);
    }

    /** The same observations of other inputs (scaled ones, say), row for row. */
    public Dataset withInputs(Inputs replacement) {
        if (replacement.rows() != inputs.rows()) {
            throw new IllegalArgumentException(
                    "replacement must have " + inputs.rows() + " rows, got " + replacement.rows());
        }
        return new Dataset(
                replacement, tasks, rows, taskOf, labels, weights, classes, source, sourceRows, columns, collapsed);
    }

    /** The same observations with other numeric labels. */
    public Dataset withLabels(double... replacement) {
        return of(inputs, tasks, rows, taskOf, replacement, weights, (Classes) null)
                .from(this);
    }

    /** The same observations with other labels where they are numbers; classes stay what they are. */
    Dataset withNumbers(double... replacement) {
        return of(inputs, tasks, rows, taskOf, replacement, weights, classes).from(this);
    }

    /** The same observations with other weights. */
    public Dataset withWeights(double... replacement) {
        return of(inputs, tasks, rows, taskOf, labels, replacement, classes).from(this);
    }

    /**
     * The two-class reading of labels that take exactly two values: the smaller becomes -1, the larger +1. A data set
     * that has classes already is returned as it is.
     *
     * @throws DataException if the labels take another number of values
     */
    public Dataset asClasses() {
        return asClasses(tasks);
    }

    /**
     * The two-class reading of the labels of some tasks, which take the same two values; the labels of the others stay
     * numbers.
     *
     * @throws DataException if the labels of these tasks take another number of values
     */
    public Dataset asClasses(Collection<String> ofTasks) {
        if (classes != null) {
            return this;
        }
        requireRows("a loss for classes");
        BitSet chosen = new BitSet();
        for (String name : ofTasks) {
            int t = tasks.indexOf(name);
            if (t < 0) {
                throw new DataException(Names.unknown("task", name, tasks));
            }
            chosen.set(t);
        }
        double[] values = Classes.twoValues(labels, taskOf, chosen);
        double[] signs = labels.clone();
        for (int o = 0; o < signs.length; o++) {
            if (chosen.get(taskOf[o])) {
                signs[o] = labels[o] == values[0] ? -1 : 1;
            }
        }
        return of(inputs, tasks, rows, taskOf, signs, weights, Classes.of(values, chosen, tasks.size()))
                .from(this);
    }

    private Dataset from(Dataset other) {
        return new Dataset(
                inputs,
                tasks,
                rows,
                taskOf,
                labels,
                weights,
                classes,
                other.source,
                other.sourceRows,
                other.columns,
                other.collapsed);
    }
}
