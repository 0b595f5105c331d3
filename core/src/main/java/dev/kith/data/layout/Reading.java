package dev.kith.data.layout;

import java.nio.charset.Charset;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a table of text is to be read. What is not said is found out from its first rows: what stands between fields, decimal
 * commas, separators of thousands, units, and whatever else is assumed is told to a listener, a line each.
 *
 * <pre>{@code
 * Table shops = Tables.read(file, Reading.AUTO.telling(System.err::println));
 * Table old = Tables.read(file, Reading.AUTO.encoding(Charset.forName("windows-1252")).skipBad(10));
 * }</pre>
 *
 * Immutable; every method returns a changed copy.
 */
public final class Reading {
    /** Everything is found out, and nobody told. */
    public static final Reading AUTO = new Reading(
            Optional.empty(), Optional.empty(), Optional.empty(), false, 0, false, line -> {}, ReadWatch.NOBODY);

    private final Optional<Character> separator;
    private final Optional<Character> decimal;
    private final Optional<Charset> encoding;
    private final boolean plainNumbers;
    private final int skipBad;
    private final boolean live;
    private final Consumer<String> listener;
    private final ReadWatch watch;

    private Reading(
            Optional<Character> separator,
            Optional<Character> decimal,
            Optional<Charset> encoding,
            boolean plainNumbers,
            int skipBad,
            boolean live,
            Consumer<String> listener,
            ReadWatch watch) {
        this.separator = separator;
        this.decimal = decimal;
        this.encoding = encoding;
        this.plainNumbers = plainNumbers;
        this.skipBad = skipBad;
        this.live = live;
        this.listener = listener;
        this.watch = watch;
    }

    /**
     * What stands between fields.
     *
     * @throws IllegalArgumentException if it may be part of a number, a name or a quotation
     */
    public Reading separator(char value) {
        if (value >= 0x7f || (value < ' ' && value != '\t') || value == '"' || Character.isLetterOrDigit(value)) {
            throw new IllegalArgumentException(
                    "a separator must be one ASCII character, no letter, digit or double quote, got '" + value + "'");
        }
        return new Reading(Optional.of(value), decimal, encoding, plainNumbers, skipBad, live, listener, watch);
    }

    /**
     * What stands before the decimals of a number, a point or a comma.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public Reading decimal(char value) {
        if (value != '.' && value != ',') {
            throw new IllegalArgumentException("the decimal mark must be . or , got '" + value + "'");
        }
        return new Reading(separator, Optional.of(value), encoding, plainNumbers, skipBad, live, listener, watch);
    }

    /** The encoding of the text; else UTF-8, or what a byte order mark at the start says. */
    public Reading encoding(Charset value) {
        return new Reading(separator, decimal, Optional.of(value), plainNumbers, skipBad, live, listener, watch);
    }

    /** Whether numbers have neither separators of thousands nor units; a cell that has one is then no number. */
    public Reading plainNumbers(boolean value) {
        return new Reading(separator, decimal, encoding, value, skipBad, live, listener, watch);
    }

    /**
     * How many rows that cannot be read are left out, and told to the listener, before one ends the reading: rows with another number of fields
     * than the header, or a cell that breaks a rule. They keep their place among the rows of the file. Rows to predict are never left out.
     */
    public Reading skipBad(int rows) {
        if (rows < 0) {
            throw new IllegalArgumentException("the number of bad rows to skip must be >= 0, got " + rows);
        }
        return new Reading(separator, decimal, encoding, plainNumbers, rows, live, listener, watch);
    }

    /** Rows come slowly, perhaps without end: only the header and the first of them are looked at beforehand. */
    public Reading live(boolean value) {
        return new Reading(separator, decimal, encoding, plainNumbers, skipBad, value, listener, watch);
    }

    /** Who is told, a line each, what was assumed and which rows were left out; the same line again where a file is read again. */
    public Reading telling(Consumer<String> value) {
        return new Reading(separator, decimal, encoding, plainNumbers, skipBad, live, value, watch);
    }

    /** Who is told how far the reading of a file is. */
    public Reading watched(ReadWatch value) {
        return new Reading(separator, decimal, encoding, plainNumbers, skipBad, live, listener, value);
    }

    /** How a copy as UTF-8 is read, with this between its fields. */
    public Reading copied(char separatorThere) {
        return new Reading(
                Optional.of(separatorThere), decimal, Optional.empty(), plainNumbers, skipBad, live, listener, watch);
    }

    /** Whether anything is said that only tables of fields between separators have. */
    public boolean saysLayout() {
        return separator.isPresent() || decimal.isPresent() || encoding.isPresent() || plainNumbers || skipBad > 0;
    }

    public Optional<Character> separator() {
        return separator;
    }

    public Optional<Character> decimal() {
        return decimal;
    }

    public Optional<Charset> encoding() {
        return encoding;
    }

    public boolean plainNumbers() {
        return plainNumbers;
    }

    public int skipBad() {
        return skipBad;
    }

    public boolean live() {
        return live;
    }

    public Consumer<String> listener() {
        return listener;
    }

    public ReadWatch watch() {
        return watch;
    }
}
