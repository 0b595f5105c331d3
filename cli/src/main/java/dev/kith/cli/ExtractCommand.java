package dev.kith.cli;

import dev.kith.adapt.SingleTask;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.data.DataException;
import dev.kith.data.table.CsvRecords;
import dev.kith.file.ModelFile;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.text.Words;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith extract}: one task of a model, as a model or as a table of coefficients. */
@Command(
        name = "extract",
        description = "Take one task out of a model: a model of its own, or its coefficients as CSV.",
        customSynopsis = "kith extract MODEL --task NAME [-o ONE] [--format kith|csv]",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith extract schools.kith --task school-17 -o school-17.kith",
            "  kith extract schools.kith --task school-17 --format csv"
        })
final class ExtractCommand implements Callable<Integer> {
    /** What can be written. */
    enum Form {
        KITH,
        CSV;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
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
    private Path file;

    @Option(names = "--task", paramLabel = "NAME", required = true, description = "The task to take out.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String task;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "ONE",
            description = "Where to write. Default, for coefficients only: standard output.")
    @Writes
    private @Nullable Path output;

    @Option(
            names = "--format",
            paramLabel = "F",
            description = "kith: a model that predict reads, without a task column. csv: intercept and weights of a"
                    + " linear model, in the units of the data. Default: csv where ONE ends in .csv, else kith.")
    private @Nullable Form format;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        terminal.reading(file);
        Model model = ModelFile.read(file);
        Model one = takenOut(model);
        if (form() == Form.CSV) {
            LinearModel linear = one.linear()
                    .orElseThrow(() -> new DataException("the model has no coefficients of single features: its kernel"
                            + " is " + model.info().kernel() + "; take out the task as a model instead"));
            if (output == null) {
                writeCoefficients(linear, terminal.data());
                terminal.data().flush();
                return ExitCode.DONE;
            }
            Outputs.write(output, out -> writeCoefficients(linear, out));
        } else if (output == null) {
            throw new UsageException("-o is needed, the file for the model; or --format csv for coefficients");
        } else {
            ModelFile.write(one, output);
        }
        terminal.say("Took '" + task + "' out of " + model.info().tasks().size() + " tasks into " + output);
        return ExitCode.DONE;
    }

    private Form form() {
        if (format != null) {
            return format;
        }
        boolean csv =
                output != null && output.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
        return csv ? Form.CSV : Form.KITH;
    }

    private Model takenOut(Model model) {
        Model one = SingleTask.of(model, task);
        String tasks = Words.count(model.info().tasks().size(), "task");
        return one.withInfo(one.info().withParameter("taken-out-of", tasks));
    }

    private static void writeCoefficients(LinearModel model, Writer out) throws IOException {
        CsvRecords csv = new CsvRecords(out);
        csv.write("feature", "coefficient");
        csv.write("(intercept)", Double.toString(model.intercepts()[0]));
        for (int j = 0; j < model.info().features().size(); j++) {
            csv.write(
                    model.info().features().get(j),
                    Double.toString(model.weights().get(j, 0)));
        }
        csv.flush();
    }
}
