package dev.kith.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final Outcome OUTCOME = new Outcome(
            "h", "d", List.of("n", "error"), List.of(List.of("10", "0.5"), List.of("1000", "0.25, about")), List.of());

    @Test
    void columnsAreAligned() {
        assertThat(OUTCOME.lines()).containsExactly("n           error", "10            0.5", "1000  0.25, about");
    }

    @Test
    void csvQuotesWhatItMust() throws IOException {
        StringWriter out = new StringWriter();
        OUTCOME.writeCsv(out);
        assertThat(out.toString()).isEqualTo("n,error\n10,0.5\n1000,\"0.25, about\"\n");
    }

    @Test
    void rowsMustFitTheColumns() {
        assertThatThrownBy(() -> new Outcome("h", "d", List.of("a"), List.of(List.of("1", "2")), List.of()))
                .hasMessage("rows must have 1 cells, got 2: [1, 2]");
    }

    @Test
    void quartilesLieBetweenValues() {
        assertThat(Plot.quartiles(List.of(4.0, 1.0, 3.0, 2.0, 5.0))).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
        assertThat(Plot.quartiles(List.of(2.0, 1.0))).containsExactly(1.0, 1.25, 1.5, 1.75, 2.0);
        assertThat(Plot.quartiles(List.of(7.0))).containsOnly(7.0);
    }
}
