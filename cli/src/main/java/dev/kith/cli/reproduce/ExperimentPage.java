package dev.kith.cli.reproduce;

import static dev.kith.report.ReportPage.script;
import static dev.kith.report.ReportPage.text;

import dev.kith.report.ReportPage;
import dev.kith.text.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Draws an outcome as one HTML file that needs nothing else. */
public final class ExperimentPage {
    private ExperimentPage() {}

    /** The page as text. */
    public static String html(Experiment experiment, Outcome outcome, String made) {
        String plots = outcome.plots().stream()
                .map(plot -> "<figure><div class=\"plot\"></div><figcaption>" + text(plot.caption())
                        + "</figcaption></figure>")
                .collect(Collectors.joining("\n"));
        Map<String, String> parts = Map.of(
                "title", text(experiment.name() + ": " + experiment.summary()),
                "place", text(experiment.place()),
                "headline", text(outcome.headline()),
                "differs", text(outcome.differs()),
                "made", text(made),
                "table", table(outcome),
                "plots", plots,
                "charts", ReportPage.charts(),
                "script", resource("experiment.js"),
                "data",
                        script(Json.of(
                                outcome.plots().stream().map(Plot::option).toList())));
        StringBuilder page = new StringBuilder();
        String[] pieces = resource("experiment.html").split("\\{\\{|}}", -1); // text, name, text, name, ..., text
        for (int i = 0; i < pieces.length; i++) {
            page.append(i % 2 == 0 ? pieces[i] : parts.get(pieces[i]));
        }
        return page.toString();
    }

    private static String table(Outcome outcome) {
        return "<tr>" + cells("th", outcome.columns()) + "</tr>\n"
                + outcome.rows().stream()
                        .map(row -> "<tr>" + cells("td", row) + "</tr>")
                        .collect(Collectors.joining("\n"));
    }

    private static String cells(String tag, List<String> cells) {
        return cells.stream()
                .map(cell -> "<" + tag + ">" + text(cell) + "</" + tag + ">")
                .collect(Collectors.joining());
    }

    private static String resource(String name) {
        try (InputStream in = ExperimentPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
