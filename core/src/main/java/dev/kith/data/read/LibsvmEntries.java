package dev.kith.data.read;

import java.util.Arrays;

/** Reads the {@code index:value} words of LIBSVM lines, straight from their bytes, into arrays that are reused. */
public final class LibsvmEntries {
    /*
     * Nearly all of a large file is these words, so they are read in one go: every byte is looked at once, nothing is
     * copied. A value of up to 18 characters without exponent is gathered as a whole number m and a number f of decimals;
     * m / 10^f is correctly rounded when m <= 2^53 and f <= 22, as both are then exact (see Numbers). Anything else goes
     * to Numbers, so that all values are those Numbers gives.
     */
    private static final int SHORT = 18;
    private static final long EXACT = 1L << 53;

    private final NumberedFeatures features;
    private int[] index = new int[64];
    private double[] values = new double[64];
    private int size;
    private int last;
    private long ignored;
    private char[] word = new char[32];
    private double value;

    public LibsvmEntries(NumberedFeatures features) {
        this.features = features;
    }

    /**
     * Reads words from {@code from} on up to the end of the line or a comment. A blank must stand at {@code to}.
     *
     * @return where the first word begins that breaks a rule, -1 when there is none
     */
    public int read(byte[] line, int from, int to) {
        size = 0;
        last = 0;
        int at = skipBlanks(line, from, to);
        while (at < to && line[at] != '#') {
            int start = at;
            int number = 0;
            int digit = line[at] - '0';
            while (digit >= 0 && digit <= 9 && number <= NumberedFeatures.MAX) {
                number = 10 * number + digit;
                digit = line[++at] - '0';
            }
            if (line[at] != ':' || number <= last || number > NumberedFeatures.MAX) {
                return start;
            }
            at = readValue(line, at + 1);
            if (Double.isNaN(value)) {
                return start;
            }
            last = number;
            keep(features.position(number), value);
            at = skipBlanks(line, at, to);
        }
        sort();
        return -1;
    }

    private static int skipBlanks(byte[] line, int from, int to) {
        int at = from;
        while (at < to && isBlank(line[at])) {
            at++;
        }
        return at;
    }

    /** What stands between words; the end of a line counts, other control characters are parts of words. */
    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }

    /** Sets {@code value}, NaN when there is no number, and returns where the word ends. */
    private int readValue(byte[] line, int from) {
        int at = from;
        boolean negative = line[at] == '-';
        if (negative || line[at] == '+') {
            at++;
        }
        int first = at;
        long mantissa = 0;
        int digit = line[at] - '0';
        while (digit >= 0 && digit <= 9) {
            mantissa = 10 * mantissa + digit;
            digit = line[++at] - '0';
        }
        int decimals = 0;
        int length = at - first;
        if (line[at] == '.') {
            int point = at++;
            digit = line[at] - '0';
            while (digit >= 0 && digit <= 9) {
                mantissa = 10 * mantissa + digit;
                digit = line[++at] - '0';
            }
            decimals = at - point - 1;
            length += decimals;
        }
        if (length == 0 || length > SHORT || mantissa > EXACT || !isBlank(line[at])) {
            return readAnyValue(line, from);
        }
        double size = mantissa / Numbers.powerOfTen(decimals);
        value = negative ? -size : size;
        return at;
    }

    private int readAnyValue(byte[] line, int from) {
        int to = from;
        while (!isBlank(line[to])) {
            to++;
        }
        if (to - from > word.length) {
            word = new char[2 * (to - from)];
        }
        for (int k = from; k < to; k++) {
            word[k - from] = (char) (line[k] & 0xff);
        }
        value = Numbers.parse(word, 0, to - from);
        return to;
    }

    private void keep(int position, double kept) {
        if (position < 0) {
            ignored++;
        } else if (kept != 0) {
            if (size == index.length) {
                index = Arrays.copyOf(index, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            index[size] = position;
            values[size++] = kept;
        }
    }

    /** Insertion: the entries are in order already unless the features were given in another. */
    private void sort() {
        for (int k = 1; k < size; k++) {
            int i = index[k];
            double v = values[k];
            int to = k;
            for (; to > 0 && index[to - 1] > i; to--) {
                index[to] = index[to - 1];
                values[to] = values[to - 1];
            }
            index[to] = i;
            values[to] = v;
        }
    }

    /** The index before the word that broke a rule, or else of the last word; 0 when there was none. */
    public int last() {
        return last;
    }

    public int size() {
        return size;
    }

    public int index(int k) {
        return index[k];
    }

    public double value(int k) {
        return values[k];
    }

    /** Entries of features that do not count, over all lines. */
    public long ignored() {
        return ignored;
    }
}
