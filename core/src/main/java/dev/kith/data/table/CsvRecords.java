package dev.kith.data.table;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import dev.kith.data.read.Formulas;
import dev.kith.data.read.csv.CsvLines;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * Writes CSV that our own reader reads back as it was and a spreadsheet does not run: {@link Formulas} are guarded,
 * fields with blanks at an end are in quotes, lines end with LF. Does not close its writer.
 */
public final class CsvRecords {
    private static final QuoteStrategy BLANKS = new QuoteStrategy() {
        @Override
        public boolean quoteValue(int line, int field, String value) {
            return !value.isEmpty()
                    && (CsvLines.isBlank(value.charAt(0)) || CsvLines.isBlank(value.charAt(value.length() - 1)));
        }
    };

    private final CsvWriter csv;

    public CsvRecords(Writer out) {
        this.csv = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(BLANKS)
                .build(out);
    }

    public void write(List<String> fields) {
        csv.writeRecord(fields.stream().map(Formulas::guard).toList());
    }

    public void write(String... fields) {
        write(List.of(fields));
    }

    public void flush() throws IOException {
        csv.flush();
    }
}
