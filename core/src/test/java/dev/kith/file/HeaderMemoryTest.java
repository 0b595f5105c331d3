package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.DataException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A header of 25 MB, whatever is in it, is read or refused with a word in ten times its size of memory. */
class HeaderMemoryTest {
    private static final int SIZE = 25 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private static String repeated(String text) {
        return text.repeat(SIZE / text.length());
    }

    /** {@code count} of them so that the header is as long as it should be. */
    private static String numbered(String prefix, int length, String suffix) {
        return IntStream.range(0, SIZE / length)
                .mapToObj(k -> prefix + Integer.toString(k, 36) + suffix)
                .collect(Collectors.joining(","));
    }

    private static Map<String, byte[]> headers() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("objects", Forgery.of("{\"x\":[" + repeated("{},") + "{}]}", ""));
        files.put("lists", Forgery.of("{\"x\":[" + repeated("[],") + "[]]}", ""));
        files.put("full-objects", Forgery.of("{\"x\":[" + repeated("{\"a\":1},") + "{}]}", ""));
        files.put("names", Forgery.of("{\"x\":[" + numbered("\"", 11, "\"") + "]}", ""));
        files.put("members", Forgery.of("{\"x\":{" + numbered("\"", 14, "\":1") + "}}", ""));
        files.put("numbers", Forgery.of("{\"x\":[" + repeated("12345,") + "1]}", ""));
        files.put("one-text", Forgery.of("{\"x\":\"" + repeated("a") + "\"}", ""));
        files.put("wide-text", Forgery.of("{\"x\":\"" + "\u4e2d".repeat(SIZE / 3) + "\"}", ""));
        String tensor = "\":{\"dtype\":\"F64\",\"shape\":[0],\"data_offsets\":[0,0]}";
        files.put("tensors", Forgery.of("{}", numbered("\"t", 62, tensor)));
        return files;
    }

    @Tag("lengthy")
    @Test
    void memoryIsBoundedByTheHeader() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Reading.class.getName()));
        for (Map.Entry<String, byte[]> file : headers().entrySet()) {
            command.add(Files.write(directory.resolve(file.getKey()), file.getValue())
                    .toString());
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream out = process.getInputStream()) {
            String said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said.lines()).as(said).hasSize(9).allMatch(line -> line.contains(" refused: "));
            assertThat(said)
                    .contains("one-text refused: model has no 'kind'", "numbers refused: model has no 'kind'")
                    .contains("members refused: model needs more than ");
        }
        assertThat(process.waitFor()).isZero();
    }

    /** A program that says of every file whether it is a model. */
    static final class Reading {
        private Reading() {}

        public static void main(String[] args) throws Exception {
            for (String name : args) {
                Path file = Path.of(name);
                try {
                    ModelFile.read(file);
                    System.out.println(file.getFileName() + " read");
                } catch (DataException e) {
                    System.out.println(file.getFileName() + " refused: "
                            + String.valueOf(e.getMessage()).replace(name + ": ", ""));
                } catch (OutOfMemoryError e) {
                    System.out.println(file.getFileName() + " OutOfMemoryError");
                }
            }
        }
    }
}
