package dev.kith.cli;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.TextWidth;
import dev.kith.data.Dataset;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
import dev.kith.select.Compare;
import dev.kith.select.Comparison;
import dev.kith.select.Comparison.Compared;
import dev.kith.select.Ensemble;
import dev.kith.select.Gains.TaskGain;
import dev.kith.text.Words;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A comparison for the terminal: what it found in a sentence, tables, and the rest in words. */
record CompareWords(Comparison comparison) {
    /** With more tasks than this, only those with a verdict are listed, and of these the most extreme. */
    private static final int LISTED = 12;

    /** Columns that the tables take with everything. */
    private static final int WIDE = 90;

    private static final int SHORT_NAMES = 10;

    /** Everything for the terminal. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(Terminal.wrapped(comparison.headline()));
        lines.add("");
        lines.addAll(tables(true));
        lines.add("");
        comparison.sentences().forEach(sentence -> lines.addAll(Terminal.wrapped(sentence)));
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
        lines.addAll(Terminal.wrapped(comparison.methods().stream()
                        .map(compared -> compared.method().label())
                        .collect(Collectors.joining(", ", "Methods: ", ". "))
                + comparison.measure().key() + ": " + comparison.measure().explanation()
                + "; " + Scores.words(comparison.baseline().scores().together())
                + ", on rows nobody trained on. vs stl: normalised improvement with its "
                + Math.round(100 * comparison.level()) + "% interval."));
        coarse().ifPresent(words -> lines.addAll(Terminal.wrapped(words)));
        lines.add("");
        lines.addAll(taskTable());
        return lines;
    }

    /** Which methods were tuned with fewer digits than the others. */
    private Optional<String> coarse() {
        double usual = Compare.tuningTolerance(comparison.baseline().method());
        List<Compared> slow = comparison.methods().stream()
                .filter(compared -> Compare.tuningTolerance(compared.method()) > usual)
                .toList();
        return slow.isEmpty()
                ? Optional.empty()
                : Optional.of("While settings were chosen, fits of "
                        + slow.stream().map(Compared::name).collect(Collectors.joining(", ")) + " stopped at a gap of "
                        + plain(Compare.tuningTolerance(slow.get(0).method())) + ", others at "
                        + plain(usual) + ".");
    }

    private static String plain(double tolerance) {
        return BigDecimal.valueOf(tolerance).stripTrailingZeros().toPlainString();
    }

    /** Where the terminal has no room for verdicts by method, which the sentences below say of the best. */
    private static boolean narrow() {
        return TextWidth.line() < WIDE;
    }

    private static String verdicts(Object share, Object isolate, Object same, Object unclear) {
        return narrow() ? "" : String.format(" %5s %7s %4s %7s", share, isolate, same, unclear);
    }

    /** How wide the names of methods are. */
    private int names() {
        return comparison.methods().stream()
                .mapToInt(method -> method.name().length())
                .reduce(SHORT_NAMES, Math::max);
    }

