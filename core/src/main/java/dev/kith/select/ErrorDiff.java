package dev.kith.select;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Errors of two models on the same labelled rows.
 *
 * @param overall over all rows, each model on the tasks it has
 * @param perTask largest change first; tasks that only one model has stand last
 */
public record ErrorDiff(Measure measure, Change overall, List<Change> perTask) {
    public ErrorDiff {
        perTask = List.copyOf(perTask);
    }

    /** An error before and after; empty where a model has none. */
    public record Change(String task, OptionalDouble before, OptionalDouble after) {
        /** |after - before|; 0 where one of them is missing. */
        public double size() {
            return before.isPresent() && after.isPresent() ? Math.abs(after.getAsDouble() - before.getAsDouble()) : 0;
        }

        /** Whether the error went down. */
        public boolean better() {
            return before.isPresent() && after.isPresent() && after.getAsDouble() < before.getAsDouble();
        }

        /** Whether the error went up. */
        public boolean worse() {
            return before.isPresent() && after.isPresent() && after.getAsDouble() > before.getAsDouble();
        }
    }

    /**
     * Measures both models: the share of wrong classes where the second predicts classes, else the root mean square error.
     *
     * @param labels which columns hold task and label, without features: each model finds its own by name
     * @throws DataException if a model predicts both numbers and classes, no row is of one of its tasks, or classes differ
     */
    public static ErrorDiff of(Model before, Model after, Table table, Roles labels) {
        List<Model> models = List.of(before, after);
        for (Model model : models) {
            if (model.info().loss().equals(TaskLosses.MIXED)) {
                throw new DataException("errors of models with numbers and classes are not one measure: take the tasks"
                        + " of one kind out of them first (kith extract)");
            }
        }
        Measure measure = after.info().classes().isEmpty() ? Measure.RMSE : Measure.ERROR;
        List<Scores> scores = new ArrayList<>();
        Map<String, OptionalDouble[]> both = new LinkedHashMap<>();
        for (int k = 0; k < 2; k++) {
            Dataset rows = read(table, labels, models.get(k));
            scores.add(Scores.of(measure, rows, predictions(models.get(k), rows)));
            collect(scores.get(k), rows.tasks(), both, k);
        }
        List<Change> perTask = new ArrayList<>();
        both.forEach((name, errors) -> perTask.add(new Change(name, errors[0], errors[1])));
        perTask.sort(Comparator.comparingDouble(change -> -change.size()));
        Change overall =
                new Change("all", scores.get(0).overall(), scores.get(1).overall());
        return new ErrorDiff(measure, overall, perTask);
    }

    private static void collect(Scores scores, List<String> tasks, Map<String, OptionalDouble[]> into, int at) {
        for (int t = 0; t < tasks.size(); t++) {
            OptionalDouble score = scores.perTask().get(t);
            if (score.isPresent()) {
                into.computeIfAbsent(tasks.get(t), none ->
                        new OptionalDouble[] {OptionalDouble.empty(), OptionalDouble.empty()})[at] = score;
            }
        }
    }

    /** The rows of tasks the model has. */
    private static Dataset read(Table table, Roles labels, Model model) {
        Dataset all = table.dataset(model.info().inputs(labels));
        Set<String> known = Set.copyOf(model.info().tasks());
        int[] kept = IntStream.range(0, all.size())
                .filter(o -> known.contains(all.tasks().get(all.task(o))))
                .toArray();
        if (kept.length == 0) {
            throw new DataException(table.name() + ": no labelled row is of a task of the model");
        }
        Dataset rows = kept.length == all.size() ? all : all.select(kept);
        if (model.info().classes().isEmpty()) {
            return rows;
        }
        Dataset signs = rows.asClasses();
        if (!signs.classes().orElseThrow().equals(model.info().classes())) {
            throw new DataException(
                    table.name() + ": the labels are " + signs.classes().orElseThrow() + ", the model knows "
                            + model.info().classes());
        }
        return signs;
    }

    private static double[] predictions(Model model, Dataset rows) {
        int[] inputs = IntStream.range(0, rows.size()).map(rows::row).toArray();
        List<String> tasks = IntStream.range(0, rows.size())
                .mapToObj(o -> rows.tasks().get(rows.task(o)))
                .toList();
        return model.predict(rows.inputs().select(inputs), model.info().positions(tasks));
    }
}
