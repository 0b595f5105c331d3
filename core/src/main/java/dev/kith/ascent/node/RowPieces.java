package dev.kith.ascent.node;

import java.util.List;

/** The rows of all tasks in pieces, each of one task: in memory, or in a file. */
public interface RowPieces extends AutoCloseable {
    /** Reads pieces for one thread; what it read before is no longer valid after the next. */
    interface Reader {
        TaskRows read(int piece);
    }

    Reader reader();

    /** Bytes of memory that one reader takes. */
    long readerBytes();

    /** Bytes of memory taken whether anybody reads or not. */
    long bytes();

    /** Bytes on disk. */
    default long fileBytes() {
        return 0;
    }

    /** What {@link #bytes} would be in memory. */
    default long bytesInMemory() {
        return bytes();
    }

    /** The same pieces in memory; these are closed. */
    default RowPieces load() {
        return this;
    }

    @Override
    void close();

    /** Pieces that are at hand. */
    record InMemory(List<TaskRows> pieces, long bytes) implements RowPieces {
        @Override
        public Reader reader() {
            return pieces::get;
        }

        @Override
        public long readerBytes() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
