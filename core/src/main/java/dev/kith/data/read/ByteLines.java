package dev.kith.data.read;

import dev.kith.data.DataException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Lines of strict UTF-8 as slices of one reused array of bytes, ended by LF, CR LF or CR. A byte order mark at the start
 * is skipped; a line that is too long, noticed while it is read, or one that is not text, is a {@link DataException} with
 * file and line.
 */
public final class ByteLines implements Closeable {
    /*
     * Finding the ends of lines must cost little beside parsing what is in them, so eight bytes are looked at in one
     * step: (w - 0x0E..) & ~w has a top bit set if and only if some byte is below 14, as LF and CR are. The top bits of
     * w itself tell whether all is ASCII, which needs no decoding.
     */
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long TOPS = 0x8080808080808080L;
    private static final long FOURTEENS = 0x0E0E0E0E0E0E0E0EL;

    private final String name;
    private final InputStream in;
    private final int longest;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private byte[] bytes = new byte[1 << 16];
    private int end;
    private int from;
    private int to;
    private int next;
    private boolean ascii;
    private boolean afterReturn;
    private boolean ended;
    private long line;

    /** @param longest as many bytes as a line may have */
    public ByteLines(String name, InputStream in, int longest) {
        this.name = name;
        this.in = in;
        this.longest = longest;
    }

    /** Goes to the next line; false at the end. */
    public boolean next() {
        if (line == 0) {
            skipMark();
        }
        from = next;
        if (!findEnd()) {
            return false;
        }
        line++;
        if (to - from > longest) {
            throw tooLong(line);
        }
        if (!ascii) {
            requireText();
        }
        return true;
    }

    private void skipMark() {
        while (end < 3 && fill()) {}
        if (end >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
            next = 3;
        }
    }

    /** Sets {@code to}, {@code next} and {@code ascii}, reading on until the line is there as a whole. */
    private boolean findEnd() {
        ascii = true;
        int at = from;
        while (true) {
            at = firstBreak(at);
            if (at < end && bytes[at] == '\n' && at == from && afterReturn) {
                afterReturn = false;
                from = ++at;
            } else if (at < end) {
                to = at;
                next = at + 1;
                afterReturn = bytes[at] == '\r';
                return true;
            } else {
                int read = at - from;
                if (!fill()) {
                    // A blank after the last line, so that a word always ends before the array does.
                    bytes[end] = '\n';
                    to = end;
                    next = end;
                    return from < end;
                }
                at = from + read;
            }
        }
    }

    /** Where the first LF or CR from {@code start} on stands, {@code end} when there is none. */
    private int firstBreak(int start) {
        byte[] b = bytes;
        int at = start;
        long tops = 0;
        for (; at + 8 <= end; at += 8) {
            long word = (long) WORDS.get(b, at);
            if (((word - FOURTEENS) & ~word & TOPS) == 0) {
                tops |= word;
                continue;
            }
            int found = firstBreak(at, at + 8);
            if (found < at + 8) {
                ascii &= (tops & TOPS) == 0;
                return found;
            }
        }
        ascii &= (tops & TOPS) == 0;
        return firstBreak(at, end);
    }

    private int firstBreak(int start, int limit) {
        int at = start;
        while (at < limit && bytes[at] != '\n' && bytes[at] != '\r') {
            ascii &= bytes[at++] >= 0;
        }
        return at;
    }

    /** Reads more, keeping what lies from {@code from} on; false at the end. */
    private boolean fill() {
        if (ended) {
            return false;
        }
        int kept = end - from;
        if (kept > longest) {
            throw tooLong(line + 1);
        }
        byte[] old = bytes;
        if (2 * kept > bytes.length) {
            bytes = Arrays.copyOf(old, 2 * old.length);
        }
        System.arraycopy(old, from, bytes, 0, kept);
        from = 0;
        end = kept;
        try {
            int count = in.read(bytes, end, bytes.length - 1 - end);
            ended = count < 0;
            end += Math.max(0, count);
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
        return !ended;
    }

    private DataException tooLong(long number) {
        return new DataException(
                name + ":" + number + ": a line must have at most " + longest + " bytes, this one has more");
    }

    private void requireText() {
        ByteBuffer text = ByteBuffer.wrap(bytes, from, to - from);
        try {
            decoder.decode(text);
        } catch (CharacterCodingException e) {
            throw new DataException(
                    name + ":" + line + ": not UTF-8 text (byte 0x" + Integer.toHexString(bytes[text.position()] & 0xff)
                            + ")",
                    e);
        }
    }

    /** The line's number, from 1. */
    public long line() {
        return line;
    }

    /** The line is {@code [from(), to())} of this array; the byte at {@code to()} is a blank. */
    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    @Override
    public void close() {
        Messages.closing(name, in);
    }
}
