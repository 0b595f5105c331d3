package dev.kith.cli;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.ExperimentPage;
import dev.kith.cli.reproduce.Experiments;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Scope;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.text.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith reproduce}: published experiments, run again. */
@Command(
        name = "reproduce",
        description = "Rerun a published experiment: our table beside the published one, as text, CSV and a page.",
        customSynopsis = {"kith reproduce --list", "       kith reproduce NAME|all [-o DIR] [OPTIONS]"},
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith reproduce circle --quick",
            "  kith reproduce torques --data ~/data -o results"
        })
final class ReproduceCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final String DATA_VARIABLE = "KITH_DATA";
    private static final String NOT_INSTALLED =
            "the published experiments are not part of this installation; they run from"
                    + " the sources of kith: get these and use the ./kith in their top directory";

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Which experiment, or all; see --list.")
    private @Nullable String name;

    @Option(names = "--list", description = "List the experiments.")
    private boolean list;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            defaultValue = "kith-reproduce",
            description = "Directory for NAME.csv and NAME.html, made if need be. Default kith-reproduce.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Writes
    private Path directory;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Directory with the public data sets. Default: the environment's KITH_DATA, or shared/data"
                    + " beside the project.")
    @Reads
    private @Nullable Path data;

    @Option(names = "--quick", description = "Fewer sizes and repetitions: about a minute.")
    private boolean quick;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of everything random. Default 1.")
    private long seed;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        Experiments experiments = Experiments.installed();
        if (experiments.all().isEmpty()) {
            throw new UsageException(NOT_INSTALLED);
        }
        if (list) {
            for (Experiment experiment : experiments.all()) {
                terminal.out()
                        .printf(
                                "%-11s %s%n            %s%n",
                                experiment.name(), experiment.summary(), experiment.place());
            }
            return ExitCode.DONE;
        }
        if (name == null) {
            throw new UsageException("name an experiment, or use --list");
        }
        Scope scope = new Scope(quick, seed, directoryOfData(), terminal::progress);
        List<Experiment> chosen = name.equals(ALL) ? experiments.all() : List.of(experiments.find(name));
        Files.createDirectories(directory);
        for (Experiment experiment : chosen) {
            if (name.equals(ALL) && experiment.needsData() && scope.data().isEmpty()) {
                terminal.note(experiment.name() + ": left out, it needs --data DIR");
            } else {
                run(experiment, scope, terminal);
            }
        }
        return ExitCode.DONE;
    }

    private Optional<Path> directoryOfData() {
        String variable = System.getenv(DATA_VARIABLE);
        return data != null ? Optional.of(data) : Optional.ofNullable(variable).map(Path::of);
    }

    private void run(Experiment experiment, Scope scope, Terminal terminal) throws IOException {
        Outcome outcome = experiment.run(scope);
        terminal.clear();
        terminal.say(experiment.name() + ": " + experiment.summary() + " (" + experiment.place() + ")");
        terminal.say("");
        outcome.lines().forEach(terminal::say);
        terminal.say("");
        terminal.say(outcome.headline());
        terminal.say("Differs: " + outcome.differs());
        Path csv = directory.resolve(experiment.name() + ".csv");
        Path page = directory.resolve(experiment.name() + ".html");
        Outputs.write(csv, outcome::writeCsv);
        String html = ExperimentPage.html(
                experiment,
                outcome,
                "kith " + Version.current() + ", seed " + seed + (quick ? ", quick run" : ", full run"));
        Outputs.write(page, out -> out.write(html));
        terminal.say("Wrote " + csv + " and " + page);
        terminal.say("");
    }
}
