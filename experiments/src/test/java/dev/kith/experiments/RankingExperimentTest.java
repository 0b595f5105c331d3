package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Scope;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingExperimentTest {
    @TempDir
    private Path dir;

    @Test
    void ratingsBecomeComparisons() throws IOException {
        write();
        Comparisons comparisons = Comparisons.of(MovieLens.read(dir), 3);
        Dataset data = comparisons.data();
        assertThat(data.tasks()).containsExactly("1>2", "1>4", "2>4");
        assertThat(data.inputs().features())
                .startsWith("age", "woman", "occupation=artist", "occupation=writer", "genre0");
        assertThat(data.inputs().rows()).as("user 3 likes all the same").isEqualTo(2);
        assertThat(data.size()).isEqualTo(5);
        for (int o = 0; o < data.size(); o++) {
            assertThat(comparisons.stars().get(data.sourceRow(data.row(o)), data.task(o)))
                    .isPositive();
        }
        assertThat(data.label(0)).isEqualTo(1); // user 1: movie 1 has 5 stars, movie 2 has 3
        assertThat(comparisons.stars().get(0, 0)).isEqualTo(2);
    }

    private void write() throws IOException {
        String flags = "|0".repeat(18);
        Files.write(dir.resolve("u.user"), List.of("1|30|F|artist|0", "2|40|M|writer|0", "3|50|M|writer|0"));
        Files.write(
                dir.resolve("u.item"),
                List.of("1|A|d||u|1" + flags, "2|B|d||u|1" + flags, "3|C|d||u|1" + flags, "4|D|d||u|1" + flags));
        Files.write(
                dir.resolve("u.data"),
                List.of(
                        "1\t1\t5\t0",
                        "1\t2\t3\t0",
                        "1\t4\t4\t0",
                        "1\t3\t2\t0",
                        "2\t1\t1\t0",
                        "2\t2\t2\t0",
                        "2\t4\t2\t0",
                        "3\t1\t4\t0",
                        "3\t2\t4\t0",
                        "3\t4\t4\t0"));
    }

    @Test
    void ordersRankBetterThanComparisonsAlone() throws IOException {
        new SimulatedMovies(150, 60, 1).writeInto(dir);
        Outcome outcome = new RankingExperiment().run(new Scope(true, 1, Optional.of(dir), line -> {}));
        assertThat(outcome.differs()).doesNotContain("SIMULATED");
        assertThat(outcome.rows()).extracting(row -> row.get(0)).contains("STL", "MTRL", "constrained");
        assertThat(loss(outcome, "constrained")).isLessThan(loss(outcome, "STL"));
        Outcome simulated = new RankingExperiment().run(new Scope(true, 1, Optional.empty(), line -> {}));
        assertThat(simulated.differs()).startsWith("SIMULATED ratings");
        assertThat(simulated.rows()).isEqualTo(outcome.rows());
    }

    private static double loss(Outcome outcome, String method) {
        return outcome.rows().stream()
                .filter(row -> row.get(0).equals(method))
                .mapToDouble(row -> Double.parseDouble(row.get(1).split(" ", -1)[0]))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void damagedFilesAreRefused() throws IOException {
        write();
        Files.writeString(dir.resolve("u.data"), "1\t1\tfive\t0\n");
        assertThatThrownBy(() -> MovieLens.read(dir))
                .isInstanceOf(DataException.class)
                .hasMessage("u.data:1: \"five\" is not a number");
        Files.writeString(dir.resolve("u.data"), "9\t1\t5\t0\n9\t2\t4\t0\n");
        assertThatThrownBy(() -> Comparisons.of(MovieLens.read(dir), 2))
                .hasMessage("u.data: user 9 is not described in u.user");
        Files.writeString(dir.resolve("u.item"), "1|A\n");
        assertThatThrownBy(() -> MovieLens.read(dir)).hasMessage("u.item:1: must have at least 21 fields, got 2");
        Files.delete(dir.resolve("u.user"));
        assertThatThrownBy(() -> MovieLens.read(dir))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("u.user");
    }
}
