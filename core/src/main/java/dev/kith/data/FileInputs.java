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

    private final Table table;
    private final Roles roles;
    private final Inputs none;
    private final int[] sourceRows;
    private final long numbers;
    private final String sha256;

    /**
     * @param none zero inputs of the same kind and features
     * @param sourceRows the rows of the file that count, ascending
     * @param numbers how many numbers, or characters, those rows hold
     * @param sha256 what the file read before had
     */
    FileInputs(Table table, Inputs none, int[] sourceRows, long numbers, String sha256) {
        this.table = table;
        this.none = none;
        this.sourceRows = sourceRows;
        this.numbers = numbers;
        this.sha256 = sha256;
        roles = none instanceof StringInputs strings
                ? Roles.none().strings(strings.name())
                : Roles.none().features(none.features());
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
        scan(BATCH, visitor);
    }

    private void scan(long batchNumbers, Visitor visitor) {
        try (FileBytes bytes = table.open();
                RowStream rows = table.rows(bytes, roles)) {
            InputsBuilder batch = InputsBuilder.of(table.name(), rows, roles);
            int taken = 0;
            int first = 0;
            long held = 0;
            for (int row = 0; rows.next(); row++) {
                if (taken < sourceRows.length && row == sourceRows[taken]) {
                    batch.add();
                    taken++;
                    held += InputsBuilder.numbers(rows, none instanceof StringInputs);
                    if (held >= batchNumbers) {
                        visitor.visit(batch.inputs(), first);
                        batch = InputsBuilder.of(table.name(), rows, roles);
                        first = taken;
                        held = 0;
                    }
                }
            }
            bytes.finish();
            if (taken < sourceRows.length || !bytes.sha256().equals(sha256)) {
                throw new DataException(table.name() + ": has changed since it was first read; start again");
            }
            if (first < taken) {
                visitor.visit(batch.inputs(), first);
            }
        }
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
        scan(Long.MAX_VALUE, (batch, first) -> all[0] = batch);
        return all[0];
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
        return new FileInputs(table, none, chosen, share, sha256);
    }
}
