package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Here without experiments; those that run them are in their own module. */
class ReproduceTest {
    @ParameterizedTest
    @ValueSource(strings = {"--list", "circle", "all"})
    void withoutExperimentsItSaysWhereTheyAre(String argument) {
        Run run = kith("reproduce", argument);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().strip())
                .isEqualTo(
                        "kith reproduce: the published experiments are not part of this installation; they run from the"
                                + " sources of kith: get these and use the ./kith in their top directory");
    }

    @Test
    void itExplainsItselfAllTheSame() {
        assertThat(kith("reproduce", "--help").out()).contains("Rerun a published experiment");
    }
}
