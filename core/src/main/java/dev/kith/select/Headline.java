package dev.kith.select;

import dev.kith.score.Measure;
import dev.kith.score.Verdict;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The result of a comparison in one sentence: what {@link Answer} says, with figures in the user's units. */
record Headline(Comparison result) {
    @Override
    public String toString() {
        Answer answer = result.answer();
        return sentence(answer, result.sharing().method().label(), "(" + figures() + ")")
                + chance(answer, result.level()).map(said -> " " + said).orElse("")
                + result.judging().folding().note().map(note -> " " + note).orElse("");
    }

    /** Of many tasks some look clear that are not: intervals are right for each task, not for all of them at once. */
    static Optional<String> chance(Answer answer, double level) {
        long expected = Math.round(answer.tasks() * (1 - level) / 2);
        int fewer = answer.isolate() > 0 ? answer.isolate() : answer.share();
        return fewer > 0 && fewer <= expected
                ? Optional.of("(That " + fewer + " of " + Words.count(answer.tasks(), "task")
                        + " look so may be chance: about " + expected + " would if sharing made no difference at all.)")
                : Optional.empty();
    }

    /** No sentence claims what the counts in the answer deny. */
    static String sentence(Answer answer, String name, String figures) {
        String better = name + " predicts better than learning every task alone " + figures;
        String worse = "even the best method that shares, " + name + ", predicts worse than learning every task alone "
                + figures;
        String nobody = ", though for no single task is the difference clear.";
        String tasks = " of " + Words.count(answer.tasks(), "task");
        return switch (answer.kind()) {
            case HELPS -> "Sharing helps: " + better + ".";
            case HELPS_MOST ->
                "Sharing helps on the whole, but not everybody: " + better + ", yet " + answer.isolate() + tasks
                        + clearly(answer.isolate()) + " better off alone.";
            case HELPS_ON_AVERAGE -> "Sharing helps on average: " + better + nobody;
            case HELPS_SOME ->
                "Sharing helps some: with " + name + ", " + answer.share() + tasks + clearly(answer.share())
                        + " predicted better than alone and none worse; " + whole(answer.overall()) + " " + figures
                        + ".";
            case MIXED ->
                "Sharing cuts both ways: with " + name + ", " + answer.share() + tasks + clearly(answer.share())
                        + " predicted better than alone and " + answer.isolate() + clearly(answer.isolate())
                        + " worse off; " + whole(answer.overall()) + " " + figures + ".";
            case HARMS_SOME ->
                "Sharing harms some: with " + name + ", " + answer.isolate() + tasks + clearly(answer.isolate())
                        + " predicted worse than alone and none better; " + whole(answer.overall()) + " " + figures
                        + ".";
            case HARMS_ON_AVERAGE -> "Sharing harms on average: " + worse + nobody;
            case HARMS_MOST ->
                "Sharing harms on the whole: " + worse + ", though " + answer.share() + tasks + clearly(answer.share())
                        + " predicted better.";
            case HARMS -> "Sharing harms here: " + worse + ".";
            case NO_DIFFERENCE ->
                "Sharing makes no difference: the best method that shares, " + name
                        + ", predicts as well as learning every task alone " + figures + ".";
            case UNCLEAR ->
                "There is too little data to tell whether sharing helps: the best method that shares, " + name
                        + ", predicts neither clearly better nor clearly worse than learning every task alone "
                        + figures
                        + ".";
        };
    }

    private static String clearly(int tasks) {
        return tasks == 1 ? " is clearly" : " are clearly";
    }

    private static String whole(Verdict overall) {
        return switch (overall) {
            case SHARE -> "on average it predicts better";
            case ISOLATE -> "on average it predicts worse";
            case SAME -> "on average it makes no difference";
            case UNCLEAR -> "on average the difference is not clear";
        };
    }

    private String figures() {
        List<String> figures = new ArrayList<>();
        inUnits(true).ifPresent(figures::add);
        if (!figures.isEmpty() && result.measure().equals(Measure.RMSE)) {
            return figures.get(0);
        }
        figures.add(result.measure().key() + " " + number(result.sharing().mean()) + " instead of "
                + number(result.baseline().mean()));
        return String.join("; ", figures);
    }

    /** Where labels counted one by one say the opposite of tasks counted one by one, that is a sentence of its own. */
    Optional<String> contradiction() {
        return inUnits(false)
                .map(figures -> "Counted label by label, though, it is the other way round: " + figures
                        + ". Tasks with many labels, or labels far apart, weigh more there.");
    }

    /** The change in the user's units, if it agrees with the mean over tasks, or else if it does not. */
    private Optional<String> inUnits(boolean agreeing) {
        Verdict overall = result.answer().overall();
        OptionalDouble perTask = result.changePerTask();
        if (perTask.isPresent()) {
            return Optional.of(change(perTask.getAsDouble(), " error") + " per task")
                    .filter(text -> TypicalError.agrees(perTask.getAsDouble(), overall) == agreeing);
        }
        if (result.labels().severalClasses()) {
            return accuracies()
                    .filter(both -> opposite(both[1] - both[0], overall) != agreeing)
                    .map(both -> "the right class for " + Words.percent(both[1]) + " of rows instead of "
                            + Words.percent(both[0]));
        }
        return result.inUnits()
                .filter(error -> error.agrees(overall) == agreeing)
                .map(error -> words(error, result.labels().name()));
    }

    private static boolean opposite(double gain, Verdict overall) {
        return (overall == Verdict.SHARE && gain < 0) || (overall == Verdict.ISOLATE && gain > 0);
    }

    /** Of the baseline and of the method that shares. */
    private Optional<double[]> accuracies() {
        return result.accuracy(result.baseline())
                .flatMap(alone -> result.accuracy(result.sharing())
                        .map(ClassAccuracy::accuracy)
                        .map(shared -> new double[] {alone.accuracy(), shared}));
    }

    /** {@code 14% less error, 3.2 instead of 3.7 in score}. */
    static String words(TypicalError error, Optional<String> name) {
        if (error.measure().equals(Measure.ERROR)) {
            return change(error.change(), " wrong answers").replace("less", "fewer") + ", "
                    + Words.percent(error.contender()) + " instead of " + Words.percent(error.baseline());
        }
        return change(error.change(), " error") + ", " + number(error.contender()) + " instead of "
                + number(error.baseline()) + name.map(column -> " in " + column).orElse(" in units of the labels");
    }

    private static String change(double change, String what) {
        long percent = Math.round(100 * Math.abs(change));
        return percent == 0 ? "about as much" + what : percent + "% " + (change < 0 ? "less" : "more") + what;
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : Words.number(value);
    }
}
