package dev.kith.cli;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.Table;
import dev.kith.data.Tables;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Model;
import dev.kith.select.Measure;
import dev.kith.select.Scores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Labelled rows on which two models are measured, and what comes out. */
final class DiffErrors {
    @Option(
            names = "--data",
            paramLabel = "DATA",
            description =
                    "Labelled rows to compare errors on: CSV, TSV or LIBSVM. Rows of tasks a model does not have do"
                            + " not count for it.")
    @Reads
    private @Nullable Path data;

    @Option(names = "--task", paramLabel = "COL", description = "The column of DATA that names a row's task.")
    private @Nullable String task;

    @Option(names = "--target", paramLabel = "COL", description = "The column of DATA with the label.")
    private @Nullable String target;

    @Option(
            names = "--targets",
            paramLabel = "C1,C2,...",
            split = ",",
            hideParamSyntax = true,
            description = "Wide DATA: one label column for each task.")
    private List<String> targets = List.of();

    /** Errors of one task, or of all together; NaN where a model has none. */
    record Pair(String task, double before, double after) {
        double size() {
            return Double.isNaN(after - before) ? 0 : Math.abs(after - before);
        }
    }

    /** @param perTask largest change first */
    record Result(String measure, Pair overall, List<Pair> perTask) {}

    boolean wanted() {
        return data != null;
    }

    Result measure(Model before, Model after) {
        for (Model model : List.of(before, after)) {
            if (model.info().loss().equals(TaskLosses.MIXED)) {
                throw new DataException("errors of models with numbers and classes are not one measure: compare the"
                        + " models without --data, or take tasks out with kith extract");
            }
        }
        Path file = java.util.Objects.requireNonNull(data);
        Table table = Tables.read(file);
        boolean classes = !after.info().classes().isEmpty();
        Measure measure = classes ? Measure.ERROR : Measure.RMSE;
        Map<String, double[]> both = new LinkedHashMap<>();
        double[] overall = {Double.NaN, Double.NaN};
        List<Model> models = List.of(before, after);
        for (int k = 0; k < 2; k++) {
            Dataset rows = read(table, models.get(k));
            Scores scores = Scores.of(measure, rows, predictions(models.get(k), rows));
            overall[k] = scores.overall().orElse(Double.NaN);
            for (int t = 0; t < rows.taskCount(); t++) {
                OptionalDouble score = scores.perTask().get(t);
                if (score.isPresent()) {
                    both.computeIfAbsent(rows.tasks().get(t), none -> new double[] {Double.NaN, Double.NaN})[k] =
                            score.getAsDouble();
                }
            }
        }
        List<Pair> perTask = new ArrayList<>();
        both.forEach((name, values) -> perTask.add(new Pair(name, values[0], values[1])));
        perTask.sort(Comparator.comparingDouble(pair -> -pair.size()));
        return new Result(measure.key(), new Pair("all", overall[0], overall[1]), perTask);
    }

    /** The rows of tasks the model has. */
    private Dataset read(Table table, Model model) {
        Roles roles = model.info().readsStrings()
                ? roles(table.format()).strings(model.info().features().get(0))
                : roles(table.format()).features(model.info().features());
        Dataset all = table.dataset(roles);
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
        int[] tasks = IntStream.range(0, rows.size())
                .map(o -> model.info().task(rows.tasks().get(rows.task(o))))
                .toArray();
        return model.predict(rows.inputs().select(inputs), tasks);
    }

    private Roles roles(Format format) {
        if (!targets.isEmpty()) {
            return Roles.targets(targets);
        }
        if (task != null && target != null) {
            return Roles.task(task).target(target);
        }
        if (task == null && target == null && format == Format.LIBSVM) {
            return Roles.none();
        }
        throw new UsageException("--data needs --task COL --target COL, or --targets C1,C2,... for wide data");
    }
}
