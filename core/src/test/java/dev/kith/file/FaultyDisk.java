package dev.kith.file;

import dev.kith.file.disk.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A disk that fails at one call, or is full after some bytes. */
public final class FaultyDisk implements AtomicFile.Disk {
    public enum Call {
        OPEN,
        WRITE,
        FORCE,
        CLOSE,
        MOVE
    }

    private final Call bad;
    private final int room;

    /** @param room bytes that fit before {@code WRITE} fails */
    public FaultyDisk(Call bad, int room) {
        this.bad = bad;
        this.room = room;
    }

    private void failAt(Call call) throws IOException {
        if (call == bad) {
            throw new IOException("broken at " + call);
        }
    }

    @Override
    public FileChannel create(Path file) throws IOException {
        failAt(Call.OPEN);
        return new Channel(AtomicFile.Disk.super.create(file));
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        failAt(Call.MOVE);
        AtomicFile.Disk.super.move(from, to);
    }

    private final class Channel extends FileChannel {
        private final FileChannel real;
        private int left = room;

        Channel(FileChannel real) {
            this.real = real;
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            if (bad != Call.WRITE) {
                return real.write(from);
            }
            if (left == 0) {
                throw new IOException("No space left on device");
            }
            int count = Math.min(left, from.remaining());
            real.write(from.slice(from.position(), count));
            from.position(from.position() + count);
            left -= count;
            return count;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            failAt(Call.FORCE);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            real.close();
            failAt(Call.CLOSE);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return real.tryLock(position, size, shared);
        }

        @Override
        public int read(ByteBuffer to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] to, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] from, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer to, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer from, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }
    }
}
