package dev.kith.serve.open;

import dev.kith.data.table.Records;
import dev.kith.serve.http.Refused;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An input of the Open Inference Protocol, as it came.
 *
 * @param shape how many of each dimension
 * @param numbers in the order of rows, NaN where null stood; empty where there are texts
 * @param texts null where null stood; empty where there are numbers
 */
@SuppressWarnings("ArrayRecordComponent") // read once
record Tensor(String name, String type, List<Integer> shape, double[] numbers, List<@Nullable String> texts) {
    private static final Set<String> WHOLE =
            Set.of("INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64");
    private static final Set<String> REAL = Set.of("FP16", "FP32", "FP64");
    private static final String TEXT = "BYTES";
    private static final String TRUTH = "BOOL";

    Tensor {
        String place = "input '" + name + "': ";
        if (!WHOLE.contains(type) && !REAL.contains(type) && !type.equals(TEXT) && !type.equals(TRUTH)) {
            throw Refused.wrong(
                    place + "datatype must be FP64, INT64, BOOL, BYTES or one like these, got '" + type + "'");
        }
        long size = 1;
        for (int length : shape) {
            size *= length;
        }
        int given = Math.max(numbers.length, texts.size());
        if (shape.isEmpty() || shape.size() > 2 || size != given) {
            throw Refused.wrong(place + "shape must be [rows] or [rows, columns] of its data, got " + shape + " for "
                    + given + (given == 1 ? " value" : " values"));
        }
        if (type.equals(TEXT) && Arrays.stream(numbers).anyMatch(number -> !Double.isNaN(number))) {
            throw Refused.wrong(place + "data of BYTES must be texts, got numbers");
        }
        if (!type.equals(TEXT) && !texts.isEmpty()) {
            throw Refused.wrong(place + "data of " + type + " must be numbers, got texts");
        }
    }

    int rows() {
        return shape.get(0);
    }

    int columns() {
        return shape.size() == 1 ? 1 : shape.get(1);
    }

    /** One value, into the current record. */
    void putInto(Records records, String column, int row, int at) {
        int k = row * columns() + at;
        if (numbers.length == 0) {
            String text = texts.get(k);
            if (text == null) {
                records.missing(column);
            } else {
                records.text(column, text);
            }
        } else if (Double.isNaN(numbers[k])) {
            records.missing(column);
        } else if (type.equals(TRUTH)) {
            records.truth(column, numbers[k] != 0);
        } else {
            records.number(column, numbers[k], WHOLE.contains(type) ? whole(numbers[k]) : Double.toString(numbers[k]));
        }
    }

    private String whole(double value) {
        if (value != Math.rint(value)) {
            throw Refused.wrong("input '" + name + "': data of " + type + " must be whole numbers, got " + value);
        }
        return Long.toString((long) value);
    }
}
