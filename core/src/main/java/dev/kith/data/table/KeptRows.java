package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.keep.Condition;
import dev.kith.data.keep.Keep;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.FileBytes;
import dev.kith.data.read.NumberForm;
import dev.kith.data.read.csv.CsvLines;
import dev.kith.data.read.csv.RawRecords;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Writes the rows of a table that are kept, letter for letter as they stand there, as UTF-8. Which they are is found by reading the table as every other is
 * read; what is written is cut out of its text.
 */
final class KeptRows {
    private final String name;
    private final Path file;
    private final Format format;
    private final Reading reading;
    private final Keep keep;
    private long read;
    private char separator;
    private long met;

    /** @param file a table that Kith reads itself */
    KeptRows(String name, Path file, Format format, Reading reading, Keep keep) {
        if (format == Format.LIBSVM) {
            throw new DataException(name + ": a LIBSVM file has no columns that a condition could name, and no header"
                    + " that a sample could keep; take the lines wanted before");
        }
        this.name = name;
        this.file = file;
        this.format = format;
        this.reading = reading;
        this.keep = keep;
    }

    Kept writeTo(Path to) {
        long kept;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16)) {
            kept = keep.sample().isEmpty() ? copy(new Judge(), out) : copy(new Chosen(drawn()), out);
        } catch (IOException e) {
            throw PrivateFiles.noRoom(name, e);
        }
        if (kept == 0 && read > 0) {
            throw new DataException(name + ": none of its " + read + " rows meets the condition "
                    + keep.condition().map(Condition::toString).orElse(""));
        }
        return new Kept(to, reading.copied(separator), read, met, kept);
    }

    /** Goes through the rows and says which to keep. */
    private interface Choice extends Closeable {
        /** Whether the next row is kept. */
        boolean keepsNext();

        @Override
        void close();
    }

    private long copy(Choice choice, OutputStream out) throws IOException {
        long kept = 0;
        try (choice;
                FileBytes bytes = FileBytes.open(file, reading.watch())) {
            RawRecords records = RawRecords.open(name, format, reading, bytes.stream());
            separator = records.separator();
            if (records.next()) {
                records.writeTo(out);
            }
            while (records.next()) {
                if (choice.keepsNext()) {
                    records.writeTo(out);
                    kept++;
                }
            }
        }
        return kept;
    }

    /** Row by row, by the condition. */
    private final class Judge implements Choice {
        private final CsvLines lines;
        private final Condition.Bound condition;

        Judge() {
            FileBytes bytes = FileBytes.open(file);
            try {
                lines = CsvLines.open(name, format, reading.telling(line -> {}), bytes.stream());
                condition = keep.condition().isEmpty()
                        ? row -> true
                        : keep.condition().get().on(lines.header(), keep.missing());
            } catch (DataException e) {
                bytes.close();
                throw e;
            }
        }

        boolean next() {
            return lines.next();
        }

        boolean holds() {
            read++;
            boolean holds;
            try {
                holds = lines.bad() != null || condition.holds(this::text); // a bad row is for the reader to judge
            } catch (DataException e) {
                throw new DataException(name + ":" + lines.line() + ": " + e.getMessage(), e);
            }
            met += holds ? 1 : 0;
            return holds;
        }

        /** A field; a number as the plain one it means. */
        private String text(int j) {
            NumberForm form = lines.dialect().form(j);
            double number =
                    form.equals(NumberForm.PLAIN) ? Double.NaN : form.parse(lines.chars(), lines.from(j), lines.to(j));
            return Double.isNaN(number) ? lines.text(j) : Double.toString(number);
        }

        @Override
        public boolean keepsNext() {
            if (!next()) {
                throw new DataException(name + ": has changed since it was first read; start again");
            }
            return holds();
        }

        @Override
        public void close() {
            lines.close();
        }
    }

    /** Rows by their numbers. */
    private static final class Chosen implements Choice {
        private final long[] numbers;
        private int next;
        private long row;

        /** @param numbers ascending, from 0 */
        Chosen(long[] numbers) {
            this.numbers = numbers;
        }

        @Override
        public boolean keepsNext() {
            boolean kept = next < numbers.length && numbers[next] == row;
            next += kept ? 1 : 0;
            row++;
            return kept;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    /**
     * The numbers of rows drawn, ascending. The first n rows are taken; row i, counted from 1, then takes the place of a random one with
     * chance n / i [1].
     */
    // [1] Knuth, The Art of Computer Programming 2, 3.4.2, algorithm R.
    private long[] drawn() {
        SplittableRandom random = new SplittableRandom(keep.seed());
        int most = keep.sample().orElseThrow();
        long[] places = new long[Math.min(most, 1 << 10)];
        try (Judge judge = new Judge()) {
            for (long row = 0; judge.next(); row++) {
                if (!judge.holds()) {
                    continue;
                }
                if (met <= most) {
                    places = met > places.length ? Arrays.copyOf(places, longer(places.length, most)) : places;
                    places[(int) met - 1] = row;
                } else {
                    long place = random.nextLong(met);
                    if (place < most) {
                        places[(int) place] = row;
                    }
                }
            }
        }
        long[] found = Arrays.copyOf(places, (int) Math.min(met, most));
        Arrays.sort(found);
        return found;
    }

    private static int longer(int length, int most) {
        return (int) Math.min(2L * length, most);
    }
}
