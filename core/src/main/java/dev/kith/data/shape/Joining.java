package dev.kith.data.shape;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Inputs of one kind, one after the other. */
public final class Joining {
    private Joining() {}

    /**
     * All of {@code first}, then all of {@code then}.
     *
     * @throws DataException if they are of different kinds
     */
    public static Inputs of(Inputs first, Inputs then) {
        if (first instanceof DenseInputs a && then instanceof DenseInputs b) {
            Matrix joined = Matrix.zeros(a.rows() + b.rows(), a.values().cols());
            double[] above = a.values().data();
            double[] below = b.values().data();
            System.arraycopy(above, 0, joined.data(), 0, above.length);
            System.arraycopy(below, 0, joined.data(), above.length, below.length);
            return new DenseInputs(joined, a.features());
        }
        if (first instanceof SparseInputs a && then instanceof SparseInputs b) {
            return new SparseInputs(sparse(a.values(), b.values()), a.features());
        }
        if (first instanceof StringInputs a && then instanceof StringInputs b) {
            List<String> joined =
                    Stream.concat(a.values().stream(), b.values().stream()).toList();
            return new StringInputs(joined, a.name());
        }
        if (first instanceof MixedInputs a && then instanceof MixedInputs b) {
            List<StringInputs> texts = new ArrayList<>();
            a.texts().forEach(text -> texts.add((StringInputs) of(text, b.text(text.name()))));
            return new MixedInputs((DenseInputs) of(a.numbers(), b.numbers()), texts);
        }
        throw new DataException("rows to put together must be of one kind: dense, sparse, strings or mixed");
    }

    private static SparseRows sparse(SparseRows a, SparseRows b) {
        int rows = a.rows() + b.rows();
        int[] starts = new int[rows + 1];
        for (int i = 0; i < rows; i++) {
            starts[i + 1] = starts[i] + (i < a.rows() ? length(a, i) : length(b, i - a.rows()));
        }
        int[] indices = Arrays.copyOf(a.indices(), starts[rows]);
        double[] values = Arrays.copyOf(a.values(), starts[rows]);
        System.arraycopy(b.indices(), 0, indices, a.nonZeros(), b.nonZeros());
        System.arraycopy(b.values(), 0, values, a.nonZeros(), b.nonZeros());
        return new SparseRows(a.cols(), starts, indices, values);
    }

    private static int length(SparseRows rows, int i) {
        return rows.end(i) - rows.start(i);
    }
}
