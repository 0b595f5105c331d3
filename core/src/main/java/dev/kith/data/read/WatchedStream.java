package dev.kith.data.read;

import dev.kith.data.layout.ReadWatch;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Bytes of a file, of which somebody is told how many were read. */
final class WatchedStream extends FilterInputStream {
    /** Bytes from one call to the next: some milliseconds. */
    private static final long EVERY = 1 << 18;

    private final ReadWatch watch;
    private final long of;
    private long done;
    private long told;

    WatchedStream(InputStream in, ReadWatch watch, long of) {
        super(in);
        this.watch = watch;
        this.of = of;
        watch.read(0, of);
    }

    @Override
    public int read() throws IOException {
        int value = in.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
        int count = in.read(buffer, from, length);
        count(Math.max(0, count));
        return count;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long count = in.skip(bytes);
        count(count);
        return count;
    }

    private void count(long more) {
        done += more;
        if (done - told >= EVERY) {
            told = done;
            watch.read(done, of);
        }
    }
}
