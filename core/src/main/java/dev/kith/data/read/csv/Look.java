package dev.kith.data.read.csv;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.Messages;
import dev.kith.data.read.MissingWords;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A look at the first rows of a file, to find out how it is written; then they are read again. */
final class Look {
    /** Bytes that are looked at; more only where two lines are longer. */
    private static final int START = 1 << 16;

    /** Where two lines are longer than this, the ending of the file's name is believed. */
    private static final int LONGEST = 1 << 23;

    private static final String SEPARATORS = ",\t;|";

    /** Of all rows, those that must be parted as the header is. */
    private static final double ALIKE = 0.9;

    private final String name;
    private final char usual;
    private final Reading reading;
    private final Encoded text;
    private final byte[] start;
    private boolean whole;
    private final Preamble preamble;
    private final Dialect dialect;
    private final byte[] first;

    /** What the header and the rows are between separators of one kind. */
    private record Parted(char separator, List<List<String>> records, Set<Integer> bare) {
        int header() {
            return records.isEmpty() ? 0 : records.get(0).size();
        }

        List<List<String>> rows() {
            return records.isEmpty() ? List.of() : records.subList(1, records.size());
        }

        /** The share of rows that have so many fields. */
        double share(int fields) {
            long alike = rows().stream().filter(row -> row.size() == fields).count();
            return rows().isEmpty() ? 0 : alike / (double) rows().size();
        }

        /** Whether rows begin with a field that the header does not name: names of rows, or a separator at the end of every line. */
        boolean shortHeader() {
            return header() > 0 && share(header() + 1) >= ALIKE && share(header()) == 0;
        }

        double alike() {
            double share = rows().isEmpty() || shortHeader() ? 1 : share(header());
            return share >= ALIKE ? 1 : share;
        }

        /** Whether every row that has so many fields ends with a blank one. */
        boolean blankAtEnd(int fields) {
            return rows().stream()
                    .filter(row -> row.size() == fields)
                    .allMatch(row -> row.get(fields - 1).isEmpty());
        }

        boolean firstDiffers() {
            long different = rows().stream().map(row -> row.get(0)).distinct().count();
            return different == rows().size();
        }
    }

    Look(String name, Format format, Reading reading, InputStream in) {
        this.name = name;
        this.usual = format.separator();
        this.reading = reading;
        this.text = Encoded.of(name, in, reading.encoding());
        this.start = start();
        this.preamble = Preamble.of(start);
        Parted parted = parted();
        boolean shortHeader = parted.shortHeader();
        int columns = parted.header() + (shortHeader ? 1 : 0);
        boolean named = !shortHeader && parted.header() > 0;
        boolean trailing = !parted.rows().isEmpty()
                && parted.blankAtEnd(columns)
                && (shortHeader
                        || (named && parted.records().get(0).get(columns - 1).isEmpty()));
        boolean rowNames = shortHeader && !trailing && parted.firstDiffers();
        this.dialect = dialect(parted, columns, rowNames, trailing);
        this.first = first(rowNames, shortHeader && trailing);
    }

    private Dialect dialect(Parted parted, int columns, boolean rowNames, boolean trailing) {
        List<List<String>> rows =
                parted.rows().stream().filter(row -> row.size() == columns).toList();
        ColumnForms forms = new ColumnForms(parted.separator(), reading, rows, columns);
        boolean told = reading.encoding().isPresent() || text.charset().equals(StandardCharsets.UTF_8);
        return new Dialect(
                parted.separator(),
                reading.separator().orElse(usual),
                told ? "" : text.charset().name(),
                preamble.lines(),
                rowNames,
                trailing,
                forms.decimal(),
                forms.forms(),
                forms.numbers(),
                quoted(forms.numbers(), parted.bare()));
    }

    /** Numbers in quotes where others are not. */
    private static Set<Integer> quoted(Set<Integer> numbers, Set<Integer> bare) {
        boolean others = numbers.stream().anyMatch(bare::contains);
        return numbers.stream().filter(j -> others && !bare.contains(j)).collect(Collectors.toSet());
    }

