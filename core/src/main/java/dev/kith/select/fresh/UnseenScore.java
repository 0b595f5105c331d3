package dev.kith.select.fresh;

import dev.kith.data.Columns;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.model.Model;
import dev.kith.model.Predictions.Unknown;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * How well a saved model predicts labelled rows of tasks it does not have, by what its tasks have in common.
 *
 * @param tasks those it does not have, in the order of the lists of {@link Scores}
 * @param scores one per measure, as in {@link ModelScore}
 * @param alone whether the table has no labelled row of a task that the model has
 */
public record UnseenScore(List<String> tasks, List<Scores> scores, boolean alone) {
    public UnseenScore {
        tasks = List.copyOf(tasks);
        scores = List.copyOf(scores);
    }

    /**
     * Measures a model; empty where it has all tasks of the table.
     *
     * @param labels which columns hold task and label
     * @param treated how rows of such tasks are predicted: {@link Unknown#COMMON} or {@link Unknown#ATTRIBUTES}
     * @param asked the only measure; empty for all that suit the model
     * @throws dev.kith.data.DataException if nothing predicts them
     * @throws IllegalArgumentException if rows do not name their task, or make a choice among classes
     */
    public static Optional<UnseenScore> of(
            Model model, Table table, Roles labels, Unknown treated, Optional<Measure> asked) {
        if (labels.taskColumn().isEmpty() || model.info().columns().shape() == Columns.Shape.CHOICE) {
            throw new IllegalArgumentException("rows must name their tasks and have a label of one kind");
        }
        Set<String> known = new HashSet<>(model.info().tasks());
        Optional<FreshRows> found = FreshRows.others(table, labels, model.info(), known);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Dataset rows = found.get().data();
        Model common = treated.by(model, rows.tasks().get(0));
        int[] inputs = IntStream.range(0, rows.size()).map(rows::row).toArray();
        double[] predictions = common.predict(rows.inputs().select(inputs), new int[inputs.length]);
        asked.ifPresent(measure -> Judged.requireSuits(measure, model));
        List<Scores> scores = asked.map(List::of).orElseGet(() -> ModelScore.measures(model)).stream()
                .map(measure -> new Judged(rows, measure, model).scores(predictions))
                .toList();
        return Optional.of(new UnseenScore(rows.tasks(), scores, found.get().skipped() == 0));
    }

    /** Labels that were predicted. */
    public int labels() {
        return scores.get(0).labels().stream().mapToInt(Integer::intValue).sum();
    }
}
