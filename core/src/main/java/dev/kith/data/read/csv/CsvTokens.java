package dev.kith.data.read.csv;

import dev.kith.data.DataException;
import dev.kith.data.read.Messages;
import dev.kith.data.read.NumberForm;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/** Takes pieces of a file apart into records, on any thread. Lines without quotes need little; others are read by {@link CsvRecordReader}. */
final class CsvTokens {
    private final String name;
    private final Dialect dialect;
    private final char separator;
    private final boolean tolerant;
    private final int columns;
    private final NumberForm[] forms;
    private final int[] numeric;
    private final int[] order;
    private final int[] quick;
    private final Queue<CsvBlock> spare = new ConcurrentLinkedQueue<>();

    /**
     * @param tolerant whether records with another number of fields are kept as bad ones
     * @param columns fields in every record
     * @param numeric columns of numbers, read at once
     */
    CsvTokens(String name, Dialect dialect, boolean tolerant, int columns, int[] numeric) {
        this.name = name;
        this.dialect = dialect;
        this.separator = dialect.separator();
        this.tolerant = tolerant;
        this.columns = columns;
        this.numeric = numeric;
        this.forms = IntStream.range(0, columns).mapToObj(dialect::form).toArray(NumberForm[]::new);
        this.order = CsvScan.order(columns, numeric);
        this.quick = order.clone();
        for (int j = 0; j < columns; j++) {
            boolean other =
                    forms[j].decimal() != dialect.decimal() || !forms[j].unit().isEmpty();
            quick[j] = other ? -1 : order[j];
        }
    }

    /** A block for records of these columns. */
    CsvBlock empty() {
        return new CsvBlock(forms, tolerant);
    }

    /** The records of a piece. */
    CsvBlock block(CsvPiece piece) {
        CsvBlock block = spare.poll();
        block = block == null ? empty() : block;
        char[] text = block.clear(piece.length(), numeric.length);
        if (!piece.quotes() && piece.ascii()) {
            widen(piece, text);
            new CsvScan(piece, separator, order, quick, dialect.decimal(), block).run(name, piece.lines());
            return block;
        }
        if (piece.quotes()) {
            quoted(piece, block);
        } else {
            plain(piece, text, block);
        }
        block.readNumbers(numeric);
        return block;
    }

    /** The current record of a reader. */
    CsvBlock block(CsvRecordReader reader) {
        CsvBlock alone = empty();
        alone.clear(reader.fields().length(), numeric.length);
        alone.add(reader.fields(), name);
        alone.readNumbers(numeric);
        return alone;
    }

    /** Takes a block back, whose records are behind. */
    void reuse(CsvBlock block) {
        spare.add(block);
    }

    private void quoted(CsvPiece piece, CsvBlock block) {
        try {
            CsvRecordReader records = new CsvRecordReader(
                    name, new ByteArrayInputStream(piece.bytes(), 0, piece.length()), separator, piece.lines());
            records.fields().limit(columns + 1);
            boolean goesOn = true;
            while (goesOn && records.next()) {
                goesOn = block.add(records.fields(), name);
            }
        } catch (DataException e) {
            block.fail(e);
        }
    }

    private void plain(CsvPiece piece, char[] text, CsvBlock block) {
        int length = decode(piece, text);
        boolean whole = length >= 0;
        length = whole ? length : -1 - length;
        long line = piece.lines();
        int at = piece.lines() == 0 && length > 0 && text[0] == '\uFEFF' ? 1 : 0;
        while (at < length) {
            int end = at;
            while (end < length && text[end] != '\n' && text[end] != '\r') {
                end++;
            }
            if (end == length && !whole) {
                break;
            }
            line++;
            if (end > at
                    && !block.addPlain(at, end, separator, line)
                    && !block.refuse(line, block.wrongCount(name, line, count(text, at, end)))) {
                return;
            }
            boolean two = end + 1 < length && text[end] == '\r' && text[end + 1] == '\n';
            at = end + (two ? 2 : 1);
        }
        if (!whole) {
            block.fail(notText(piece, text, length, line + 1));
        }
    }

    private int count(char[] text, int from, int to) {
        int count = 1;
        for (int k = from; k < to; k++) {
            count += text[k] == separator ? 1 : 0;
        }
        return count;
    }

    private static void widen(CsvPiece piece, char[] into) {
        byte[] bytes = piece.bytes();
        int length = piece.length();
        for (int k = 0; k < length; k++) {
            into[k] = (char) bytes[k];
        }
    }

    /** How many characters the bytes are; -1 - those before the first byte that is no text. */
    private static int decode(CsvPiece piece, char[] into) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer chars = CharBuffer.wrap(into);
        CoderResult result = decoder.decode(ByteBuffer.wrap(piece.bytes(), 0, piece.length()), chars, true);
        return result.isError() ? -1 - chars.position() : chars.position();
    }

    private DataException notText(CsvPiece piece, char[] text, int length, long line) {
        int before = new String(text, 0, length).getBytes(StandardCharsets.UTF_8).length;
        return Messages.notUtf8(name, line, piece.bytes()[before]);
    }
}
