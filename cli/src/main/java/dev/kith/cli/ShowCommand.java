package dev.kith.cli;

import dev.kith.cli.option.BootstrapOptions;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.cli.text.DirectionsText;
import dev.kith.cli.text.EffectsText;
import dev.kith.cli.text.FitText;
import dev.kith.cli.text.NodeTree;
import dev.kith.cli.text.PartsText;
import dev.kith.cli.text.StructureText;
import dev.kith.file.ModelFile;
import dev.kith.file.ModelJson;
import dev.kith.method.Methods;
import dev.kith.model.EnsembleModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.NodeModel;
import dev.kith.report.MethodResult;
import dev.kith.report.ModelReport;
import dev.kith.report.ReportPage;
import dev.kith.structure.ties.GraphFile;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.text.Words;
import dev.kith.trust.ModelGraph;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith show}: what is inside a model. */
@Command(
        name = "show",
        description = "Show what is inside a model: tasks, structure, certificate, provenance.",
        customSynopsis = "kith show MODEL [--json] [--report FILE.html] [--graph FILE]",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith show schools.kith",
            "  kith show schools.kith --report schools.html",
            "  kith show schools.kith --graph schools.graphml",
            "  kith show schools.kith --json | python3 -c 'import json,sys; print(json.load(sys.stdin)[\"gap\"])'"
        })
final class ShowCommand implements Callable<Integer> {
    private static final int NAMES = 8;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "MODEL", description = "A model saved by kith.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path file;

    @Option(names = "--json", description = "Everything, as one JSON object.")
    private boolean json;

