package dev.kith.file;

import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** An array as a channel to read from. */
final class BytesChannel implements SeekableByteChannel {
    private final byte[] bytes;
    private int at;

    BytesChannel(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read(ByteBuffer to) {
        if (at == bytes.length) {
            return -1;
        }
        int count = Math.min(to.remaining(), bytes.length - at);
        to.put(bytes, at, count);
        at += count;
        return count;
    }

    @Override
    public int write(ByteBuffer from) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        return at;
    }

    @Override
    public SeekableByteChannel position(long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
