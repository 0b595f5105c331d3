package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.cli.reproduce.Experiment;
import dev.kith.cli.reproduce.Experiments;
import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Scope;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every experiment, in its quick form: the fast ones always, the others with the slow tests. */
class ExperimentsTest {
    private static final Experiments EXPERIMENTS = Experiments.installed();

    static Stream<String> fast() {
        return Stream.of("timing", "tree", "relations", "groups", "attributes", "sarcos", "spam", "online", "coverage");
    }

    static Stream<String> slow() {
        List<String> fast = fast().toList();
        return EXPERIMENTS.all().stream().map(Experiment::name).filter(name -> !fast.contains(name));
    }

    @ParameterizedTest
    @MethodSource("fast")
    void givesATable(String name) {
        run(name);
    }

    @ParameterizedTest
    @MethodSource("slow")
    @Tag("slow")
    void givesATableInAMinute(String name) {
        run(name);
    }

    private static void run(String name) {
        Experiment experiment = EXPERIMENTS.find(name);
        String variable = System.getenv("KITH_DATA");
        Path data = variable == null ? Path.of("../../shared/data") : Path.of(variable);
        Assumptions.assumeTrue(!experiment.needsData() || Files.isDirectory(data), "no data in " + data);
        Outcome outcome = experiment.run(new Scope(true, 1, Optional.of(data), line -> {}));
        assertThat(outcome.rows()).isNotEmpty();
        assertThat(outcome.headline()).endsWith(".");
        assertThat(outcome.differs()).isNotBlank();
        assertThat(outcome.rows().stream().flatMap(List::stream))
                .noneMatch(cell -> cell.isBlank() || cell.contains("NaN"));
    }

    @Test
    void unknownNamesListTheKnown() {
        assertThatThrownBy(() -> EXPERIMENTS.find("circel"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown experiment 'circel'; there are timing, sarcos, scenes, relations");
    }

    @Test
    void improvementIsRelativeToBothErrors() {
        assertThat(SarcosExperiment.improvement(List.of(0.4, 0.1), List.of(0.1, 0.1)))
                .isCloseTo((0.3 / 0.2 + 0) / 2, within(1e-12));
    }

    @Test
    void aRowIsWrongUnlessItsClassIsLargest() {
        Dataset test = Dataset.ofWide(
                new DenseInputs(Matrix.zeros(2, 1), List.of("x")),
                List.of("a", "b"),
                Matrix.of(new double[][] {{1, -1}, {-1, 1}}));
        assertThat(ScenesExperiment.wrong(test, Matrix.of(new double[][] {{0.2, 0.1}, {0.3, 0.1}})))
                .isEqualTo(0.5);
        assertThat(ScenesExperiment.wrong(test, Matrix.zeros(2, 2)))
                .as("equal predictions name no class")
                .isEqualTo(1);
    }
}
