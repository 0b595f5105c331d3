package dev.kith.cli.option;

import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.StandardInput;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.keep.Keep;
import dev.kith.data.layout.Reading;
import dev.kith.data.table.Joined;
import dev.kith.data.table.Kept;
import dev.kith.data.table.PrivateFiles;
import dev.kith.data.table.Tables;
import dev.kith.model.ModelInfo;
import dev.kith.sql.Database;
import dev.kith.sql.Query;
import dev.kith.text.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the table comes from when it is no file, and which of its rows are wanted. */
public class SourceOptions {
    private static final String SEED = "--seed";
    private static final String TASK_TABLE = "--task-table";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    @Option(
            names = "--sql",
            paramLabel = "URL",
            description =
                    "Read the answer to --query in place of DATA; the database as JDBC has it: postgresql://host/db,"
                            + " sqlite:FILE, h2:FILE, duckdb:FILE. The password is read from the environment"
                            + " variable KITH_DB_PASSWORD (PGPASSWORD for PostgreSQL) or asked for.")
    @Reads
    private @Nullable String url;

    @Option(
            names = "--query",
            paramLabel = "SQL",
            description =
                    "With --sql: the query, or @FILE that holds it. It is asked in one transaction that may not write.")
    @Reads
    private @Nullable String query;

    @Option(names = "--user", paramLabel = "NAME", description = "With --sql: who asks. Default: the driver's.")
    private @Nullable String user;

