package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.Ending;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.NamedFiles;
import dev.kith.cli.terminal.NamedFiles.Role;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

class NamedFilesTest {
    /** Words in an option's label or help that make one think of a file. */
    private static final Pattern FILE = Pattern.compile(
            "\\b(FILE|DIR|DATA|MODEL|files?|[Dd]irectory|CSV)\\b|\\.(csv|html|json|kith)\\b|[Ww]here to");

    /** Their help has such a word, and they name no file; an option that names one never belongs here. */
    private static final Set<String> NO_FILES = Set.of(
            "compare --relation",
            "fit --relation",
            "query SQL",
            "query URL",
            "score --target",
            "score --targets",
            "score --task",
            "fit --split-column",
            "compare --split-column",
            "fit --memory",
            "compare --memory",
            "diff --task",
            "diff --target",
            "diff --targets",
            "extract --format",
            "stream --format",
            "stream --tasks");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private Path data = Path.of("");
    private Path model = Path.of("");

    @BeforeEach
    void fit() throws IOException {
        data = Files.writeString(dir.resolve("d.csv"), "t,y,x\na,1,2\na,2,3\na,3,5\nb,2,2\nb,1,5\nb,4,1\n");
        model = dir.resolve("m.kith");
        assertThat(Run.kith("fit", data, "--task", "t", "--target", "y", "--method", "mean", "--lambda", 1, "-o", model)
                        .code())
                .isZero();
    }

    /** Nothing may be read, nothing written. */
    private void refused(String message, Object... args) throws IOException {
        byte[] before = Files.readAllBytes(data);
        byte[] modelBefore = Files.readAllBytes(model);
        Run run = Run.kith(args);
        assertThat(run.code()).as(List.of(args) + run.err()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
        assertThat(Files.readAllBytes(data)).isEqualTo(before);
        assertThat(Files.readAllBytes(model)).isEqualTo(modelBefore);
    }

    private Object[] fit(Object... more) {
        Object[] all = {"fit", data, "--task", "t", "--target", "y", "--method", "mean", "--lambda", 1};
        Object[] args = java.util.Arrays.copyOf(all, all.length + more.length);
        System.arraycopy(more, 0, args, all.length, more.length);
        return args;
    }

    @Test
    void anInputIsNeverAnOutput() throws IOException {
        refused(
                "-o and DATA are the same file (" + data + "), which would be lost: write to another one",
                fit("-o", data));
        refused("--report and DATA are the same file", fit("--report", data, "-o", dir.resolve("n.kith")));
        refused("--json and DATA are the same file", fit("--json", data));
        refused("--json and --loss are the same file", fit("--loss", model, "--json", model));
        refused("--json and DATA", "compare", data, "--task", "t", "--target", "y", "--json", data);
        refused("--report and DATA", "compare", data, "--task", "t", "--target", "y", "--report", data);
        refused("-o and DATA", "compare", data, "--task", "t", "--target", "y", "-o", data);
        refused("-o and MODEL", "predict", model, data, "-o", model);
        refused("-o and DATA", "predict", model, data, "-o", data);
        refused("-o and MODEL", "adapt", model, data, "-o", model);
        refused("--json and DATA", "adapt", model, data, "-o", dir.resolve("n.kith"), "--json", data);
        refused("--graph and MODEL", "show", model, "--graph", model);
        refused("--report and MODEL", "show", model, "--report", model);
        refused("-o and MODEL", "extract", model, "--task", "a", "-o", model);
        refused("--checkpoint and DATA", "stream", data, "--task", "t", "--target", "y", "--checkpoint", data);
        refused("-o and --interaction", "stream", data, "--interaction", model, "-o", model);
        refused("-o and --interaction", "stream", data, "--interaction", "graph:" + model, "-o", model);
    }

    @Test
    void filesOfSettingsAreInputsToo() throws IOException {
        Object[] graph = {"fit", data, "--task", "t", "--target", "y", "--method", "graph", "--graph", model};
        Object[] args = java.util.Arrays.copyOf(graph, graph.length + 2);
        args[graph.length] = "-o";
        args[graph.length + 1] = model;
        refused("-o and --graph are the same file", args);
        refused("-o and --constraint are the same file", fit("--constraint", "cloud:" + model, "-o", model));
        refused("-o and --split-file are the same file", fit("--split-file", model, "-o", model));
    }

    @Test
    void linksAndOtherWaysToNameAFileAreSeenThrough() throws IOException {
        Path link = Files.createSymbolicLink(dir.resolve("link.csv"), Path.of("d.csv"));
        Path hard = Files.createLink(dir.resolve("hard.csv"), data);
        Path inner = Files.createDirectory(dir.resolve("inner"));
        for (Path other : List.of(link, hard, inner.resolve("../d.csv"))) {
            refused("-o and DATA are the same file (" + data + ", " + other + ")", fit("-o", other));
        }
        Path nowhere = Files.createSymbolicLink(dir.resolve("nowhere"), Path.of("new.json"));
        refused("--json and -o are the same file", fit("--json", nowhere, "-o", dir.resolve("new.json")));
    }

    @Test
    void twoOutputsAreTwoFiles() throws IOException {
        Path one = dir.resolve("one");
        refused(
                "--json and --report are the same file (" + one + "), of which only one would be left: write to two",
                fit("--json", one, "--report", one));
        refused("-o and --test-file are the same file", "data", "arm", "-o", one, "--test-file", one);
        refused("--report and --graph are the same file", "show", model, "--graph", one, "--report", one);
        assertThat(one).doesNotExist();
    }

    @Test
    void aFileWrittenByDefaultCountsAsWell() throws IOException {
        Path byDefault = Path.of("mean.kith");
        assertThat(byDefault).as("left by another test").doesNotExist();
        refused("--json and -o (by default) are the same file (mean.kith)", fit("--json", byDefault));
        refused(
                "--json and -o (by default) are the same file (best.kith)",
                "compare",
                data,
                "--task",
                "t",
                "--target",
                "y",
                "--save",
                "best",
                "--json",
                "best.kith");
    }

    @Test
    void wordsThatAreNoFilesMayBeOutputs() throws IOException {
        Path output = dir.resolve("squared");
        assertThat(Run.kith(fit("--loss", "squared", "-o", output)).code()).isZero();
        assertThat(output).exists();
    }

    /** Whoever adds an option that names a file must say what happens to it. */
    @Test
    void everyOptionThatNamesAFileSaysWhetherItIsReadOrWritten() {
        Set<String> forgotten = new TreeSet<>();
        Set<String> needless = new TreeSet<>(NO_FILES);
        for (CommandLine command :
                Main.commandLine(new Kith(new Ending())).getSubcommands().values()) {
            for (ArgSpec option : command.getCommandSpec().args()) {
                String name = command.getCommandName() + " "
                        + (option instanceof OptionSpec o ? o.longestName() : option.paramLabel());
                boolean path = Path.class.isAssignableFrom(option.type()) || option.type() == File.class;
                String words = option.paramLabel() + " " + String.join(" ", option.description());
                boolean named = option.arity().max() > 0 && FILE.matcher(words).find();
                if (NamedFiles.role(option) == Role.NONE && (path || named) && !(needless.remove(name) && !path)) {
                    forgotten.add(name);
                }
            }
        }
        assertThat(forgotten).as("say @Reads, @Writes or Role").isEmpty();
        assertThat(needless).as("no longer needed in NO_FILES").isEmpty();
    }
}
