package dev.kith.data.moments;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Moments as bytes, little-endian: "KITHMOM1", folds (int), seed and rows (long), whether tasks share rows, tasks and features (int), their
 * names (length, UTF-8), then the cells by group and part.
 */
final class MomentsBytes {
    private static final long MAGIC = ByteBuffer.wrap("KITHMOM1".getBytes(StandardCharsets.US_ASCII))
            .order(ByteOrder.LITTLE_ENDIAN)
            .getLong();
    private static final int HEAD = 3 * Long.BYTES + 4 * Integer.BYTES;
    /** Fewer would be an empty name and no numbers. */
    private static final int LEAST_CELL = 48;

    private MomentsBytes() {}

    static byte[] of(Moments moments) {
        List<byte[]> names = new ArrayList<>();
        moments.tasks().forEach(name -> names.add(name.getBytes(StandardCharsets.UTF_8)));
        moments.features().forEach(name -> names.add(name.getBytes(StandardCharsets.UTF_8)));
        long size = HEAD;
        for (byte[] name : names) {
            size += Integer.BYTES + name.length;
        }
        for (Cell[] group : moments.cells()) {
            for (Cell cell : group) {
                size += CellBytes.bytes(cell);
            }
        }
        if (size > Integer.MAX_VALUE - 8) {
            throw new DataException("moments of " + moments.tasks().size() + " tasks and "
                    + moments.features().size() + " features take " + (size >> 20) + " MB, more than can be kept");
        }
        ByteBuffer out = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putInt(moments.folds()).putLong(moments.seed()).putLong(moments.rows());
        out.putInt(moments.shared() ? 1 : 0)
                .putInt(moments.tasks().size())
                .putInt(moments.features().size());
        names.forEach(name -> out.putInt(name.length).put(name));
        for (Cell[] group : moments.cells()) {
            for (Cell cell : group) {
                CellBytes.writeInto(out, cell);
            }
        }
        return out.array();
    }

    static Moments read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (in.remaining() < HEAD || in.getLong() != MAGIC) {
            throw new DataException("these bytes are not moments of this version");
        }
        int folds = in.getInt();
        long seed = in.getLong();
        long rows = in.getLong();
        int shared = in.getInt();
        int taskCount = in.getInt();
        int featureCount = in.getInt();
        if (folds < 0 || folds == 1 || rows < 0 || shared >>> 1 != 0 || taskCount < 1 || featureCount < 0) {
            throw new DataException("moments say they have " + folds + " folds, " + rows + " rows, " + taskCount
                    + " tasks and " + featureCount + " features");
        }
        if (shared == 1 && taskCount < 2) {
            throw new DataException("moments of one task cannot be shared");
        }
        long groups = shared == 1 ? 1 : taskCount;
        long parts = folds == 0 ? 1 : folds + 1L;
        if (in.remaining() < groups * parts * LEAST_CELL + 4L * taskCount + 4L * featureCount) {
            throw new DataException(
                    "moments end after " + bytes.length + " bytes, too few for what they say they hold");
        }
        List<String> tasks = Names.distinct("task", names(in, taskCount));
        List<String> features = Names.distinct("feature", names(in, featureCount));
        int width = Math.addExact(shared == 1 ? taskCount : 1, featureCount);
        Cell[][] cells = new Cell[(int) groups][(int) parts];
        for (Cell[] group : cells) {
            for (int part = 0; part < group.length; part++) {
                group[part] = CellBytes.read(in, width);
            }
        }
        if (in.hasRemaining()) {
            throw new DataException("moments are followed by " + in.remaining() + " bytes that are not theirs");
        }
        return new Moments(tasks, features, cells, folds, seed, rows);
    }

    private static List<String> names(ByteBuffer in, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
            if (length < 0 || length > in.remaining()) {
                throw new DataException("moments: a name says it has " + length + " bytes of " + in.remaining());
            }
            byte[] name = new byte[length];
            in.get(name);
            names.add(new String(name, StandardCharsets.UTF_8));
        }
        return names;
    }
}
