package dev.kith.cli.option;

import dev.kith.cli.terminal.UsageException;
import dev.kith.sql.Database;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a command line speaks of databases: who asks, with which password, what. */
public final class DatabaseOptions {
    /** Where the password is looked for. */
    public static final String PASSWORD = "KITH_DB_PASSWORD";

    private static final String POSTGRES_PASSWORD = "PGPASSWORD";
    private static final String POSTGRES_USER = "PGUSER";

    private DatabaseOptions() {}

    /** The database at an address that holds no password, and who asks it. */
    public static Database database(String url, @Nullable String user) {
        return database(url, user, System.getenv(), System.console());
    }

    static Database database(
            String url, @Nullable String user, Map<String, String> environment, @Nullable Console console) {
        Database database;
        try {
            database = Database.at(url);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage() + ": in the environment as " + PASSWORD
                    + " (or PGPASSWORD for PostgreSQL), or with --user on a terminal, where it is asked for");
        }
        boolean postgres = database.kind().equals("postgresql");
        String given = environment.get(PASSWORD);
        String found = given == null && postgres ? environment.get(POSTGRES_PASSWORD) : given;
        String named = user == null && postgres ? environment.get(POSTGRES_USER) : user;
        String who = named == null ? "" : named;
        if (found != null) {
            return database.as(who, found.toCharArray());
        }
        char[] typed = user == null || console == null ? null : console.readPassword("Password of %s: ", user);
        return database.as(who, typed == null ? new char[0] : typed);
    }

    /** A query as it was written, or what the file holds that is named after an @. */
    public static String query(String given) throws IOException {
        String text = given.startsWith("@") ? Files.readString(Path.of(given.substring(1))) : given;
        if (text.isBlank()) {
            throw new UsageException("a query must not be empty");
        }
        return text;
    }
}
