package dev.kith.cli;

import dev.kith.cli.report.Report.Tie;
import dev.kith.data.Dataset;
import dev.kith.select.Answer;
import dev.kith.select.Gains.TaskGain;
import dev.kith.select.Interval;
import dev.kith.select.Measure;
import dev.kith.select.Scores;
import dev.kith.select.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A comparison in words: for the terminal, and the sentences of the report.
 *
 * @param likeness how alike the method the verdicts are of takes tasks to be
 * @param ties the tasks a task is tied to most under the method the verdicts speak of
 */
record CompareWords(CompareResult result, Likeness likeness, IntFunction<List<Tie>> ties) {
    /** With more tasks than this, only those with a verdict are listed, and of these the most extreme. */
    private static final int LISTED = 12;

    /** The result in one sentence. */
    String headline() {
        return new CompareHeadline(result).toString();
    }

    /** How many tasks gain and lose, and who loses to whom. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        Answer answer = result.answer();
        sentences.add("With " + result.methods().get(result.shared()).name() + ", sharing helps " + answer.share()
                + " of " + Terminal.count(answer.tasks(), "task") + ", harms " + answer.isolate()
                + ", makes no difference to " + answer.same() + ", and for " + answer.unclear()
                + " there is too little data to tell (" + Math.round(100 * result.level())
                + "% intervals, task by task; no difference: the interval is within "
                + result.measure().marginWords() + ").");
        new CompareHeadline(result).contradiction().ifPresent(sentences::add);
        accuracies().ifPresent(sentences::add);
        negativeTransfer().ifPresent(sentences::add);
        likeness.even().ifPresent(sentences::add);
        leftOut().ifPresent(sentences::add);
        int undefined = result.scores().get(0).undefined();
        if (undefined > 0) {
            sentences.add(Terminal.count(undefined, "task") + (undefined == 1 ? " has" : " have") + " no "
                    + result.measure().key() + " (" + why() + ") and " + (undefined == 1 ? "is" : "are")
                    + " left out of the means.");
        }
        return sentences;
    }

    /** The choice among several classes as a whole, beside always giving the same answer. */
    private Optional<String> accuracies() {
        return result.accuracy(0)
                .map(alone -> "Accuracy, the right one of " + result.data().taskCount()
                        + " classes for " + Terminal.count(alone.rows(), "row") + ": "
                        + IntStream.range(0, result.methods().size())
                                .mapToObj(m -> result.methods().get(m).name() + " "
                                        + share(result.accuracy(m).orElseThrow().accuracy()))
                                .collect(Collectors.joining(", "))
                        + "; always answering '" + alone.majority() + "' " + share(alone.majorityAccuracy()) + ".");
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    private Optional<String> leftOut() {
        Scores scores = result.scores().get(0);
        int few = scores.tooFew();
        return few == 0
                ? Optional.empty()
                : Optional.of(Terminal.count(few, "task") + (few == 1 ? " has" : " have") + " fewer than "
                        + scores.fewest() + " held-out labels, too few to tell their own variance, and "
                        + (few == 1 ? "does" : "do") + " not count in the mean "
                        + result.measure().key() + ".");
    }

    private String why() {
        return !result.measure().ofNumbers() ? "one class only, or nothing held out" : "equal labels, or none held out";
    }

    private Optional<String> negativeTransfer() {
        List<Integer> losers = tasks(Verdict.ISOLATE);
        if (losers.isEmpty()) {
            return Optional.empty();
        }
        String names = losers.stream().limit(LISTED).map(t -> task(t) + tied(t)).collect(Collectors.joining("; "));
        return Optional.of("Negative transfer: " + names
                + (losers.size() > LISTED ? "; and " + (losers.size() - LISTED) + " more" : "") + ".");
    }

    private String tied(int t) {
        List<Tie> to = ties.apply(t);
        return to.isEmpty()
                ? likeness.even().isPresent() ? "" : " (tied to nobody in particular)"
                : to.stream()
                        .map(tie -> tie.task() + (tie.strength() < 0 ? " (opposite)" : ""))
                        .collect(Collectors.joining(", ", " (tied to ", ")"));
    }

    private String task(int t) {
        return result.data().tasks().get(t);
    }

    /** The tasks with a verdict, largest gain first; for {@link Verdict#ISOLATE} largest loss first. */
    private List<Integer> tasks(Verdict verdict) {
        Comparator<Integer> byGain =
                Comparator.comparingDouble(t -> -gain(t).gain().estimate());
        return IntStream.range(0, result.data().taskCount())
                .filter(t -> gain(t).verdict() == verdict)
                .boxed()
                .sorted(verdict == Verdict.ISOLATE ? byGain.reversed() : byGain)
                .toList();
    }

    private TaskGain gain(int t) {
        return result.verdicts().perTask().get(t);
    }

    /** Everything for the terminal. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(tables(true));
        lines.add("");
        lines.addAll(Terminal.wrapped(headline()));
        sentences().forEach(sentence -> lines.addAll(Terminal.wrapped(sentence)));
        return lines;
    }

    /**
     * Methods, how they were measured, and tasks.
     *
     * @param times whether to say how long methods took, which differs from run to run
     */
    List<String> tables(boolean times) {
        List<String> lines = new ArrayList<>(methodTable(times));
        lines.add("");
        lines.addAll(Terminal.wrapped(
                result.measure().key() + ": " + result.measure().explanation()
                        + "; the mean over tasks, on rows nobody trained on. vs stl: normalised improvement with its "
                        + Math.round(100 * result.level()) + "% interval."));
        lines.add("");
        lines.addAll(taskTable());
        return lines;
    }

    private List<String> methodTable(boolean times) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                        "  %-10s %8s   %-28s %5s %7s %4s %7s %7s",
                        "method",
                        shortName(result.measure()),
                        "vs stl",
                        "share",
                        "isolate",
                        "same",
                        "unclear",
                        times ? "seconds" : "")
                .stripTrailing());
        for (int m = 0; m < result.methods().size(); m++) {
            boolean baseline = m == 0;
            lines.add(String.format(
                            "  %-10s %8s   %-28s %5s %7s %4s %7s %7s%s",
                            result.methods().get(m).name(),
                            number(result.mean(m)),
                            baseline ? "" : percent(result.gains().get(m).improvement()),
                            baseline ? "" : count(m, Verdict.SHARE),
                            baseline ? "" : count(m, Verdict.ISOLATE),
                            baseline ? "" : count(m, Verdict.SAME),
                            baseline ? "" : count(m, Verdict.UNCLEAR),
                            times ? Terminal.number(result.heldOut().get(m).seconds()) : "",
                            m == result.best() ? "  <- best" : "")
                    .stripTrailing());
        }
        return lines;
    }

    private static String shortName(Measure measure) {
        return switch (measure) {
            case EXPLAINED_VARIANCE -> "expl.var";
            case AVERAGE_PRECISION -> "avg.prec";
            default -> measure.key();
        };
    }

    private String count(int m, Verdict verdict) {
        return Integer.toString(result.gains().get(m).count(verdict));
    }

    private List<String> taskTable() {
        List<String> lines = new ArrayList<>();
        Dataset data = result.data();
        int width = data.tasks().stream().mapToInt(String::length).max().orElse(4);
        width = Math.max(4, Math.min(24, width));
        String format = "  %-" + width + "s %7s %9s %9s   %-34s %s";
        lines.add(String.format(
                format,
                "task",
                "tested",
                "stl",
                result.methods().get(result.shared()).name(),
                "gain",
                "verdict"));
        List<Integer> shown = shownTasks();
        for (int t : shown) {
            TaskGain gain = gain(t);
            lines.add(String.format(
                    format,
                    shorten(task(t), width),
                    gain.heldOut(),
                    number(gain.baseline().orElse(Double.NaN)),
                    number(gain.shared().orElse(Double.NaN)),
                    interval(gain.gain()),
                    gain.verdict()));
        }
        if (shown.size() < data.taskCount()) {
            lines.add("  ... " + Terminal.count(data.taskCount() - shown.size(), "more task")
                    + " (all of them: --json, --report)");
        }
        return lines;
    }

    /** All tasks if they are few; else those that gain and lose most. */
    private List<Integer> shownTasks() {
        int tasks = result.data().taskCount();
        if (tasks <= LISTED) {
            return IntStream.range(0, tasks).boxed().toList();
        }
        List<Integer> shown = new ArrayList<>();
        tasks(Verdict.SHARE).stream().limit(LISTED / 2).forEach(shown::add);
        List<Integer> losers =
                tasks(Verdict.ISOLATE).stream().limit(LISTED / 2).collect(Collectors.toCollection(ArrayList::new));
        java.util.Collections.reverse(losers);
        shown.addAll(losers);
        return shown;
    }

    private static String shorten(String name, int width) {
        return name.length() <= width ? name : name.substring(0, width - 3) + "...";
    }

    private static String interval(Interval gain) {
        return Double.isFinite(gain.low()) && !Double.isNaN(gain.estimate())
                ? signed(gain.estimate()) + " (" + signed(gain.low()) + " to " + signed(gain.high()) + ")"
                : "unknown";
    }

    private static String signed(double value) {
        return (value > 0 ? "+" : "") + number(value);
    }

    static String percent(Interval interval) {
        return Double.isFinite(interval.low())
                ? String.format(
                        Locale.ROOT,
                        "%+.1f%% (%+.1f%% to %+.1f%%)",
                        100 * interval.estimate(),
                        100 * interval.low(),
                        100 * interval.high())
                : "unknown";
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : Terminal.number(value);
    }
}
