package dev.kith.cli.option;

import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.StandardInput;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.stream.RowSource;
import dev.kith.stream.StreamPlan;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where the rows of a stream come from, which column is what, and what the labels mean. */
public final class RowOptions {
    private static final String STANDARD = "-";
    private static final String JSON_LINES = "jsonl";
    private static final List<String> FORMATS = List.of("csv", "tsv", "libsvm", JSON_LINES);

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

    @Option(
            names = "--weight",
            paramLabel = "COL",
            description = "How many times a row counts, a number >= 0 (adaptive).")
    private @Nullable String weight;

    @Option(names = "--features", paramLabel = "C1,...", split = ",", description = "Columns to learn from.")
    private List<String> features = List.of();

    @Option(names = "--categorical", paramLabel = "C1,...", split = ",", description = "Text columns to one-hot.")
    private List<String> categorical = List.of();

    @Option(names = "--drop", paramLabel = "C1,...", split = ",", description = "Columns to leave out.")
    private List<String> drop = List.of();

    @Option(
            names = "--classes",
            paramLabel = "NEG,POS",
            description = "The two labels, the one that counts as +1 last. Default: found out, the larger one is +1,"
                    + " numbers by value, texts in alphabetical order.")
    private @Nullable String classes;

    @Option(
            names = "--positive",
            paramLabel = "LABEL",
            description = "The label that counts as +1, whatever the other one is.")
    private @Nullable String positive;

    /** Whether rows come from standard input, which cannot be read again. */
    public boolean standardInput() {
        return data.equals(STANDARD);
    }

    /** What a checkpoint calls the data. */
    public String name() {
        return standardInput() ? STANDARD : String.valueOf(Path.of(data).getFileName());
    }

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private LabelledReadingOptions layout;

    /**
     * The rows; {@code in} is standard input.
     *
     * @param terminal told what is assumed of a table, and how far it is read
     */
    public RowSource source(InputStream in, Terminal terminal) {
        if (!standardInput()) {
            terminal.reading(Path.of(data), "learning from");
        }
        return source(in).reading(layout.reading(terminal, terminal::note));
    }

    private RowSource source(InputStream in) {
        if (standardInput()) {
            StandardInput.requireOpen();
        }
        String kind = kind();
        if (kind.equals(JSON_LINES)) {
            if (task == null || target == null) {
                throw new UsageException("JSON lines need --task and --target, names of members");
            }
            Roles roles = roles(kind);
            return standardInput()
                    ? RowSource.jsonLines("standard input", in, roles)
                    : RowSource.jsonLines(Path.of(data), roles);
        }
        Format table = Format.valueOf(kind.toUpperCase(Locale.ROOT));
        return standardInput()
                ? RowSource.of("standard input", in, table, roles(kind))
                : RowSource.file(Path.of(data), table, roles(kind));
    }

    private String kind() {
        if (format != null) {
            String kind = format.toLowerCase(Locale.ROOT);
            if (!FORMATS.contains(kind)) {
                throw new UsageException("--format must be csv, tsv, libsvm or jsonl, got '" + format + "'");
            }
            return kind;
        }
        String plain = data.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        if (plain.endsWith(".jsonl") || plain.endsWith(".ndjson")) {
            return JSON_LINES;
        }
        boolean noColumns = task == null && target == null && targets.isEmpty();
        return standardInput() && noColumns ? "libsvm" : Format.of(data).name().toLowerCase(Locale.ROOT);
    }

    private Roles roles(String kind) {
        Roles roles = labels(kind)
                .features(features)
                .categorical(categorical.toArray(String[]::new))
                .drop(drop.toArray(String[]::new));
        return weight == null ? roles : roles.weight(weight);
    }

    private Roles labels(String kind) {
        if (!targets.isEmpty()) {
            if (task != null || target != null) {
                throw new UsageException(
                        "--targets is for wide data, --task and --target for long data: use one shape");
            }
            return Roles.targets(targets);
        }
        if (task != null && target != null) {
            return Roles.task(task).target(target);
        }
        if (task == null && target != null) {
            return Roles.targets(target);
        }
        if (task == null && kind.equals("libsvm")) {
            return Roles.none();
        }
        throw new UsageException(
                "say where task and label are: --task COL --target COL, or for wide data" + " --targets C1,C2,...");
    }

    /** The plan with what is said about labels. */
    public StreamPlan named(StreamPlan plan) {
        if (classes == null) {
            return positive == null ? plan : plan.positive(positive);
        }
        if (positive != null) {
            throw new UsageException("--classes names the positive class already: leave --positive out");
        }
        String[] names = classes.split(",", -1);
        if (names.length != 2 || names[0].isEmpty() || names[1].isEmpty()) {
            throw new UsageException("--classes must be two labels, NEG,POS, got '" + classes + "'");
        }
        return plan.classes(names[0], names[1]);
    }
}
