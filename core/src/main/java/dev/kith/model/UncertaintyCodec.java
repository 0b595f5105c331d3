package dev.kith.model;

import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tensors, all optional: optional_error_scale (T), optional_error_counts and optional_error_starts (T + 1 tables, that of
 * whole rows last), optional_error_sizes.
 */
final class UncertaintyCodec {
    private static final String SCALE = Parts.OPTIONAL + "error_scale";
    private static final String COUNTS = Parts.OPTIONAL + "error_counts";
    private static final String STARTS = Parts.OPTIONAL + "error_starts";
    private static final String SIZES = Parts.OPTIONAL + "error_sizes";

    private UncertaintyCodec() {}

    static void write(Uncertainty uncertainty, Parts to) {
        uncertainty.errors().ifPresent(errors -> write(errors, to));
    }

    static Uncertainty read(Parts from) {
        return new Uncertainty(from.has(SCALE) ? Optional.of(readErrors(from)) : Optional.empty());
    }

    private static void write(HeldOutErrors errors, Parts to) {
        List<ErrorTable> tables = new ArrayList<>(errors.tasks());
        tables.add(errors.joint());
        int[] counts = tables.stream().mapToInt(ErrorTable::count).toArray();
        int[] starts = new int[counts.length + 1];
        for (int t = 0; t < counts.length; t++) {
            starts[t + 1] = starts[t] + tables.get(t).kept().length;
        }
        to.addRow(SCALE, errors.scale());
        to.add(COUNTS, counts);
        to.add(STARTS, starts);
        to.add(
                SIZES,
                tables.stream()
                        .flatMapToDouble(table -> Arrays.stream(table.kept()))
                        .toArray());
    }

    private static HeldOutErrors readErrors(Parts from) {
        Matrix scale = from.row(SCALE);
        int[] counts = from.ints(COUNTS);
        int[] starts = from.ints(STARTS);
        double[] sizes = from.doubles(SIZES);
        requireStarts(STARTS, starts, counts.length, sizes.length);
        if (counts.length != scale.cols() + 1) {
            throw new DataException(
                    "tensor '" + COUNTS + "' must have " + (scale.cols() + 1) + " entries, got " + counts.length);
        }
        List<ErrorTable> tables = new ArrayList<>();
        for (int t = 0; t < counts.length; t++) {
            tables.add(new ErrorTable(counts[t], Arrays.copyOfRange(sizes, starts[t], starts[t + 1])));
        }
        return new HeldOutErrors(scale, tables.subList(0, counts.length - 1), tables.get(counts.length - 1));
    }

    /** Refuses starts that do not divide {@code length} values into {@code parts}. */
    private static void requireStarts(String name, int[] starts, int parts, int length) {
        boolean right = starts.length == parts + 1 && starts[0] == 0 && starts[parts] == length;
        for (int t = 0; right && t < parts; t++) {
            right = starts[t] <= starts[t + 1];
        }
        if (!right) {
            throw new DataException(
                    "tensor '" + name + "' must ascend from 0 to " + length + " in " + (parts + 1) + " entries");
        }
    }
}
