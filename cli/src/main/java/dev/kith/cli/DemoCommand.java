package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.convex.Options;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.simulated.Simulated;
import dev.kith.data.simulated.Simulations;
import dev.kith.kernel.Linear;
import dev.kith.loss.Squared;
import dev.kith.model.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
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
    private static final List<String> METHODS = List.of("stl", "pooled", "mean");
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
    private Path directory;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed of the simulation. Default 1.")
    private long seed;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        Files.createDirectories(directory);
        Simulated arm = Simulations.find("arm")
                .with(Map.of(
                        "train", Integer.toString(ROWS),
                        "test", Integer.toString(HELD_OUT),
                        "observed", Double.toString(1.0 / 7),
                        "seed", Long.toString(seed)))
                .draw();
        Terminal.wrapped(DemoResult.story(arm)).forEach(terminal::say);
        terminal.say("");
        DemoResult result = new DemoResult(arm, results(arm, terminal), seed);
        result.lines().forEach(terminal::say);
        Path model = directory.resolve("model.kith");
        Path report = directory.resolve("report.html");
        ModelFile.write(result.best().fit().model(), model);
        Outputs.report(report, result.report());
        terminal.say("");
        terminal.say("Saved " + model + " (see it with: kith show " + model + ")");
        terminal.say("      " + report + " (open it in a browser)");
        return ExitCode.DONE;
    }

    private List<MethodTrial> results(Simulated arm, Terminal terminal) {
        Options options = Options.defaults()
                .withScaling(true, TargetScale.TASK)
                .withSeed(seed)
                .withThreads(Runtime.getRuntime().availableProcessors());
        List<MethodTrial> trials = new ArrayList<>();
        for (String name : METHODS) {
            Method method = Methods.find(name);
            Setup setup = new Setup(
                    new Squared(), new Linear(), options, Settings.auto(method), TrainedOn.recorded(true, null));
            Tuner.Choice choice =
                    new Tuner(FOLDS, seed, terminal).choose(method, setup, OptionalDouble.empty(), arm.data());
            trials.add(MethodTrial.of(choice, arm.data(), arm.test().orElseThrow()));
        }
        return trials;
    }
}
