package dev.kith.cli.option;

import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.StandardInput;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.keep.Keep;
import dev.kith.data.layout.Reading;
import dev.kith.data.table.Kept;
import dev.kith.data.table.PrivateFiles;
import dev.kith.data.table.Tables;
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
            description = "Only rows that meet a condition: \"price > 0 and kind in ('tea', 'coffee')\".")
    private @Nullable String where;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "N of the rows, drawn at random without replacement (--seed), in their order.")
    private @Nullable Integer sample;

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
        if (query != null && where != null) {
            throw new UsageException("--where is for files: write the condition into the query");
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
     * The file that holds the rows wanted: DATA, or a private copy of what a database, standard input or a condition gives.
     *
     * @param data what stands on the command line
     * @param reading how that is read
     * @param missing spellings of missing cells beside the usual ones
     */
    public Wanted file(@Nullable Path data, Reading reading, List<String> missing, Terminal terminal)
            throws IOException {
        Path whole =
                data == null ? asked(terminal) : data.toString().equals(StandardInput.MARK) ? piped(terminal) : data;
        Keep keep = keep(missing);
        if (!keep.keepsAll()) {
            terminal.reading(whole);
            Kept kept = Tables.keep(whole, reading, keep);
            terminal.note(words(kept, keep));
            return new Wanted(kept.file(), kept.reading());
        }
        return new Wanted(whole, reading);
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
