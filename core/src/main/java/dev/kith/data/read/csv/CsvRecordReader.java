package dev.kith.data.read.csv;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.kith.data.DataException;
import dev.kith.data.read.Messages;
import dev.kith.data.read.Utf8Reader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;

/** Records one after the other, quotes and all: what decides in every case, and what plain lines are spared. */
final class CsvRecordReader {
    /** So much more than a line may have, that a line too long is noticed as such. */
    private static final int SPARE = 1 << 16;

    private final String name;
    private final CsvFields fields;
    private final Iterator<Boolean> records;
    private final CsvReader<Boolean> reader;

    /** @param lines lines of the file before these bytes; 0 for its start, where a byte order mark may stand */
    CsvRecordReader(String name, InputStream in, char separator, long lines) {
        this.name = name;
        this.fields = new CsvFields(lines);
        this.reader = CsvReader.builder()
                .fieldSeparator(separator)
                .commentStrategy(CommentStrategy.NONE)
                .allowUnclosedQuote(false)
                .skipEmptyLines(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .maxBufferSize(Utf8Reader.MAX_LINE + SPARE)
                .build(fields, new Utf8Reader(name, in, lines));
        this.records = reader.iterator();
    }

    /** Goes to the next record that has fields; false at the end. */
    boolean next() {
        try {
            while (records.hasNext()) {
                records.next();
                if (fields.count() > 0) {
                    return true;
                }
            }
            return false;
        } catch (RuntimeException e) {
            throw explained(e);
        }
    }

    CsvFields fields() {
        return fields;
    }

    private DataException explained(RuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof DataException data) {
                return data;
            }
            if (cause instanceof IOException io) {
                return Messages.unreadable(name, io);
            }
        }
        String text = String.valueOf(e.getMessage());
        if (e instanceof CsvParseException && e.getCause() != null) {
            text = String.valueOf(e.getCause().getMessage());
        }
        String rule = text.contains("Unclosed quote")
                ? "a quote is opened and never closed"
                : text.contains("after closing quote")
                        ? "a closing quote must be followed by a separator or the end of the line"
                        : "not a readable record: " + text;
        return new DataException(name + ":" + fields.line() + ": " + rule, e);
    }
}
