package dev.kith.data.trees;

import dev.kith.data.trees.Bins.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Columns whose values go together in few combinations: indicators of one category, columns that a task has one value of. Each combination
 * is a cell. Rows are added up once by cell, and what each column's bins have is added up from cells, which are far fewer.
 *
 * @param columns their numbers
 * @param cell of each row
 * @param count of cells
 * @param bin by column, in their order: the bin of a cell
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Cells(int[] columns, int[] cell, int count, int[][] bin) {
    /** Every column in one of these: those of many bins first, each where it makes the fewest cells. */
    static List<Cells> of(Column[] columns) {
        Dealing dealing = new Dealing(columns);
        IntStream.range(0, columns.length)
                .boxed()
                .sorted(Comparator.comparing((Integer j) -> -columns[j].count()))
                .forEach(dealing::add);
        return List.copyOf(dealing.all);
    }

    /** These and a column by itself. */
    static List<Cells> with(List<Cells> some, int column, Column added) {
        List<Cells> all = new ArrayList<>(some);
        all.add(alone(column, added));
        return List.copyOf(all);
    }

    private static Cells alone(int column, Column added) {
        int[] same = IntStream.range(0, added.count()).toArray();
        return new Cells(new int[] {column}, added.bin(), added.count(), new int[][] {same});
    }

    /** Deals columns to sets. */
    private static final class Dealing {
        /** Cells at most, so that their sums stay in the fastest cache, and so many times fewer than rows. */
        private static final int MOST = 1024;

        private static final int FEWER = 8;
        /** Sets that a further column is tried with. */
        private static final int TRIED = 8;

        private final List<Cells> all = new ArrayList<>();
        private final Column[] columns;
        private final int most;
        /** By pair of a cell and a bin: one more than the cell they make, 0 between calls. */
        private int[] numbers = new int[0];

        Dealing(Column[] columns) {
            this.columns = columns;
            this.most = columns.length == 0 ? 0 : Math.min(MOST, columns[0].bin().length / FEWER);
        }

        void add(int column) {
            int best = -1;
            Cells together = null;
            for (int k = Math.max(0, all.size() - TRIED); k < all.size(); k++) {
                Cells joined = joined(all.get(k), column, together == null ? most : together.count - 1);
                best = joined == null ? best : k;
                together = joined == null ? together : joined;
            }
            if (together == null) {
                all.add(alone(column, columns[column]));
            } else {
                all.set(best, together);
            }
        }

        /** Null if that makes too many cells. */
        private @Nullable Cells joined(Cells some, int column, int atMost) {
            int bins = columns[column].count();
            if (some.count > atMost || bins > atMost) {
                return null;
            }
            numbers = some.count * bins > numbers.length ? new int[some.count * bins] : numbers;
            int[] pairs = new int[atMost];
            int[] cell = new int[some.cell.length];
            int found = pairs(some, columns[column], pairs, cell);
            for (int c = 0; c < Math.min(found, atMost); c++) {
                numbers[pairs[c]] = 0;
            }
            return found > atMost ? null : of(some, column, Arrays.copyOf(pairs, found), cell, bins);
        }

        /** Numbers pairs as they come, and says how many there are, or one too many as soon as there are. */
        private int pairs(Cells some, Column added, int[] pairs, int[] cell) {
            int found = 0;
            for (int i = 0; i < cell.length; i++) {
                int pair = some.cell[i] * added.count() + added.bin()[i];
                if (numbers[pair] == 0) {
                    if (found == pairs.length) {
                        return found + 1;
                    }
                    pairs[found++] = pair;
                    numbers[pair] = found;
                }
                cell[i] = numbers[pair] - 1;
            }
            return found;
        }

        private static Cells of(Cells some, int column, int[] pairs, int[] cell, int bins) {
            int last = some.columns.length;
            int[] more = Arrays.copyOf(some.columns, last + 1);
            more[last] = column;
            int[][] bin = new int[more.length][pairs.length];
            for (int c = 0; c < pairs.length; c++) {
                for (int k = 0; k < last; k++) {
                    bin[k][c] = some.bin[k][pairs[c] / bins];
                }
                bin[last][c] = pairs[c] % bins;
            }
            return new Cells(more, cell, pairs.length, bin);
        }
    }
}
