package dev.kith.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every line of Java in README and guides stands in a source that is compiled and run. */
class DocumentsTest {
    private static final Pattern FRAGMENT = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("docs/guide"))) {
            at = Objects.requireNonNull(at.getParent(), "the directory of the project");
        }
        return at;
    }

    /** A line without its comment and without spaces: documents align comments, sources are formatted. */
    private static String bare(String line) {
        return line.replaceFirst("//.*", "").replaceAll("\\s", "");
    }

    /** All lines of all sources below a directory, bare, one after the other. */
    private static String lines(Path directory) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                Files.readAllLines(file).forEach(line -> all.append(bare(line)));
            }
        }
        return all.toString();
    }

    @Test
    void fragmentsAreCompiled() throws IOException {
        Path root = root();
        String sources = lines(root.resolve("examples/src"))
                + lines(root.resolve("core/src/test/java"))
                + lines(root.resolve("spark/src/test/java"));
        List<Path> documents = new ArrayList<>(List.of(root.resolve("README.md")));
        try (Stream<Path> guides = Files.list(root.resolve("docs/guide"))) {
            guides.filter(f -> f.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        int checked = 0;
        for (Path document : documents) {
            Matcher fragment = FRAGMENT.matcher(Files.readString(document));
            while (fragment.find()) {
                String code = fragment.group(1).lines().map(DocumentsTest::bare).collect(Collectors.joining());
                for (String statement : code.split("(?<=;)", -1)) {
                    assertThat(sources)
                            .as(document.getFileName() + ": " + statement)
                            .contains(statement);
                    checked++;
                }
            }
        }
        assertThat(checked).as("statements checked").isGreaterThan(10);
    }
}
