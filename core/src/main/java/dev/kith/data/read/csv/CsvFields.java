package dev.kith.data.read.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Copies the fields of a record together, without the blanks around them; blanks within quotes stay. */
final class CsvFields extends AbstractBaseCsvCallbackHandler<Boolean> {
    private char[] chars = new char[1 << 10];
    private int[] from = new int[64];
    private int[] to = new int[64];
    private boolean[] padded = new boolean[64];
    private boolean[] quotes = new boolean[64];
    private final long base;
    private int used;
    private int count;
    private int limit = Integer.MAX_VALUE;
    private long line;

    /** @param base lines of the file before the first */
    CsvFields(long base) {
        this.base = base;
        this.line = base;
    }

    /** Fields beyond so many are not looked at. */
    void limit(int most) {
        limit = most;
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
        line = base + startingLineNumber;
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
        while (!quoted && start < end && CsvLines.isBlank(buffer[start])) {
            start++;
        }
        while (!quoted && start < end && CsvLines.isBlank(buffer[end - 1])) {
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
            quotes = Arrays.copyOf(quotes, 2 * count);
        }
        quotes[count] = quoted;
        padded[count] = quoted && size > 0 && (CsvLines.isBlank(buffer[start]) || CsvLines.isBlank(buffer[end - 1]));
        System.arraycopy(buffer, start, chars, used, size);
        from[count] = used;
        used += size;
        to[count++] = used;
    }

    @Override
    protected Boolean buildRecord() {
        return Boolean.TRUE;
    }

    /** The line where the record begins, from 1. */
    long line() {
        return line;
    }

    int count() {
        return count;
    }

    /** All characters of the record. */
    int length() {
        return used;
    }

    /** Field j without the blanks at its ends. */
    String trimmed(int j) {
        int start = from[j];
        int end = to[j];
        while (start < end && CsvLines.isBlank(chars[start])) {
            start++;
        }
        while (start < end && CsvLines.isBlank(chars[end - 1])) {
            end--;
        }
        return new String(chars, start, end - start);
    }

    /** All fields, trimmed. */
    List<String> texts() {
        return IntStream.range(0, count).mapToObj(this::trimmed).toList();
    }

    /** Whether field j is in quotes. */
    boolean quoted(int j) {
        return quotes[j];
    }

    char[] chars() {
        return chars;
    }

    int from(int j) {
        return from[j];
    }

    int to(int j) {
        return to[j];
    }

    boolean padded(int j) {
        return padded[j];
    }
}