    @Option(
            names = "--where",
            paramLabel = "COND",
            description =
                    "Only rows that meet a condition: \"price > 0 and kind in ('tea', 'coffee')\". Of a query's answer, too:"
                            + " what the database need not send is better said in the query.")
    private @Nullable String where;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "N of the rows, drawn at random without replacement (--seed), in their order.")
    private @Nullable Integer sample;

    @Option(
            names = "--task-table",
            paramLabel = "FILE",
            description =
                    "A second table with a row for each task: the task column, named as in DATA, and columns that say what"
                            + " the tasks are like. They are joined to the rows.")
    @Reads
    private @Nullable Path taskTable;

    /** For picocli. */
    public SourceOptions() {}

    /** A seed that only a sample has a use for. */
    @Nullable
    Long ownSeed() {
        return null;
    }

    /** Whether rows are left out before anything is done with them. */
    public Optional<String> leavesOut() {
        return Optional.ofNullable(where != null ? "--where" : sample != null ? "--sample" : null);
    }

    /** What makes a private copy of the rows before anything is done with them. */
    public Optional<String> copies() {
        return taskTable != null ? Optional.of(TASK_TABLE) : leavesOut();
    }

    /** Whether a second table says what tasks are like. */
    public boolean joins() {
        return taskTable != null;
    }

    /** Whether the table is what a database answers. */
    public boolean asks() {
        return query != null;
    }

    /** The database named, whatever for. */
    public Optional<Database> database() {
        return Optional.ofNullable(url).map(address -> DatabaseOptions.database(address, user));
    }

    /** What is asked of the database named. */
    public Query query() throws IOException {
        if (url == null || query == null) {
            throw new UsageException("--sql URL and --query SQL are needed");
        }
        return Query.of(DatabaseOptions.database(url, user), DatabaseOptions.query(query));
    }

    /** What is wrong whatever the table holds. */
    public void check(@Nullable Path data) {
        check(data, false);
    }

    /**
     * The same.
     *
     * @param written whether a database has another use than a query
     */
    public void check(@Nullable Path data, boolean written) {
        if (url == null && (query != null || user != null)) {
            throw new UsageException(
                    (query != null ? "--query" : "--user") + " needs --sql, the database that is asked");
        }
        if (query != null && data != null) {
            throw new UsageException("DATA and --query are two tables: name a file, or ask a database, not both");
        }
        if (query == null && data == null) {
            throw new UsageException(
                    url == null
                            ? "name the table: DATA, or --sql URL --query SQL"
                            : "--sql needs --query, the rows to read (SQL, or @FILE that holds it)");
        }
        if (url != null && query == null && !written) {
            throw new UsageException("--sql needs --query, the rows to read, in place of DATA");
        }
        keep(List.of());
    }

    /**
     * A table, and how it is read.
     */
    public record Wanted(Path file, Reading reading) {}

    /**
     * The file that holds the rows wanted: DATA, or a private copy of what a database, standard input, a second table or a condition gives.
     *
     * @param data what stands on the command line
     * @param reading how that is read
     * @param missing spellings of missing cells beside the usual ones
     * @param task the column that names tasks; null where there is none
     */
    public Wanted file(
            @Nullable Path data, Reading reading, List<String> missing, @Nullable String task, Terminal terminal)
            throws IOException {
        if (taskTable != null && task == null) {
            throw new UsageException("--task-table needs --task, the column of both tables that names tasks");
        }
        Path whole =
                data == null ? asked(terminal) : data.toString().equals(StandardInput.MARK) ? piped(terminal) : data;
        Wanted all = taskTable != null && task != null
                ? joined(whole, reading, task, taskTable, terminal)
                : new Wanted(whole, reading);
        Keep keep = keep(missing);
        if (!keep.keepsAll()) {
            terminal.reading(all.file());
            Kept kept = Tables.keep(all.file(), all.reading(), keep);
            terminal.note(words(kept, keep));
            return new Wanted(kept.file(), kept.reading());
        }
        return all;
    }

    /**
     * The same for rows that a model is asked about.
     *
     * @param task the column that names tasks, where it is not that which the model was trained with
     */
    public Wanted file(@Nullable Path data, Reading reading, ModelInfo info, @Nullable String task, Terminal terminal)
            throws IOException {
        Roles inputs = info.inputs(Roles.none());
        String column = task != null ? task : info.columns().task().orElse(null);
        Wanted wanted = file(data, reading, inputs.missing(), column, terminal);
        Optional<String> usual = info.origin().data().taskTable();
        if (taskTable == null && usual.isPresent()) {
            List<String> header = Tables.read(wanted.file(), wanted.reading().telling(line -> {}))
                    .header();
            List<String> lacking = inputs.columns(Roles.Part.FEATURE).stream()
                    .filter(feature -> !header.contains(feature) && !header.contains(feature.split("=", 2)[0]))
                    .toList();
            if (!lacking.isEmpty()) {
                throw new DataException(wanted.file().getFileName() + ": has no " + Names.some(lacking)
                        + "; the model was fitted with columns from " + usual.get()
                        + ", a table of tasks: --task-table " + usual.get() + " joins them");
            }
        }
        return wanted;
    }

    /** {@code Joined 2 columns of attributes.csv: 3 of 40 tasks are not in it: their attributes are missing.} */
    private static Wanted joined(Path rows, Reading reading, String task, Path table, Terminal terminal) {
        terminal.reading(rows);
        Joined joined = Tables.join(rows, reading, task, table);
        String name = String.valueOf(table.getFileName());
        int lacking = joined.lacking().size();
        terminal.note("Joined " + Names.some(joined.columns()) + " of " + name + " by '" + task + "'"
                + (lacking == 0
                        ? "."
                        : ": " + lacking + " of " + Words.count(joined.tasks(), "task")
                                + (lacking == 1 ? " is" : " are")
                                + " not in " + name + ", " + Names.some(joined.lacking())
                                + ": their attributes are missing."));
        return new Wanted(joined.file(), joined.reading());
    }

    private Path asked(Terminal terminal) throws IOException {
        Query asked = query();
        terminal.progress("asking the database...");
        return asked.spool();
    }

    private static Path piped(Terminal terminal) {
        StandardInput.requireOpen();
        terminal.progress("reading standard input...");
        return PrivateFiles.copy(StandardInput.NAME, System.in);
    }

    private Keep keep(List<String> missing) {
        Keep keep = Keep.all().missing(missing);
        if (where != null) {
            try {
                keep = keep.where(where);
            } catch (IllegalArgumentException e) {
                throw new UsageException("--where: " + e.getMessage());
            }
        }
        OptionSpec seed = command.findOption(SEED);
        if (sample == null) {
            if (ownSeed() != null) {
                throw new UsageException("--seed says which rows --sample keeps: it needs --sample");
            }
            return keep;
        }
        if (!(sample >= 1)) {
            throw new UsageException("--sample must be a whole number >= 1, got " + sample);
        }
        return keep.sample(sample, seed != null && seed.getValue() instanceof Long given ? given : 1);
    }

    /** {@code Kept 50 of 300 rows: 120 meet "price > 0", 50 of these drawn at random (seed 1).} */
    private static String words(Kept kept, Keep keep) {
        List<String> how = new ArrayList<>();
        keep.condition().ifPresent(condition -> how.add(kept.met() + " meet \"" + condition + "\""));
        keep.sample()
                .ifPresent(n -> how.add(
                        kept.kept() < kept.met()
                                ? kept.kept() + " drawn at random (seed " + keep.seed() + ")"
                                : "all of them, as --sample asks for " + n));
        return "Kept " + kept.kept() + " of " + Words.count(kept.read(), "row") + ": " + String.join(", ", how) + ".";
    }

    /** The words of a command line that say the same, DATA in front. */
    public List<String> words(@Nullable Path data) {
        List<String> words = new ArrayList<>(data == null ? List.of() : List.of(data.toString()));
        List<@Nullable String> options = new ArrayList<>();
        options.addAll(java.util.Arrays.asList("--sql", url, "--query", query, "--user", user, "--where", where));
        options.addAll(java.util.Arrays.asList("--sample", sample == null ? null : sample.toString()));
        options.addAll(java.util.Arrays.asList(TASK_TABLE, taskTable == null ? null : taskTable.toString()));
        for (int k = 0; k < options.size(); k += 2) {
            String value = options.get(k + 1);
            if (value != null) {
                words.add(String.valueOf(options.get(k)));
                words.add(value);
            }
        }
        OptionSpec seed = command.findOption(SEED);
        if (sample != null && seed != null && seed.getValue() != null) {
            words.addAll(List.of(SEED, seed.getValue().toString()));
        }
        return words;
    }
}
