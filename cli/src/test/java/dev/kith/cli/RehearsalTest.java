package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    /** A command line that no longer works would fail here, not as a slow start. */
    @Test
    void everyCommandLineWorksAndStaysInItsDirectory() throws IOException {
        Rehearsal.main(new String[] {directory.toString()});
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("rows.csv", "mean.kith", "mtfl.kith");
        }
        assertThatThrownBy(() -> Rehearsal.main(new String[0])).hasMessage("one directory is needed, got 0");
    }
}
