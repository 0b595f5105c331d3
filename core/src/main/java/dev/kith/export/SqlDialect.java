package dev.kith.export;

import dev.kith.data.DataException;
import java.util.Locale;

/** How a database writes names, texts, types and what is taken of dates. */
public enum SqlDialect {
    POSTGRES("TEXT", "DOUBLE PRECISION"),
    DUCKDB("VARCHAR", "DOUBLE"),
    SQLITE("TEXT", "REAL"),
    BIGQUERY("STRING", "FLOAT64"),
    SPARK("STRING", "DOUBLE");

    private final String text;
    private final String number;

    SqlDialect(String text, String number) {
        this.text = text;
        this.number = number;
    }

    /** The type of texts. */
    String text() {
        return text;
    }

    /** The type of numbers in double precision. */
    String number() {
        return number;
    }

    /** What users write. */
    public String spec() {
        return name().toLowerCase(Locale.ROOT);
    }

    private boolean backslashes() {
        return this == BIGQUERY || this == SPARK;
    }

    /** The name of a column or table, quoted. */
    String name(String name) {
        requireText(name);
        if (this == BIGQUERY) {
            return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
        }
        return this == SPARK ? "`" + name.replace("`", "``") + "`" : "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /** A text, quoted. */
    String literal(String value) {
        requireText(value);
        if (!backslashes()) {
            return "'" + value.replace("'", "''") + "'";
        }
        return "'"
                + value.replace("\\", "\\\\")
                        .replace("'", "\\'")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                + "'";
    }

    /** Databases end texts there, or refuse them. */
    private static void requireText(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new DataException(
                    "names must have no character 0 to be written in SQL, got '" + text.replace("\0", "\\0") + "'");
        }
    }

    /** A number with all its digits, as one of double precision and not a decimal. */
    static String number(double value) {
        String digits = Double.toString(value);
        return digits.contains("E") ? digits : digits + "E0";
    }

    /** A column's cell as a number. */
    String asNumber(String cell) {
        return "CAST(" + cell + " AS " + number + ")";
    }

    /** A column's cell as a text. */
    String asText(String cell) {
        return "CAST(" + cell + " AS " + text + ")";
    }

    /** A cell with a date or a time, by its own clock. */
    String asTime(String cell) {
        return switch (this) {
            case SQLITE -> cell;
            case BIGQUERY -> "CAST(" + cell + " AS DATETIME)";
            default -> "CAST(" + cell + " AS TIMESTAMP)";
        };
    }

    /** What {@link #part} knows. */
    enum DatePart {
        YEAR,
        MONTH,
        DAY_OF_YEAR,
        /** Monday is 1. */
        WEEKDAY,
        HOUR,
        MINUTE,
        SECOND
    }

    /** A number that a time says; seconds with their fraction where the database keeps it. */
    String part(DatePart part, String time) {
        String made = switch (this) {
            case SQLITE -> sqlite(part, time);
            case BIGQUERY ->
                part == DatePart.WEEKDAY
                        ? "MOD(EXTRACT(DAYOFWEEK FROM " + time + ") + 5, 7) + 1"
                        : "EXTRACT(" + (part == DatePart.DAY_OF_YEAR ? "DAYOFYEAR" : part.name()) + " FROM " + time
                                + ")";
            case SPARK ->
                part == DatePart.WEEKDAY
                        ? "EXTRACT(DAYOFWEEK_ISO FROM " + time + ")"
                        : "EXTRACT(" + (part == DatePart.DAY_OF_YEAR ? "DOY" : part.name()) + " FROM " + time + ")";
            case POSTGRES, DUCKDB ->
                "EXTRACT("
                        + (part == DatePart.WEEKDAY ? "ISODOW" : part == DatePart.DAY_OF_YEAR ? "DOY" : part.name())
                        + " FROM "
                        + time + ")";
        };
        return asNumber(made);
    }

    private static String sqlite(DatePart part, String time) {
        return switch (part) {
            case YEAR -> "strftime('%Y', " + time + ")";
            case MONTH -> "strftime('%m', " + time + ")";
            case DAY_OF_YEAR -> "strftime('%j', " + time + ")";
            case WEEKDAY -> "(strftime('%w', " + time + ") + 6) % 7 + 1";
            case HOUR -> "strftime('%H', " + time + ")";
            case MINUTE -> "strftime('%M', " + time + ")";
            case SECOND -> "strftime('%f', " + time + ")";
        };
    }

    /** Whether tables may say which column is their key. */
    boolean hasKeys() {
        return this == POSTGRES || this == DUCKDB || this == SQLITE;
    }
}
