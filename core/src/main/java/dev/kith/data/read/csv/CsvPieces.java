package dev.kith.data.read.csv;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Cuts the bytes of a CSV file into pieces at ends of records, honouring quotes. */
final class CsvPieces {
    /*
     * Eight bytes are looked at in one step: of w ^ pattern, a byte is zero where w has the byte looked for, and
     * ~(((x & 0x7f..) + 0x7f..) | x | 0x7f..) has the top bit of just those bytes set. A piece goes over when it is large
     * enough or when no more bytes are there at the moment, so that rows of a slow stream do not wait.
     */
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long LOW = 0x7f7f7f7f7f7f7f7fL;

    /** Bytes of a piece, unless a record is longer. */
    static final int USUAL = 1 << 19;

    /** Records beyond this are left to {@link #rest}. */
    private static final int LONGEST = 1 << 23;

    private final InputStream in;
    private final byte separator;
    private final int usual;
    private final Queue<byte[]> spare = new ConcurrentLinkedQueue<>();
    private byte[] bytes;
    private int end;
    private int scanned;
    private int boundary;
    private boolean quotes;
    private State state = State.START;
    private long lines;
    private boolean ended;

    /** Where a byte stands: at the start of a field, in one, in quotes, after a quote within quotes. */
    private enum State {
        START,
        PLAIN,
        QUOTED,
        QUOTE
    }

    /**
     * @param usual bytes of a piece, unless a record is longer
     * @param lines lines of the file before these bytes
     */
    CsvPieces(InputStream in, char separator, int usual, long lines) {
        this.lines = lines;
        this.in = in;
        this.separator = (byte) separator;
        this.usual = usual;
        this.bytes = new byte[usual];
    }

    /** The next piece; null at the end, or when a record is so long that the rest is for {@link #rest}. */
    @Nullable
    CsvPiece next() throws IOException {
        while (!ended) {
            scan();
            if (boundary > 0 && (end >= usual || in.available() == 0)) {
                return cut(boundary);
            }
            if (end - boundary > LONGEST) {
                return boundary > 0 ? cut(boundary) : null;
            }
            fill();
        }
        return end > 0 ? cut(end) : null;
    }

    private void fill() throws IOException {
        if (end == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        int count = in.read(bytes, end, bytes.length - end);
        ended = count < 0;
        end += Math.max(0, count);
    }

    /** Whether there is more to come, as pieces or as rest. */
    boolean more() {
        return !ended || end > 0;
    }

    /** What has not been handed over, to be read record by record; lines of the file before it are {@link #lines}. */
    InputStream rest() {
        return new SequenceInputStream(new ByteArrayInputStream(bytes, 0, end), in);
    }

    long lines() {
        return lines;
    }

    /** Takes the bytes of a piece back, which has been taken apart; by any thread. */
    void reuse(CsvPiece piece) {
        if (piece.bytes().length == usual) {
            spare.add(piece.bytes());
        }
    }

    private CsvPiece cut(int length) {
        byte[] whole = bytes;
        boolean high = false;
        int breaks = 0;
        boolean returns = false;
        int k = 0;
        for (; k + 8 <= length; k += 8) {
            long word = (long) WORDS.get(whole, k);
            high |= (word & ~LOW) != 0;
            breaks += Long.bitCount(matches(word, '\n'));
            returns |= matches(word, '\r') != 0;
        }
        for (; k < length; k++) {
            high |= whole[k] < 0;
            breaks += whole[k] == '\n' ? 1 : 0;
            returns |= whole[k] == '\r';
        }
        CsvPiece piece = new CsvPiece(whole, length, lines, quotes, !high);
        lines += returns ? mixedBreaks(whole, length) : breaks;
        byte[] other = end - length <= usual ? spare.poll() : null;
        bytes = other == null ? new byte[Math.max(usual, end - length)] : other;
        System.arraycopy(whole, length, bytes, 0, end - length);
        end -= length;
        scanned = 0;
        boundary = 0;
        quotes = false;
        state = State.START;
        return piece;
    }

    private static int mixedBreaks(byte[] bytes, int length) {
        int breaks = 0;
        for (int k = 0; k < length; k++) {
            boolean first = k == 0 || bytes[k - 1] != '\r';
            breaks += bytes[k] == '\r' || (bytes[k] == '\n' && first) ? 1 : 0;
        }
        return breaks;
    }

    private static long matches(long word, char wanted) {
        long x = word ^ (wanted * ONES);
        return ~(((x & LOW) + LOW) | x | LOW);
    }

    /** Looks at what was read since, for the end of the last whole record. */
    private void scan() {
        if (!quotes && !hasQuote()) {
            lastBreak();
        } else {
            if (!quotes) {
                // So far no quote was there: what is before matters only by its last byte.
                quotes = true;
                byte last = scanned == 0 ? (byte) '\n' : bytes[scanned - 1];
                state = last == separator || last == '\n' || last == '\r' ? State.START : State.PLAIN;
            }
            followQuotes();
        }
        scanned = end;
    }

    private boolean hasQuote() {
        int k = scanned;
        for (; k + 8 <= end; k += 8) {
            if (matches((long) WORDS.get(bytes, k), '"') != 0) {
                return true;
            }
        }
        while (k < end && bytes[k] != '"') {
            k++;
        }
        return k < end;
    }

    private void lastBreak() {
        int k = end - 1;
        while (k >= scanned && bytes[k] != '\n') {
            k--;
        }
        if (k >= scanned) {
            boundary = k + 1;
            return;
        }
        // CR alone ends lines as well, but of CR LF only the whole.
        for (k = end - 2; k >= Math.max(0, scanned - 1) && k >= boundary; k--) {
            if (bytes[k] == '\r') {
                boundary = k + 1;
                return;
            }
        }
    }

    private void followQuotes() {
        State now = state;
        for (int k = scanned; k < end; k++) {
            byte b = bytes[k];
            if (now == State.QUOTED) {
                now = b == '"' ? State.QUOTE : State.QUOTED;
            } else if (b == '"' && now != State.PLAIN) {
                now = State.QUOTED;
            } else if (b == '\n' || b == '\r') {
                now = State.START;
                // A LF that belongs to a CR before it moves the boundary behind itself.
                boundary = b == '\n' || (k + 1 < end && bytes[k + 1] != '\n') ? k + 1 : boundary;
            } else {
                now = b == separator ? State.START : State.PLAIN;
            }
        }
        state = now;
    }
}
