package dev.kith.data.read.csv;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.Formulas;
import dev.kith.data.read.Messages;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of a file of fields between separators, one at a time, as slices of an array of characters. The first names the
 * columns ({@link ColumnNames}); every other has as many fields. Spaces and tabs around a field are dropped unless they are in quotes, no other character is:
 * two different names stay two. Empty lines are no records.
 */
public final class CsvLines implements Closeable {
    /*
     * The bytes are cut into pieces at ends of records, and pieces are taken apart by several threads once there are more
     * than one; records come out in order, and what is wrong with one is said when its turn comes. A record of many
     * megabytes, perhaps because a quote is never closed, leaves the rest of the file to be read record by record.
     */
    private final String name;
    private final Dialect dialect;
    private final boolean tolerant;
    private final InputStream in;
    private final CsvPieces pieces;
    private final ColumnNames columns;
    private final @Nullable CsvPiece first;
    private CsvTokens tokens;
    private CsvBlock block;
    private int record;
    private int base;
    private @Nullable CsvBlocks blocks;
    private @Nullable CsvRecordReader single;
    private boolean begun;

    /** The records of a file, as it turns out to be written. */
    public static CsvLines open(String name, Format format, Reading reading, InputStream in) {
        Look look = new Look(name, format, reading, in);
        return new CsvLines(name, look.dialect(), reading.skipBad() > 0, look.again(), CsvPieces.USUAL);
    }

    /** @param piece bytes that are taken apart at a time */
    CsvLines(String name, Dialect dialect, boolean tolerant, InputStream in, int piece) {
        this.name = name;
        this.dialect = dialect;
        this.tolerant = tolerant;
        this.in = in;
        this.pieces = new CsvPieces(in, dialect.separator(), piece, dialect.before());
        this.first = piece();
        CsvRecordReader reader = first == null
                ? rest()
                : new CsvRecordReader(
                        name,
                        new ByteArrayInputStream(first.bytes(), 0, first.length()),
                        dialect.separator(),
                        first.lines());
        if (!reader.next()) {
            throw new DataException(name + ": the file is empty, a header with the names of the columns is needed");
        }
        this.columns = ColumnNames.of(
                reader.fields().texts().stream().map(Formulas::unguard).toList(), dialect);
        this.tokens = tokens(new int[0]);
        this.block = tokens.empty();
        this.single = first == null ? reader : null;
        reader.fields().limit(header().size() + 1);
    }

    private CsvTokens tokens(int[] numeric) {
        return new CsvTokens(name, dialect, tolerant, columns.names().size(), numeric);
    }

    private @Nullable CsvPiece piece() {
        try {
            return pieces.next();
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    private CsvRecordReader rest() {
        return new CsvRecordReader(name, pieces.rest(), dialect.separator(), pieces.lines());
    }

    /** The characters that belong to no field unless they are in quotes. */
    public static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** The names of the columns. */
    public List<String> header() {
        return columns.names();
    }

    /** How names of columns were made. */
    public ColumnNames columns() {
        return columns;
    }

    /** How the file is written. */
    public Dialect dialect() {
        return dialect;
    }

    /** Says, before the first record, which columns {@link #copyNumbers} will be asked for. */
    void expectNumbers(int[] numeric) {
        tokens = tokens(numeric);
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
        base = record * header().size();
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
                single.fields().limit(header().size() + 1);
                return one(single);
            }
        }
        return next;
    }

    private @Nullable CsvBlock one(CsvRecordReader reader) {
        begun = true; // the header is behind
        return reader.next() ? tokens.block(reader) : null;
    }

    /** What is wrong with the current record, where bad ones are passed on; null where nothing is known to be. */
    public @Nullable DataException bad() {
        return block.bad(record);
    }

    /** The line where the current record begins, from 1. */
    public long line() {
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

    /** Field j. */
    public String text(int j) {
        return new String(chars(), from(j), to(j) - from(j));
    }

    /** Field j as a number, NaN when it is none. */
    double number(int j) {
        return block.number(record, j);
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
