package dev.kith.data.read.csv;

import dev.kith.data.read.Numbers;
import java.util.Arrays;

/**
 * Takes a piece of ASCII without quotes apart in one pass over its bytes: a plain decimal number ends where its field does, so that most numbers are
 * read while their ends are looked for. Whatever else stands in a field is left to {@link Numbers}.
 */
final class CsvScan {
    /** Digits that fit a long, whatever they are. */
    private static final int MOST_DIGITS = 18;

    private static final byte NEITHER = -1;

    private final byte[] bytes;
    private final int length;
    private final byte separator;
    private final int columns;
    private final int[] order;
    private final int[] quick;
    private final byte point;
    private final CsvBlock block;
    private int at;

    /**
     * @param order for each column, which of the numbers of a record it is; -1 when it is none
     * @param quick the same, but for columns whose numbers have a unit
     * @param point the decimal mark of numbers that are read here
     */
    CsvScan(CsvPiece piece, char separator, int[] order, int[] quick, char point, CsvBlock block) {
        this.bytes = piece.bytes();
        this.length = piece.length();
        this.separator = (byte) separator;
        this.columns = order.length;
        this.order = order;
        this.quick = quick;
        this.point = (byte) point;
        this.block = block;
    }

    /** For each of {@code columns} columns, which of {@code numeric} it is; -1 when it is none. */
    static int[] order(int columns, int[] numeric) {
        int[] order = new int[columns];
        Arrays.fill(order, -1);
        for (int k = 0; k < numeric.length; k++) {
            order[numeric[k]] = k;
        }
        return order;
    }

    /** Adds all records to the block, or says what is wrong with one. */
    void run(String name, long linesBefore) {
        long line = linesBefore;
        while (at < length) {
            line++;
            int start = at;
            if (!lineEnds() && !record(line)) {
                int end = start;
                int count = 1;
                for (; end < length && bytes[end] != '\n' && bytes[end] != '\r'; end++) {
                    count += bytes[end] == separator ? 1 : 0;
                }
                if (!block.refuse(line, block.wrongCount(name, line, count))) {
                    return;
                }
                at = end;
            }
            boolean two = at + 1 < length && bytes[at] == '\r' && bytes[at + 1] == '\n';
            at += two ? 2 : 1;
        }
    }

    private boolean lineEnds() {
        return at == length || bytes[at] == '\n' || bytes[at] == '\r';
    }

    /** Adds the record that begins here and stops at the end of its line; false when it has another number of fields. */
    private boolean record(long line) {
        int place = block.begin(line);
        for (int j = 0; j < columns; j++, place++) {
            int from = at;
            double value = quick[j] < 0 ? Double.NaN : number();
            if (Double.isNaN(value)) {
                at = from;
                skip();
                block.setTrimmed(place, from, at);
                value = order[j] < 0 ? value : block.current(j);
            } else {
                block.set(place, from, at);
            }
            if (order[j] >= 0) {
                block.setNumber(order[j], value);
            }
            if (j + 1 < columns) {
                if (lineEnds()) {
                    return false;
                }
                at++;
            }
        }
        if (!lineEnds()) {
            return false;
        }
        block.end();
        return true;
    }

    /** Goes to the end of the field. */
    private void skip() {
        int k = at;
        while (k < length && bytes[k] != separator && bytes[k] != '\n' && bytes[k] != '\r') {
            k++;
        }
        at = k;
    }

    /** The number that fills the field, with a sign, digits and a point at most; NaN when it is not one of those. Goes to its end. */
    private double number() {
        byte[] b = bytes;
        int end = length;
        int k = at;
        boolean negative = k < end && b[k] == '-';
        k += negative ? 1 : 0;
        int first = k;
        long mantissa = 0;
        int digit = 0;
        while (k < end && (digit = b[k] - '0') >= 0 && digit <= 9) {
            mantissa = 10 * mantissa + digit;
            k++;
        }
        int digits = k - first;
        int decimals = 0;
        if (k < end && b[k] == point) {
            int mark = k++;
            while (k < end && (digit = b[k] - '0') >= 0 && digit <= 9) {
                mantissa = 10 * mantissa + digit;
                k++;
            }
            decimals = k - mark - 1;
            digits += decimals;
        }
        at = k;
        byte stop = k < end ? b[k] : NEITHER;
        boolean ends = stop == separator || stop == '\n' || stop == '\r' || k == end;
        if (!ends || digits == 0 || digits > MOST_DIGITS) {
            return Double.NaN;
        }
        return Numbers.decimal(negative, mantissa, decimals);
    }
}
