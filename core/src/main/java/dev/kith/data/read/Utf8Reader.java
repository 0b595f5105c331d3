package dev.kith.data.read;

import dev.kith.data.DataException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Strict UTF-8: bytes that are not text, and lines longer than {@link #MAX_LINE} characters, are a {@link DataException}
 * with file and line. A byte order mark at the start is skipped. A line ends with LF, CR LF or CR.
 */
public final class Utf8Reader extends Reader {
    /** 2^26, about 67 million: more than a million numbers on one line. */
    public static final int MAX_LINE = 1 << 26;

    private final String name;
    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16).flip();
    private boolean ended;
    private boolean started;
    private long line;
    private long lineLength;
    private boolean afterReturn;

    /** @param lines lines before these bytes; 0 for the start of a file, where a byte order mark may stand */
    public Utf8Reader(String name, InputStream in, long lines) {
        super(in);
        this.name = name;
        this.in = in;
        this.line = lines + 1;
        this.started = lines > 0;
    }

    @Override
    public int read(char[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        CharBuffer chars = CharBuffer.wrap(to, offset, length);
        while (true) {
            CoderResult result = decoder.decode(bytes, chars, ended);
            int count = chars.position() - offset;
            if (count > 0) {
                count = skipMark(to, offset, count);
                watch(to, offset, count);
            }
            if (result.isError()) {
                throw Messages.notUtf8(name, line, bytes.get(bytes.position()));
            }
            if (count > 0) {
                return count;
            }
            if (ended) {
                return -1;
            }
            chars.position(offset);
            fill();
        }
    }

    private void fill() throws IOException {
        bytes.compact();
        int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
        if (count < 0) {
            ended = true;
        } else {
            bytes.position(bytes.position() + count);
        }
        bytes.flip();
    }

    private int skipMark(char[] to, int offset, int count) {
        if (!started) {
            started = true;
            if (to[offset] == '\uFEFF') {
                System.arraycopy(to, offset + 1, to, offset, count - 1);
                return count - 1;
            }
        }
        return count;
    }

    private void watch(char[] text, int offset, int count) {
        int lineStart = offset;
        for (int i = offset; i < offset + count; i++) {
            if (text[i] <= '\r') {
                boolean feed = text[i] == '\n';
                if (feed || text[i] == '\r') {
                    checkLength(lineLength + i - lineStart);
                    line += feed && afterReturn ? 0 : 1;
                    lineLength = 0;
                    lineStart = i + 1;
                }
            }
            afterReturn = text[i] == '\r';
        }
        lineLength += offset + count - lineStart;
        checkLength(lineLength);
    }

    private void checkLength(long length) {
        if (length > MAX_LINE) {
            throw new DataException(
                    name + ":" + line + ": a line must have at most " + MAX_LINE + " characters, this one has more");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
