package dev.kith.export.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A message in protobuf's wire format, field after field [1]. Which number a field has is said by the format that is written.
 *
 * <p>[1] Protocol Buffers Documentation, Encoding.
 */
final class ProtoMessage {
    private static final int VARINT = 0;
    private static final int LENGTH = 2;
    private static final int MORE = 0x80;
    private static final int BITS = 7;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | MORE));
            rest >>>= BITS;
        }
        out.write((int) rest);
    }

    /** A whole number. */
    ProtoMessage number(int field, long value) {
        varint(((long) field << 3) | VARINT);
        varint(value);
        return this;
    }

    ProtoMessage bytes(int field, byte[] value) {
        varint(((long) field << 3) | LENGTH);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    ProtoMessage text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    ProtoMessage message(int field, ProtoMessage value) {
        return bytes(field, value.toByteArray());
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }
}
