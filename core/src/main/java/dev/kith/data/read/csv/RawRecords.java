package dev.kith.data.read.csv;

import dev.kith.data.Format;
import dev.kith.data.layout.Reading;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** The records of a CSV or TSV file as the bytes they are, cut where {@link CsvLines} ends them; empty lines are no records. */
public final class RawRecords {
    private final InputStream in;
    private final byte separator;
    private byte[] bytes = new byte[1 << 10];
    private int length;
    private int pushed = NONE;
    private static final int NONE = -2;

    /** Where a byte stands: before a field's first letter, in a field, in quotes, after a quote within quotes. */
    private enum State {
        START,
        PLAIN,
        QUOTED,
        QUOTE
    }

    /** The records of a file as it turns out to be written, the header first; lines before it are left out. */
    public static RawRecords open(String name, Format format, Reading reading, InputStream in) throws IOException {
        Look look = new Look(name, format, reading.telling(line -> {}), in);
        RawRecords records = new RawRecords(look.again(), look.dialect().separator());
        records.skipLines(look.dialect().before());
        return records;
    }

    /** What stands between fields. */
    public char separator() {
        return (char) separator;
    }

    private void skipLines(int lines) throws IOException {
        for (int k = 0; k < lines; k++) {
            int b = read();
            while (b >= 0 && b != '\n' && b != '\r') {
                b = read();
            }
            finishLine(b);
        }
    }

    RawRecords(InputStream in, char separator) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.separator = (byte) separator;
    }

    /** Goes to the next record; false at the end. */
    public boolean next() throws IOException {
        length = 0;
        State state = State.START;
        for (int b = read(); b >= 0; b = read()) {
            boolean breaks = b == '\n' || b == '\r';
            if (breaks && state != State.QUOTED) {
                if (length > 0) {
                    finishLine(b);
                    return true;
                }
                continue;
            }
            append(b);
            state = after(state, b);
        }
        return length > 0;
    }

    private State after(State state, int b) {
        if (state == State.QUOTED) {
            return b == '"' ? State.QUOTE : State.QUOTED;
        }
        if (b == separator) {
            return State.START;
        }
        if (b == '"' && state != State.PLAIN) {
            return State.QUOTED;
        }
        return state == State.START && CsvLines.isBlank((char) b) ? State.START : State.PLAIN;
    }

    /** Takes the second half of CR LF. */
    private void finishLine(int first) throws IOException {
        if (first == '\r') {
            int second = in.read();
            pushed = second == '\n' ? NONE : second;
        }
    }

    private int read() throws IOException {
        if (pushed != NONE) {
            int b = pushed;
            pushed = NONE;
            return b;
        }
        return in.read();
    }

    private void append(int b) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        bytes[length++] = (byte) b;
    }

    /** Writes the record, with a line end. */
    public void writeTo(OutputStream out) throws IOException {
        writeTo(out, new byte[0]);
    }

    /** Writes the record with something behind it, and a line end. */
    public void writeTo(OutputStream out, byte[] behind) throws IOException {
        out.write(bytes, 0, length);
        out.write(behind);
        out.write('\n');
    }
}
