package dev.kith.select.fresh;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.score.Scores;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Labelled rows as models read them.
 *
 * @param data rows of tasks that all models have, labels as the model reads them
 * @param strangers tasks in the table that a model does not have
 * @param skipped labels of these tasks
 */
record FreshRows(Dataset data, List<String> strangers, int skipped) {
    /** Where the table has what a model was trained with: tasks and labels, without its inputs. */
    static Roles labels(ModelInfo info) {
        Columns columns = info.columns();
        return switch (columns.shape()) {
            case WIDE -> Roles.targets(info.tasks());
            case CLASSES -> Roles.classes(columns.classes().orElseThrow());
            case CHOICE -> columns.labelled();
            case LONG, UNKNOWN ->
                columns.task().isPresent() && columns.target().isPresent()
                        ? Roles.task(columns.task().get())
                                .target(columns.target().get())
                        : Roles.none();
        };
    }

    static FreshRows read(Table table, Roles labels, ModelInfo info, Set<String> known) {
        if (info.loss().equals(TaskLosses.MIXED)) {
            throw new DataException("a model with numbers and classes has no measure for both: take the tasks of one"
                    + " kind out first (kith extract)");
        }
        Dataset all = table.dataset(info.inputs(labels));
        int[] kept = IntStream.range(0, all.size())
                .filter(o -> known.contains(all.tasks().get(all.task(o))))
                .toArray();
        Set<String> strangers = new TreeSet<>(all.tasks());
        strangers.removeAll(known);
        if (kept.length == 0) {
            throw new DataException(table.name() + ": no labelled row is of a task of the model; it has "
                    + Names.some(strangers) + ", the model " + Names.some(new TreeSet<>(known)));
        }
        return new FreshRows(known(all, kept, known, info.classes()), List.copyOf(strangers), all.size() - kept.length);
    }

    /** The rows of tasks that are not known, the others skipped; empty where there are none. */
    static Optional<FreshRows> others(Table table, Roles labels, ModelInfo info, Set<String> known) {
        Dataset all = table.dataset(info.inputs(labels));
        Set<String> others = new TreeSet<>(all.tasks());
        others.removeAll(known);
        int[] kept = IntStream.range(0, all.size())
                .filter(o -> others.contains(all.tasks().get(all.task(o))))
                .toArray();
        return kept.length == 0
                ? Optional.empty()
                : Optional.of(new FreshRows(
                        known(all, kept, others, info.classes()), List.copyOf(others), all.size() - kept.length));
    }

    /** The rows of tasks that are known, as data of these tasks alone; classes as the model names them: there may be one only. */
    private static Dataset known(Dataset all, int[] kept, Set<String> known, List<String> classes) {
        Dataset rows = all.select(kept);
        List<String> tasks = all.tasks().stream().filter(known::contains).toList();
        int[] place = new int[all.taskCount()];
        for (int t = 0, next = 0; t < place.length; t++) {
            place[t] = known.contains(all.tasks().get(t)) ? next++ : -1;
        }
        double[] labels =
                IntStream.range(0, rows.size()).mapToDouble(rows::label).toArray();
        boolean named = !classes.isEmpty() && rows.classes().isEmpty();
        for (int o = 0; named && o < labels.length; o++) {
            boolean first = named(classes.get(0), labels[o]);
            if (!first && !named(classes.get(1), labels[o])) {
                throw new DataException("label " + labels[o] + " of task '"
                        + rows.tasks().get(rows.task(o)) + "' is none of the model's classes " + classes);
            }
            labels[o] = first ? -1 : 1;
        }
        return Dataset.of(
                        rows.inputs(),
                        tasks,
                        IntStream.range(0, labels.length).map(rows::row).toArray(),
                        IntStream.range(0, labels.length)
                                .map(o -> place[rows.task(o)])
                                .toArray(),
                        labels,
                        rows.weighted()
                                ? IntStream.range(0, labels.length)
                                        .mapToDouble(rows::weight)
                                        .toArray()
                                : null,
                        named ? classes : rows.classes().orElse(null))
                .withSource(rows.source())
                .withColumns(rows.columns());
    }

    private static boolean named(String name, double label) {
        try {
            return Double.parseDouble(name) == label;
        } catch (NumberFormatException text) {
            return false;
        }
    }

    /** What a model predicts for each of them. */
    double[] predictions(Model model) {
        int[] inputs = IntStream.range(0, data.size()).map(data::row).toArray();
        int[] positions = model.info().positions(data.tasks());
        int[] tasks = IntStream.range(0, data.size())
                .map(o -> positions[data.task(o)])
                .toArray();
        return model.predict(data.inputs().select(inputs), tasks);
    }

    /*
     * What a constant answer comes to must not know the label it is judged by: a task of two rows has its own mean to within half
     * their difference. So a number is met by the mean of its task's other rows (of one that is alone, of all other rows). For classes
     * a task's other rows would often have the wrong majority by construction (one against one), so theirs is that of all rows.
     */

    /** What always the same answer would be, for each row; of classes its sign is the class that is there most. */
    double[] constants() {
        double[] sum = new double[data.taskCount() + 1];
        double[] weight = new double[data.taskCount() + 1];
        int all = data.taskCount();
        for (int o = 0; o < data.size(); o++) {
            for (int t : new int[] {data.task(o), all}) {
                sum[t] += data.weight(o) * data.label(o);
                weight[t] += data.weight(o);
            }
        }
        int[] rows = new int[all];
        IntStream.range(0, data.size()).forEach(o -> rows[data.task(o)]++);
        return IntStream.range(0, data.size())
                .mapToDouble(o -> {
                    int t = data.task(o);
                    double own = data.weight(o);
                    int of = rows[t] == 1 ? all : t;
                    return data.hasClasses(t)
                            ? Scores.constant(true, sum[all], weight[all])
                            : Scores.constant(false, sum[of] - own * data.label(o), weight[of] - own);
                })
                .toArray();
    }

    static Set<String> common(Model... models) {
        Set<String> tasks = new HashSet<>(models[0].info().tasks());
        Arrays.stream(models).forEach(model -> tasks.retainAll(model.info().tasks()));
        return tasks;
    }
}
