package dev.kith.file.codec;

import dev.kith.linalg.Matrix;
import java.nio.ByteBuffer;
import java.util.List;

/** An array in a model file: its shape and its elements, row by row. Bytes are little-endian, set by the buffer. */
@SuppressWarnings("ArrayRecordComponent") // buffers on their way to or from a file, never compared
public sealed interface Tensor {
    /** Sizes along each dimension; their product is the number of elements. */
    List<Integer> shape();

    Type type();

    int length();

    /** Writes elements from position {@code from} on, as many as fit; says how many. */
    int put(ByteBuffer to, int from);

    /** Reads elements to position {@code at} on, as many as are there in full; says how many. */
    int take(ByteBuffer from, int at);

    /** Element types by the names the safetensors layout gives them. */
    enum Type {
        F64(8),
        I32(4),
        U8(1);

        final int width;

        Type(int width) {
            this.width = width;
        }

        /** An array of zeros to read into. */
        Tensor allocate(List<Integer> shape, int length) {
            return switch (this) {
                case F64 -> new F64(shape, new double[length]);
                case I32 -> new I32(shape, new int[length]);
                case U8 -> new U8(shape, new byte[length]);
            };
        }
    }

    record F64(List<Integer> shape, double[] values) implements Tensor {
        @Override
        public Type type() {
            return Type.F64;
        }

        @Override
        public int length() {
            return values.length;
        }

        @Override
        public int put(ByteBuffer to, int from) {
            int count = Math.min(to.remaining() / Double.BYTES, values.length - from);
            to.asDoubleBuffer().put(values, from, count);
            to.position(to.position() + count * Double.BYTES);
            return count;
        }

        @Override
        public int take(ByteBuffer from, int at) {
            int count = Math.min(from.remaining() / Double.BYTES, values.length - at);
            from.asDoubleBuffer().get(values, at, count);
            from.position(from.position() + count * Double.BYTES);
            return count;
        }
    }

    /** A matrix to be written: its numbers are not copied. */
    record Entries(List<Integer> shape, Matrix values) implements Tensor {
        @Override
        public Type type() {
            return Type.F64;
        }

        @Override
        public int length() {
            return values.rows() * values.cols();
        }

        @Override
        public int put(ByteBuffer to, int from) {
            int count = values.copyInto(to.asDoubleBuffer(), from);
            to.position(to.position() + count * Double.BYTES);
            return count;
        }

        @Override
        public int take(ByteBuffer from, int at) {
            throw new UnsupportedOperationException("numbers are read into arrays");
        }
    }

    record I32(List<Integer> shape, int[] values) implements Tensor {
        @Override
        public Type type() {
            return Type.I32;
        }

        @Override
        public int length() {
            return values.length;
        }

        @Override
        public int put(ByteBuffer to, int from) {
            int count = Math.min(to.remaining() / Integer.BYTES, values.length - from);
            to.asIntBuffer().put(values, from, count);
            to.position(to.position() + count * Integer.BYTES);
            return count;
        }

        @Override
        public int take(ByteBuffer from, int at) {
            int count = Math.min(from.remaining() / Integer.BYTES, values.length - at);
            from.asIntBuffer().get(values, at, count);
            from.position(from.position() + count * Integer.BYTES);
            return count;
        }
    }

    record U8(List<Integer> shape, byte[] values) implements Tensor {
        @Override
        public Type type() {
            return Type.U8;
        }

        @Override
        public int length() {
            return values.length;
        }

        @Override
        public int put(ByteBuffer to, int from) {
            int count = Math.min(to.remaining(), values.length - from);
            to.put(values, from, count);
            return count;
        }

        @Override
        public int take(ByteBuffer from, int at) {
            int count = Math.min(from.remaining(), values.length - at);
            from.get(values, at, count);
            return count;
        }
    }
}
