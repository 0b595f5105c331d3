package dev.kith.cli.text;

import dev.kith.cli.terminal.TextWidth;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspection;
import dev.kith.data.inspect.Inspection.Column;
import dev.kith.data.inspect.Inspection.Finding;
import dev.kith.data.inspect.Inspection.Guess;
import dev.kith.data.inspect.Inspection.Part;
import dev.kith.data.inspect.Inspection.TaskRows;
import dev.kith.data.inspect.Inspection.Topic;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is in a table, in lines for a terminal of 80 letters. */
public record InspectText(Inspection seen) {
    private static final String GUESSED = "Guessed, and the option that says otherwise:";
    private static final Set<Topic> MISLEADING = EnumSet.of(Topic.LEAK, Topic.FORGOTTEN_TASK);
    private static final int WIDTH = 80;
    private static final int MOST_COLUMNS = 40;
    private static final int MOST_CLASSES = 8;
    private static final int NAME = 16;

    /** Everything, ending with the command to run next. */
    public List<String> lines(String command) {
        List<String> lines = new ArrayList<>();
        lines.add(seen.name() + ": " + Words.count(seen.rows(), "row") + ", "
                + Words.count(seen.columns().size(), "column")
                + (seen.sampled() < seen.rows()
                        ? "; tasks, leaks and duplicates judged on " + Words.count(seen.sampled(), "row")
                        : ""));
        seen.written().forEach(line -> lines.addAll(wrapped("  ", line)));
        lines.add("");
        lines.addAll(table());
        List<String> guessed = guesses();
        seen.time()
                .ifPresent(time -> guessed.addAll(
                        wrapped("  ", "held out: forward by '" + time.column() + "', " + time.reason() + " [--time]")));
        part(lines, GUESSED, guessed);
        part(lines, "", shape());
        part(
                lines,
                "Worth a look:",
                findings(seen.findings().stream()
                        .filter(finding -> !guessed(finding))
                        .toList()));
        lines.add("");
        lines.addAll(wrapped(
                "",
                "A comparison of the usual methods would take about "
                        + duration(seen.cost().seconds()) + " and "
                        + size(seen.cost().bytes()) + " (" + seen.cost().how() + ")."));
        lines.add("Next:");
        lines.add("  " + command);
        return lines;
    }

    /** What a fit assumes that was not said, and what may mislead it. */
    public List<String> assumed() {
        List<String> lines = new ArrayList<>();
        if (!seen.guesses().isEmpty()) {
            lines.add(GUESSED);
            lines.addAll(guesses());
        }
        lines.addAll(findings(seen.findings().stream()
                .filter(finding -> MISLEADING.contains(finding.topic()))
                .toList()));
        return lines;
    }

    private static List<String> findings(List<Finding> findings) {
        return findings.stream()
                .flatMap(finding -> wrapped("  - ", finding.text()).stream())
                .toList();
    }

    /** What the guesses say already. */
    private boolean guessed(Finding finding) {
        return finding.topic() == Topic.NUMERIC_ID
                && seen.guesses().stream().anyMatch(guess -> finding.columns().contains(guess.column()));
    }

    private static void part(List<String> lines, String title, List<String> more) {
        if (!more.isEmpty()) {
            lines.add("");
            if (!title.isEmpty()) {
                lines.add(title);
            }
            lines.addAll(more);
        }
    }

