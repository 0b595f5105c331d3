package dev.kith.data.moments;

import dev.kith.data.DataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link Moments} of sums that somebody else added up, such as a database.
 *
 * <pre>{@code
 *   ScatterBuilder builder = new ScatterBuilder(List.of("price", "size"), 5, 1);   // features, folds, their seed
 *   builder.add("north", 0, scatter);                                              // of (label, features), task by task, fold by fold
 *   Moments moments = builder.moments();
 * }</pre>
 */
public final class ScatterBuilder {
    private final List<String> features;
    private final int folds;
    private final long seed;
    private final Map<String, @Nullable Scatter[]> tasks = new LinkedHashMap<>();

    /** @param folds into which rows were dealt for cross-validation; 0 for none */
    public ScatterBuilder(List<String> features, int folds, long seed) {
        if (folds < 0 || folds == 1) {
            throw new IllegalArgumentException("folds must be 0 or at least 2, got " + folds);
        }
        this.features = List.copyOf(features);
        this.folds = folds;
        this.seed = seed;
    }

    /**
     * Adds the rows of a task in a fold, of which there must be none yet.
     *
     * @param fold from 0; 0 where there are no folds
     * @param scatter of the label and then the features
     */
    public void add(String task, int fold, Scatter scatter) {
        if (scatter.centre().length != 1 + features.size()) {
            throw new IllegalArgumentException("a scatter of the label and " + features.size() + " features is needed");
        }
        @Nullable Scatter[] parts = tasks.computeIfAbsent(task, name -> new Scatter[Math.max(1, folds)]);
        if (parts[fold] != null) {
            throw new DataException("task '" + task + "' comes twice");
        }
        parts[fold] = scatter;
    }

    /**
     * Everything added. A task with a single row is in no fold: it always trains.
     *
     * @throws DataException if a fold has no rows
     */
    public Moments moments() {
        int parts = folds == 0 ? 1 : folds + 1;
        Cell[][] cells = new Cell[tasks.size()][parts];
        boolean[] tested = new boolean[parts];
        long rows = 0;
        int t = 0;
        for (@Nullable Scatter[] scatters : tasks.values()) {
            long own = Arrays.stream(scatters)
                    .mapToLong(s -> s == null ? 0 : s.rows())
                    .sum();
            Arrays.setAll(cells[t], part -> new Cell(1 + features.size()));
            for (int fold = 0; fold < scatters.length; fold++) {
                Scatter scatter = scatters[fold];
                if (scatter != null) {
                    int part = folds > 0 && own == 1 ? folds : fold;
                    cells[t][part] = scatter.cell();
                    tested[part] = true;
                }
            }
            rows += own;
            t++;
        }
        for (int fold = 0; fold < folds; fold++) {
            if (!tested[fold]) {
                throw new DataException("the data cannot be divided into " + folds + " folds: they have too few rows");
            }
        }
        return new Moments(new ArrayList<>(tasks.keySet()), features, cells, folds, seed, rows);
    }
}
