package dev.kith.cli;

import dev.kith.cli.option.LearnerOptions;
import dev.kith.cli.option.RowOptions;
import dev.kith.cli.terminal.Completed;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.cli.text.StreamReport;
import dev.kith.file.ModelFile;
import dev.kith.stream.LearnerException;
import dev.kith.stream.LearnerSettings;
import dev.kith.stream.StreamListener;
import dev.kith.stream.StreamPlan;
import dev.kith.stream.StreamProgress;
import dev.kith.stream.StreamRun;
import dev.kith.stream.StreamSummary;
import dev.kith.text.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith stream}: learn from rows as they come, predicting each before its label is used. */
@Command(
        name = "stream",
        description = "Learn online: predict every row before its label is used, then learn from it.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  kith stream mail.svm.gz --learner perceptron --b auto --shuffle --seed 1 --json",
            "  tail -f events.jsonl | kith stream - --format jsonl --task user --target clicked",
            "  kith stream rows.csv --task shop --target sold --checkpoint run.state --resume -o model.kith"
        })
final class StreamCommand implements Callable<Integer>, Completed {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private RowOptions rows;

    @Option(
            names = "--rounds",
            description = "Rows up to the next one of a task already there are predicted together, before any of their"
                    + " labels is used. Always on for matrix and wide data. With --shuffle, round k holds the k-th row"
                    + " of every task.")
    private boolean rounds;

    @Option(
            names = "--tasks",
            paramLabel = "K",
            description = "The number of tasks. Default: those seen so far; with --shuffle, those in the file.")
    private int tasks;

    @Option(names = "--no-normalize", description = "Leave rows at their lengths. Default: scaled to length 1.")
    private boolean noNormalize;

    @Option(names = "--intercept", description = "Add a constant feature.")
    private boolean intercept;

    @Option(names = "--hash", paramLabel = "BITS", description = "Hash features to 2^BITS places, with signs.")
    private @Nullable Integer hashBits;

    @Option(names = "--shuffle", description = "Read everything first, then go through it in random order.")
    private boolean shuffle;

    @Option(names = "--seed", paramLabel = "S", description = "Seed of --shuffle. Default: 0.")
    private @Nullable Long seed;

    @Option(
            names = "--every",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Rows in a window: report, and write the checkpoint, every so many. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int every;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "Keep the state of the run here, written as a whole at ends of windows and at the end.")
    @Writes
    private @Nullable Path checkpoint;

    @Option(
            names = "--resume",
            description = "Go on from --checkpoint if it exists. The same rows must come again from the start; those"
                    + " before the checkpoint are checked and passed over.")
    private boolean resume;

    @Option(
            names = "--comparator",
            paramLabel = "MODEL",
            description =
                    "Compare the mistakes with what the learner's theorem allows, given how well this model (linear,"
                            + " or of the learner's kernel) predicts the rows it got wrong. Says so where no theorem gives a bound.")
    @Reads
    private @Nullable Path comparator;

    @Option(names = "--json", description = "Print the summary as one JSON object; reports go to standard error.")
    private boolean json;

    @Option(
            names = "--save-learner",
            paramLabel = "FILE.learner",
            description = "Save the learner itself, which goes on learning where it is served: kith serve --learn.")
    @Writes
    private @Nullable Path saveLearner;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "MODEL",
            description = "Save what was learned as a model for predict.")
    @Writes
    private @Nullable Path output;

    /** Gives the command one option for each setting of a learner. */
    @Override
    public void complete(CommandSpec command) {
        LearnerOptions.addTo(command);
    }

    @Override
    public Integer call() throws IOException {
        try {
            return run();
        } catch (LearnerException e) {
            throw new UsageException(e.told(LearnerOptions::option));
        }
    }

    private int run() throws IOException {
        check();
        LearnerSettings learner = LearnerOptions.given(spec.commandLine().getParseResult());
        LearnerOptions.derivedB(spec.commandLine().getParseResult(), learner).ifPresent(kith.terminal(spec)::note);
        StreamRun run = plan(learner).prepare();
        kith.ending().keep(run::stop);
        StreamSummary summary = run.run();
        kith.ending().keepNothing();
        if (summary.stopped()) {
            return ExitCode.DONE; // by a signal, which ends the program
        }
        StreamReport report = new StreamReport(summary);
        if (json) {
            kith.terminal(spec).out().println(Json.of(report.json()));
        } else {
            report.lines().forEach(kith.terminal(spec)::say);
        }
        if (output != null) {
            ModelFile.write(run.model(), output);
        }
        if (saveLearner != null) {
            run.learner().save(saveLearner);
        }
        return ExitCode.DONE;
    }

    private void check() {
        if (resume && checkpoint == null) {
            throw new UsageException("--resume needs --checkpoint, the file to go on from");
        }
        if (seed != null && !shuffle) {
            throw new UsageException("--seed has no effect without --shuffle: leave it out");
        }
        if ((output != null || saveLearner != null) && hashBits != null) {
            throw new UsageException((output != null ? "-o" : "--save-learner")
                    + " needs the names of features, which --hash forgets: leave one of them out");
        }
        if (shuffle && rows.standardInput() && resume) {
            throw new UsageException("--resume of a shuffled run needs a file, standard input cannot be read again");
        }
    }

    private StreamPlan plan(LearnerSettings learner) throws IOException {
        StreamPlan plan = rows.named(StreamPlan.from(rows.source(System.in, kith.terminal(spec))))
                .with(learner)
                .every(every)
                .knownAs(settings())
                .listener(new Reports());
        plan = comparator == null ? plan : plan.against(ModelFile.read(comparator));
        plan = rounds ? plan.inRounds() : plan;
        plan = tasks == 0 ? plan : plan.expecting(tasks);
        plan = noNormalize ? plan.unscaled() : plan;
        plan = intercept ? plan.withIntercept() : plan;
        plan = hashBits == null ? plan : plan.hashed(hashBits);
        plan = shuffle ? plan.shuffled(seed == null ? 0 : seed) : plan;
        if (checkpoint == null) {
            return plan;
        }
        return resume ? plan.resume(checkpoint) : plan.checkpoint(checkpoint);
    }

    /** What a resumed run must agree on. */
    private String settings() {
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> !List.of(
                                "--checkpoint",
                                "--resume",
                                "--json",
                                "--output",
                                "--save-learner",
                                "--quiet",
                                "--debug")
                        .contains(option.longestName()))
                .map(option -> option.longestName() + "=" + option.getValue())
                .sorted()
                .reduce("DATA=" + rows.name(), (x, y) -> x + " " + y);
    }

    /** Tells how the run is doing. */
    private final class Reports implements StreamListener {
        @Override
        public void windowEnded(StreamProgress progress) {
            String line = StreamReport.line(progress);
            if (json) {
                kith.terminal(spec).note(line);
            } else {
                kith.terminal(spec).say(line);
            }
        }

        @Override
        public void resumed(long rowsBefore) {
            kith.terminal(spec).note("resuming after " + rowsBefore + " rows");
        }
    }
}
