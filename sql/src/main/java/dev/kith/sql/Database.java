package dev.kith.sql;

import dev.kith.data.DataException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Where tables are, and who asks. PostgreSQL, SQLite, H2 and DuckDB are here; any other database whose driver is on the class path will do.
 * Immutable.
 */
public final class Database {
    private static final Pattern SECRET = Pattern.compile(
            "(?i)[?&;](\\w*password|pwd|\\w*passphrase|\\w*token|\\w*secret|(hex)?key)=|//[^/@]*:[^/@]*@|thin:[^/@]+/[^@]*@");
    /** As other tools of PostgreSQL have it; its driver takes the name for a part of the host's. */
    private static final Pattern USER = Pattern.compile("postgresql://[^/@?]*@");

    private static final String JDBC = "jdbc:";

    private final String url;
    private final Properties access;

    private Database(String url, Properties access) {
        this.url = url;
        this.access = access;
    }

    /**
     * A database, which nobody has connected to yet.
     *
     * @param url as JDBC has it, with or without {@code jdbc:} in front: {@code postgresql://host/db}, {@code sqlite:file.db}
     * @throws IllegalArgumentException if the URL holds a password, which it would show to everybody who sees it
     */
    public static Database at(String url) {
        if (url.isBlank()) {
            throw new IllegalArgumentException("the URL of a database must not be empty");
        }
        if (SECRET.matcher(url).find() || SECRET.matcher(decoded(url)).find()) {
            throw new IllegalArgumentException("the URL of a database must not hold a password; give it apart");
        }
        if (USER.matcher(url).find()) {
            throw new IllegalArgumentException("the URL of a database must not name the user; give it apart (--user)");
        }
        return new Database(url.startsWith(JDBC) ? url : JDBC + url, new Properties());
    }

    private static String decoded(String url) {
        try {
            return URLDecoder.decode(url, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return url; // a percent sign that stands for itself
        }
    }

    /**
     * The same, asked by a user of it.
     *
     * @param user empty for whom the driver takes for granted
     */
    public Database as(String user, char[] password) {
        Properties named = new Properties();
        if (!user.isEmpty()) {
            named.setProperty("user", user);
        }
        if (password.length > 0) {
            named.setProperty("password", new String(password));
        }
        return new Database(url, named);
    }

    /** What kind it is, as messages call it, without addresses: {@code postgresql}. */
    public String kind() {
        String rest = url.substring(JDBC.length());
        int colon = rest.indexOf(':');
        return colon < 0 ? "database" : rest.substring(0, colon);
    }

    /** To write; statements are one transaction until it is committed. */
    Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection(url, access);
        try {
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** To read: one transaction, which may not write where the database can see to that. */
    Connection connectToRead() throws SQLException {
        Connection connection = DriverManager.getConnection(url, access);
        try {
            try {
                connection.setReadOnly(true);
            } catch (SQLException e) {
                // SQLite decides when it connects
            }
            // databases that stream do so inside a transaction only
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** What went wrong, in one line that names the kind of database. */
    DataException failure(SQLException e) {
        return new DataException(kind() + ": " + Duck.firstLine(e), e);
    }
}
