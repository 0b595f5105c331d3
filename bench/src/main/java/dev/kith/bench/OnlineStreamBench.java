package dev.kith.bench;

import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.table.Tables;
import dev.kith.experiments.classical.Stopwatch;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A LIBSVM file read alone, and through all of {@code kith stream} from standard input, five times over. */
final class OnlineStreamBench {
    static final String NAME = "stream";
    private static final int REPEATS = 5;

    private OnlineStreamBench() {}

    static void run(OnlineRows data) throws IOException, InterruptedException {
        Path file = Files.createTempFile("kith-bench", ".svm");
        try {
            data.write(file);
            double bytes = (double) Files.size(file) / data.size();
            double seconds = Stopwatch.least(() -> read(file));
            report("reading alone, one thread", data.size() / seconds, bytes);
            report("kith stream - --b 4", stream(file, "--b 4"), bytes);
            report("kith stream - --b auto", stream(file, "--b auto"), bytes);
        } finally {
            Files.delete(file);
        }
    }

    private static void report(String what, double rowsPerSecond, double bytes) {
        System.out.printf(
                Locale.ROOT,
                "%s, LIBSVM rows of %.0f bytes, 100 tasks: %,.0f rows/s, %.0f MB/s%n",
                what,
                bytes,
                rowsPerSecond,
                rowsPerSecond * bytes / 1e6);
    }

    private static void read(Path file) {
        try (RowStream rows = Tables.stream(
                "bench", new BufferedInputStream(Files.newInputStream(file)), Format.LIBSVM, Roles.none())) {
            while (rows.next()) {}
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rows a second by the clock, as the program itself says. */
    private static double stream(Path file, String options) throws IOException, InterruptedException {
        String cat = "for i in $(seq " + REPEATS + "); do cat " + file + "; done";
        String answer = OnlineBench.output(
                "sh", "-c", cat + " | ./kith stream - " + options + " --every 1000000 --json --quiet");
        return Double.parseDouble(answer.replaceAll("(?s).*\"rowsPerSecond\":([0-9.E]+).*", "$1"));
    }
}
