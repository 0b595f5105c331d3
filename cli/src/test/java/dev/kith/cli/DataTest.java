package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.simulated.Simulations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataTest {
    @TempDir
    private Path dir;

    @Test
    void listsEverySetWithItsParameters() {
        Run run = kith("data", "--list");
        assertThat(run.code()).isZero();
        Simulations.all().forEach(set -> assertThat(run.out()).contains(set.name() + ": " + set.description()));
    }

    @Test
    void writesDataTestTruthAndTree() throws IOException {
        Path data = dir.resolve("d.csv");
        Run run = kith(
                "data",
                "tree",
                "--depth",
                2,
                "--train",
                3,
                "--test",
                4,
                "-o",
                data,
                "--test-file",
                dir.resolve("t.csv"),
                "--truth",
                dir.resolve("s.csv"),
                "--tree",
                dir.resolve("tree.csv"));
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("Wrote " + data + ": 24 rows, 4 tasks, 100 features. Read it with --task task");
        assertThat(Files.readAllLines(data)).hasSize(1 + 4 * 2 * 3);
        assertThat(Files.readAllLines(dir.resolve("t.csv"))).hasSize(1 + 4 * 2 * 4);
        assertThat(Files.readAllLines(dir.resolve("s.csv"))).hasSize(1 + 4);
        assertThat(Files.readAllLines(dir.resolve("tree.csv")))
                .hasSize(1 + 6)
                .first()
                .isEqualTo("child,parent");
    }

    @Test
    void withoutAFileTheDataIsTheOutput() {
        Run run = kith("data", "circle", "--train", 5, "--test", 0, "--quiet");
        assertThat(run.code()).isZero();
        assertThat(run.out().lines()).hasSize(6);
    }

    @Test
    void sameSeedSameBytes() {
        assertThat(kith("data", "relations", "--seed", 9).out())
                .isEqualTo(kith("data", "relations", "--seed", 9).out())
                .isNotEqualTo(kith("data", "relations", "--seed", 8).out());
    }
}
