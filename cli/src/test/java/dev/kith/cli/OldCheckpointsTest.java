package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.table.Mutants;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checkpoints of the first version, which gave text classes their signs in order of appearance and hashed features in
 * another way: a run goes on from them and ends with the numbers it would have had then. Beside each of them are the
 * rows, the options, and the summary that the first version printed of an uninterrupted run.
 */
class OldCheckpointsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private static byte[] bytes(String name, String file) throws IOException {
        try (InputStream in = Mutants.class.getResourceAsStream("/dev/kith/stream/v1/" + name + "/" + file)) {
            return Objects.requireNonNull(in, name + "/" + file).readAllBytes();
        }
    }

    private static String text(String name, String file) throws IOException {
        return new String(bytes(name, file), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "text, rows.csv, 100",
        "one-class, rows.csv, 30",
        "json, rows.jsonl, 100",
        "hashed, rows.jsonl, 100",
        "numbers, rows.svm, 100",
        "matrix, rows.svm, 100",
        "kernel, rows.csv, 100",
        "second-order, rows.csv, 100",
        "pnorm, rows.csv, 100",
        "wide, rows.csv, 180",
        "shuffled, rows.csv, 160"
    })
    void aRunGoesOnAsItBegan(String name, String rows, int before) throws IOException {
        Path data = Files.write(directory.resolve(rows), bytes(name, rows));
        Path state = Files.write(directory.resolve("run.state"), bytes(name, "run.state"));
        List<Object> args = new ArrayList<>(List.of("stream", data, "--every", 40, "--json"));
        args.addAll(List.of("--checkpoint", state, "--resume"));
        args.addAll(text(name, "options.txt").lines().toList());
        for (int times = 0; times < 2; times++) { // the second time from the checkpoint that the first wrote
            Run run = Run.kith(args.toArray());
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.err()).contains("resuming after " + (times == 0 ? before : rowsIn(name)) + " rows");
            assertThat(run.out().replaceAll(",\"rowsPerSecond\":[0-9.E]+", "")).isEqualTo(text(name, "summary.json"));
        }
    }

    private static String rowsIn(String name) throws IOException {
        return text(name, "summary.json").replaceAll("(?s).*?\"rows\":(\\d+).*", "$1");
    }
}
