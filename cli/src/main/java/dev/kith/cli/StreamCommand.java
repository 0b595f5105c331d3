package dev.kith.cli;

import dev.kith.cli.stream.LearnerChoice;
import dev.kith.cli.stream.Preparation;
import dev.kith.cli.stream.StreamInput;
import dev.kith.cli.stream.StreamRun;
import dev.kith.cli.stream.StreamSummary;
import dev.kith.cli.stream.Streams;
import dev.kith.data.RowStream;
import dev.kith.online.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
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
final class StreamCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            paramLabel = "DATA",
            description = "CSV or TSV with a header line, LIBSVM (label qid:TASK index:value ...) or JSON lines; may be"
                    + " gzipped; - is standard input.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private String data;

    @Option(
            names = "--format",
            paramLabel = "F",
            description = "csv, tsv, libsvm or jsonl. Default: by the file's name; standard input is libsvm unless"
                    + " columns are named.")
    private @Nullable String format;

    @Option(names = "--task", paramLabel = "COL", description = "The column that names a row's task.")
    private @Nullable String task;

    @Option(names = "--target", paramLabel = "COL", description = "The column with the label, one of two values.")
    private @Nullable String target;

    @Option(
            names = "--targets",
            paramLabel = "C1,C2,...",
            split = ",",
            description = "Wide data: one label column for each task; a row is a round of all tasks.")
    private List<String> targets = List.of();

    @Option(names = "--features", paramLabel = "C1,...", split = ",", description = "Columns to learn from.")
    private List<String> features = List.of();

    @Option(names = "--categorical", paramLabel = "C1,...", split = ",", description = "Text columns to one-hot.")
    private List<String> categorical = List.of();

    @Option(names = "--drop", paramLabel = "C1,...", split = ",", description = "Columns to leave out.")
    private List<String> drop = List.of();

    @Option(
            names = "--positive",
            paramLabel = "LABEL",
            description = "The label that counts as +1. Default: 1, or the second text to appear.")
    private @Nullable String positive;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private LearnerOptions learning;

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
    private int hashBits;

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

    @Option(names = "--json", description = "Print the summary as one JSON object; reports go to standard error.")
    private boolean json;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "MODEL",
            description = "Save what was learned as a model for predict.")
    @Writes
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
        check();
        StreamInput input = new StreamInput(data, format, task, target, targets, features, categorical, drop);
        LearnerChoice choice = learning.choice();
        boolean inRounds = rounds || choice.kind() == LearnerChoice.Kind.MATRIX || !targets.isEmpty();
        Preparation preparation =
                new Preparation(!noNormalize && !choice.kernelScales(), intercept, hashBits, positive, inRounds);
        List<String> known =
                choice.relations() == null ? List.of() : choice.relations().tasks();
        RowStream rows = input.open(System.in);
        try (Streams streams = shuffle
                ? Streams.shuffled(input.name(), rows, preparation, known, seed == null ? 0 : seed)
                : Streams.live(input.name(), rows, preparation, known)) {
            return run(input, choice, streams, inRounds, known);
        }
    }

    private void check() {
        if (resume && checkpoint == null) {
            throw new UsageException("--resume needs --checkpoint, the file to go on from");
        }
        if (seed != null && !shuffle) {
            throw new UsageException("--seed has no effect without --shuffle: leave it out");
        }
        if (tasks < 0) {
            throw new UsageException("--tasks must be a whole number >= 1, got " + tasks);
        }
        if (output != null && (hashBits > 0)) {
            throw new UsageException("-o needs the names of features, which --hash forgets: leave one of them out");
        }
        if (intercept && learning.keepsInputs()) {
            throw new UsageException("--intercept is for learners with explicit weights: leave it or --kernel out");
        }
        if (shuffle && data.equals("-") && resume) {
            throw new UsageException("--resume of a shuffled run needs a file, standard input cannot be read again");
        }
    }

    private int run(StreamInput input, LearnerChoice choice, Streams streams, boolean inRounds, List<String> known)
            throws IOException {
        int knownTasks = Math.max(Math.max(tasks, known.size()), streams.knownTasks());
        long start = System.nanoTime();
        StreamRun run = new StreamRun(
                choice.make(knownTasks, streams.knownFeatures(), !noNormalize),
                every,
                settings(),
                known,
                checkpoint,
                this::report);
        if (resume && run.resume()) {
            note("resuming after " + run.tally().rows() + " rows");
        }
        kith.ending().keep(run::stop);
        run.run(streams.feed(), inRounds);
        kith.ending().keepNothing();
        StreamSummary summary = new StreamSummary(run, choice.kind().text(), System.nanoTime() - start);
        if (json) {
            kith.terminal(spec).out().println(Json.of(summary.json()));
        } else {
            summary.lines().forEach(kith.terminal(spec)::say);
        }
        if (output != null) {
            new StreamModel(run, streams, input, settings(), seed == null ? 0 : seed, intercept).write(output);
        }
        return ExitCode.DONE;
    }

    /** What a resumed run must agree on. */
    private String settings() {
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> !List.of("--checkpoint", "--resume", "--json", "--output", "--quiet", "--debug")
                        .contains(option.longestName()))
                .map(option -> option.longestName() + "=" + option.getValue())
                .sorted()
                .reduce("DATA=" + (data.equals("-") ? "-" : Path.of(data).getFileName()), (x, y) -> x + " " + y);
    }

    private void report(Tally tally) {
        int last = tally.windows() - 1;
        String line = String.format(
                Locale.ROOT,
                "%,12d rows  %8.4f%% mistakes so far  %8.4f%% in this window",
                tally.rows(),
                100 * tally.rate(),
                100.0 * tally.windowMistakes(last) / tally.windowRows(last));
        if (json) {
            note(line);
        } else {
            kith.terminal(spec).say(line);
        }
    }

    private void note(String line) {
        kith.terminal(spec).note(line);
    }
}
