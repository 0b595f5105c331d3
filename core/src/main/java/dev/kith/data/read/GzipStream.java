package dev.kith.data.read;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/** Unpacks gzip, one member after the other, strictly: every byte of the input belongs to a member that checks. */
final class GzipStream extends InputStream {
    /*
     * java.util.zip.GZIPInputStream takes a damaged header of a second member for the end of the data, and asks
     * available() whether there is one: rows could be lost without a word.
     */
    private static final int FLAG_CHECK = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 check = new CRC32();
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private boolean ended;

    GzipStream(InputStream in) throws IOException {
        this.in = in;
        readHeader();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        try {
            while (!ended) {
                int count = inflater.inflate(to, offset, length);
                if (count > 0) {
                    check.update(to, offset, count);
                    return count;
                }
                if (inflater.finished()) {
                    finishMember();
                } else if (inflater.needsDictionary()) {
                    throw new ZipException("damaged gzip data: it asks for a dictionary");
                } else {
                    need();
                    inflater.setInput(buffer, 0, end);
                    at = end;
                }
            }
            return -1;
        } catch (DataFormatException e) {
            throw new ZipException("damaged gzip data: " + e.getMessage());
        }
    }

    /** Whether more is there without waiting, as far as that is known. */
    @Override
    public int available() throws IOException {
        return ended || (inflater.needsInput() && in.available() == 0) ? 0 : 1;
    }

    private void finishMember() throws IOException {
        at = end - inflater.getRemaining();
        long sum = little(4);
        long size = little(4);
        if (sum != check.getValue() || size != (inflater.getBytesWritten() & 0xffffffffL)) {
            throw new ZipException("damaged gzip data: the check sum is wrong");
        }
        if (at == end && !fill()) {
            ended = true;
        } else {
            readHeader();
        }
    }

    private void readHeader() throws IOException {
        if (little(2) != 0x8b1f || next() != 8) {
            throw new ZipException("damaged gzip data: no header where one must be");
        }
        int flags = next();
        skip(6);
        if ((flags & FLAG_EXTRA) != 0) {
            skip((int) little(2));
        }
        for (int flag : new int[] {FLAG_NAME, FLAG_COMMENT}) {
            if ((flags & flag) != 0) {
                while (next() != 0) {}
            }
        }
        if ((flags & FLAG_CHECK) != 0) {
            skip(2);
        }
        inflater.reset();
        check.reset();
        inflater.setInput(buffer, at, end - at);
        at = end;
    }

    private void skip(int count) throws IOException {
        for (int k = 0; k < count; k++) {
            next();
        }
    }

    private long little(int count) throws IOException {
        long value = 0;
        for (int k = 0; k < count; k++) {
            value |= (long) next() << (8 * k);
        }
        return value;
    }

    private int next() throws IOException {
        if (at == end) {
            need();
        }
        return buffer[at++] & 0xff;
    }

    private void need() throws IOException {
        if (!fill()) {
            throw new EOFException("the gzip data ends too early");
        }
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        return end > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
