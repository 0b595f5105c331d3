package dev.kith.cli.option;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.moments.OnePass;
import dev.kith.sql.InDatabase;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether rows are added up where they are. */
final class InDatabaseOptions {
    @Option(
            names = "--in-database",
            description = "With --sql: the database adds the rows up by task and fold, and only sums leave it. Linear"
                    + " methods with squared loss, --task and --target, complete numeric features. Where lambda or"
                    + " settings are chosen, --id must tell rows apart: it deals them to folds.")
    private boolean wanted;

    @Option(
            names = "--print-sql",
            description = "With --in-database: print the queries and stop; only the names of columns are asked for.")
    private boolean print;

    boolean wanted() {
        return wanted;
    }

    /** Says what does not go with it. */
    void check(boolean asks, Optional<String> needed) {
        if (!wanted) {
            if (print) {
                throw new UsageException("--print-sql prints what --in-database asks: it needs --in-database");
            }
            return;
        }
        if (!asks) {
            throw new UsageException("--in-database needs --sql and --query, the rows to add up");
        }
        needed.ifPresent(what -> {
            throw new UsageException("--in-database knows sums of rows, and " + what
                    + " needs the rows: read them instead (leave --in-database out)");
        });
    }

    private static InDatabase sums(SourceOptions source, Roles roles, OnePass pass) throws IOException {
        try {
            return InDatabase.of(source.query(), roles)
                    .folds(pass.folds(), pass.seed())
                    .numbers(pass.squared());
        } catch (IllegalArgumentException e) {
            throw new UsageException("--in-database: " + e.getMessage());
        }
    }

    /** Prints the queries, if that is all that is asked for. */
    boolean printed(SourceOptions source, Roles roles, OnePass pass, Terminal terminal) throws IOException {
        if (print) {
            for (String sql : sums(source, roles, pass).sql()) {
                sql.lines().forEach(terminal::say);
                terminal.say(";");
            }
        }
        return print;
    }

    Dataset dataset(SourceOptions source, Roles roles, OnePass pass, Terminal terminal) throws IOException {
        InDatabase sums = sums(source, roles, pass);
        terminal.progress("the database adds rows up...");
        return sums.moments().dataset();
    }
}
