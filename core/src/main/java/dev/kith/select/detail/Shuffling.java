package dev.kith.select.detail;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Inputs in which the cells of one column have changed places. A column of a table that was prepared is one, whatever number of features it becomes. */
final class Shuffling {
    private Shuffling() {}

    /** Whether columns of such inputs can be exchanged: not of sparse rows, nor of rows left in a file. */
    static boolean possible(Inputs inputs) {
        return inputs instanceof DenseInputs || inputs instanceof RawInputs || inputs instanceof MixedInputs;
    }

    /** The same inputs with the cell of row {@code from[i]} in column {@code j} of row i. */
    static Inputs shuffled(Inputs inputs, int j, int... from) {
        if (inputs instanceof RawInputs raw) {
            List<RawColumn> columns = new ArrayList<>(raw.columns());
            columns.set(j, columns.get(j).select(from));
            return new RawInputs(columns, raw.tasks(), raw.recipe());
        }
        if (inputs instanceof MixedInputs mixed) {
            int numbers = mixed.numbers().features().size();
            if (j < numbers) {
                return new MixedInputs(shuffled(mixed.numbers(), j, from), mixed.texts());
            }
            List<StringInputs> texts = new ArrayList<>(mixed.texts());
            texts.set(j - numbers, texts.get(j - numbers).select(from));
            return new MixedInputs(mixed.numbers(), texts);
        }
        if (inputs instanceof DenseInputs dense) {
            return shuffled(dense, j, from);
        }
        throw new IllegalArgumentException("columns of sparse rows and of rows left in a file are not exchanged");
    }

    private static DenseInputs shuffled(DenseInputs dense, int j, int... from) {
        Matrix values = dense.values().copy();
        for (int i = 0; i < from.length; i++) {
            values.set(i, j, dense.values().get(from[i], j));
        }
        return new DenseInputs(values, dense.features());
    }

    /** Whether two rows have the same cell in a column. */
    static boolean same(Inputs inputs, int j, int a, int b) {
        if (inputs instanceof RawInputs raw) {
            RawColumn column = raw.columns().get(j);
            return column instanceof RawColumn.Numbers numbers
                    ? Double.compare(numbers.value(a), numbers.value(b)) == 0
                    : column instanceof RawColumn.Texts texts && texts.code(a) == texts.code(b);
        }
        if (inputs instanceof MixedInputs mixed) {
            int numbers = mixed.numbers().features().size();
            return j < numbers
                    ? same(mixed.numbers(), j, a, b)
                    : mixed.texts()
                            .get(j - numbers)
                            .select(a)
                            .equals(mixed.texts().get(j - numbers).select(b));
        }
        return inputs instanceof DenseInputs dense
                && dense.values().get(a, j) == dense.values().get(b, j);
    }

    /** For every row another row of its group, each once: a cycle through the group at random; a group of one keeps its own. */
    static int[] cycles(List<int[]> groups, int rows, SplittableRandom random) {
        int[] from = new int[rows];
        for (int[] group : groups) {
            int[] order = group.clone();
            for (int i = order.length - 1; i > 0; i--) {
                int k = random.nextInt(i);
                int swapped = order[i];
                order[i] = order[k];
                order[k] = swapped;
            }
            // Sattolo's cycle: exchanged with an earlier place only, nothing stays where it was.
            for (int i = 0; i < group.length; i++) {
                from[group[i]] = order[i];
            }
        }
        return from;
    }
}
