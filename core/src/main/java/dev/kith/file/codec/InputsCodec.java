package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Inputs as tensors. Dense: NAME (n x d). Sparse: NAME_starts (n + 1), NAME_columns and NAME_values; row i has entries
 * starts[i] to starts[i + 1]. Strings: NAME_starts (n + 1) and NAME_text; string i is bytes starts[i] to starts[i + 1]
 * in UTF-8. Numbers beside text columns: NAME as of dense ones (none where d = 0), text column k as strings called NAME_k.
 */
public final class InputsCodec {
    private InputsCodec() {}

    static void write(String name, Inputs inputs, Parts to) {
        if (inputs instanceof DenseInputs dense) {
            to.add(name, dense.values());
        } else if (inputs instanceof SparseInputs sparse) {
            SparseRows rows = sparse.values();
            to.add(name + "_starts", starts(rows));
            to.add(name + "_columns", Arrays.copyOf(rows.indices(), rows.nonZeros()));
            to.add(name + "_values", Arrays.copyOf(rows.values(), rows.nonZeros()));
        } else if (inputs instanceof StringInputs strings) {
            writeStrings(name, strings, to);
        } else if (inputs instanceof MixedInputs mixed) {
            if (mixed.numericFeatures() > 0) {
                write(name, mixed.numbers(), to);
            }
            for (int k = 0; k < mixed.texts().size(); k++) {
                writeStrings(name + "_" + k, mixed.texts().get(k), to);
            }
        }
    }

    private static int[] starts(SparseRows rows) {
        int[] starts = new int[rows.rows() + 1];
        for (int i = 0; i < rows.rows(); i++) {
            starts[i + 1] = rows.end(i);
        }
        return starts;
    }

    static void writeStrings(String name, StringInputs strings, Parts to) {
        int[] starts = new int[strings.rows() + 1];
        List<byte[]> encoded = new ArrayList<>(strings.rows());
        for (int i = 0; i < strings.rows(); i++) {
            byte[] bytes = utf8(strings, i);
            starts[i + 1] = Math.addExact(starts[i], bytes.length);
            encoded.add(bytes);
        }
        ByteBuffer text = ByteBuffer.allocate(starts[strings.rows()]);
        encoded.forEach(text::put);
        to.add(name + "_starts", starts);
        to.add(name + "_text", text.array());
    }

    private static byte[] utf8(StringInputs strings, int i) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(strings.values().get(i)));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException e) {
            throw new DataException("input " + i + ", column '" + strings.name() + "': not valid Unicode text", e);
        }
    }

    /** Reads inputs of whichever kind is there. */
    static Inputs read(String name, List<String> features, Parts from) {
        if (from.has(name + "_0_text")) {
            return readMixed(name, features, from);
        }
        if (from.has(name)) {
            return new DenseInputs(from.matrix(name), features);
        }
        int[] starts = from.ints(name + "_starts");
        if (from.has(name + "_text")) {
            return readStrings(features, starts, from.bytes(name + "_text"));
        }
        int[] columns = from.ints(name + "_columns");
        requireStarts(name, starts, columns.length);
        return new SparseInputs(
                new SparseRows(features.size(), starts, columns, from.doubles(name + "_values")), features);
    }

    private static MixedInputs readMixed(String name, List<String> features, Parts from) {
        int count = 0;
        while (from.has(name + "_" + count + "_text")) {
            count++;
        }
        int d = Math.max(0, features.size() - count);
        List<StringInputs> texts = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            String part = name + "_" + k;
            texts.add(readStrings(
                    features.subList(Math.min(d + k, features.size()), Math.min(d + k + 1, features.size())),
                    from.ints(part + "_starts"),
                    from.bytes(part + "_text")));
        }
        Matrix numbers = d > 0 ? from.matrix(name) : Matrix.zeros(texts.get(0).rows(), 0);
        return new MixedInputs(new DenseInputs(numbers, features.subList(0, d)), texts);
    }

    /** Strings that {@link #writeStrings} wrote. */
    static StringInputs readStrings(String name, String column, Parts from) {
        return readStrings(List.of(column), from.ints(name + "_starts"), from.bytes(name + "_text"));
    }

    private static StringInputs readStrings(List<String> features, int[] starts, byte[] text) {
        if (features.size() != 1) {
            throw new DataException("a model on strings must have one feature, got " + features.size());
        }
        requireStarts(features.get(0), starts, text.length);
        List<String> strings = new ArrayList<>(starts.length - 1);
        for (int i = 0; i + 1 < starts.length; i++) {
            try {
                strings.add(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(text, starts[i], starts[i + 1] - starts[i]))
                        .toString());
            } catch (CharacterCodingException e) {
                throw new DataException("string " + i + " of the model is not UTF-8", e);
            }
        }
        return new StringInputs(strings, features.get(0));
    }

    public static void requireStarts(String name, int[] starts, int end) {
        boolean ascending = starts.length > 0 && starts[0] == 0 && starts[starts.length - 1] == end;
        for (int i = 0; ascending && i + 1 < starts.length; i++) {
            ascending = starts[i] <= starts[i + 1];
        }
        if (!ascending) {
            throw new DataException("starts of '" + name + "' must ascend from 0 to " + end);
        }
    }
}
