package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.run.Keys;
import dev.kith.cli.run.RunFile;
import dev.kith.cli.run.RunWriter;
import dev.kith.cli.terminal.Ending;
import dev.kith.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** What a file says is what was typed: options to file to run gives the same results. */
class RunFileTest {
    private static final Path HERE = Path.of("").toAbsolutePath();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private Path data = Path.of("");
    private Path model = Path.of("");
    private Path runs = Path.of("");

    @BeforeEach
    void fit() throws IOException {
        data = here(Files.writeString(dir.resolve("shops.csv"), rows(List.of("a", "b", "c", "d"), 20, 1)));
        model = here(dir.resolve("m.kith"));
        runs = Files.createDirectory(dir.resolve("runs"));
        assertThat(kith(fitted("--keep-moments", "--calibrate", "-o", model)).code())
                .isZero();
    }

    /** Typed from where the tests run, so that names in the file are others than those typed. */
    private static Path here(Path file) {
        return HERE.relativize(file.toAbsolutePath());
    }

    private static String rows(List<String> shops, int each, long seed) {
        Random random = new Random(seed);
        StringBuilder csv = new StringBuilder("shop,sales,price,rain\n");
        for (String shop : shops) {
            for (int i = 0; i < each; i++) {
                double price = random.nextDouble();
                double rain = random.nextDouble();
                csv.append(shop + "," + (shop.charAt(0) - 2 * price + rain + 0.1 * random.nextGaussian()) + "," + price
                        + "," + rain + "\n");
            }
        }
        return csv.toString();
    }

    private Object[] fitted(Object... more) {
        List<Object> all = new ArrayList<>(
                List.of("fit", data, "--task", "shop", "--target", "sales", "--method", "mean", "--lambda", 0.1));
        all.addAll(List.of(more));
        return all.toArray();
    }

    private void sameWhenRunFromAFile(Object[] args, Path... outputs) throws IOException {
        Path file = here(runs.resolve("run.toml"));
        List<Object> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--save-config", file));
        Run typed = kith(all.toArray());
        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(typed.err()).startsWith("Saved " + file + "\n");
        Map<Path, String> before = new LinkedHashMap<>();
        for (Path output : outputs) {
            before.put(output, content(output));
            Files.delete(output);
        }
        Run again = kith("run", file);
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(plain(again.out())).isEqualTo(plain(typed.out()));
        for (Path output : outputs) {
            assertThat(content(output)).as(output + "").isEqualTo(before.get(output));
        }
    }

