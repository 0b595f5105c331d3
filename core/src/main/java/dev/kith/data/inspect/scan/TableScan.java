package dev.kith.data.inspect.scan;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.csv.BadRows;
import dev.kith.data.read.csv.ColumnNames;
import dev.kith.data.read.csv.CsvLines;
import dev.kith.data.read.csv.Dialect;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A table read once, as text. Memory is bounded: so many values per column, and so many rows of a sample, all rows where
 * they are few enough.
 *
 * @param dialect how the file is written
 * @param names how its columns came by their names
 * @param rows all rows of the table
 * @param sample rows drawn with equal chances, in order where they are all rows
 */
public record TableScan(
        String name,
        Dialect dialect,
        ColumnNames names,
        long rows,
        List<ColumnScan> columns,
        List<List<String>> sample) {
    /** Cells of the sample; with 20 columns, 50,000 rows. */
    private static final int CELLS = 1_000_000;

    private static final int MOST_ROWS = 50_000;
    private static final int FEWEST_ROWS = 1_000;

    /**
     * Reads all of {@code in}.
     *
     * @param format what the file's name promises
     * @param whole a column whose values are all kept, however many; empty for none
     */
    public static TableScan of(String name, InputStream in, Format format, Reading reading, String whole) {
        try (CsvLines lines = CsvLines.open(name, format, reading, in)) {
            return scan(name, lines, reading, whole);
        }
    }

    private static TableScan scan(String name, CsvLines lines, Reading reading, String whole) {
        List<String> header = lines.header();
        int values = Math.max(1_000, Math.min(MOST_ROWS, CELLS / header.size()));
        List<ColumnScan> columns = IntStream.range(0, header.size())
                .mapToObj(j -> new ColumnScan(
                        header.get(j),
                        lines.dialect().form(j),
                        header.get(j).equals(whole) ? Integer.MAX_VALUE : values))
                .toList();
        int most = Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, CELLS / header.size()));
        List<List<String>> sample = new ArrayList<>();
        SplittableRandom dice = new SplittableRandom(1);
        BadRows bad = new BadRows(name, reading);
        long rows = 0;
        while (lines.next()) {
            if (lines.bad() != null) {
                bad.leaveOut(lines.bad());
                continue;
            }
            String[] row = new String[header.size()];
            for (int j = 0; j < row.length; j++) {
                row[j] = columns.get(j).add(lines.chars(), lines.from(j), lines.to(j));
            }
            if (sample.size() < most) {
                sample.add(List.of(row));
            } else {
                long place = dice.nextLong(rows + 1);
                if (place < most) {
                    sample.set((int) place, List.of(row));
                }
            }
            rows++;
        }
        bad.end();
        if (rows == 0) {
            throw new DataException(name + ": has a header and no rows");
        }
        return new TableScan(name, lines.dialect(), lines.columns(), rows, columns, sample);
    }

    public ColumnScan column(String column) {
        return columns.stream().filter(c -> c.name().equals(column)).findFirst().orElseThrow();
    }

    /** Whether the sample is the table. */
    public boolean complete() {
        return sample.size() == rows;
    }
}