    Dialect dialect() {
        return dialect;
    }

    /** The text from the header on, in UTF-8, the header with as many fields as rows have. */
    InputStream again() {
        return new Replayed(first, 0, text.utf8());
    }

    private byte[] first(boolean fieldBefore, boolean fieldAfter) {
        int from = preamble.bytes();
        if (!fieldBefore && !fieldAfter) {
            return from == 0 ? start : Arrays.copyOfRange(start, from, start.length);
        }
        int at = fieldBefore ? from : headerEnd(from);
        byte[] more = new byte[start.length - from + 1];
        System.arraycopy(start, from, more, 0, at - from);
        more[at - from] = (byte) dialect.separator();
        System.arraycopy(start, at, more, at - from + 1, start.length - at);
        return more;
    }

    /** Where the line break after the header begins; lines without anything before it are no header. */
    private int headerEnd(int from) {
        int at = from;
        while (start[at] == '\n' || start[at] == '\r') {
            at++;
        }
        boolean quoted = false;
        while (quoted || (start[at] != '\n' && start[at] != '\r')) {
            quoted ^= start[at++] == '"';
        }
        return at;
    }

    private byte[] start() {
        try {
            byte[] bytes = new byte[reading.live() ? 1 << 12 : START];
            int length = 0;
            InputStream in = text.utf8();
            while (length < LONGEST) {
                int count = reading.live()
                        ? in.read(bytes, length, bytes.length - length)
                        : in.readNBytes(bytes, length, bytes.length - length);
                length += Math.max(0, count);
                whole = reading.live() ? count < 0 : length < bytes.length;
                if (whole || Preamble.of(Arrays.copyOf(bytes, length)).header()) {
                    break;
                }
                bytes = length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
            }
            return Arrays.copyOf(bytes, length);
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    private Parted parted() {
        if (reading.separator().isPresent() || preamble.separator() != 0) {
            return parted(reading.separator().orElse(preamble.separator()));
        }
        Parted best = parted(usual);
        for (int k = 0; k < SEPARATORS.length(); k++) {
            char separator = SEPARATORS.charAt(k);
            if (separator != usual && preamble.has(separator)) {
                Parted other = parted(separator);
                boolean better = other.alike() > best.alike()
                        || (other.alike() == best.alike() && other.header() > best.header());
                best = other.header() > 1 && (better || best.header() < 2) ? other : best;
            }
        }
        // As R's write.table does: names in quotes between blanks.
        if (best.header() < 2 && preamble.quoted()) {
            Parted blanks = parted(' ');
            boolean fits = !blanks.rows().isEmpty() && blanks.alike() == 1;
            return fits && (blanks.header() > 1 || blanks.shortHeader()) ? blanks : best;
        }
        return best;
    }

    private Parted parted(char separator) {
        List<List<String>> records = new ArrayList<>();
        Set<Integer> bare = new HashSet<>();
        int end = start.length;
        while (!whole && end > preamble.bytes() && start[end - 1] != '\n' && start[end - 1] != '\r') {
            end--;
        }
        int most = reading.live() ? 2 : Integer.MAX_VALUE;
        InputStream bytes = new ByteArrayInputStream(start, preamble.bytes(), end - preamble.bytes());
        try {
            CsvRecordReader reader = new CsvRecordReader(name, bytes, separator, preamble.lines());
            while (records.size() < most && reader.next()) {
                CsvFields fields = reader.fields();
                records.add(fields.texts());
                addBare(fields, bare, records.size() == 1);
            }
        } catch (DataException e) {
            // Whatever is wrong there is said when it is read again; a quotation may only be cut.
            return new Parted(separator, records, bare);
        }
        return new Parted(separator, records, bare);
    }

    /** Adds the fields that are not in quotes, unless they are those of the header or missing. */
    private static void addBare(CsvFields fields, Set<Integer> bare, boolean header) {
        for (int j = 0; j < fields.count() && !header; j++) {
            if (!fields.quoted(j) && !bare.contains(j) && !MissingWords.usual(fields.trimmed(j))) {
                bare.add(j);
            }
        }
    }
}
