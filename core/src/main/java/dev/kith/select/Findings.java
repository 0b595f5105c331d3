package dev.kith.select;

import static dev.kith.text.Words.count;

import dev.kith.data.Dataset;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
import dev.kith.select.Likeness.Tie;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a comparison found beside its headline, in sentences.
 *
 * @param likeness how alike the method the verdicts are of takes tasks to be
 */
record Findings(Comparison comparison, Likeness likeness) {
    /** With more tasks than this that lose, only the first are named. */
    private static final int NAMED = 12;

    private static final int TIES = 3;

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        Answer answer = comparison.answer();
        sentences.add("With " + comparison.sharing().name() + ", sharing helps " + answer.share() + " of "
                + count(answer.tasks(), "task") + ", harms " + answer.isolate() + ", makes no difference to "
                + answer.same() + ", and for " + answer.unclear() + " there is too little data to tell ("
                + Math.round(100 * comparison.level())
                + "% intervals, task by task; no difference: the interval is within "
                + comparison.measure().marginWords() + ").");
        missing().ifPresent(sentences::add);
        comparison.refused().forEach((name, why) -> sentences.add("Left out: " + name + ", as " + why + "."));
        comparison
                .data()
                .collapsed()
                .ifPresent(rows -> sentences.add(
                        "Rows were collapsed into moments: errors are those of all rows, and intervals come from leaving"
                                + " out one of " + rows.blocks() + " blocks of them at a time."));
        sentences.addAll(comparison.judging().sentences());
        new Headline(comparison).contradiction().ifPresent(sentences::add);
        accuracies().or(this::inUnits).ifPresent(sentences::add);
        negativeTransfer().ifPresent(sentences::add);
        likeness.even().ifPresent(sentences::add);
        comparison.ensemble().ifPresent(several -> sentences.addAll(several.sentences(comparison.winner())));
        Ensemble.leftOut(comparison).ifPresent(sentences::add);
        leftOut().ifPresent(sentences::add);
        undefined().ifPresent(sentences::add);
        return sentences;
    }

    /** What there was no time for. */
    private Optional<String> missing() {
        List<String> missing = comparison.missing();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("The time given was over before " + String.join(", ", missing)
                        + (missing.size() == 1 ? " was" : " were") + " done: nothing is said of "
                        + (missing.size() == 1 ? "it" : "them")
                        + ", and models are as one part of the rows trained them, not all rows.");
    }

    /** The choice among several classes as a whole, beside always giving the same answer. */
    private Optional<String> accuracies() {
        return comparison
                .accuracy(comparison.baseline())
                .map(alone -> "Accuracy, the right one of " + classes() + " classes for "
                        + count(alone.rows(), "row") + ": "
                        + comparison.methods().stream()
                                .map(method -> method.name() + " "
                                        + Words.percent(comparison
                                                .accuracy(method)
                                                .orElseThrow()
                                                .accuracy()))
                                .collect(Collectors.joining(", "))
                        + "; always answering '" + alone.majority() + "' " + Words.percent(alone.majorityAccuracy())
                        + ".");
    }

    private int classes() {
        return comparison
                .data()
                .columns()
                .choice()
                .map(choice -> choice.classes().size())
                .orElse(comparison.data().taskCount());
    }

    /** Every method in what the labels are counted in, beside knowing nothing but the task. */
    private Optional<String> inUnits() {
        LabelWords labels = comparison.labels();
        Optional<HeldOut> constant = comparison.constant();
        Dataset data = comparison.data();
        long classes =
                IntStream.range(0, data.taskCount()).filter(data::hasClasses).count();
        boolean numbers = classes == 0;
        boolean told = numbers && comparison.measure().equals(Measure.RMSE);
        if (told || constant.isEmpty() || !labels.oneUnit() || (!numbers && classes < data.taskCount())) {
            return Optional.empty();
        }
        Measure measure = numbers ? Measure.RMSE : Measure.ERROR;
        Function<HeldOut, String> shown = held -> held.scores(measure, data).overall().stream()
                .mapToObj(value -> numbers ? Words.number(value) : Words.percent(value))
                .findFirst()
                .orElse("-");
        return Optional.of((numbers
                        ? "Root mean squared error"
                                + labels.name().map(name -> " in " + name).orElse("")
                        : "Wrong answers")
                + " over all held-out labels: "
                + comparison.methods().stream()
                        .map(method -> method.name() + " " + shown.apply(method.heldOut()))
                        .collect(Collectors.joining(", "))
                + comparison
                        .ensemble()
                        .map(several -> ", " + Ensemble.NAME + " " + shown.apply(several.heldOut()))
                        .orElse("")
                + "; always the task's " + (numbers ? "mean " : "more frequent class ") + shown.apply(constant.get())
                + ".");
    }

    private Optional<String> leftOut() {
        Scores scores = comparison.baseline().scores();
        int few = scores.tooFew();
        return few == 0 || scores.together()
                ? Optional.empty()
                : Optional.of(count(few, "task") + (few == 1 ? " has" : " have") + " fewer than " + scores.fewest()
                        + " held-out labels, too few to tell their own variance, and " + (few == 1 ? "does" : "do")
                        + " not count in the mean " + comparison.measure().key() + ".");
    }

    private Optional<String> undefined() {
        int undefined = comparison.baseline().scores().undefined();
        String why = !comparison.measure().ofNumbers()
                ? "one class only, or nothing held out"
                : "equal labels, or none held out";
        return undefined == 0
                ? Optional.empty()
                : Optional.of(count(undefined, "task") + (undefined == 1 ? " has" : " have") + " no "
                        + comparison.measure().key() + " (" + why + ") and " + (undefined == 1 ? "is" : "are")
                        + " left out of the means.");
    }

    private Optional<String> negativeTransfer() {
        List<String> losers = comparison.tasks(Verdict.ISOLATE);
        if (losers.isEmpty()) {
            return Optional.empty();
        }
        String names =
                losers.stream().limit(NAMED).map(task -> task + tied(task)).collect(Collectors.joining("; "));
        return Optional.of("Negative transfer: " + names
                + (losers.size() > NAMED ? "; and " + (losers.size() - NAMED) + " more" : "") + ".");
    }

    private String tied(String task) {
        List<String> tasks = comparison.judged().tasks();
        List<Tie> ties = likeness.ties(tasks.indexOf(task), TIES);
        return ties.isEmpty()
                ? likeness.even().isPresent() ? "" : " (tied to nobody in particular)"
                : ties.stream()
                        .map(tie -> tasks.get(tie.task()) + (tie.strength() < 0 ? " (opposite)" : ""))
                        .collect(Collectors.joining(", ", " (tied to ", ")"));
    }
}
