package dev.kith.data.read.csv;

import java.io.IOException;
import java.io.InputStream;

/** Bytes that were looked at, and then those after them. Waits for no more than it is asked for, closes nothing by itself. */
final class Replayed extends InputStream {
    private final byte[] start;
    private final int length;
    private final InputStream in;
    private int at;

    /** {@code start[from, start.length)}, then {@code in}. */
    Replayed(byte[] start, int from, InputStream in) {
        this.start = start;
        this.at = from;
        this.length = start.length;
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return at < length ? start[at++] & 0xff : in.read();
    }

    @Override
    public int read(byte[] to, int offset, int count) throws IOException {
        if (at == length) {
            return in.read(to, offset, count);
        }
        int some = Math.min(count, length - at);
        System.arraycopy(start, at, to, offset, some);
        at += some;
        return some;
    }

    @Override
    public int available() throws IOException {
        return at < length ? length - at : in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