    private List<String> methodTable(boolean times) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                        "  %-" + names() + "s %8s   %-28s%s %7s",
                        "method",
                        shortName(comparison.measure()),
                        "vs stl",
                        verdicts("share", "isolate", "same", "unclear"),
                        times ? "seconds" : "")
                .stripTrailing());
        for (Compared method : comparison.methods()) {
            boolean baseline = method.equals(comparison.baseline());
            lines.add(String.format(
                            "  %-" + names() + "s %8s   %-28s%s %7s%s",
                            method.name(),
                            number(method.mean()),
                            baseline ? "" : percent(method.gains().improvement()),
                            baseline
                                    ? verdicts("", "", "", "")
                                    : verdicts(
                                            count(method, Verdict.SHARE),
                                            count(method, Verdict.ISOLATE),
                                            count(method, Verdict.SAME),
                                            count(method, Verdict.UNCLEAR)),
                            times ? Words.number(method.heldOut().seconds()) : "",
                            method.equals(comparison.winner()) && !ensembleBest() ? "  <- best" : "")
                    .stripTrailing());
        }
        comparison.ensemble().ifPresent(several -> lines.add(ensembleLine(several)));
        comparison
                .constant()
                .ifPresent(constant -> lines.add(String.format(
                        "  %-" + names() + "s %8s   %s",
                        constant.name(),
                        number(comparison
                                .judged(constant)
                                .scores(comparison.measure(), constantOn())
                                .summary()
                                .orElse(Double.NaN)),
                        IntStream.range(0, comparison.data().taskCount()).anyMatch(comparison.data()::hasClasses)
                                ? "always the task's more frequent class"
                                : "always the task's mean")));
        return lines;
    }

    private boolean ensembleBest() {
        return comparison.ensemble().filter(Ensemble::best).isPresent();
    }

    private String ensembleLine(Ensemble several) {
        return String.format(
                        "  %-" + names() + "s %8s   %-28s %5s %7s %4s %7s %7s%s",
                        Ensemble.NAME,
                        number(several.mean()),
                        percent(several.gains().improvement()),
                        several.gains().count(Verdict.SHARE),
                        several.gains().count(Verdict.ISOLATE),
                        several.gains().count(Verdict.SAME),
                        several.gains().count(Verdict.UNCLEAR),
                        "",
                        several.best() ? "  <- best" : "")
                .stripTrailing();
    }

    private Dataset constantOn() {
        return comparison.data().columns().choice().isPresent() ? comparison.judged() : comparison.data();
    }

    private static String shortName(Measure measure) {
        return measure.key()
                .replace("explained-variance", "expl.var")
                .replace("explained-deviance", "expl.dev")
                .replace("average-precision", "avg.prec");
    }

    private static String count(Compared method, Verdict verdict) {
        return Integer.toString(method.gains().count(verdict));
    }

    private List<String> taskTable() {
        List<String> lines = new ArrayList<>();
        List<String> tasks = comparison.judged().tasks();
        int width = tasks.stream().mapToInt(TextWidth::of).max().orElse(4);
        width = Math.max(4, Math.min(narrow() ? 11 : 24, width));
        String format = narrow() ? "  %1$s %3$9s %4$9s  %5$-34s %6$s" : "  %s %7s %9s %9s   %-34s %s";
        lines.add(String.format(
                format,
                TextWidth.fitted("task", width),
                "tested",
                "stl",
                comparison.sharing().name(),
                "gain",
                "verdict"));
        List<String> shown = shownTasks();
        for (String task : shown) {
            TaskGain gain = comparison.gain(task);
            lines.add(String.format(
                    format,
                    TextWidth.fitted(task, width),
                    gain.heldOut(),
                    number(gain.baseline().orElse(Double.NaN)),
                    number(gain.shared().orElse(Double.NaN)),
                    interval(gain.gain()),
                    narrow() ? gain.verdict().name().toLowerCase(Locale.ROOT) : gain.verdict()));
        }
        if (shown.size() < tasks.size()) {
            lines.add("  ... " + Words.count(tasks.size() - shown.size(), "more task")
                    + " (all of them: --json, --report)");
        }
        return lines;
    }

    /** All tasks if they are few; else those that gain and lose most. */
    private List<String> shownTasks() {
        if (comparison.judged().taskCount() <= LISTED) {
            return comparison.judged().tasks();
        }
        List<String> shown = new ArrayList<>();
        comparison.tasks(Verdict.SHARE).stream().limit(LISTED / 2).forEach(shown::add);
        List<String> losers = comparison.tasks(Verdict.ISOLATE).stream()
                .limit(LISTED / 2)
                .collect(Collectors.toCollection(ArrayList::new));
        java.util.Collections.reverse(losers);
        shown.addAll(losers);
        return shown;
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
        return Double.isNaN(value) ? "-" : Words.number(value);
    }
}
