package dev.kith.data.moments;

import dev.kith.data.DataException;
import java.nio.ByteBuffer;

/** Cells as bytes: counts, weights, and then the numbers; what is read is checked before anything is made of it. */
final class CellBytes {
    private CellBytes() {}

    /** Bytes {@link #writeInto} writes of a cell. */
    static long bytes(Cell cell) {
        long numbers = 4
                + (cell.origin == null ? 0 : 3L * cell.width + cell.factor.length)
                + (long) cell.held * (cell.width + 1);
        return Long.BYTES + 2L * Integer.BYTES + Double.BYTES * numbers;
    }

    static void writeInto(ByteBuffer out, Cell cell) {
        out.putLong(cell.count).putInt(cell.origin == null ? 0 : 1).putInt(cell.held);
        out.putDouble(cell.weight)
                .putDouble(cell.weightRest)
                .putDouble(cell.collapsed)
                .putDouble(cell.collapsedRest);
        if (cell.origin != null) {
            put(out, cell.origin, cell.width);
            put(out, cell.shift, cell.width);
            put(out, cell.factor, cell.factor.length);
            put(out, cell.error, cell.width);
        }
        put(out, cell.kept, cell.held * cell.width);
        put(out, cell.keptWeight, cell.held);
    }

    private static void put(ByteBuffer out, double[] values, int length) {
        for (int i = 0; i < length; i++) {
            out.putDouble(values[i]);
        }
    }

    /** @throws DataException if the bytes are not those of a cell */
    static Cell read(ByteBuffer in, int width) {
        Cell cell = new Cell(width);
        require(in, 2L * Integer.BYTES + 5L * Double.BYTES);
        cell.count = in.getLong();
        int kind = in.getInt();
        int held = in.getInt();
        cell.weight = in.getDouble();
        cell.weightRest = in.getDouble();
        cell.collapsed = in.getDouble();
        cell.collapsedRest = in.getDouble();
        if (kind >>> 1 != 0
                || held < 0
                || held > Cell.most(width)
                || cell.count < held
                || (kind == 0 && cell.count != held)) {
            throw new DataException("moments: a part says it has " + held + " rows of " + cell.count);
        }
        long numbers = (kind == 0 ? 0 : 3L * width + Triangle.length(width)) + (long) held * (width + 1);
        require(in, Double.BYTES * numbers);
        if (kind == 1) {
            cell.begin(doubles(in, width));
            cell.shift = doubles(in, width);
            cell.factor = doubles(in, Triangle.length(width));
            cell.error = nonNegative(doubles(in, width));
        }
        cell.kept = doubles(in, held * width);
        cell.keptWeight = nonNegative(doubles(in, held));
        cell.held = held;
        nonNegative(finite(cell.weight(), cell.collapsed));
        finite(cell.weightRest, cell.collapsedRest);
        if (!(cell.collapsed <= cell.weight() * (1 + 1e-9)) || (kind == 1 && !(cell.collapsed > 0))) {
            throw new DataException("moments: weight " + cell.collapsed + " was collapsed of " + cell.weight());
        }
        return cell;
    }

    private static void require(ByteBuffer in, long bytes) {
        if (in.remaining() < bytes) {
            throw new DataException("moments end after " + in.limit() + " bytes, too few for what they say they hold");
        }
    }

    private static double[] doubles(ByteBuffer in, int length) {
        double[] values = new double[length];
        for (int i = 0; i < length; i++) {
            values[i] = in.getDouble();
        }
        return finite(values);
    }

    private static double[] finite(double... values) {
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new DataException("moments must be finite numbers, got " + value);
            }
        }
        return values;
    }

    private static double[] nonNegative(double... values) {
        for (double value : values) {
            if (!(value >= 0)) {
                throw new DataException("weights and error bounds of moments must be >= 0, got " + value);
            }
        }
        return values;
    }
}
