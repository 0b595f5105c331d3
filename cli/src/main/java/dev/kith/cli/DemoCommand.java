package dev.kith.cli;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.Writes;
import dev.kith.data.Dataset;
import dev.kith.data.simulated.Simulated;
import dev.kith.data.simulated.Simulations;
import dev.kith.file.ModelFile;
import dev.kith.report.ComparisonReport;
import dev.kith.report.Provenance;
import dev.kith.report.ReportPage;
import dev.kith.score.Split;
import dev.kith.score.Verdict;
import dev.kith.select.Answer;
import dev.kith.select.Compare;
import dev.kith.select.Comparison;
import dev.kith.select.detail.Details;
import dev.kith.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith demo}: the whole way on a data set that needs no file. */
@Command(
        name = "demo",
        description =
                "See what kith does, in a few seconds and without any data: simulate a robot arm, learn its joints"
                        + " alone and together, write a model and a report.",
        customSynopsis = "kith demo [-o DIR] [--seed S]",
        sortOptions = false,
        footer = {"", "Examples:", "  kith demo", "  kith demo -o /tmp/demo --seed 7"})
final class DemoCommand implements Callable<Integer> {
    private static final List<String> METHODS = List.of("stl", "pooled", "mean", "mtfl", "mtrl");
    private static final int ROWS = 210;
    private static final int HELD_OUT = 1000;
    private static final int FOLDS = 5;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            defaultValue = "kith-demo",
            description = "Directory for the model and the report, made if need be. Default kith-demo.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Writes
    private Path directory;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of the simulation. Default 1.")
    private long seed;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        Files.createDirectories(directory);
        Simulated arm = Simulations.find("arm")
                .draw(Map.of(
                        "train", Integer.toString(ROWS),
                        "test", Integer.toString(HELD_OUT),
                        "observed", Double.toString(1.0 / 7),
                        "seed", Long.toString(seed)));
        String story = story(arm);
        Terminal.wrapped(story).forEach(terminal::say);
        terminal.say("");
        Comparison compared = compare(arm, terminal);
        Terminal.wrapped(headline(compared)).forEach(terminal::say);
        terminal.say("");
        new CompareWords(compared).tables(false).forEach(terminal::say);
        save(compared, story, terminal);
        return ExitCode.DONE;
    }

    private static String story(Simulated arm) {
        int[] counts = arm.data().countPerTask();
        return "A simulated robot arm has seven joints. For each joint kith learns which torque a motion needs, from only "
                + Arrays.stream(counts).min().orElse(0) + " to "
                + Arrays.stream(counts).max().orElse(0) + " measurements, and is then tested on "
                + Words.count(arm.test().orElseThrow().inputs().rows(), "motion") + " nobody trained on.";
    }

    /** The sentence for somebody who has never heard of any of this. */
    private static String headline(Comparison result) {
        Answer answer = result.answer();
        if (answer.overall() != Verdict.SHARE || answer.share() <= answer.isolate()) {
            return result.headline();
        }
        String alone = percent(result.baseline().mean());
        String name = result.winner().name() + ", " + result.winner().method().plainName();
        return "Learning the joints together beats learning each alone: predictions miss "
                + percent(result.winner().mean())
                + " of the variation of the torques instead of " + alone + " (method " + name
                + "). Sharing clearly helps "
                + answer.share() + " of the " + answer.tasks() + " joints and clearly harms " + answer.isolate() + ".";
    }

    private static String percent(double value) {
        return Math.round(100 * value) + "%";
    }

    private Comparison compare(Simulated arm, Terminal terminal) {
        Dataset data = arm.whole();
        Comparison comparison = Compare.on(data)
                .methods(METHODS)
                .training(usual -> usual.withSeed(seed))
                .folds(FOLDS)
                .split(Split.of(data, o -> o >= arm.data().size()))
                .run(new Compare.Listener() {
                    @Override
                    public void trained(String method, double seconds, int done, int of) {
                        terminal.progress("comparing: " + done + " of " + of + " methods done");
                    }
                });
        terminal.clear();
        return comparison;
    }

    private void save(Comparison compared, String story, Terminal terminal) throws IOException {
        Path model = directory.resolve("model.kith");
        Path report = directory.resolve("report.html");
        ModelFile.write(compared.winner().heldOut().fits().get(0).model(), model);
        List<String> sentences = List.of(story, headline(compared));
        Provenance provenance = Provenance.of("kith demo --seed " + seed, seed);
        ReportPage.write(
                ComparisonReport.of(compared, "Kith demo: a robot arm", sentences, provenance)
                        .withDetails(Details.of(compared, seed)),
                report);
        terminal.say("");
        terminal.say("Saved " + model + " (see it with: kith show " + model + ")");
        terminal.say("      " + report + " (open it in a browser)");
    }
}
