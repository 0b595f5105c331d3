package dev.kith.cli.stream;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where rows come from and how to read them.
 *
 * @param data a file, or {@code -} for standard input
 * @param format csv, tsv, libsvm or jsonl; null to go by the file's name
 * @param targets label columns of wide data; empty for long data
 */
public record StreamInput(
        String data,
        @Nullable String format,
        @Nullable String task,
        @Nullable String target,
        List<String> targets,
        List<String> features,
        List<String> categorical,
        List<String> drop) {
    private static final String JSON_LINES = "jsonl";

    /** Set by the launcher when standard input is closed; Java itself would read one of its own files in its place. */
    private static final String CLOSED = "kith.input";

    /** What messages call the data. */
    public String name() {
        Path file = data.equals("-") ? null : Path.of(data).getFileName();
        return file == null ? "standard input" : file.toString();
    }

    /** csv, tsv, libsvm or jsonl. */
    public String kind() {
        if (format != null) {
            String kind = format.toLowerCase(Locale.ROOT);
            if (!List.of("csv", "tsv", "libsvm", JSON_LINES).contains(kind)) {
                throw new IllegalArgumentException("--format must be csv, tsv, libsvm or jsonl, got '" + format + "'");
            }
            return kind;
        }
        String plain = data.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        if (plain.endsWith(".jsonl") || plain.endsWith(".ndjson")) {
            return JSON_LINES;
        }
        boolean noColumns = task == null && target == null && targets.isEmpty();
        return data.equals("-") && noColumns ? "libsvm" : Format.of(data).name().toLowerCase(Locale.ROOT);
    }

    /** Whether rows list their non-zeros, so that a model should expect sparse rows. */
    public boolean sparse() {
        return kind().equals("libsvm");
    }

    /** Opens the data; {@code in} is standard input. */
    public RowStream open(InputStream in) throws IOException {
        if (data.equals("-") && "closed".equals(System.getProperty(CLOSED))) {
            throw new DataException("standard input is closed: there are no rows to read");
        }
        InputStream bytes = data.equals("-") ? in : Files.newInputStream(Path.of(data));
        String kind = kind();
        if (kind.equals(JSON_LINES)) {
            if (task == null || target == null) {
                throw new IllegalArgumentException("JSON lines need --task and --target, names of members");
            }
            return new JsonRows(name(), bytes, task, target, features, drop);
        }
        return Tables.stream(name(), bytes, Format.valueOf(kind.toUpperCase(Locale.ROOT)), roles(kind));
    }

    private Roles roles(String kind) {
        Roles roles = labels(kind);
        return roles.features(features)
                .categorical(categorical.toArray(String[]::new))
                .drop(drop.toArray(String[]::new));
    }

    private Roles labels(String kind) {
        if (!targets.isEmpty()) {
            if (task != null || target != null) {
                throw new IllegalArgumentException(
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
        throw new IllegalArgumentException(
                "say where task and label are: --task COL --target COL, or for wide data" + " --targets C1,C2,...");
    }
}
