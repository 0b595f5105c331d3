package dev.kith.serve.learn;

import dev.kith.data.DataException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What was acknowledged since the last snapshot: a file that entries are appended to, each on disk before {@link #append} returns.
 *
 * <p>An entry is its place (rows learned before it), its number of rows, its length, a checksum of these and of its bytes, and its bytes. The first
 * entry that is not whole ends the journal: it was being written when the process died, and nobody was told that it was there.
 */
final class Journal implements Closeable {
    private static final int HEADER = 8 + 4 + 4 + 4;
    private static final int LONGEST = 1 << 28;

    private final Path file;
    private final FileChannel channel;
    private long end;

    /** Told of every entry, oldest first. */
    @FunctionalInterface
    interface Reader {
        /**
         * One entry.
         *
         * @param from rows learned before it
         */
        void entry(long from, int rows, byte[] bytes);
    }

    private Journal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens a journal for this process alone, creates it where there is none.
     *
     * @throws DataException if another process has it
     */
    static Journal open(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return new Journal(file, channel);
            }
        } catch (OverlappingFileLockException e) {
            // As one of another process.
        }
        channel.close();
        throw new DataException(file.getFileName() + ": another server learns there");
    }

    /** Reads what there is, and drops what follows the last whole entry; returns how many bytes that was. */
    long replay(Reader reader) throws IOException {
        long size = channel.size();
        long at = 0;
        while (true) {
            byte[] head = read(at, HEADER, size);
            if (head == null) {
                break;
            }
            ByteBuffer header = ByteBuffer.wrap(head);
            long from = header.getLong();
            int rows = header.getInt();
            int length = header.getInt();
            int sum = header.getInt();
            byte[] bytes = length >= 0 && length <= LONGEST ? read(at + HEADER, length, size) : null;
            if (bytes == null || sum != sum(from, rows, bytes)) {
                break;
            }
            reader.entry(from, rows, bytes);
            at += HEADER + (long) length;
        }
        end = at;
        channel.truncate(at);
        channel.force(true);
        return size - at;
    }

    /** So many bytes; null where the file ends before them. */
    private byte @Nullable [] read(long at, int length, long size) throws IOException {
        if (at + length > size) {
            return null;
        }
        byte[] bytes = new byte[length];
        ByteBuffer into = ByteBuffer.wrap(bytes);
        while (into.hasRemaining() && channel.read(into, at + into.position()) >= 0) {
            // Goes on.
        }
        return into.hasRemaining() ? null : bytes;
    }

    private static int sum(long from, int rows, byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(HEADER)
                .putLong(from)
                .putInt(rows)
                .putInt(bytes.length)
                .flip());
        sum.update(bytes);
        return (int) sum.getValue();
    }

    /** Adds an entry, and returns when it is on the disk. Where that fails the journal is as before. */
    void append(long from, int rows, byte[] bytes) throws IOException {
        ByteBuffer entry = ByteBuffer.allocate(HEADER + bytes.length);
        entry.putLong(from).putInt(rows).putInt(bytes.length).putInt(sum(from, rows, bytes));
        entry.put(bytes).flip();
        int length = entry.remaining();
        try {
            while (entry.hasRemaining()) {
                channel.write(entry, end + length - entry.remaining());
            }
            channel.force(false);
        } catch (IOException e) {
            channel.truncate(end);
            throw e;
        }
        end += length;
    }

    /** Forgets all entries: a snapshot has them. */
    void clear() throws IOException {
        channel.truncate(0);
        channel.force(true);
        end = 0;
    }

    /** Bytes of all entries. */
    long size() {
        return end;
    }

    Path file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
