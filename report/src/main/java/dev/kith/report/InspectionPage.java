package dev.kith.report;

import dev.kith.data.inspect.Inspection;
import dev.kith.data.inspect.Inspection.Column;
import dev.kith.data.inspect.Inspection.Finding;
import dev.kith.data.inspect.Inspection.Guess;
import dev.kith.data.inspect.Inspection.TaskRows;
import dev.kith.text.Json;
import dev.kith.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was seen in a table, as JSON and as one HTML page that needs nothing else. */
public final class InspectionPage {
    private static final List<String> SCRIPTS =
            List.of("parts.js", "tables.js", "glossary.js", "page.js", "inspect.js");

    private InspectionPage() {}

    /**
     * Everything, as one JSON object.
     *
     * @param command what to run next
     * @param provenance where it comes from
     */
    public static String json(Inspection seen, String command, Provenance provenance) {
        Map<String, @Nullable Object> content = content(seen, command);
        content.put("provenance", provenance.facts());
        return Json.of(content);
    }

    /** The page as text. */
    public static String html(Inspection seen, String command, Provenance provenance) {
        Map<String, @Nullable Object> content = content(seen, command);
        content.put("tasks", List.of());
        content.put("provenance", provenance.facts());
        return ReportPage.html(
                "Kith: what is in " + seen.name(),
                seen.name() + ": " + Words.count(seen.rows(), "row") + ", "
                        + Words.count(seen.columns().size(), "column"),
                seen.sampled() < seen.rows()
                        ? List.of("Tasks, leaks and duplicates were judged on " + Words.count(seen.sampled(), "row")
                                + " drawn with equal chances.")
                        : List.of(),
                Json.of(content),
                SCRIPTS.stream().map(ReportPage::resource).toList());
    }

    private static Map<String, @Nullable Object> content(Inspection seen, String command) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("name", seen.name());
        content.put("rows", seen.rows());
        content.put("sampled", seen.sampled());
        content.put("separator", String.valueOf(seen.separator()));
        content.put("written", seen.written());
        content.put(
                "columns", seen.columns().stream().map(InspectionPage::column).toList());
        content.put(
                "guesses", seen.guesses().stream().map(InspectionPage::guess).toList());
        content.put(
                "findings",
                seen.findings().stream().map(InspectionPage::finding).toList());
        content.put("rowsPerTask", seen.tasks().map(InspectionPage::tasks).orElse(null));
        content.put("labels", seen.classes());
        content.put("attributes", seen.attributes());
        content.put(
                "time",
                seen.time()
                        .map(time -> Map.of("column", time.column(), "reason", time.reason()))
                        .orElse(null));
        content.put(
                "cost",
                Map.of(
                        "bytes", seen.cost().bytes(),
                        "seconds", seen.cost().seconds(),
                        "how", seen.cost().how()));
        Map<String, @Nullable Object> roles = new LinkedHashMap<>();
        seen.roles().parts().forEach((part, names) -> roles.put(part.toString(), names));
        content.put("roles", roles);
        content.put("command", command);
        return content;
    }

    private static Map<String, @Nullable Object> object(@Nullable Object... pairs) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int k = 0; k < pairs.length; k += 2) {
            object.put(String.valueOf(pairs[k]), pairs[k + 1]);
        }
        return object;
    }

    private static Map<String, @Nullable Object> column(Column column) {
        return object(
                "name", column.name(),
                "type", word(column.kind()),
                "detail", column.detail(),
                "missing", column.missing(),
                "spelled", column.spelled(),
                "distinct", column.distinct(),
                "more", column.more(),
                "low", column.low(),
                "high", column.high(),
                "quartiles", column.quartiles(),
                "examples", column.examples());
    }

    private static Map<String, @Nullable Object> guess(Guess guess) {
        return object(
                "column", guess.column(),
                "part", word(guess.part()),
                "use", guess.use().toString(),
                "sure", guess.sure(),
                "reason", guess.reason(),
                "option", guess.option());
    }

    private static Map<String, @Nullable Object> finding(Finding finding) {
        return object("topic", word(finding.topic()), "columns", finding.columns(), "text", finding.text());
    }

    private static Map<String, @Nullable Object> tasks(TaskRows rows) {
        return object(
                "tasks", rows.tasks(),
                "smallest", rows.smallest(),
                "median", rows.median(),
                "largest", rows.largest(),
                "single", rows.single(),
                "oneClass", rows.oneClass());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
