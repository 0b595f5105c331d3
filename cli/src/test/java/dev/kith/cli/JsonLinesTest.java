package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON lines from strangers: as strict as the other formats. */
class JsonLinesTest {
    private static final String ROW = "{\"who\":\"ann\",\"y\":1,\"x\":0.5}\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private Run stream(String name, byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve(name), bytes);
        return Run.kith("stream", file, "--task", "who", "--target", "y", "--json");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] joined(byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.write(part);
        }
        return all.toByteArray();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    /** A line of 1.5 GB in 1.5 MB; its memory would be taken before it ends, so it must be refused while it is read. */
    @Test
    void aLineThatUnpacksWithoutEndIsRefusedWhileItIsRead() throws IOException {
        byte[] start = gzip(bytes("{\"who\":\"ann\",\"y\":1,\"x\":"));
        byte[] zeros = gzip(bytes("0".repeat(1 << 20)));
        Path file = Files.write(directory.resolve("bomb.jsonl.gz"), start);
        for (int k = 0; k < 1500; k++) {
            Files.write(file, zeros, StandardOpenOption.APPEND);
        }
        assertThat(Files.size(file)).isLessThan(1_700_000);
        Run run = Run.kith("stream", file, "--task", "who", "--target", "y");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DATA);
        assertThat(run.err())
                .isEqualTo(
                        "kith stream: bomb.jsonl.gz:1: a line must have at most 16777216 bytes, this one has more\n");
    }

    @Test
    void bytesThatAreNoTextAreRefusedWithTheirLine() throws IOException {
        byte[] second = joined(bytes(ROW + "{\"who\":\"an"), new byte[] {(byte) 0xff}, bytes("n\",\"y\":1}\n"));
        Run run = stream("rows.jsonl", second);
        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).isEqualTo("kith stream: rows.jsonl:2: not UTF-8 text (byte 0xff)\n");
    }

    @Test
    void aByteOrderMarkIsPassedOver() throws IOException {
        Run run = stream("rows.jsonl", bytes("\uFEFF" + ROW));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("\"rows\":1,");
    }

    @Test
    void damagedGzipIsRefused() throws IOException {
        byte[] packed = gzip(bytes(ROW.repeat(1000)));
        Run run = stream("rows.jsonl", Arrays.copyOf(packed, packed.length - 5));
        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).contains("rows.jsonl").contains("ends too early");
    }
}