    private List<String> table() {
        List<Column> shown = seen.columns().stream().limit(MOST_COLUMNS).toList();
        int name = Math.min(
                NAME, shown.stream().mapToInt(c -> TextWidth.of(c.name())).max().orElse(4));
        name = Math.max(6, name);
        String format = "  %s %-8s %7s %8s  %s";
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                format, TextWidth.fitted("column", name), "type", "missing", "distinct", "range, examples"));
        for (Column column : shown) {
            String line = String.format(
                    format,
                    TextWidth.fitted(column.name(), name),
                    column.kind().name().toLowerCase(Locale.ROOT),
                    column.missing() == 0 ? "-" : String.format(Locale.ROOT, "%,d", column.missing()),
                    String.format(Locale.ROOT, "%,d", column.distinct()) + (column.more() ? "+" : ""),
                    values(column));
            lines.add(TextWidth.shortened(line, WIDTH));
        }
        if (shown.size() < seen.columns().size()) {
            lines.add("  ... " + Words.count(seen.columns().size() - shown.size(), "more column")
                    + " (all of them: --json, --report)");
        }
        return lines;
    }

    private static String values(Column column) {
        return switch (column.kind()) {
            case NUMBER, INTEGER ->
                column.low() + " to " + column.high()
                        + (column.detail().isEmpty() ? "" : " " + column.detail())
                        + (column.quartiles().isEmpty()
                                ? ""
                                : ", median " + Words.number(column.quartiles().get(1)));
            case DATE -> column.low() + " to " + column.high() + " (" + column.detail() + ")";
            default -> String.join(", ", column.examples());
        };
    }

    /** A line per guess; of more than three alike, one line for all. */
    public List<String> guesses() {
        Map<String, List<Guess>> alike = new LinkedHashMap<>();
        for (Guess guess : seen.guesses()) {
            alike.computeIfAbsent(guess.part() + " " + guess.use(), key -> new ArrayList<>())
                    .add(guess);
        }
        List<String> lines = new ArrayList<>();
        for (List<Guess> some : alike.values()) {
            if (some.size() <= 3) {
                some.forEach(guess -> lines.addAll(wrapped("  ", line(List.of(guess)))));
            } else {
                lines.addAll(wrapped("  ", line(some)));
            }
        }
        return lines;
    }

    private static String line(List<Guess> some) {
        Guess first = some.get(0);
        String what = first.use() == Roles.Part.DROP
                ? "left out"
                : switch (first.part()) {
                    case TASK -> "task";
                    case TARGET -> "target";
                    case CLASSES -> "classes";
                    case ID -> "id";
                    case DATE -> "date";
                    case TEXT -> "drawn together";
                    default -> first.use() == Roles.Part.ORDERED ? "ordered" : "one-hot";
                };
        String names = some.stream()
                .map(guess -> "'" + guess.column() + "'"
                        + (some.size() == 1 || first.part() == Part.TARGET ? "" : " (" + guess.reason() + ")"))
                .collect(Collectors.joining(", "));
        return what + ": " + names
                + (first.sure() ? "" : " (not sure)")
                + (some.size() == 1 || first.part() == Part.TARGET ? ", " + first.reason() : "")
                + " [" + first.option() + "]";
    }

    private List<String> shape() {
        List<String> lines = new ArrayList<>();
        seen.tasks().ifPresent(rows -> lines.addAll(wrapped("", sentence(rows))));
        if (!seen.classes().isEmpty()) {
            String labels = seen.classes().entrySet().stream()
                    .limit(MOST_CLASSES)
                    .map(entry ->
                            Words.shortened(entry.getKey()) + " " + String.format(Locale.ROOT, "%,d", entry.getValue()))
                    .collect(Collectors.joining(", "));
            lines.addAll(wrapped(
                    "",
                    "Labels: " + labels
                            + (seen.classes().size() > MOST_CLASSES
                                    ? " and " + (seen.classes().size() - MOST_CLASSES) + " more"
                                    : "")
                            + "."));
        }
        if (!seen.attributes().isEmpty()) {
            lines.addAll(wrapped("", "The same in all rows of a task: " + String.join(", ", seen.attributes()) + "."));
        }
        return lines;
    }

    private static String sentence(TaskRows rows) {
        return Words.count(rows.tasks(), "task") + " of "
                + (rows.smallest() == rows.largest()
                        ? Words.count(rows.largest(), "row") + " each"
                        : String.format(
                                Locale.ROOT,
                                "%,d to %,d rows, half of them of %,d or fewer",
                                rows.smallest(),
                                rows.largest(),
                                rows.median()))
                + ".";
    }

    private static String duration(double seconds) {
        return seconds < 90
                ? Words.number(Math.max(1, Math.rint(seconds))) + " s"
                : seconds < 5400
                        ? Words.number(Math.rint(seconds / 60)) + " minutes"
                        : Words.number(seconds / 3600) + " hours";
    }

    private static String size(double bytes) {
        return bytes < 1e9
                ? Words.count(Math.max(1, Math.round(bytes / 1e6)), "MB").replace("MBs", "MB")
                : Words.number(bytes / 1e9) + " GB";
    }

    /** Lines of at most 80 letters, all but the first set in below the text of the first. */
    private static List<String> wrapped(String start, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(start);
        String indent = " ".repeat(start.isEmpty() ? 0 : start.equals("  ") ? 4 : start.length());
        boolean fresh = true;
        for (String word : text.split(" ", -1)) {
            if (!fresh && TextWidth.of(line.toString()) + 1 + TextWidth.of(word) > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
                fresh = true;
            }
            line.append(fresh ? "" : " ").append(word);
            fresh = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
