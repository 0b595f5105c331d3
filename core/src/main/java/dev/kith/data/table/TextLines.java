package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.read.ByteLines;
import dev.kith.data.read.FileBytes;
import java.io.Closeable;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Lines of text from a stranger, ended by LF, CR LF or CR; gzip is recognised, a byte order mark at the start is passed
 * over. Bytes that are not UTF-8, damaged gzip and a line that is too long are a {@link DataException} with the line;
 * memory never grows beyond a small multiple of the longest line allowed.
 */
final class TextLines implements Closeable {
    private final ByteLines lines;

    /**
     * @param name what messages call it
     * @param longest as many bytes as a line may have
     */
    public TextLines(String name, InputStream in, int longest) {
        if (!(longest > 0)) {
            throw new IllegalArgumentException("longest must be > 0, got " + longest);
        }
        this.lines = new ByteLines(name, FileBytes.unpacked(name, in), longest);
    }

    /** The next line without its end; null when there is none. */
    public @Nullable String next() {
        if (!lines.next()) {
            return null;
        }
        return new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8);
    }

    /** The number of the line read last, from 1. */
    public long line() {
        return lines.line();
    }

    @Override
    public void close() {
        lines.close();
    }
}
