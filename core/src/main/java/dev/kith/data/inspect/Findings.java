package dev.kith.data.inspect;

import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspection.Finding;
import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.data.inspect.Inspection.TaskRows;
import dev.kith.data.inspect.Inspection.Topic;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a person should look at before learning, the gravest first. */
final class Findings {
    private static final double FORGOTTEN = 0.15;
    private static final int FEWEST_LEVELS = 5;
    private static final int FEW_OF_A_CLASS = 10;

    private final Judged judged;
    private final Roles roles;
    private final List<Finding> found = new ArrayList<>();

    Findings(Judged judged, Roles roles) {
        this.judged = judged;
        this.roles = roles;
    }

    List<Finding> all() {
        format();
        judged.leaks()
                .forEach(leak -> add(
                        Topic.LEAK,
                        leak.columns(),
                        String.join(" and ", quoted(leak.columns())) + " "
                                + leak.text().replace("the target", leak.target())
                                + "; would that be known beforehand?"));
        judged.task().ifPresentOrElse(this::tasks, this::noTask);
        forgotten();
        numericIds();
        targets();
        missing();
        return found;
    }

    private void add(Topic topic, List<String> columns, String text) {
        found.add(new Finding(topic, List.copyOf(columns), text));
    }

    private static List<String> quoted(List<String> names) {
        return names.stream().map(name -> "'" + name + "'").toList();
    }

    private void format() {
        Map<String, List<String>> unread = new LinkedHashMap<>();
        for (Sampled column : judged.columns()) {
            if (column.numeric()) {
                Uses.unread(column)
                        .ifPresent(what -> unread.computeIfAbsent(what, w -> new ArrayList<>())
                                .add(column.name()));
            }
        }
        unread.forEach((what, columns) -> add(
                Topic.FORMAT, columns, what + " in " + list(columns) + odd(columns) + ", which readers do not take"));
    }

    /** An example of a cell that is no number. */
    private String odd(List<String> columns) {
        return judged.columns().stream()
                .filter(c -> columns.contains(c.name()))
                .flatMap(c -> c.scan().values().keySet().stream()
                        .filter(text -> !c.scan().cell(text).kind().numeric()))
                .findFirst()
                .map(text -> ", such as \"" + Words.shortened(text) + "\"")
                .orElse("");
    }

    /** That there is nothing to share between, where one label is learned without tasks. */
    private void noTask() {
        boolean one = judged.targets().size() == 1
                && !TargetGuess.severalClasses(judged.targets().get(0));
        if (one) {
            add(
                    Topic.TASKS,
                    List.of(),
                    "no column groups rows, so there is one task and none to share with: methods are for families of related"
                            + " problems, and here they differ little; --task names the column if rows belong to groups");
        }
    }

    private void tasks(Sampled task) {
        TaskRows rows = TaskSizes.of(task, judged.targets(), judged.classes());
        if (rows.single() > 0) {
            add(
                    Topic.TASKS,
                    List.of(task.name()),
                    Words.count(rows.single(), "task") + " of one row: nothing of them can be held out");
        }
        if (rows.oneClass() > 0) {
            add(
                    Topic.TASKS,
                    List.of(task.name()),
                    Words.count(rows.oneClass(), "task") + " with labels of one class only");
        }
        Long blank = task.scan().spelled().get("");
        if (blank != null) {
            add(Topic.TASKS, List.of(task.name()), Words.count(blank, "row") + " without a task, which readers refuse");
        }
        for (Sampled target : judged.targets()) {
            if (Grouping.constantWithin(target.codes(), task.codes(), task.levels())) {
                add(
                        Topic.TARGET,
                        List.of(target.name(), task.name()),
                        "'" + target.name() + "' is the same in all rows of a task: is '" + task.name()
                                + "' the task, or '" + target.name() + "' a property of it?");
            }
        }
    }

    /** A column whose levels explain much of what the tasks leave. */
    private void forgotten() {
        Optional<Sampled> target = judged.targets().stream().findFirst().filter(t -> t.numeric() || judged.classes());
        if (target.isEmpty() || judged.targets().size() > 1 || target.get().levels() < 2) {
            return;
        }
        double[] labels = target.get().numeric() ? target.get().numbers() : asNumbers(target.get());
        double[] left = judged.task()
                .map(task -> Grouping.residuals(labels, task.codes(), task.levels()))
                .orElse(labels);
        for (Sampled column : judged.columns()) {
            if (possible(column, target.get())) {
                double share = beyondLine(left, column);
                if (share >= FORGOTTEN) {
                    add(Topic.FORGOTTEN_TASK, List.of(column.name()), forgotten(column, target.get(), share));
                }
            }
        }
    }

