package dev.kith.select.fresh;

import dev.kith.data.DataException;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
import dev.kith.select.Gains;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which of two models predicts the same labelled rows better, and for whom: old or updated, alone or shared.
 *
 * @param tasks those that both models and the rows have
 * @param gains of the second over the first, paired row by row: a task's {@link Verdict#SHARE} is "the second is better"
 */
public record ModelContest(List<String> tasks, Scores first, Scores second, Gains gains) {
    private static final int NAMED = 8;

    public ModelContest {
        tasks = List.copyOf(tasks);
    }

    /**
     * Measures both on the rows of tasks that both have.
     *
     * @param labels which columns hold task and label; each model finds its features by name
     * @param asked empty for what suits the first model's loss
     * @param level how sure the intervals are
     */
    public static ModelContest of(
            Model first, Model second, Table table, Roles labels, Optional<Measure> asked, double level) {
        Set<String> common = FreshRows.common(first, second);
        if (common.isEmpty()) {
            throw new DataException("the models have no task in common");
        }
        if (!first.info().classes().equals(second.info().classes())) {
            throw new DataException("the models must predict the same, got "
                    + kind(first.info().classes()) + " and "
                    + kind(second.info().classes()));
        }
        if (!first.info().columns().choice().equals(second.info().columns().choice())) {
            throw new DataException("the models must choose among the same classes, in the same order");
        }
        FreshRows one = FreshRows.read(table, labels, first.info(), common);
        FreshRows two = FreshRows.read(table, labels, second.info(), common);
        asked.ifPresent(wanted -> Judged.requireSuits(wanted, first));
        Measure measure = asked.orElseGet(() -> ModelScore.measures(first).get(0));
        Judged old = new Judged(one.data(), measure, first);
        Judged next = new Judged(one.data(), measure, second);
        double[] before = old.judged(one.predictions(first));
        double[] after = next.judged(two.predictions(second));
        return new ModelContest(
                old.tasks(),
                Scores.of(measure, old.data(), before),
                Scores.of(measure, old.data(), after),
                Gains.of(measure, level, old.data(), before, after));
    }

    private static String kind(List<String> classes) {
        return classes.isEmpty() ? "numbers" : "classes " + classes;
    }

    /** Who wins, and for whom. */
    public List<String> sentences(String firstName, String secondName) {
        Measure measure = gains.measure();
        List<String> sentences = new ArrayList<>();
        String figures = " (" + measure.key() + " " + shown(second.summary()) + " and " + shown(first.summary()) + ", "
                + (first.together() ? "over all labels" : "means over tasks") + ").";
        sentences.add(
                switch (gains.verdict()) {
                    case SHARE -> secondName + " predicts better than " + firstName + figures;
                    case ISOLATE -> secondName + " predicts worse than " + firstName + figures;
                    case SAME -> secondName + " predicts as well as " + firstName + figures;
                    case UNCLEAR ->
                        "These rows do not tell whether " + secondName + " or " + firstName + " predicts better"
                                + figures;
                });
        sentences.add("By task: " + secondName + " is clearly better for " + gains.count(Verdict.SHARE) + " of "
                + Words.count(tasks.size(), "task") + ", clearly worse for " + gains.count(Verdict.ISOLATE)
                + ", no different for " + gains.count(Verdict.SAME) + "; for " + gains.count(Verdict.UNCLEAR)
                + " there is too little data to tell (" + Math.round(100 * gains.level())
                + "% intervals, paired, task by task).");
        named(Verdict.SHARE).ifPresent(names -> sentences.add("Better: " + names + "."));
        named(Verdict.ISOLATE).ifPresent(names -> sentences.add("Worse: " + names + "."));
        return sentences;
    }

    private Optional<String> named(Verdict verdict) {
        List<String> names = IntStream.range(0, tasks.size())
                .filter(t -> gains.perTask().get(t).verdict() == verdict)
                .mapToObj(tasks::get)
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
                        + (names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : ""));
    }

    private static String shown(OptionalDouble value) {
        return value.isPresent() ? Words.number(value.getAsDouble()) : "undefined";
    }
}
