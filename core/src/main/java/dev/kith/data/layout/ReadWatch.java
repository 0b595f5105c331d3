package dev.kith.data.layout;

/** Hears how far the reading of a file is. A file that is read again begins again at 0. */
@FunctionalInterface
public interface ReadWatch {
    /** Hears nothing. */
    ReadWatch NOBODY = (done, of) -> {};

    /**
     * Called every so many bytes, by the thread that reads.
     *
     * @param done bytes of the file that were read, as they stand there: packed ones where it is gzip
     * @param of bytes that it has
     */
    void read(long done, long of);
}
