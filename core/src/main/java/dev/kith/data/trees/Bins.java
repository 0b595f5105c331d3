package dev.kith.data.trees;

import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.List;

/**
 * The columns of a matrix as small whole numbers: a code as it is, a number as the interval it falls into, a number of them with about
 * equally many rows each that grows with the rows. Trees are grown on these, any number of times and on any of the rows. Immutable.
 */
public final class Bins {
    private static final int FEWEST = 64;
    private static final int MOST = 255;
    /** Rows that an interval has at least, on the mean, where there are more intervals than the fewest. */
    private static final int ROWS = 20;

    private final int rows;
    private final Column[] columns;
    private final List<Cells> cells;

    /** One column: the interval or code of each row, one more than the largest of them, and what is between intervals. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Column(boolean codes, int[] bin, int count, double[] edges) {
        static Column of(double[] values, boolean codes) {
            double[] edges = codes ? new double[0] : between(values);
            int[] bin = new int[values.length];
            int count = 0;
            for (int i = 0; i < bin.length; i++) {
                bin[i] = codes ? code(values[i]) : position(edges, values[i]);
                count = Math.max(count, bin[i] + 1);
            }
            return new Column(codes, bin, count, edges);
        }
    }

    private Bins(int rows, Column[] columns, List<Cells> cells) {
        this.rows = rows;
        this.columns = columns;
        this.cells = cells;
    }

    /**
     * The columns of a matrix.
     *
     * @param codes which columns are codes, whole numbers from 0
     */
    public static Bins of(Matrix x, boolean[] codes) {
        Column[] columns = new Column[x.cols()];
        Arrays.setAll(columns, j -> Column.of(x.column(j), codes[j]));
        return new Bins(x.rows(), columns, Cells.of(columns));
    }

    /** These and one column of numbers after them. */
    public Bins with(double[] numbers) {
        if (numbers.length != rows) {
            throw new IllegalArgumentException("a column must have " + rows + " numbers, got " + numbers.length);
        }
        Column[] more = Arrays.copyOf(columns, columns.length + 1);
        more[columns.length] = Column.of(numbers, false);
        return new Bins(rows, more, Cells.with(cells, columns.length, more[columns.length]));
    }

    private static int code(double value) {
        if (!(value >= 0 && value == Math.rint(value) && value < Integer.MAX_VALUE)) {
            throw new IllegalArgumentException("a code must be a whole number >= 0, got " + value);
        }
        return (int) value;
    }

    /** Values between neighbours, so that each interval has about as many rows as the others, or a single value. */
    private static double[] between(double[] column) {
        double[] sorted = column.clone();
        Arrays.sort(sorted);
        int most = Math.max(FEWEST, Math.min(MOST, column.length / ROWS));
        double[] found = new double[most - 1];
        int count = 0;
        int distinct = 1;
        for (int i = 1; i < sorted.length; i++) {
            distinct += sorted[i] > sorted[i - 1] ? 1 : 0;
        }
        double step = distinct <= most ? 0 : (double) sorted.length / most;
        double next = step;
        for (int i = 1; i < sorted.length && count < found.length; i++) {
            if (sorted[i] > sorted[i - 1] && i >= next) {
                double middle = sorted[i - 1] + (sorted[i] - sorted[i - 1]) / 2;
                found[count++] = middle > sorted[i - 1] ? middle : sorted[i];
                next = Math.max(next + step, i + step / 2);
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** How many edges are at or below the value. */
    private static int position(double[] edges, double value) {
        int at = Arrays.binarySearch(edges, value);
        return at >= 0 ? at + 1 : -at - 1;
    }

    public int rows() {
        return rows;
    }

    public int features() {
        return columns.length;
    }

    /** Every column once, together with those it is summed with. */
    List<Cells> cells() {
        return cells;
    }

    /** The interval or code of each row. */
    int[] of(int feature) {
        return columns[feature].bin;
    }

    /** One more than the largest. */
    int count(int feature) {
        return columns[feature].count;
    }

    boolean codes(int feature) {
        return columns[feature].codes;
    }

    /** Numbers below this are in the intervals up to {@code bin}, others above. */
    double edge(int feature, int bin) {
        return columns[feature].edges[bin];
    }
}
