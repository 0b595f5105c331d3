package dev.kith.data.moments;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a linear fit with the squared loss knows of any number of rows: for every task, and every fold of its rows, their number, total
 * weight w, mean and the triangular factor R of their scatter, of z = (x, y):
 *
 * <pre>  R'R = sum_i w_i (z_i - mean)(z_i - mean)'  </pre>
 *
 * {@link #dataset} turns them into at most d + 2 weighted rows per task with the same moments: every linear method gives the fit to all
 * rows. Moments add up: those of two files are those of both. Immutable.
 */
public final class Moments {
    private final List<String> tasks;
    private final List<String> features;
    private final Cell[][] cells;
    private final int folds;
    private final long seed;
    private final long rows;
    private final Source source;
    private final Columns columns;

    Moments(List<String> tasks, List<String> features, Cell[][] cells, int folds, long seed, long rows) {
        this(tasks, features, cells, folds, seed, rows, Source.NONE, Columns.UNKNOWN);
    }

    private Moments(
            List<String> tasks,
            List<String> features,
            Cell[][] cells,
            int folds,
            long seed,
            long rows,
            Source source,
            Columns columns) {
        this.tasks = List.copyOf(tasks);
        this.features = List.copyOf(features);
        this.cells = cells;
        this.folds = folds;
        this.seed = seed;
        this.rows = rows;
        this.source = source;
        this.columns = columns;
    }

    /** The moments of rows in memory, or those a data set was made of, without folds. */
    public static Moments of(Dataset data) {
        return data.collapsed()
                .flatMap(Representatives::behind)
                .map(Moments::whole)
                .orElseGet(() -> of(data, 0, 0));
    }

    /**
     * The moments of rows in memory, dealt to folds as {@link dev.kith.score.Split#folds} deals them.
     *
     * @throws DataException if the inputs are not dense, or labels are classes
     */
    public static Moments of(Dataset data, int folds, long seed) {
        if (!(data.inputs() instanceof DenseInputs dense) || data.classes().isPresent()) {
            throw new DataException("moments are of dense numeric inputs and numeric labels");
        }
        data.requireRows("a data set to take moments of");
        List<List<Integer>> byRow = new ArrayList<>();
        for (int i = 0; i < data.inputs().rows(); i++) {
            byRow.add(new ArrayList<>());
        }
        for (int o = 0; o < data.size(); o++) {
            byRow.get(data.row(o)).add(o);
        }
        try (MomentsBuilder builder = new MomentsBuilder(folds, seed, 1)) {
            for (int i = 0; i < byRow.size(); i++) {
                addRow(builder, data, dense, i, byRow.get(i));
            }
            return builder.moments(data.tasks(), dense.features()).with(data.source(), data.columns());
        }
    }

    /**
     * The moments of rows in memory with one label each, dealt to folds by what they say ({@link RowFold}): as where rows have no order.
     *
     * @throws DataException if the inputs are not dense, labels are classes, or a row has several
     */
    public static Moments byContent(Dataset data, int folds, long seed) {
        if (!(data.inputs() instanceof DenseInputs dense) || data.classes().isPresent()) {
            throw new DataException("moments are of dense numeric inputs and numeric labels");
        }
        data.requireRows("a data set to take moments of");
        if (data.inputs().rows() != data.size()) {
            throw new DataException("rows dealt by what they say must have one label each, got " + data.size()
                    + " labels of " + data.inputs().rows() + " rows");
        }
        RowFold deal = new RowFold(folds, seed);
        PartialMoments part = new PartialMoments(folds);
        for (int o = 0; o < data.size(); o++) {
            String task = data.tasks().get(data.task(o));
            double[] x = dense.values().row(data.row(o));
            part.add(task, deal.of(task, x, data.label(o), data.weight(o)), x, data.label(o), data.weight(o));
        }
        return part.moments(dense.features(), seed).with(data.source(), data.columns());
    }

    private static void addRow(MomentsBuilder builder, Dataset data, DenseInputs x, int row, List<Integer> members) {
        if (members.isEmpty()) {
            return;
        }
        int[] taskOf = new int[members.size()];
        double[] labels = new double[members.size()];
        double[] weights = new double[members.size()];
        for (int k = 0; k < labels.length; k++) {
            taskOf[k] = data.task(members.get(k));
            labels[k] = data.label(members.get(k));
            weights[k] = data.weight(members.get(k));
        }
        builder.add(taskOf, labels, x.values().row(row), weights);
    }

    /** The same moments, said to be of these data. */
    public Moments with(Source newSource, Columns newColumns) {
        return new Moments(tasks, features, cells, folds, seed, rows, newSource, newColumns);
    }

    public List<String> tasks() {
        return tasks;
    }

    public List<String> features() {
        return features;
    }

    /** How many rows these are the moments of. */
    public long rows() {
        return rows;
    }

    /** How many of them are of this task; all where tasks share their rows. */
    public long rows(String task) {
        int t = tasks.indexOf(task);
        if (t < 0) {
            throw new DataException(Names.unknown("task", task, tasks));
        }
        long count = 0;
        for (Cell cell : cells[shared() ? 0 : t]) {
            count += cell.count;
        }
        return count;
    }

    public Source source() {
        return source;
    }

    public Columns columns() {
        return columns;
    }

    int folds() {
        return folds;
    }

    long seed() {
        return seed;
    }

    Cell[][] cells() {
        return cells;
    }

    /** Whether all tasks share their rows. */
    boolean shared() {
        return cells.length == 1 && tasks.size() > 1;
    }

    /** Numbers in a row of a cell. */
    int width() {
        return (shared() ? tasks.size() : 1) + features.size();
    }

    /** The data set of few rows that stands for all of them, with its folds; features in the order of {@link #features}. */
    public Dataset dataset() {
        return dataset(features);
    }

    /**
     * The same with features in another order.
     *
     * @throws DataException if a column lies too far from 0, or is too large, for doubles to keep its digits in moments
     */
    public Dataset dataset(List<String> order) {
        return dataset(order, words -> {
                    throw new DataException(words);
                })
                .orElseThrow();
    }

    /**
     * The same, or nothing where a column lies too far from 0, or is too large, for doubles to keep its digits in moments: such rows must be
     * kept themselves.
     *
     * @param lost told which column, and why
     */
    public Optional<Dataset> dataset(List<String> order, Consumer<String> lost) {
        return Representatives.of(this, order, lost);
    }

    /** The same rows without folds. */
    public Moments whole() {
        if (folds == 0) {
            return this;
        }
        Cell[][] sums = new Cell[cells.length][];
        Triangle work = new Triangle(width());
        Arrays.setAll(sums, g -> new Cell[] {sum(cells[g], work)});
        return new Moments(tasks, features, sums, 0, 0, rows, source, columns);
    }

    private static Cell sum(Cell[] parts, Triangle work) {
        Cell sum = new Cell(parts[0].width);
        for (Cell part : parts) {
            sum.add(part, work);
        }
        sum.settle(work);
        return sum;
    }

    /**
     * The moments of these rows and those, without folds. Tasks and features are matched by name; tasks that only one of them has are
     * kept.
     *
     * @throws DataException if the features differ
     */
    public Moments plus(Moments other) {
        return Addition.of(whole(), other.whole());
    }

    /**
     * The same rows counting less: weights times {@code share}, in (0, 1].
     */
    public Moments times(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be a number > 0 and <= 1, got " + share);
        }
        Cell[][] less = new Cell[cells.length][];
        Arrays.setAll(
                less,
                g -> Arrays.stream(cells[g]).map(cell -> cell.times(share)).toArray(Cell[]::new));
        return new Moments(tasks, features, less, folds, seed, rows, source, columns);
    }

    /** These moments as bytes, which {@link #read} reads. Where a task has few rows they hold the rows themselves. */
    public byte[] bytes() {
        return MomentsBytes.of(this);
    }

    /**
     * Moments from their {@link #bytes}.
     *
     * @throws DataException if the bytes are not those of moments
     */
    public static Moments read(byte[] bytes) {
        return MomentsBytes.read(bytes);
    }
}
