package dev.kith.data.read.csv;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.read.Formulas;
import dev.kith.data.read.Messages;
import dev.kith.data.read.Symbols;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The records of a CSV or TSV file, one at a time, as slices of an array of characters. The first names the columns; every
 * other has as many fields. Spaces and tabs around a field are dropped unless they are in quotes, no other character is:
 * two different names stay two. Empty lines are no records.
 */
public final class CsvLines implements Closeable {
    /*
     * The bytes are cut into pieces at ends of records, and pieces are taken apart by several threads once there are more
     * than one; records come out in order, and what is wrong with one is said when its turn comes. A record of many
     * megabytes, perhaps because a quote is never closed, leaves the rest of the file to be read record by record.
     */
    private final String name;
    private final char separator;
    private final InputStream in;
    private final CsvPieces pieces;
    private final List<String> header;
    private final @Nullable CsvPiece first;
    private CsvTokens tokens;
    private CsvBlock block;
    private int record;
    private int base;
    private @Nullable CsvBlocks blocks;
    private @Nullable CsvRecordReader single;
    private boolean begun;

    public CsvLines(String name, Format format, InputStream in) {
        this(name, format, in, CsvPieces.USUAL);
    }

    /** @param piece bytes that are taken apart at a time */
    CsvLines(String name, Format format, InputStream in, int piece) {
        this(name, format.separator(), in, piece, names -> checkHeader(names, format));
    }

    /** Records between separators of any kind, to be looked at only: columns may be without a name, or two have one. */
    public static CsvLines looking(String name, char separator, InputStream in) {
        return new CsvLines(name, separator, in, CsvPieces.USUAL, names -> {});
    }

    private CsvLines(String name, char separator, InputStream in, int piece, Consumer<List<String>> check) {
        this.name = name;
        this.separator = separator;
        this.in = in;
        this.pieces = new CsvPieces(in, separator, piece);
        this.first = piece();
        CsvRecordReader reader = first == null
                ? rest()
                : new CsvRecordReader(name, new ByteArrayInputStream(first.bytes(), 0, first.length()), separator, 0);
        if (!reader.next()) {
            throw new DataException(name + ": the file is empty, a header with the names of the columns is needed");
        }
        this.header = header(reader.fields(), check);
        this.block = new CsvBlock(header.size());
        this.tokens = new CsvTokens(name, separator, header.size(), new int[0]);
        this.single = first == null ? reader : null;
        reader.fields().limit(header.size() + 1);
    }

    private @Nullable CsvPiece piece() {
        try {
            return pieces.next();
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    private CsvRecordReader rest() {
        return new CsvRecordReader(name, pieces.rest(), separator, pieces.lines());
    }

    private List<String> header(CsvFields fields, Consumer<List<String>> check) {
        List<String> names = IntStream.range(0, fields.count())
                .mapToObj(j -> Formulas.unguard(fields.trimmed(j)))
                .toList();
        try {
            check.accept(names);
        } catch (IllegalArgumentException wrong) {
            throw new DataException(name + ":" + fields.line() + ": " + wrong.getMessage(), wrong);
        }
        return names;
    }

    private static void checkHeader(List<String> names, Format format) {
        Symbols seen = new Symbols();
        for (int j = 0; j < names.size(); j++) {
            String column = names.get(j);
            if (column.isEmpty()) {
                throw new IllegalArgumentException("column " + (j + 1) + " of " + names.size() + " has no name");
            }
            if (seen.add(column.toCharArray(), 0, column.length()) < j) {
                throw new IllegalArgumentException("two columns are called '" + column + "'");
            }
        }
        String other = format == Format.CSV ? ";\t" : ";,";
        if (names.size() == 1 && other.chars().anyMatch(c -> names.get(0).indexOf(c) >= 0)) {
            throw new IllegalArgumentException("fields must be separated by "
                    + (format == Format.CSV ? "commas" : "tabs") + ", the header is " + Messages.quote(names.get(0)));
        }
    }

    /** The characters that belong to no field unless they are in quotes. */
    public static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** The names of the columns. */
    public List<String> header() {
        return header;
    }

    /** Says, before the first record, which columns {@link #copyNumbers} will be asked for. */
    void expectNumbers(int[] columns) {
        tokens = new CsvTokens(name, separator, header.size(), columns);
    }

    /** Goes to the next record; false at the end. */
    public boolean next() {
        record++;
        while (record >= block.size()) {
            if (block.failure() != null) {
                throw block.failure();
            }
            CsvBlock following = following();
            if (following == null) {
                return false;
            }
            // Record 0 of the first block is the header.
            record = begun ? 0 : 1;
            begun = true;
            if (single == null) {
                tokens.reuse(block);
            }
            block = following;
        }
        base = record * header.size();
        return true;
    }

    private @Nullable CsvBlock following() {
        if (single != null) {
            return one(single);
        }
        if (!begun) {
            return first == null ? null : tokens.block(first);
        }
        if (blocks == null && pieces.more()) {
            blocks = new CsvBlocks(name, pieces, tokens);
        }
        CsvBlock next = blocks == null ? null : blocks.next();
        if (next == null && blocks != null) {
            blocks.close();
            blocks = null;
            if (pieces.more()) {
                single = rest();
                single.fields().limit(header.size() + 1);
                return one(single);
            }
        }
        return next;
    }

    private @Nullable CsvBlock one(CsvRecordReader reader) {
        begun = true; // the header is behind
        return reader.next() ? tokens.block(reader) : null;
    }

    /** The line where the current record begins, from 1. */
    long line() {
        return block.line(record);
    }

    /** The characters of the current record; field j is {@code [from(j), to(j))}. */
    public char[] chars() {
        return block.chars();
    }

    public int from(int j) {
        return block.from(base + j);
    }

    public int to(int j) {
        return block.to(base + j);
    }

    boolean blank(int j) {
        int place = base + j;
        return block.from(place) == block.to(place)
                || (block.padded(place) && block.trimmed(place).isEmpty());
    }

    /** Drops blanks within the quotes of field j when a number is what is left. */
    void trimNumber(int j) {
        if (block.padded(base + j) && !Double.isNaN(number(j))) {
            block.trim(base + j);
        }
    }

    /** Takes the guard of a formula away from field j; true when there was one. */
    boolean unguard(int j) {
        boolean guarded = Formulas.isGuarded(chars(), from(j), to(j));
        block.skip(base + j, guarded ? 1 : 0);
        return guarded;
    }

    /** Whether field j is a text that is written with a guard. */
    boolean formula(int j) {
        return Formulas.isFormula(chars(), from(j), to(j));
    }

    String text(int j) {
        return new String(chars(), from(j), to(j) - from(j));
    }

    /** Field j as a number, NaN when it is none. */
    double number(int j) {
        return block.number(base + j);
    }

    /** Copies the numbers of the expected columns, NaN where there is none. */
    void copyNumbers(double[] into) {
        block.copyNumbers(record, into);
    }

    @Override
    public void close() {
        if (blocks != null) {
            blocks.close();
        }
        Messages.closing(name, in);
    }
}
