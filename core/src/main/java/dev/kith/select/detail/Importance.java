package dev.kith.select.detail;

import dev.kith.score.Interval;
import java.util.List;

/**
 * Which columns the predictions need: how much larger the error on held-out rows is when the cells of a column change places among the rows of
 * their task.
 *
 * <pre>  rise of a column = error with it shuffled - error as it is  </pre>
 *
 * Every row is predicted by the model of the fold that did not see it. Columns that say the same each look unimportant, as the other one is still
 * there; a column that is the same in all rows of a task cannot be judged so, since nothing changes.
 *
 * @param unit what errors are counted in
 * @param level how sure the intervals are: they say what other rows might have shown, not what other fits would
 * @param error as it is, on these rows
 * @param columns the largest rise first
 * @param tasks whose own rises are given: those with {@value #LEAST} of these rows or more, where tasks are few enough
 * @param rows how many held-out labels were predicted
 * @param of how many there are
 * @param shuffles how often each column was shuffled; losses are the mean
 */
public record Importance(
        ErrorUnit unit,
        double level,
        double error,
        List<Column> columns,
        List<String> tasks,
        int rows,
        int of,
        int shuffles) {
    /** Fewer rows of a task say nothing about it. */
    static final int LEAST = 10;

    public Importance {
        columns = List.copyOf(columns);
        tasks = List.copyOf(tasks);
    }

    /**
     * A column.
     *
     * @param rise of the error over all these rows
     * @param even whether no task has two different cells among these rows, so that shuffling changes nothing
     * @param perTask the rise in each of {@link #tasks}, of the columns that matter most; empty for the others
     */
    public record Column(String name, Interval rise, boolean even, List<Interval> perTask) {
        public Column {
            perTask = List.copyOf(perTask);
        }

        /** Whether the error rises by more than what chance explains. */
        public boolean clear() {
            return rise.low() > 0;
        }
    }
}
