package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people get to read when they slip: whole messages. */
class MistakesTest {
    @TempDir
    private Path dir;

    private Path data;
    private Path model;

    @BeforeEach
    void write() throws IOException {
        data = Files.writeString(dir.resolve("d.csv"), "task,y,x\na,1,2\na,2,3\nb,2,2\nb,1,5\n");
        model = dir.resolve("m.kith");
    }

    private static void assertUsage(Run run, String message) {
        assertThat(run.err()).isEqualTo(message + "\n");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
    }

    private void assertUsage(String message, Object... extra) {
        Object[] args = new Object[extra.length + 8];
        Object[] usual = {"fit", data, "--task", "task", "--target", "y", "-o", model};
        System.arraycopy(usual, 0, args, 0, 8);
        System.arraycopy(extra, 0, args, 8, extra.length);
        assertUsage(kith(args), "kith fit: " + message);
    }

    @Test
    void aSettingTheMethodDoesNotUse() {
        assertUsage(
                "--gamma is not used by method 'stl'; it is used by mean, graph, groups, tree, learned-graph, mean-gaussian",
                "--method",
                "stl",
                "--gamma",
                1);
    }

    @Test
    void aSettingTheMethodNeeds() {
        assertUsage(
                "--graph FILE is needed by method 'graph'. Which tasks are neighbours: CSV with header, task,task[,weight].",
                "--method",
                "graph");
    }

    @Test
    void anUnknownMethod() {
        Run run = kith("fit", data, "--task", "task", "--target", "y", "-o", model, "--method", "men");
        assertThat(run.err())
                .startsWith("kith fit: --method must be one of stl, pooled, mean, ")
                .endsWith("got 'men'\n");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void numbersThatMakeNoSense() {
        assertUsage("--lambda must be a finite number > 0 or auto, got 'NaN'", "--method", "stl", "--lambda", "NaN");
        assertUsage("--lambda must be a finite number > 0 or auto, got '-1'", "--method", "stl", "--lambda", "-1");
        assertUsage("--gamma must be a number or auto, got 'much'", "--method", "mean", "--gamma", "much");
        assertUsage("--folds must be a whole number >= 2, got 1", "--method", "stl", "--folds", 1);
        assertUsage(
                "--folds is used to choose settings that are auto, and none is",
                "--method",
                "stl",
                "--lambda",
                1,
                "--folds",
                3);
        assertUsage("threads must be a whole number >= 1, got 0", "--method", "stl", "--threads", 0);
    }

    @Test
    void optionsThatContradictEachOther() {
        assertUsage(
                "--target-scale has no effect with --no-standardize: use one of them",
                "--method",
                "stl",
                "--no-standardize",
                "--target-scale",
                "all");
        assertUsage(
                "--targets is for wide data, --task and --target for long data: use one shape",
                "--method",
                "stl",
                "--lambda",
                1,
                "--targets",
                "y");
        assertUsage(
                "--split-file needs --split-column, the column that says which rows train",
                "--method",
                "stl",
                "--lambda",
                1,
                "--split-file",
                "s.csv");
    }

    @Test
    void noLabelsNamed() {
        assertUsage(
                kith("fit", data, "--method", "stl", "--lambda", 1, "-o", model),
                "kith fit: say where the labels are: --task COL --target COL (long data, a row for each observation),"
                        + " --targets C1,C2,... (wide data, a column for each task) or --classes COL (several"
                        + " classes); kith inspect shows the columns, --auto guesses");
    }

    @Test
    void aMisspeltOption() {
        Run run = kith("fit", data, "--method", "stl", "--lamda", 1, "-o", model);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualTo(
                        "kith fit: Unknown options: '--lamda', '1'\nDid you mean: --lambda, --lambda1?\nHelp: kith fit --help\n");
    }

    @Test
    void aCommandThatIsNone() {
        Run run = kith("fitt");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .startsWith("kith: Unmatched argument at index 0: 'fitt'\nDid you mean: ")
                .contains("fit");
    }

    @Test
    void wrongDataNamesFileLineAndColumn() throws IOException {
        Path bad = Files.writeString(dir.resolve("bad.csv"), "task,y,x\na,1,2\na,2,two\n");
        Run run = kith("fit", bad, "--task", "task", "--target", "y", "--method", "stl", "--lambda", 1, "-o", model);
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).startsWith("kith fit: bad.csv:3: column 'x': ").contains("two");
        assertThat(run.err().lines()).hasSize(1);
        assertThat(model).doesNotExist();
    }

    @Test
    void filesThatAreNotThere() {
        Run run = kith("fit", dir.resolve("no.csv"), "--targets", "y", "--method", "stl", "-o", model);
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).startsWith("kith fit: ").contains("no.csv").hasLineCount(1);
        Path nowhere = dir.resolve("no/m.kith");
        Run lost = kith("fit", data, "--task", "task", "--target", "y", "--method", "stl", "-o", nowhere);
        assertThat(lost.code()).isEqualTo(ExitCode.DATA);
        assertThat(lost.err()).isEqualTo("kith fit: " + nowhere + ": its directory does not exist; create it first\n");
        assertThat(lost.out()).isEmpty();
    }

    @Test
    void aStructureOfOtherTasks() throws IOException {
        Path graph = Files.writeString(dir.resolve("g.csv"), "task,task\na,c\n");
        Run run = kith(
                "fit",
                data,
                "--task",
                "task",
                "--target",
                "y",
                "--method",
                "graph",
                "--graph",
                graph,
                "--lambda",
                1,
                "-o",
                model);
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).startsWith("kith fit: ").contains("'c'").hasLineCount(1);
    }

    @Test
    void debugShowsWhere() {
        Run run = kith("fit", dir.resolve("no.csv"), "--targets", "y", "--method", "stl", "-o", model, "--debug");
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).contains("\tat dev.kith.");
    }

    @Test
    void simulatedSetsRefuseParametersOfOthers() {
        Run run = kith("data", "arm", "--density", 0.5);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("kith data: simulated set 'arm' has no parameter 'density'; it knows train, ");
        assertUsage(
                kith("data", "arm", "--tree", dir.resolve("t.csv"), "-o", dir.resolve("a.csv"), "--quiet"),
                "kith data: --tree has no effect: this arm has no tree");
    }
}
