package dev.kith.data;

import java.util.Arrays;
import java.util.List;

/**
 * Inputs that stay in their file and are read anew, in order and batch by batch, whenever they are needed: for data
 * larger than memory. Only what says so takes them; everything else wants {@link #load}.
 *
 * <p>A file that changes between two readings is an error, as its rows would no longer belong to the labels read first.
 */
public final class FileInputs implements Inputs {
    /** Numbers in a batch: some megabytes. */
    private static final int BATCH = 1 << 17;

    private final Reader file;
    private final Inputs none;
    private final int[] sourceRows;
    private final long numbers;

    /**
     * @param none zero inputs of the same kind and features
     * @param sourceRows the rows of the file that count, ascending
     * @param numbers how many numbers, or characters, those rows hold
     */
    public FileInputs(Reader file, Inputs none, int[] sourceRows, long numbers) {
        this.file = file;
        this.none = none;
        this.sourceRows = sourceRows;
        this.numbers = numbers;
    }

    /** Reads rows of one file, any number of times. */
    public interface Reader {
        /**
         * Visits rows in order, in batches of about {@code numbers} numbers or characters.
         *
         * @param rows which rows of the file, ascending
         * @throws DataException if the file has changed since it was first read
         */
        void read(int[] rows, long numbers, Visitor visitor);
    }

    /** Takes a batch of inputs, the first of which is input {@code first} of all. */
    public interface Visitor {
        void visit(Inputs batch, int first);
    }

    /** Zero inputs of the same kind and features for inputs in a file, {@code x} itself for any other. */
    public static Inputs kind(Inputs x) {
        return x instanceof FileInputs file ? file.none : x;
    }

    /** Reads the file once. */
    public void forEachBatch(Visitor visitor) {
        file.read(sourceRows, BATCH, visitor);
    }

    /** What they would take in memory, in bytes. */
    public long bytes() {
        if (none instanceof SparseInputs) {
            return 12 * numbers + 4L * rows();
        }
        return none instanceof StringInputs
                ? numbers + 56L * rows()
                : 8L * rows() * features().size();
    }

    /** All of them, in memory. */
    public Inputs load() {
        Inputs[] all = {none};
        file.read(sourceRows, Long.MAX_VALUE, (batch, first) -> all[0] = batch);
        return all[0];
    }

    @Override
    public int numericFeatures() {
        return none.numericFeatures();
    }

    @Override
    public int rows() {
        return sourceRows.length;
    }

    @Override
    public List<String> features() {
        return none.features();
    }

    /** Stays in the file when {@code rows} ascend; what is taken in another order is read into memory. */
    @Override
    public Inputs select(int... rows) {
        for (int k = 1; k < rows.length; k++) {
            if (rows[k] <= rows[k - 1]) {
                int[] sorted = Arrays.stream(rows).sorted().distinct().toArray();
                int[] where = Arrays.stream(rows)
                        .map(row -> Arrays.binarySearch(sorted, row))
                        .toArray();
                return ((FileInputs) select(sorted)).load().select(where);
            }
        }
        int[] chosen = Arrays.stream(rows).map(row -> sourceRows[row]).toArray();
        long share = Math.round(numbers * (rows.length / (double) Math.max(1, rows())));
        return new FileInputs(file, none, chosen, share);
    }
}
