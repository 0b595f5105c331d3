package dev.kith.data.moments;

import dev.kith.data.DataException;
import dev.kith.data.shape.FoldDeal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Gathers {@link Moments} from rows that pass by once, in memory that depends on tasks and features but not on the number of rows.
 *
 * <pre>{@code
 *   try (MomentsBuilder builder = new MomentsBuilder(5, 1, 2)) {     // folds, their seed, threads
 *       for (...) builder.add(task, features, label, weight);
 *       Moments moments = builder.moments(taskNames, featureNames);
 *   }
 * }</pre>
 *
 * The result does not depend on the number of threads. Used by one thread.
 */
public final class MomentsBuilder implements AutoCloseable {
    private final int folds;
    private final long seed;
    private final Cells cells;
    private final FoldDeal deal;
    private final Map<Long, Row> waiting = new HashMap<>();
    private Row current = new Row(new int[0], new double[0], new double[0], new double[0]);
    private long rows;
    private boolean dealt;
    private double[] weights = new double[0];

    /** A row with its labels. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Row(int[] tasks, double[] labels, double[] x, double[] weights) {}

    /**
     * @param folds into which rows are dealt for cross-validation, as {@link dev.kith.score.Split} does; 0 for none
     * @param seed of the folds
     * @param threads how many collapse rows
     */
    public MomentsBuilder(int folds, long seed, int threads) {
        if (folds < 0 || folds == 1) {
            throw new IllegalArgumentException("folds must be 0 or at least 2, got " + folds);
        }
        this.folds = folds;
        this.seed = seed;
        this.cells = new Cells(folds == 0 ? 1 : folds + 1, threads);
        this.deal = new FoldDeal(Math.max(2, folds), new SplittableRandom(seed).split(), this::put);
    }

    /** Adds a row of one task. A row may have more features than those before it, which then had zeros there. */
    public void add(int task, double[] features, double label, double weight) {
        add(new int[] {task}, new double[] {label}, features, weight);
    }

    /** Adds a row with a label for each of some tasks, none twice. Arrays may be used again by the caller. */
    public void add(int[] tasks, double[] labels, double[] features, double weight) {
        if (weights.length != tasks.length) {
            weights = new double[tasks.length];
        }
        Arrays.fill(weights, weight);
        add(tasks, labels, features, weights);
    }

    /** The same with a weight for each label. */
    public void add(int[] tasks, double[] labels, double[] features, double[] each) {
        for (double weight : each) {
            if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new DataException("row " + rows + ": weight must be a finite number >= 0, got " + weight);
            }
        }
        cells.widen(features.length);
        current = new Row(tasks, labels, features, each);
        dealt = false;
        if (folds == 0) {
            put(current, 0);
        } else {
            deal.add(rows, tasks.clone());
            if (!dealt) {
                waiting.put(rows, new Row(tasks.clone(), labels.clone(), features.clone(), each.clone()));
            }
        }
        rows++;
    }

    private void put(long row, int fold) {
        int part = fold == FoldDeal.TRAINS ? folds : fold;
        if (row == rows) {
            dealt = true;
            put(current, part);
        } else {
            put(java.util.Objects.requireNonNull(waiting.remove(row)), part);
        }
    }

    private void put(Row row, int part) {
        cells.add(row.tasks, row.labels, row.x, row.weights, part);
    }

    /** How many numbers are held now, about. */
    public long numbers() {
        return cells.numbers();
    }

    /**
     * Everything added. Once.
     *
     * @param tasks names of the tasks, by number
     * @param features names of the features, in the order of the rows
     */
    public Moments moments(List<String> tasks, List<String> features) {
        if (folds > 0) {
            deal.finish();
            if (Arrays.stream(deal.sizes()).anyMatch(size -> size == 0)) {
                throw new DataException("the data cannot be divided into " + folds + " folds: only "
                        + Arrays.stream(deal.sizes()).sum() + " of its labels can be tested");
            }
        }
        cells.widen(features.size());
        return new Moments(
                List.copyOf(tasks), new ArrayList<>(features), cells.finished(tasks.size()), folds, seed, rows);
    }

    @Override
    public void close() {
        cells.close();
    }
}
