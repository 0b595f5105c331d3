package dev.kith.cli;

import dev.kith.cli.terminal.Writes;
import dev.kith.cli.text.FitText;
import dev.kith.cli.text.RelationText;
import dev.kith.convex.ApproximationError;
import dev.kith.data.Dataset;
import dev.kith.data.inspect.Assumptions;
import dev.kith.file.ModelFile;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.report.ModelReport;
import dev.kith.report.Report;
import dev.kith.report.ReportPage;
import dev.kith.select.Choice;
import dev.kith.text.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The files that a fit is written to. */
final class FitOutputs {
    @Option(names = "--json", paramLabel = "FILE", description = "Where to write the summary of the fit as JSON.")
    @Writes
    private @Nullable Path json;

    @Option(names = "--report", paramLabel = "FILE", description = "Where to write what was learned as an HTML page.")
    @Writes
    private @Nullable Path report;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "MODEL",
            description = "Where to save the model, for example schools.kith. Default METHOD.kith.")
    @Writes
    private @Nullable Path model;

    /** A fit, and what was found out about it on the way. */
    record Result(
            Choice choice,
            Fit<? extends Model> fit,
            Optional<RelationText> study,
            Optional<ApproximationError> approximated) {}

    /** The file that was named for the model. */
    Optional<Path> model() {
        return Optional.ofNullable(model);
    }

    /**
     * Whether files can be written is known before hours are spent on what is to be in them.
     *
     * @param to the file of the model
     */
    void check(Path to) throws IOException {
        Outputs.requireWritable(to);
        if (json != null) {
            Outputs.requireWritable(json);
        }
        if (report != null) {
            Outputs.requireWritable(report);
        }
    }

    /** Writes the model and what else was asked for. */
    void write(Path to, Result result, ModelFile.Content content, Dataset dataset, Assumptions assumed, Kith kith)
            throws IOException {
        ModelFile.write(content, to);
        if (json != null) {
            Map<String, @Nullable Object> summary =
                    kith.named(FitText.content(result.choice(), result.fit(), result.study(), result.approximated()));
            summary.put("assumed", assumed.byName());
            Outputs.write(json, out -> out.write(Json.of(summary) + "\n"));
        }
        if (report != null) {
            List<Integer> labels = Arrays.stream(dataset.labelsPerTask())
                    .mapToObj(Math::toIntExact)
                    .toList();
            Report page = ModelReport.of(
                    content, String.valueOf(to.getFileName()), result.fit().report(), labels);
            ReportPage.write(page.withProvenance(kith.traced(page.provenance().assuming(assumed))), report);
        }
    }
}
