package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.reproduce.Outcome;
import dev.kith.cli.reproduce.Scope;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TreeExperimentTest {
    /** The published order, which a C of its own for every method turns around. */
    @Test
    void withOneCostForAllLearnedWeightsBeatFixedOnes() {
        Outcome outcome = new TreeExperiment().run(new Scope(true, 1, Optional.empty(), line -> {}));
        assertThat(area(outcome, "mkl, p = 2", 2)).isGreaterThan(area(outcome, "vanilla", 2));
        assertThat(area(outcome, "mkl, p = 2", 1)).isLessThan(area(outcome, "vanilla", 1));
    }

    private static double area(Outcome outcome, String method, int column) {
        List<String> row = outcome.rows().stream()
                .filter(cells -> cells.get(0).equals(method))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(row.get(column).split(" ", -1)[0]);
    }
}
