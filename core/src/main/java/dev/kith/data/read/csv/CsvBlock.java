package dev.kith.data.read.csv;

import dev.kith.data.DataException;
import dev.kith.data.read.NumberForm;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Some consecutive records of a file, taken apart: field j of record i is {@code chars[from, to)} at position {@code i *
 * columns + j}, without the blanks around it. After the last record may come what is wrong with the next one.
 */
final class CsvBlock {
    private static final int[] NOTHING = new int[0];

    private final int columns;
    private char[] chars;
    private int used;
    private int[] from = NOTHING;
    private int[] to = NOTHING;
    private boolean[] padded = new boolean[0];
    private boolean anyPadded;
    private long[] lines = new long[16];
    private int size;
    private double[] numbers = new double[0];
    private int perRecord;
    private @Nullable DataException failure;
    private final Map<Integer, DataException> bad = new HashMap<>();
    private final NumberForm[] forms;
    private final boolean tolerant;

    /**
     * @param forms how numbers are written, for every column
     * @param tolerant whether a record with another number of fields is kept as a bad one; else it ends the block
     */
    CsvBlock(NumberForm[] forms, boolean tolerant) {
        this.columns = forms.length;
        this.forms = forms;
        this.tolerant = tolerant;
        this.chars = new char[0];
    }

    /**
     * Empties the block, for other records of about as many characters.
     *
     * @param newPerRecord numbers of a record that will be read
     * @return the characters, for fields that are set
     */
    char[] clear(int length, int newPerRecord) {
        if (chars.length < length) {
            chars = new char[length];
        }
        used = 0;
        size = 0;
        anyPadded = false;
        bad.clear();
        Arrays.fill(padded, false);
        perRecord = newPerRecord;
        failure = null;
        return chars;
    }

    /** Appends a record, whose fields are copied together; false when it is not one and ends the block. */
    boolean add(CsvFields fields, String name) {
        if (fields.count() != columns) {
            return refuse(fields.line(), wrongCount(name, fields.line(), fields.count()));
        }
        int base = begin(fields.line());
        for (int j = 0; j < columns; j++) {
            int length = fields.to(j) - fields.from(j);
            if (used + length > chars.length) {
                chars = Arrays.copyOf(chars, Math.max(2 * chars.length, used + length));
            }
            System.arraycopy(fields.chars(), fields.from(j), chars, used, length);
            from[base + j] = used;
            used += length;
            to[base + j] = used;
            if (fields.padded(j)) {
                pad(base + j);
            }
        }
        end();
        return true;
    }

    /** Says what is wrong with the record after the last: keeps it as a bad one, without fields, or ends the block and is false. */
    boolean refuse(long line, DataException why) {
        if (!tolerant) {
            failure = why;
            return false;
        }
        int base = begin(line);
        Arrays.fill(from, base, base + columns, 0);
        Arrays.fill(to, base, base + columns, 0);
        Arrays.fill(numbers, size * perRecord, (size + 1) * perRecord, Double.NaN);
        bad.put(size, why);
        end();
        return true;
    }

    /** What is wrong with record i; null where nothing is known to be. */
    @Nullable
    DataException bad(int i) {
        return bad.isEmpty() ? null : bad.get(i);
    }

    DataException wrongCount(String name, long line, int count) {
        return new DataException(name + ":" + line + ": every row must have " + columns
                + " fields as the header has, this one has " + (count > columns ? "more" : count));
    }

    private void pad(int place) {
        anyPadded = true;
        padded = padded.length < from.length ? Arrays.copyOf(padded, from.length) : padded;
        padded[place] = true;
    }

    /** Begins a record and says where its first field goes; it counts when it has {@link #end ended}. */
    int begin(long line) {
        if (size == lines.length) {
            lines = Arrays.copyOf(lines, 2 * size);
        }
        lines[size] = line;
        int need = Math.multiplyExact(size + 1, columns);
        if (need > from.length) {
            int capacity = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(need, 2L * from.length));
            from = Arrays.copyOf(from, capacity);
            to = Arrays.copyOf(to, capacity);
        }
        if ((size + 1) * (long) perRecord > numbers.length) {
            numbers = Arrays.copyOf(
                    numbers, Math.toIntExact(Math.max((size + 1) * (long) perRecord, 2L * numbers.length)));
        }
        return size * columns;
    }

    void end() {
        size++;
    }

    void set(int place, int start, int stop) {
        from[place] = start;
        to[place] = stop;
    }

    /** Sets number k of the record begun. */
    void setNumber(int k, double value) {
        numbers[size * perRecord + k] = value;
    }

    /**
     * Takes a line without quotes apart, in place; false, and nothing is added, when it has another number of fields.
     *
     * @param start where it begins in the array of characters
     * @param end where it ends
     */
    boolean addPlain(int start, int end, char separator, long line) {
        int place = begin(line);
        char[] text = chars;
        int last = place + columns - 1;
        int at = start;
        while (true) {
            int stop = at;
            while (stop < end && text[stop] != separator) {
                stop++;
            }
            boolean more = stop < end;
            if (more == (place == last)) {
                return false;
            }
            setTrimmed(place, at, stop);
            if (!more) {
                size++;
                return true;
            }
            place++;
            at = stop + 1;
        }
    }

    void setTrimmed(int place, int start, int stop) {
        char[] text = chars;
        int a = start;
        int b = stop;
        while (a < b && CsvLines.isBlank(text[a])) {
            a++;
        }
        while (a < b && CsvLines.isBlank(text[b - 1])) {
            b--;
        }
        from[place] = a;
        to[place] = b;
    }

    /** Says what is wrong with the record after the last. */
    void fail(DataException why) {
        failure = why;
    }

    @Nullable
    DataException failure() {
        return failure;
    }

    /** Reads the numbers of some columns, NaN where there is none. */
    void readNumbers(int[] columnsOfNumbers) {
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < perRecord; k++) {
                numbers[i * perRecord + k] = number(i, columnsOfNumbers[k]);
            }
        }
    }

    /** Copies the numbers of record i. */
    void copyNumbers(int i, double[] into) {
        System.arraycopy(numbers, i * perRecord, into, 0, perRecord);
    }

    int size() {
        return size;
    }

    long line(int i) {
        return lines[i];
    }

    char[] chars() {
        return chars;
    }

    int from(int place) {
        return from[place];
    }

    int to(int place) {
        return to[place];
    }

    /** Whether blanks within quotes begin or end a field. */
    boolean padded(int place) {
        return anyPadded && place < padded.length && padded[place];
    }

    /** Leaves out characters at the start of a field. */
    void skip(int place, int count) {
        from[place] += count;
    }

    /** Leaves out blanks within quotes at both ends of a field. */
    void trim(int place) {
        setTrimmed(place, from[place], to[place]);
        padded[place] = false;
    }

    /** A field without the blanks at its ends. */
    String trimmed(int place) {
        int a = from[place];
        int b = to[place];
        while (a < b && CsvLines.isBlank(chars[a])) {
            a++;
        }
        while (a < b && CsvLines.isBlank(chars[b - 1])) {
            b--;
        }
        return new String(chars, a, b - a);
    }

    /** Field j of the record begun as a number, NaN when it is none. */
    double current(int j) {
        return number(size, j);
    }

    /** Field j of record i as a number, NaN when it is none. */
    double number(int i, int j) {
        int place = i * columns + j;
        if (padded(place)) {
            char[] text = trimmed(place).toCharArray();
            return forms[j].parse(text, 0, text.length);
        }
        return forms[j].parse(chars, from[place], to[place]);
    }
}
