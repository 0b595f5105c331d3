package dev.kith.cli.reproduce;

import dev.kith.data.table.CsvRecords;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What an experiment gave.
 *
 * @param headline whether the published result came out, in one sentence
 * @param differs what differs from the published experiment (data, protocol), in one line
 * @param columns names of the table's columns; published figures have columns of their own
 * @param rows as many cells as columns
 */
public record Outcome(
        String headline, String differs, List<String> columns, List<List<String>> rows, List<Plot> plots) {
    public Outcome {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        plots = List.copyOf(plots);
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "rows must have " + columns.size() + " cells, got " + row.size() + ": " + row);
            }
        }
    }

    /** The table for a terminal: columns aligned, the first to the left, the others to the right. */
    public List<String> lines() {
        List<List<String>> all = new ArrayList<>(List.of(columns));
        all.addAll(rows);
        int[] width = IntStream.range(0, columns.size())
                .map(j -> Collections.max(
                        all.stream().map(row -> row.get(j).length()).toList()))
                .toArray();
        List<String> lines = new ArrayList<>();
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int j = 0; j < width.length; j++) {
                String blanks = " ".repeat(width[j] - row.get(j).length());
                line.append(j == 0 ? row.get(j) + blanks : "  " + blanks + row.get(j));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** The table as CSV. */
    public void writeCsv(Writer out) throws IOException {
        CsvRecords csv = new CsvRecords(out);
        csv.write(columns);
        rows.forEach(csv::write);
        csv.flush();
    }
}
