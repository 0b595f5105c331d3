package dev.kith.cli;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.Writes;
import dev.kith.report.ComparisonReport;
import dev.kith.report.Provenance;
import dev.kith.report.Report;
import dev.kith.report.ReportPage;
import dev.kith.select.Comparison;
import dev.kith.select.detail.Details;
import dev.kith.select.unseen.NewTaskResult;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The files that a comparison is written to. */
final class CompareOutputs {
    @Option(names = "--report", paramLabel = "FILE.html", description = "Write a report to look at in a browser.")
    @Writes
    private @Nullable Path reportFile;

    @Option(names = "--json", paramLabel = "FILE.json", description = "Write everything the report has, as JSON.")
    @Writes
    private @Nullable Path jsonFile;

    @Option(
            names = "--predictions",
            paramLabel = "FILE.csv",
            description =
                    "Write what every method predicted for the labels it had not seen: row, task, fold, label, and a"
                            + " column per method (for classes decision values, positive for the second class).")
    @Writes
    private @Nullable Path predictionsFile;

    /**
     * What there is to write.
     *
     * @param unseen how tasks that were held out whole fare
     * @param details what the best method shows beyond verdicts
     */
    record Found(
            Comparison comparison,
            List<String> sentences,
            Provenance provenance,
            Optional<NewTaskResult> unseen,
            Optional<Details> details) {
        Found(Comparison comparison, List<String> sentences, Provenance provenance) {
            this(comparison, sentences, provenance, Optional.empty(), Optional.empty());
        }

        Found with(Optional<NewTaskResult> tasks, Optional<Details> shown) {
            return new Found(comparison, sentences, provenance, tasks, shown);
        }

        Report report() {
            Report shared = ComparisonReport.of(comparison, "Kith: does sharing help?", sentences, provenance);
            return unseen.map(shared::withNewTasks).orElse(shared).withDetails(details.orElse(null));
        }
    }

    /** Whether files can be written is known before hours are spent on what is to be in them. */
    void check() throws IOException {
        for (Path file : Stream.of(reportFile, jsonFile, predictionsFile)
                .filter(Objects::nonNull)
                .toList()) {
            Outputs.requireWritable(file);
        }
    }

    boolean wantsReport() {
        return reportFile != null || jsonFile != null;
    }

    boolean wantsPredictions() {
        return predictionsFile != null;
    }

    /** What to write where. */
    Map<Path, String> files(Found found) {
        Map<Path, String> files = new LinkedHashMap<>();
        if (predictionsFile != null) {
            files.put(predictionsFile, predictions(found.comparison()));
        }
        if (wantsReport()) {
            Report report = found.report();
            if (reportFile != null) {
                files.put(reportFile, ReportPage.html(report));
            }
            if (jsonFile != null) {
                files.put(jsonFile, report.json() + "\n");
            }
        }
        return files;
    }

    private static String predictions(Comparison comparison) {
        StringWriter held = new StringWriter();
        try {
            comparison.writePredictions(held);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return held.toString();
    }

    void write(Map<Path, String> files, Terminal terminal) throws IOException {
        if (!files.isEmpty()) {
            terminal.say("");
        }
        for (Map.Entry<Path, String> file : files.entrySet()) {
            Outputs.write(file.getKey(), out -> out.write(file.getValue()));
            terminal.say(
                    "Saved " + file.getKey() + (file.getKey().equals(reportFile) ? " (open it in a browser)" : ""));
        }
    }
}
