package dev.kith.data.inspect.scan;

import dev.kith.data.DataException;
import dev.kith.data.read.Messages;
import dev.kith.data.read.csv.CsvLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A table read once, as text. Memory is bounded: so many values per column, and so many rows of a sample, all rows where
 * they are few enough.
 *
 * @param separator what really stands between fields
 * @param rows all rows of the table
 * @param unnamed columns whose name in the header is blank or taken; here they are named by their place
 * @param sample rows drawn with equal chances, in order where they are all rows
 */
public record TableScan(
        String name,
        char separator,
        long rows,
        List<String> unnamed,
        List<ColumnScan> columns,
        List<List<String>> sample) {
    /** Cells of the sample; with 20 columns, 50,000 rows. */
    private static final int CELLS = 1_000_000;

    private static final int MOST_ROWS = 50_000;
    private static final int FEWEST_ROWS = 1_000;

    /** Bytes that tell which separator is used. */
    private static final int START = 1 << 16;

    private static final String SEPARATORS = ",;\t|";

    /**
     * Reads all of {@code in}.
     *
     * @param usual the separator where the header does not tell
     * @param whole a column whose values are all kept, however many; empty for none
     */
    public static TableScan of(String name, InputStream in, char usual, String whole) {
        PushbackInputStream bytes = new PushbackInputStream(in, START);
        char separator = separator(start(name, bytes), usual);
        try (CsvLines lines = CsvLines.looking(name, separator, bytes)) {
            return scan(name, separator, lines, whole);
        }
    }

    private static TableScan scan(String name, char separator, CsvLines lines, String whole) {
        List<String> unnamed = new ArrayList<>();
        List<String> header = named(lines.header(), unnamed);
        int values = Math.max(1_000, Math.min(MOST_ROWS, CELLS / header.size()));
        List<ColumnScan> columns = header.stream()
                .map(column -> new ColumnScan(column, column.equals(whole) ? Integer.MAX_VALUE : values))
                .toList();
        int most = Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, CELLS / header.size()));
        List<List<String>> sample = new ArrayList<>();
        SplittableRandom dice = new SplittableRandom(1);
        long rows = 0;
        while (lines.next()) {
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
        if (rows == 0) {
            throw new DataException(name + ": has a header and no rows");
        }
        return new TableScan(name, separator, rows, List.copyOf(unnamed), columns, sample);
    }

    private static List<String> named(List<String> header, List<String> unnamed) {
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>(header);
        Set<String> seen = new HashSet<>();
        for (int j = 0; j < header.size(); j++) {
            String column = header.get(j);
            if (column.isEmpty() || !seen.add(column)) {
                String place = (column.isEmpty() ? "column" : column) + " " + (j + 1);
                while (!taken.add(place)) {
                    place += "'";
                }
                unnamed.add(place);
                column = place;
            }
            names.add(column);
        }
        return names;
    }

    /** The letter outside quotes that the header has most of. */
    static char separator(String start, char usual) {
        int[] counts = new int[SEPARATORS.length()];
        boolean quoted = false;
        for (int k = 0; k < start.length() && (quoted || start.charAt(k) != '\n'); k++) {
            char c = start.charAt(k);
            quoted ^= c == '"';
            int which = quoted ? -1 : SEPARATORS.indexOf(c);
            if (which >= 0) {
                counts[which]++;
            }
        }
        int best = SEPARATORS.indexOf(usual);
        for (int k = 0; k < counts.length; k++) {
            best = counts[k] > counts[best] ? k : best;
        }
        return SEPARATORS.charAt(best);
    }

    private static String start(String name, PushbackInputStream in) {
        try {
            byte[] bytes = in.readNBytes(START);
            in.unread(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    public ColumnScan column(String column) {
        return columns.stream().filter(c -> c.name().equals(column)).findFirst().orElseThrow();
    }

    /** Whether the sample is the table. */
    public boolean complete() {
        return sample.size() == rows;
    }
}