    @Option(names = "--report", paramLabel = "FILE", description = "Write what is inside as an HTML page, too.")
    @Writes
    private @Nullable Path report;

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "Write who is tied to whom, with partial correlations, communities and (after fit"
                    + " --bootstrap) stabilities, too: .dot, .graphml, .json or .csv.")
    @Writes
    private @Nullable Path graph;

    @Option(
            names = "--ties",
            paramLabel = "X",
            description = "With --graph: join tasks whose partial correlation is at least X in size. Default: the"
                    + " non-zeros of the structure where it has exact zeros, else 0.1.")
    private @Nullable Double threshold;

    @Override
    public Integer call() throws IOException {
        if (threshold != null && graph == null) {
            throw new UsageException("--ties is for --graph: give that too");
        }
        if (report != null) {
            Outputs.requireWritable(report);
        }
        kith.terminal(spec).reading(file);
        ModelFile.Content content = ModelFile.readContent(file);
        if (graph != null) {
            OptionalDouble least = threshold == null ? OptionalDouble.empty() : OptionalDouble.of(threshold);
            writeGraph(ModelGraph.of(content, least), graph);
        }
        if (report != null) {
            ReportPage.write(ModelReport.of(content, String.valueOf(file.getFileName())), report);
        }
        PrintWriter out = kith.terminal(spec).out();
        if (json) {
            ModelJson.write(content, out);
            out.println();
        } else {
            describe(content, out);
        }
        return ExitCode.DONE;
    }

    private void writeGraph(LearnedGraph learned, Path to) throws IOException {
        GraphFile kind = GraphFile.of(to)
                .orElseThrow(
                        () -> new UsageException("--graph must be a file ending in .dot, .graphml, .json or .csv, got '"
                                + to.getFileName() + "'"));
        Outputs.write(to, text -> kind.write(learned, text));
        kith.terminal(spec)
                .note("Wrote " + to + ": " + Words.count(learned.tasks().size(), "task") + ", "
                        + Words.count(learned.ties().size(), "tie") + " (" + learned.rule() + "), "
                        + (learned.groups().size() == 1
                                ? "one community."
                                : learned.groups().size() + " communities."));
    }

    private static void describe(ModelFile.Content content, PrintWriter out) {
        Model model = content.model();
        ModelInfo info = model.info();
        line(
                out,
                "method",
                Methods.label(info.method()) + ", " + info.loss() + " loss, " + info.kernel() + " kernel"
                        + (info.lambda().isEmpty()
                                ? ""
                                : ", lambda " + Words.number(info.lambda().getAsDouble())));
        line(
                out,
                "settings",
                info.parameters().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + Words.shortened(entry.getValue()))
                        .collect(Collectors.joining(", ")));
        line(out, "tasks", names(info.tasks()));
        line(out, "features", names(info.features()));
        info.schema().transform().ifPresent(back -> line(out, "labels", back.words()));
        info.schema().preparation().ifPresent(made -> lines(out, "columns", made.words()));
        if (!info.classes().isEmpty()) {
            line(out, "classes", classes(info));
        }
        line(out, "fit", fit(info));
        if (model instanceof EnsembleModel ensemble) {
            lines(out, "parts", parts(ensemble));
        }
        if (model instanceof NodeModel nodes) {
            NodeTree.of(nodes).print(out);
        }
        if (model instanceof KernelSumModel sum && sum.structures().isEmpty()) {
            line(
                    out,
                    "weights",
                    sum.sortedWeights().stream()
                            .map(w -> w.view() + " x " + w.tasks() + " " + Words.number(w.weight()))
                            .collect(Collectors.joining(", ")));
        }
        if (model instanceof KernelSumModel sum) {
            StructureText.print(sum, out);
        }
        model.linear().ifPresent(linear -> DirectionsText.print(linear, out));
        if (model instanceof LinearModel linear) {
            EffectsText.print(linear, out);
            PartsText.print(linear, out);
        }
        if (model instanceof LinearModel.Crossed crossed) {
            EffectsText.print(crossed, out);
        }
        model.structure().ifPresent(structure -> StructureText.print(structure, info.tasks(), out));
        if (content.stability().isPresent()) {
            line(out, "ties", BootstrapOptions.describe(ModelGraph.of(content, OptionalDouble.empty())));
        }
        line(
                out,
                "data",
                info.data().name() + ": " + Words.count(info.data().read(), "row") + " read, "
                        + info.data().skipped() + " skipped, " + Words.count(info.observations(), "label"));
        if (!info.data().sha256().isEmpty()) {
            line(out, "sha256", info.data().sha256());
        }
        line(
                out,
                "made by",
                "kith " + info.version() + ", " + info.backend() + ", " + Words.count(info.threads(), "thread")
                        + ", seed " + info.seed());
    }

    /** What an ensemble is made of, and how far weights differ between tasks. */
    private static List<String> parts(EnsembleModel ensemble) {
        return IntStream.range(0, ensemble.parts().size())
                .mapToObj(k -> {
                    DoubleSummaryStatistics own =
                            Arrays.stream(ensemble.weights().row(k)).summaryStatistics();
                    ModelInfo part = ensemble.parts().get(k).info();
                    return Words.number(own.getAverage()) + " " + Methods.label(part.method())
                            + (own.getMax() > own.getMin()
                                    ? ", " + Words.number(own.getMin()) + " to " + Words.number(own.getMax())
                                            + " by task"
                                    : "")
                            + "; " + fit(part);
                })
                .toList();
    }

    private static String classes(ModelInfo info) {
        return info.columns()
                .choice()
                .map(choice -> String.join(choice.ordered() ? " < " : ", ", choice.classes()))
                .orElse(String.join(", ", info.classes()));
    }

    private static String fit(ModelInfo info) {
        if (info.adapted()) {
            return "adapted: " + info.parameters().get(ModelInfo.JOINED)
                    + " joined after the fit, so there is no objective and no gap of all tasks";
        }
        return MethodResult.words(info.status()) + ": "
                + number("", "objective", info.objective())
                + number("relative ", "gap", info.gap())
                + (info.gap().isEmpty() ? FitText.violation(info) : "")
                + Words.count(info.iterations(), "iteration");
    }

    private static String number(String kind, String name, OptionalDouble value) {
        return value.isEmpty() ? "no " + name + ", " : kind + name + " " + Words.number(value.getAsDouble()) + ", ";
    }

    private static void line(PrintWriter out, String name, String value) {
        out.printf("%-9s %s%n", name, value);
    }

    /** A line each, the first few and how many more. */
    private static void lines(PrintWriter out, String name, List<String> values) {
        for (int k = 0; k < values.size() && k < NAMES; k++) {
            line(out, k == 0 ? name : "", values.get(k));
        }
        if (values.size() > NAMES) {
            line(out, "", "and " + (values.size() - NAMES) + " more, all in --json");
        }
    }

    private static String names(List<String> names) {
        String shown = names.stream().limit(NAMES).collect(Collectors.joining(", "));
        return names.size() + ": " + shown + (names.size() > NAMES ? ", ..." : "");
    }
}
