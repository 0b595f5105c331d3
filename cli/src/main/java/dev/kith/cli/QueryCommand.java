package dev.kith.cli;

import dev.kith.cli.option.DatabaseOptions;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.Writes;
import dev.kith.sql.Query;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith query}: rows of a database as CSV, to learn from or to predict. */
@Command(
        name = "query",
        description = "Write the rows of a database as CSV: to a file, or into a pipe that other commands read.",
        customSynopsis = "kith query URL SQL|@FILE [--user NAME] [-o OUT.csv]",
        sortOptions = false,
        footer = {
            "",
            "The password is read from the environment variable KITH_DB_PASSWORD (PGPASSWORD for PostgreSQL), or asked"
                    + " for; never from the command line.",
            "The database is asked in one transaction that may not write.",
            "",
            "Examples:",
            "  kith query postgresql://db.example.org/shop @sales.sql --user ann -o sales.csv",
            "  kith query sqlite:shop.db 'select * from sales' | kith fit - --task shop --target sold",
            "  kith query duckdb: \"select * from 'sales/*.parquet' where price > 0\" -o sales.csv"
        })
final class QueryCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "URL",
            description =
                    "The database, as JDBC has it: postgresql://host/db, sqlite:FILE, duckdb:FILE, duckdb: for files"
                            + " alone.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String url;

    @Parameters(index = "1", paramLabel = "SQL", description = "The query, or @FILE that holds it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String sql;

    @Option(names = "--user", paramLabel = "NAME", description = "Who asks.")
    private @Nullable String user;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT.csv",
            description = "Where to write. Default: standard output.")
    @Writes
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        Path rows = query().spool();
        Outputs.Text copy = out -> {
            try (BufferedReader in = Files.newBufferedReader(rows)) {
                in.transferTo(out);
                out.flush();
            }
        };
        if (output == null) {
            copy.writeTo(terminal.data());
        } else {
            Outputs.write(output, copy);
            terminal.say("Saved " + output);
        }
        return ExitCode.DONE;
    }

    private Query query() throws IOException {
        return Query.of(DatabaseOptions.database(url, user), DatabaseOptions.query(sql));
    }
}
