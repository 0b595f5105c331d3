package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TorquesExperimentTest {
    /** On real data, where they are. */
    @Test
    @Tag("slow")
    void everyMethodIsRunWithBothProtocols() {
        String variable = System.getenv("KITH_DATA");
        Path data = variable == null ? Path.of("../../shared/data") : Path.of(variable);
        Assumptions.assumeTrue(Files.isDirectory(data.resolve("sarcos")), "no sarcos data in " + data);
        Outcome outcome = new TorquesExperiment().run(new Scope(true, 1, Optional.of(data), line -> {}));
        assertThat(outcome.rows()).hasSize(6);
        assertThat(outcome.differs()).contains("drawn from 2238 rows");
        for (List<String> row : outcome.rows()) {
            assertThat(row.get(1)).as("an intercept changes " + row.get(0)).isNotEqualTo(row.get(2));
        }
        assertThat(explained(outcome, "robust")).isGreaterThan(explained(outcome, "STL"));
    }

    /** As published: no intercept. */
    private static double explained(Outcome outcome, String method) {
        String cell = outcome.rows().stream()
                .filter(row -> row.get(0).equals(method))
                .findFirst()
                .orElseThrow()
                .get(2);
        return Double.parseDouble(cell.substring(0, cell.indexOf(' ')));
    }
}
