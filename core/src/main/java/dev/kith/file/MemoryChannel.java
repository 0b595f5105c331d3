package dev.kith.file;

import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** Bytes in memory as a channel to read. */
final class MemoryChannel implements SeekableByteChannel {
    private final ByteBuffer bytes;

    MemoryChannel(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    @Override
    public int read(ByteBuffer to) {
        if (!bytes.hasRemaining()) {
            return -1;
        }
        int count = Math.min(to.remaining(), bytes.remaining());
        to.put(bytes.slice(bytes.position(), count));
        bytes.position(bytes.position() + count);
        return count;
    }

    @Override
    public long position() {
        return bytes.position();
    }

    @Override
    public SeekableByteChannel position(long at) {
        bytes.position((int) Math.min(at, bytes.limit()));
        return this;
    }

    @Override
    public long size() {
        return bytes.limit();
    }

    @Override
    public int write(ByteBuffer from) {
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
