package dev.kith.cli;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.export.OnnxExport;
import dev.kith.export.OnnxFile;
import dev.kith.file.ModelFile;
import dev.kith.file.ModelFile.Content;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith export}: a model in the format of another program. */
@Command(
        name = "export",
        description =
                "Write a model in a format that other programs predict with; the ending of FILE says which. What a format"
                        + " cannot say is refused.",
        customSynopsis = "kith export MODEL -o FILE.onnx [OPTIONS]",
        sortOptions = false,
        footer = {"", "Examples:", "  kith export schools.kith -o schools.onnx --unknown common"})
final class ExportCommand implements Callable<Integer> {
    /** What becomes of rows of tasks that the model does not have. */
    enum Strangers {
        NAN,
        COMMON
    }

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "MODEL", description = "A model saved by kith.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path model;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "Where to write: .onnx, a graph for ONNX Runtime and others.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Writes
    private Path output;

    @Option(
            names = "--unknown",
            paramLabel = "nan|common",
            description =
                    "Rows of tasks the model does not have: nan (default, no prediction) or common (by what its tasks have in"
                            + " common). For models of rows that name their task.")
    private @Nullable Strangers unknown;

    @Option(names = "--all-tasks", description = "Predict every task for every row, without the name of a task.")
    private boolean allTasks;

    @Option(
            names = "--inputs",
            paramLabel = "matrix|columns",
            description =
                    "ONNX: rows as one matrix x, or each column an input of its own. Default: matrix, unless columns are"
                            + " texts.")
    private OnnxExport.@Nullable Inputs inputs;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        terminal.reading(model);
        String name = output.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".onnx")) {
            throw new UsageException("-o must end in .onnx, got " + output);
        }
        Content content = ModelFile.readContent(model);
        Scope scope =
                allTasks ? Scope.ALL_TASKS : OnnxExport.asked(content.model().info());
        if (unknown != null && scope != Scope.OWN_TASK && !byPart(content, scope)) {
            throw new UsageException("--unknown is for rows that name their task, and these do not");
        }
        onnx(content, scope, terminal);
        return ExitCode.DONE;
    }

    private static boolean byPart(Content content, Scope scope) {
        return scope == Scope.CHOICE && content.model().info().columns().task().isPresent();
    }

    private void onnx(Content content, Scope scope, Terminal terminal) throws IOException {
        OnnxExport export = new OnnxExport(
                Optional.of(scope),
                unknown == Strangers.COMMON ? Unknown.COMMON : Unknown.MISSING,
                Optional.ofNullable(inputs),
                false);
        OnnxFile file = export.of(content);
        file.write(output);
        terminal.say("in:  " + String.join(", ", file.inputs()));
        terminal.say("out: " + String.join(", ", file.outputs()));
        terminal.say("Wrote " + output);
    }
}