    private String forgotten(Sampled column, Sampled target, double share) {
        return "'" + column.name() + "' (" + Words.count(column.column().distinct(), "value") + ") explains "
                + Words.percent(share) + " of "
                + judged.task()
                        .map(task -> "what '" + task.name() + "' leaves of '" + target.name() + "'")
                        .orElse("'" + target.name() + "'")
                + ": is it the task?";
    }

    private static double[] asNumbers(Sampled target) {
        double[] numbers = new double[target.rows()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = target.code(i) < 0 ? Double.NaN : target.code(i) == 0 ? 1 : 0;
        }
        return numbers;
    }

    private boolean possible(Sampled column, Sampled target) {
        Kind kind = column.column().kind();
        boolean leaking = judged.leaks().stream()
                .anyMatch(leak -> leak.exact() && leak.columns().contains(column.name()));
        return column != target
                && judged.task().filter(task -> task == column).isEmpty()
                && !leaking
                && (kind == Kind.CATEGORY
                        || (kind == Kind.INTEGER && Uses.numericKey(column).isPresent()))
                && column.levels() >= FEWEST_LEVELS
                && 3 * column.levels() <= column.present();
    }

    private static double beyondLine(double[] left, Sampled column) {
        double share = Grouping.share(left, column.codes(), column.levels());
        if (!column.numeric()) {
            return share;
        }
        int[] rows = Ranks.both(left, column.numbers());
        double line = Ranks.correlation(Ranks.of(left, rows), Ranks.of(column.numbers(), rows));
        return share - line * line;
    }

    private void numericIds() {
        for (Sampled column : judged.columns()) {
            boolean used = judged.task().filter(task -> task == column).isPresent()
                    || judged.targets().contains(column)
                    || roles.columns(Roles.Part.ID).contains(column.name());
            if (!used) {
                Uses.numericKey(column)
                        .ifPresent(why -> add(
                                Topic.NUMERIC_ID,
                                List.of(column.name()),
                                "'" + column.name() + "' is a number and seems to be a name: " + why));
            }
        }
    }

    private void targets() {
        if (judged.targets().isEmpty()) {
            add(Topic.TARGET, List.of(), "no column looks like what is to be predicted; --target names it");
            return;
        }
        if (judged.classes()) {
            Sampled target = judged.targets().get(0);
            target.scan().values().forEach((label, count) -> {
                if (count < FEW_OF_A_CLASS) {
                    add(
                            Topic.TARGET,
                            List.of(target.name()),
                            "class '" + Words.shortened(label) + "' has " + Words.count(count, "label"));
                }
            });
        }
        judged.targets()
                .forEach(target ->
                        TargetShape.counts(target).ifPresent(text -> add(Topic.TARGET, List.of(target.name()), text)));
        for (Sampled target : judged.targets()) {
            if (target.column().missing() > 0) {
                add(
                        Topic.MISSING,
                        List.of(target.name()),
                        Words.count(target.column().missing(), "row") + " without a label '" + target.name()
                                + "' will be left out");
            }
            if (!Judged.classes(target)) {
                TargetShape.skew(target).ifPresent(advice -> add(Topic.TARGET, List.of(target.name()), advice));
            }
        }
    }

    private void missing() {
        List<Sampled> features = judged.columns().stream()
                .filter(c -> c.column().missing() > 0)
                .filter(c -> !judged.targets().contains(c))
                .filter(c -> !roles.columns(Roles.Part.DROP).contains(c.name()))
                .filter(c -> judged.task().filter(task -> task == c).isEmpty())
                .toList();
        if (!features.isEmpty()) {
            add(
                    Topic.MISSING,
                    features.stream().map(Sampled::name).toList(),
                    "missing values in "
                            + features.stream()
                                    .limit(6)
                                    .map(c -> "'" + c.name() + "' ("
                                            + Words.count(c.column().missing(), "cell") + ")")
                                    .collect(Collectors.joining(", "))
                            + (features.size() > 6 ? " and " + (features.size() - 6) + " more" : "")
                            + ": filled when a model is trained (--impute none refuses them)");
        }
    }

    private static String list(List<String> columns) {
        return columns.size() <= 4
                ? String.join(", ", quoted(columns))
                : String.join(", ", quoted(columns.subList(0, 3))) + " and " + (columns.size() - 3) + " more";
    }
}