    /** Every byte of a file, as a character; without the run file that JSON names. */
    private static String content(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1).replaceFirst(",\"runFile\":\"[^\"]*\"", "");
    }

    /** Without what names files and takes its time. */
    private String plain(String out) {
        return out.replace(here(dir) + "/", "")
                .replace(dir + "/", "")
                .replaceAll("[-0-9.e]+ s\\.", "s.")
                .replaceAll("(?m)(?<=^  (stl|mean) .{65}).*$", "");
    }

    @TestFactory
    Stream<DynamicTest> everyCommandGivesTheSame() throws IOException {
        Path news = here(Files.writeString(dir.resolve("news.csv"), rows(List.of("e"), 12, 2)));
        Path more = here(Files.writeString(dir.resolve("more.csv"), rows(List.of("a", "b"), 12, 3)));
        Path out = here(dir.resolve("out.kith"));
        Path csv = here(dir.resolve("out.csv"));
        Path json = here(dir.resolve("out.json"));
        Object[] compare = {
            "compare",
            data,
            "--task",
            "shop",
            "--target",
            "sales",
            "--methods",
            "mean",
            "--lambda",
            0.1,
            "--folds",
            3,
            "--predictions",
            csv,
            "--save",
            "best",
            "-o",
            out
        };
        Map<String, Object[]> lines = new LinkedHashMap<>();
        lines.put("compare", compare);
        lines.put("fit", fitted("-o", out));
        lines.put("adapt", new Object[] {"adapt", model, news, "-o", out, "--json", json});
        lines.put("update", new Object[] {"update", model, more, "-o", out});
        lines.put("predict", new Object[] {"predict", model, more, "--interval", 0.9, "-o", csv});
        lines.put("predict to standard output", new Object[] {"predict", model, more, "--id", "sales"});
        lines.put("score", new Object[] {"score", model, more, "--measure", "mae"});
        lines.put("inspect", new Object[] {"inspect", data, "--task", "shop", "--json", json});
        lines.put("explain", new Object[] {"explain", model, more, "--rows", 2, "--json"});
        lines.put("show", new Object[] {"show", model, "--json"});
        lines.put("diff", new Object[] {"diff", model, model});
        lines.put("extract", new Object[] {"extract", model, "--task", "a", "-o", csv});
        return lines.entrySet().stream()
                .map(line -> DynamicTest.dynamicTest(line.getKey(), () -> {
                    List<Object> args = List.of(line.getValue());
                    // the page and JSON of inspect name the command to run next, and so the file
                    Path[] outputs = Stream.of(out, csv, json)
                            .filter(file -> args.contains(file) && !args.contains("inspect"))
                            .toArray(Path[]::new);
                    sameWhenRunFromAFile(line.getValue(), outputs);
                }));
    }

    /** Whatever option a command has or will have. */
    @TestFactory
    Stream<DynamicTest> everyOptionComesBack() {
        CommandLine program = Main.commandLine(new Kith(new Ending()));
        return program.getSubcommands().values().stream()
                .filter(command -> Keys.runs(command.getCommandSpec()))
                .map(command -> DynamicTest.dynamicTest(command.getCommandName(), () -> {
                    for (OptionSpec option : command.getCommandSpec().options()) {
                        if (!option.inherited()) {
                            comesBack(program, command.getCommandName(), option);
                        }
                    }
                }));
    }

    private void comesBack(CommandLine program, String command, OptionSpec asked) throws IOException {
        CommandSpec spec =
                Objects.requireNonNull(program.getSubcommands().get(command)).getCommandSpec();
        List<String> args = new ArrayList<>(List.of(command));
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            args.add(parameter.paramLabel().toLowerCase(Locale.ROOT) + "s/x.csv");
        }
        for (OptionSpec option : spec.options()) {
            if (option.required() || option.equals(asked)) {
                args.add(option.longestName() + (option.arity().max() == 0 ? "" : "=" + sample(option)));
            }
        }
        Map<String, List<String>> before = values(program, args);
        Path file = runs.resolve(command + ".toml");
        Files.writeString(file, RunWriter.text(last(program.parseArgs(args.toArray(String[]::new))), here(file)));
        List<String> again = RunFile.read(here(file), Main.commandLine(new Kith(new Ending())))
                .arguments(command, List.of());
        assertThat(values(program, again)).as(Files.readString(file)).isEqualTo(before);
    }

    private static String sample(OptionSpec option) {
        if (option.isMultiValue()) {
            return option.splitRegex().isEmpty() ? "one, \"two\" \\ @three" : "one,t'w o,3";
        }
        if (option.completionCandidates() != null
                && option.completionCandidates().iterator().hasNext()) {
            return option.completionCandidates().iterator().next();
        }
        return Path.class.isAssignableFrom(option.type())
                ? "f/x.csv"
                : option.type() == Double.class || option.type() == double.class
                        ? "0.250"
                        : Number.class.isAssignableFrom(option.type())
                                        || option.type().isPrimitive()
                                ? "3"
                                : "1e-3";
    }

    private static ParseResult last(ParseResult parsed) {
        return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed;
    }

    /** What was given, by option; files by their place. */
    private static Map<String, List<String>> values(CommandLine program, List<String> args) {
        ParseResult parsed = last(program.parseArgs(args.toArray(String[]::new)));
        Map<String, List<String>> values = new TreeMap<>();
        for (ArgSpec argument : parsed.commandSpec().args()) {
            if (!argument.stringValues().isEmpty()) {
                String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
                values.put(
                        name,
                        Path.class.isAssignableFrom(argument.type())
                                ? List.of(Path.of(argument.stringValues().get(0))
                                        .toAbsolutePath()
                                        .normalize()
                                        .toString())
                                : argument.type() == Double.class
                                        ? List.of(argument.<Object>getValue().toString())
                                        : argument.stringValues());
            }
        }
        return values;
    }

    private Path write(String... lines) throws IOException {
        return here(Files.write(dir.resolve("shops.toml"), Arrays.asList(lines)));
    }

    private void refused(int code, String message, Object... args) {
        Run run = kith(args);
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        assertThat(run.err()).startsWith(message + "\n");
    }

    @Test
    void commandsShareTheirDataAndTheLineOverrides() throws IOException {
        Path file = write(
                "# Sales of four shops",
                "[data]",
                "data = \"shops.csv\"",
                "task = \"shop\"",
                "target = \"sales\"",
                "",
                "[fit]",
                "seed = 3",
                "method = \"mean\"   # or mtrl",
                "lambda = 0.5",
                "output = \"fitted.kith\"",
                "[predict]",
                "model = \"fitted.kith\"",
                "output = \"p.csv\"");
        assertThat(kith("run", file, "fit", "predict").code()).isZero();
        String first = kith("show", dir.resolve("fitted.kith"), "--json").out();
        assertThat(first).contains("\"lambda\":0.5,", "\"seed\":3,");
        List<String> predicted = Files.readAllLines(dir.resolve("p.csv"));
        assertThat(predicted).hasSize(81);
        assertThat(kith("run", file, "fit", "--lambda", 0.25, "--seed=4").code())
                .isZero();
        assertThat(kith("show", dir.resolve("fitted.kith"), "--json").out())
                .contains("\"lambda\":0.25,", "\"seed\":4,");
        // a file that is typed takes the place of the shared one, not of the section's own
        Path few = here(Files.writeString(dir.resolve("few.csv"), "shop,price,rain\na,1,2\n"));
        assertThat(kith("run", file, "predict", few).code()).isZero();
        assertThat(Files.readAllLines(dir.resolve("p.csv"))).hasSize(2);
        assertThat(kith("run", file, "predict", few, "-o", dir.resolve("q.csv")).code())
                .isZero();
        assertThat(dir.resolve("q.csv")).exists();
    }

    @Test
    void reportsAndJsonNameTheFile() throws IOException {
        Path file = write(
                "command = \"compare\"",
                "[data]",
                "data = \"shops.csv\"",
                "task = \"shop\"",
                "target = \"sales\"",
                "[compare]",
                "methods = [\"mean\"]",
                "lambda = 0.1",
                "report = \"r.html\"",
                "json = \"r.json\"",
                "[fit]",
                "method = \"mean\"",
                "lambda = 0.1",
                "json = \"f.json\"",
                "report = \"f.html\"",
                "output = \"f.kith\"");
        assertThat(kith("run", file, "--folds", 3).code()).isZero();
        String named = "\"Run file\":\"" + file + "\"";
        String command = "\"Command\":\"kith run " + file + " --folds 3\"";
        assertThat(dir.resolve("r.json")).content().contains(named, command, "3-fold cross-validation");
        assertThat(dir.resolve("r.html")).content().contains(named);
        assertThat(kith("run", file, "fit").code()).isZero();
        assertThat(dir.resolve("f.json")).content().contains("\"runFile\":\"" + file + "\"");
        assertThat(dir.resolve("f.html")).content().contains(named);
    }

    @Test
    void whatIsMadeFromASavedModelNamesTheFileToo() throws IOException {
        String named = "\"Run file\":\"%s\"";
        String found = "\"runFile\":\"%s\"";

        Path look = write(
                "command = \"inspect\"",
                "[inspect]",
                "data = \"shops.csv\"",
                "json = \"i.json\"",
                "report = \"i.html\"");
        assertThat(kith("run", look).code()).isZero();
        assertThat(dir.resolve("i.json")).content().contains(named.formatted(look));
        assertThat(dir.resolve("i.html")).content().contains(named.formatted(look));

        Path score =
                write("command = \"score\"", "[score]", "model = \"m.kith\"", "data = \"shops.csv\"", "json = true");
        assertThat(kith("run", score).out()).contains(found.formatted(score));
    }

    @Test
    void mistakesAreNamedWithTheirPlace() throws IOException {
        String at = "kith run: shops.toml:";
        refused(
                ExitCode.USAGE,
                at + "3:1: unknown setting 'foldz' in [compare]; did you mean 'folds'?",
                "run",
                write("# one", "[compare]", "foldz = 3"));
        refused(
                ExitCode.USAGE,
                at + "1:1: unknown section 'comare'; did you mean 'compare'?",
                "run",
                write("[comare]", "folds = 3"));
        refused(
                ExitCode.USAGE,
                at + "3:3: unknown setting 'report' in [data]; it has what several commands take, no files that one of"
                        + " them writes",
                "run",
                write("command = \"compare\"", "[data]", "  report = \"x.html\""));
        refused(
                ExitCode.USAGE,
                at + "1:1: unknown command 'compar'; did you mean 'compare'?",
                "run",
                write("command = \"compar\""));
        refused(
                ExitCode.USAGE,
                at + "2:1: calibrate must be true or false, got yes",
                "run",
                write("[fit]", "calibrate = \"yes\""));
        refused(
                ExitCode.USAGE,
                at + "3:1: a name in the list drop has a comma, which --drop takes for the end of the name",
                "run",
                write("[fit]", "method = \"mean\"", "drop = [\"a, b\"]"));
        refused(
                ExitCode.USAGE,
                "kith fit: shops.toml:4:1: Invalid value for option '--folds': 'x' is not an int",
                "run",
                write("[fit]", "data = \"shops.csv\"", "method = \"mean\"", "folds = \"x\""));
        Path two = write("[fit]", "[predict]");
        refused(
                ExitCode.USAGE,
                "kith run: say what to run: kith run " + two
                        + " fit|predict; or a line at the top of it: command = \"...\"",
                "run",
                two);
        Run broken = kith("run", write("[fit]", "method = "));
        assertThat(broken.code()).isEqualTo(ExitCode.DATA);
        assertThat(broken.err()).startsWith(at + "2:");
        refused(
                ExitCode.USAGE,
                "kith run: options and files are for one command, and fit, predict are several: name one of them",
                "run",
                write("[fit]", "[predict]"),
                "fit",
                "predict",
                "--folds",
                3);
    }

    @Test
    void theRunFileIsNeverAnOutput() throws IOException {
        Path file = write("[fit]", "data = \"shops.csv\"", "method = \"mean\"", "output = \"shops.toml\"");
        Run run = kith("run", file);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("-o and the run file are the same file");
        assertThat(file).content().startsWith("[fit]");
    }

    @Test
    void filesAreNamedFromTheDirectoryOfTheRunFile() throws IOException {
        Path edges = Files.writeString(runs.resolve("edges.csv"), "a,b\nc,d\n");
        List<String> lines = List.of(
                "[fit]",
                "data = \"../shops.csv\"",
                "task = \"shop\"",
                "target = \"sales\"",
                "method = \"graph\"",
                "graph = \"edges.csv\"",
                "lambda = 0.1",
                "output = \"g.kith\"");
        Path file = Files.write(runs.resolve("g.toml"), lines);
        assertThat(kith("run", here(file)).err()).isEmpty();
        assertThat(runs.resolve("g.kith")).exists();
        Files.delete(edges);
        assertThat(kith("run", here(file)).code()).isEqualTo(ExitCode.DATA);
    }
}
