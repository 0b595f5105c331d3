package dev.kith.cli;

import dev.kith.cli.option.MethodOptions;
import dev.kith.cli.terminal.Completed;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.data.Dataset;
import dev.kith.data.simulated.Parameter;
import dev.kith.data.simulated.Scenario;
import dev.kith.data.simulated.Simulated;
import dev.kith.data.simulated.Simulations;
import dev.kith.data.table.DatasetCsv;
import dev.kith.data.table.DatasetCsv.Shape;
import dev.kith.text.Words;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code kith data}: simulated data sets as files. */
@Command(
        name = "data",
        description = "Write a simulated data set, to try things on data whose truth is known.",
        customSynopsis = {"kith data --list", "       kith data NAME [-o FILE] [OPTIONS]"},
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith data --list",
            "  kith data arm -o arm.csv --seed 1 --train 300",
            "  kith data relations -o train.csv --test-file test.csv --truth relations.csv"
        })
final class DataCommand implements Callable<Integer>, Completed {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Which set; see --list.")
    private @Nullable String name;

    @Option(names = "--list", description = "List the sets and their parameters.")
    private boolean list;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to write the training data. Default: standard output.")
    @Writes
    private @Nullable Path output;

    @Option(names = "--test-file", paramLabel = "FILE", description = "Where to write the test data.")
    @Writes
    private @Nullable Path testFile;

    @Option(names = "--truth", paramLabel = "FILE", description = "Where to write the true structure, as CSV.")
    @Writes
    private @Nullable Path truthFile;

    @Option(names = "--tree", paramLabel = "FILE", description = "Where to write the true task tree, as child,parent.")
    @Writes
    private @Nullable Path treeFile;

    @Option(
            names = "--shape",
            paramLabel = "long|wide",
            description = "A line for each observation, or for each input. Default: as is natural for the set.")
    private @Nullable Shape shape;

    /** Gives the command one option for each parameter of the simulated sets. */
    @Override
    public void complete(CommandSpec command) {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (Scenario scenario : Simulations.all()) {
            for (Parameter parameter : scenario.parameters()) {
                meanings.merge(parameter.name(), scenario.name(), (a, b) -> a + ", " + b);
            }
        }
        meanings.forEach((parameter, users) -> command.addOption(OptionSpec.builder("--" + parameter)
                .paramLabel("X")
                .type(String.class)
                .order(MethodOptions.OPTION_ORDER)
                .description("Parameter of " + users + ".")
                .build()));
    }

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        if (list) {
            list(terminal.out());
            return ExitCode.DONE;
        }
        if (name == null) {
            throw new UsageException(
                    "name a simulated set (" + String.join(", ", Simulations.names()) + ") or use --list");
        }
        Simulated drawn = Simulations.find(name).draw(given());
        Shape written = shape == null ? drawn.shape() : shape;
        if (output == null) {
            DatasetCsv.write(drawn.data(), written, terminal.data());
        } else {
            Outputs.write(output, out -> DatasetCsv.write(drawn.data(), written, out));
            terminal.say("Wrote " + output + ": " + describe(drawn.data()) + ". Read it with "
                    + (written == Shape.WIDE ? "--targets " + some(drawn.data()) : "--task task --target y"));
        }
        writeBeside(drawn, written, terminal);
        return ExitCode.DONE;
    }

    private void writeBeside(Simulated drawn, Shape written, Terminal terminal) throws IOException {
        if (testFile != null) {
            Dataset test = drawn.test().orElseThrow(() -> none("--test-file", "test data"));
            Outputs.write(testFile, out -> DatasetCsv.write(test, written, out));
            terminal.note("Wrote " + testFile + ": " + describe(test));
        }
        if (truthFile != null) {
            var truth = drawn.truth().orElseThrow(() -> none("--truth", "true structure"));
            Outputs.write(truthFile, out -> DatasetCsv.write(truth, out));
            terminal.note("Wrote " + truthFile);
        }
        if (treeFile != null) {
            if (drawn.tree().isEmpty()) {
                throw none("--tree", "tree");
            }
            Outputs.write(treeFile, out -> writeTree(drawn, out));
            terminal.note("Wrote " + treeFile);
        }
        drawn.facts().forEach((fact, value) -> terminal.note("True " + fact + ": " + Words.number(value)));
    }

    private UsageException none(String option, String what) {
        return new UsageException(option + " has no effect: this " + name + " has no " + what);
    }

    private static void writeTree(Simulated drawn, Writer out) throws IOException {
        out.write("child,parent\n");
        for (Simulated.Link link : drawn.tree()) {
            out.write(link.child() + "," + link.parent() + "\n");
        }
    }

    private Map<String, String> given() {
        ParseResult parsed = spec.commandLine().getParseResult();
        Map<String, String> given = new TreeMap<>();
        for (Scenario scenario : Simulations.all()) {
            for (Parameter parameter : scenario.parameters()) {
                String value = parsed.matchedOptionValue("--" + parameter.name(), null);
                if (value != null) {
                    given.put(parameter.name(), value);
                }
            }
        }
        return given;
    }

    private static String describe(Dataset data) {
        return Words.count(data.inputs().rows(), "row") + ", " + Words.count(data.taskCount(), "task") + ", "
                + Words.count(data.inputs().features().size(), "feature");
    }

    private static String some(Dataset data) {
        return data.tasks().size() <= 8
                ? String.join(",", data.tasks())
                : data.tasks().stream().limit(2).collect(Collectors.joining(",")) + ",...";
    }

    private static void list(PrintWriter out) {
        for (Scenario scenario : Simulations.all()) {
            out.println(scenario.name() + ": " + scenario.description());
            for (Parameter parameter : scenario.parameters()) {
                out.printf(
                        "  --%-12s %s (%s; default %s)%n",
                        parameter.name(), parameter.meaning(), parameter.range(), parameter.fallback());
            }
        }
    }
}
