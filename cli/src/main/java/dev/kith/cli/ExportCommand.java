package dev.kith.cli;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.export.CoefficientCsv;
import dev.kith.export.OnnxExport;
import dev.kith.export.OnnxFile;
import dev.kith.export.PmmlExport;
import dev.kith.export.SqlDialect;
import dev.kith.export.SqlExport;
import dev.kith.file.ModelFile;
import dev.kith.file.ModelFile.Content;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.text.Words;
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
        customSynopsis = "kith export MODEL -o FILE.onnx|.sql|.csv|.pmml [OPTIONS]",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith export schools.kith -o schools.onnx --unknown common",
            "  kith export schools.kith -o schools.sql --dialect postgres --table pupils",
            "  kith export schools.kith -o coefficients.csv",
            "  kith export schools.kith -o schools.pmml"
        })
final class ExportCommand implements Callable<Integer> {
    private static final String ROWS = "rows";

    /** What becomes of rows of tasks that the model does not have. */
    enum Strangers {
        NAN,
        COMMON
    }

    /** What can be written. */
    private enum Form {
        ONNX,
        SQL,
        CSV,
        PMML
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
            description =
                    "Where to write: .onnx, a graph for ONNX Runtime and others; .sql, a table of weights and a view that"
                            + " predicts; .csv, the coefficients of each task; .pmml, a RegressionModel per task.")
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
                    ".onnx: rows as one matrix x, or each column an input of its own. Default: matrix, unless columns are"
                            + " texts.")
    private OnnxExport.@Nullable Inputs inputs;

    @Option(
            names = "--float",
            description = ".onnx: single precision, half the size; what that costs is measured and printed.")
    private boolean singles;

    @Option(
            names = "--dialect",
            paramLabel = "postgres|duckdb|sqlite|bigquery|spark",
            description = ".sql: whose SQL. Needed.")
    private @Nullable SqlDialect dialect;

    @Option(
            names = "--table",
            paramLabel = "NAME",
            description = ".sql: the table with the rows to predict. Default: rows.")
    private @Nullable String table;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        Form form = form();
        check(form);
        terminal.reading(model);
        Content content = ModelFile.readContent(model);
        Scope scope = scope(content, form);
        switch (form) {
            case ONNX -> onnx(content, scope, terminal);
            case SQL -> sql(content, scope);
            case CSV -> Outputs.write(output, out -> CoefficientCsv.USUAL.write(content, out));
            case PMML -> {
                String document = new PmmlExport(Optional.of(scope), treated()).document(content);
                Outputs.write(output, out -> out.write(document));
            }
        }
        terminal.say("Wrote " + output);
        return ExitCode.DONE;
    }

    private Form form() {
        String name = output.toString().toLowerCase(Locale.ROOT);
        for (Form form : Form.values()) {
            if (name.endsWith("." + form.name().toLowerCase(Locale.ROOT))) {
                return form;
            }
        }
        throw new UsageException("-o must end in .onnx, .sql, .csv or .pmml, got " + output);
    }

    /** Refuses options that a format has no use for. */
    private void check(Form form) {
        only(inputs != null, "--inputs", form, Form.ONNX);
        only(singles, "--float", form, Form.ONNX);
        only(dialect != null, "--dialect", form, Form.SQL);
        only(table != null, "--table", form, Form.SQL);
        if (form == Form.SQL && dialect == null) {
            throw new UsageException("--dialect is needed: postgres, duckdb, sqlite, bigquery or spark");
        }
        if (form == Form.CSV && (unknown != null || allTasks)) {
            throw new UsageException("--unknown and --all-tasks are for formats that predict, " + output
                    + " is a table of coefficients");
        }
    }

    private void only(boolean given, String option, Form form, Form of) {
        if (given && form != of) {
            throw new UsageException(
                    option + " is for ." + of.name().toLowerCase(Locale.ROOT) + " files, got " + output);
        }
    }

    private Scope scope(Content content, Form form) {
        Scope scope =
                allTasks ? Scope.ALL_TASKS : OnnxExport.asked(content.model().info());
        boolean named = scope == Scope.OWN_TASK
                || (scope == Scope.CHOICE
                        && form == Form.ONNX
                        && content.model().info().columns().task().isPresent());
        if (unknown != null && !named) {
            throw new UsageException("--unknown is for rows that name their task, and these do not");
        }
        return scope;
    }

    private Unknown treated() {
        return unknown == Strangers.COMMON ? Unknown.COMMON : Unknown.MISSING;
    }

    private void onnx(Content content, Scope scope, Terminal terminal) throws IOException {
        OnnxFile file = new OnnxExport(Optional.of(scope), treated(), Optional.ofNullable(inputs), singles).of(content);
        file.write(output);
        terminal.say("in:  " + String.join(", ", file.inputs()));
        terminal.say("out: " + String.join(", ", file.outputs()));
        if (singles) {
            terminal.say("Single precision: up to " + Words.number(OnnxExport.singleLoss(content.model()))
                    + " of the largest prediction of a task, on " + OnnxExport.singleLossRows(content.model())
                    + " random rows about the training rows.");
        }
    }

    private void sql(Content content, Scope scope) throws IOException {
        SqlDialect whose = java.util.Objects.requireNonNull(dialect);
        String script =
                new SqlExport(whose, table == null ? ROWS : table, Optional.of(scope), treated()).script(content);
        Outputs.write(output, out -> out.write(script));
    }
}
