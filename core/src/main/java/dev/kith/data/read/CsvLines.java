package dev.kith.data.read;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.kith.data.DataException;
import dev.kith.data.Format;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The records of a CSV or TSV file, one at a time, as slices of one reused array of characters. The first names the
 * columns; every other has as many fields. Spaces and tabs around a field are dropped unless they are in quotes, no other
 * character is: two different names stay two. Empty lines are no records.
 */
public final class CsvLines implements Closeable {
    private final String name;
    private final CsvReader<Boolean> reader;
    private final Iterator<Boolean> records;
    private final Fields fields = new Fields();
    private final List<String> header;

    public CsvLines(String name, Format format, InputStream in) {
        this.name = name;
        this.reader = CsvReader.builder()
                .fieldSeparator(format.separator())
                .commentStrategy(CommentStrategy.NONE)
                .allowUnclosedQuote(false)
                .skipEmptyLines(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .maxBufferSize(Utf8Reader.MAX_LINE)
                .build(fields, new Utf8Reader(name, in));
        this.records = reader.iterator();
        if (!read()) {
            throw new DataException(name + ": the file is empty, a header with the names of the columns is needed");
        }
        this.header = header(format);
        fields.limit = header.size() + 1;
    }

    private List<String> header(Format format) {
        List<String> names = IntStream.range(0, fields.count)
                .mapToObj(j -> Formulas.unguard(fields.trimmed(j)))
                .toList();
        Symbols seen = new Symbols();
        for (int j = 0; j < names.size(); j++) {
            String column = names.get(j);
            if (column.isEmpty()) {
                throw new DataException(
                        name + ":" + line() + ": column " + (j + 1) + " of " + names.size() + " has no name");
            }
            if (seen.add(column.toCharArray(), 0, column.length()) < j) {
                throw new DataException(name + ":" + line() + ": two columns are called '" + column + "'");
            }
        }
        String other = format == Format.CSV ? ";\t" : ";,";
        if (names.size() == 1 && other.chars().anyMatch(c -> names.get(0).indexOf(c) >= 0)) {
            throw new DataException(name + ":" + line() + ": fields must be separated by "
                    + (format == Format.CSV ? "commas" : "tabs") + ", the header is " + Messages.quote(names.get(0)));
        }
        return names;
    }

    /** The characters that belong to no field unless they are in quotes. */
    public static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** The names of the columns. */
    public List<String> header() {
        return header;
    }

    /** Goes to the next record; false at the end. */
    public boolean next() {
        if (!read()) {
            return false;
        }
        if (fields.count != header.size()) {
            boolean more = fields.count > header.size();
            throw new DataException(name + ":" + line() + ": every row must have " + header.size()
                    + " fields as the header has, this one has " + (more ? "more" : fields.count));
        }
        return true;
    }

    private boolean read() {
        try {
            while (records.hasNext()) {
                records.next();
                if (fields.count > 0) {
                    return true;
                }
            }
            return false;
        } catch (RuntimeException e) {
            throw explained(e);
        }
    }

    private DataException explained(RuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof DataException data) {
                return data;
            }
            if (cause instanceof IOException io) {
                return Messages.unreadable(name, io);
            }
        }
        String text = String.valueOf(e.getMessage());
        if (e instanceof CsvParseException && e.getCause() != null) {
            text = String.valueOf(e.getCause().getMessage());
        }
        String rule = text.contains("Unclosed quote")
                ? "a quote is opened and never closed"
                : text.contains("after closing quote")
                        ? "a closing quote must be followed by a separator or the end of the line"
                        : "not a readable record: " + text;
        return new DataException(name + ":" + fields.line + ": " + rule, e);
    }

    /** The line where the current record begins, from 1. */
    long line() {
        return fields.line;
    }

    /** The characters of the current record; field j is {@code [from(j), to(j))}. */
    public char[] chars() {
        return fields.chars;
    }

    public int from(int j) {
        return fields.from[j];
    }

    public int to(int j) {
        return fields.to[j];
    }

    boolean blank(int j) {
        return fields.from[j] == fields.to[j]
                || (fields.padded[j] && fields.trimmed(j).isEmpty());
    }

    /** Drops blanks within the quotes of field j when a number is what is left. */
    void trimNumber(int j) {
        if (fields.padded[j] && !Double.isNaN(number(j))) {
            fields.trim(j);
        }
    }

    /** Takes the guard of a formula away from field j; true when there was one. */
    boolean unguard(int j) {
        boolean guarded = Formulas.isGuarded(fields.chars, fields.from[j], fields.to[j]);
        fields.from[j] += guarded ? 1 : 0;
        return guarded;
    }

    /** Whether field j is a text that is written with a guard. */
    boolean formula(int j) {
        return Formulas.isFormula(fields.chars, fields.from[j], fields.to[j]);
    }

    String text(int j) {
        return new String(fields.chars, fields.from[j], fields.to[j] - fields.from[j]);
    }

    /** Field j as a number, NaN when it is none. */
    double number(int j) {
        if (fields.padded[j]) {
            char[] text = fields.trimmed(j).toCharArray();
            return Numbers.parse(text, 0, text.length);
        }
        return Numbers.parse(fields.chars, fields.from[j], fields.to[j]);
    }

    @Override
    public void close() {
        Messages.closing(name, reader);
    }

    /** Copies the fields of a record together, without the blanks around them; blanks within quotes stay. */
    private static final class Fields extends AbstractBaseCsvCallbackHandler<Boolean> {
        private char[] chars = new char[1 << 10];
        private int[] from = new int[64];
        private int[] to = new int[64];
        private boolean[] padded = new boolean[64];
        private int used;
        private int count;
        private int limit = Integer.MAX_VALUE;
        private long line;

        @Override
        protected void handleBegin(long startingLineNumber) {
            line = startingLineNumber;
            used = 0;
            count = 0;
        }

        @Override
        protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
            if (count == limit) {
                return;
            }
            int start = offset;
            int end = offset + length;
            while (!quoted && start < end && isBlank(buffer[start])) {
                start++;
            }
            while (!quoted && start < end && isBlank(buffer[end - 1])) {
                end--;
            }
            int size = end - start;
            if (used + size > chars.length) {
                chars = Arrays.copyOf(chars, Math.max(2 * chars.length, used + size));
            }
            if (count == from.length) {
                from = Arrays.copyOf(from, 2 * count);
                to = Arrays.copyOf(to, 2 * count);
                padded = Arrays.copyOf(padded, 2 * count);
            }
            padded[count] = quoted && size > 0 && (isBlank(buffer[start]) || isBlank(buffer[end - 1]));
            System.arraycopy(buffer, start, chars, used, size);
            from[count] = used;
            used += size;
            to[count++] = used;
        }

        void trim(int j) {
            int length = trimmed(j).length();
            while (isBlank(chars[from[j]])) {
                from[j]++;
            }
            to[j] = from[j] + length;
            padded[j] = false;
        }

        /** Field j without the blanks at its ends. */
        String trimmed(int j) {
            int start = from[j];
            int end = to[j];
            while (start < end && isBlank(chars[start])) {
                start++;
            }
            while (start < end && isBlank(chars[end - 1])) {
                end--;
            }
            return new String(chars, start, end - start);
        }

        @Override
        protected Boolean buildRecord() {
            return Boolean.TRUE;
        }
    }
}
