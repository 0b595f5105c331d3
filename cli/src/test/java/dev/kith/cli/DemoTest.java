package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.file.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    @TempDir
    private Path dir;

    @Test
    void showsATableAndWritesModelAndReport() throws IOException {
        Path out = dir.resolve("new/demo");
        Run run = kith("demo", "-o", out);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        List<String> lines = run.out().lines().toList();
        assertThat(lines)
                .hasSizeLessThan(34)
                .allSatisfy(line ->
                        assertThat(line).hasSizeLessThan(100 + out.toString().length()));
        for (String method : List.of("stl", "pooled", "mean", "mtfl", "mtrl")) {
            assertThat(lines).anyMatch(line -> line.matches("  " + method + " +\\d\\.?\\d*( .*)?"));
        }
        assertThat(run.out()).contains("Learning the joints together beats learning each alone");
        assertThat(lines).filteredOn(line -> line.endsWith("<- best")).hasSize(1);
        assertThat(ModelFile.read(out.resolve("model.kith")).info().tasks()).hasSize(7);
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("torque7", "\"chosen\":\"", "echarts", "Content-Security-Policy");
    }

    @Test
    void sameSeedSameWords() {
        assertThat(kith("demo", "-o", dir, "--seed", 4).out())
                .isEqualTo(kith("demo", "-o", dir, "--seed", 4).out())
                .isNotEqualTo(kith("demo", "-o", dir, "--seed", 5).out());
    }
}
