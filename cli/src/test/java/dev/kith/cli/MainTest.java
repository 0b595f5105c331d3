package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void versionNamesProgramAlgebraAndJava() {
        Run run = Run.kith("--version");
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out().lines())
                .satisfiesExactly(
                        first -> assertThat(first).matches("kith \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?"),
                        second -> assertThat(second).startsWith("linear algebra: "),
                        third -> assertThat(third).startsWith("java: " + Runtime.version()));
        assertThat(run.err()).isEmpty();
    }

    @Test
    void aloneExplainsItself() {
        Run run = Run.kith();
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).startsWith("Usage: kith").contains("Exit codes: 0 done");
    }

    @Test
    void unknownOptionIsWrongUsageWithASuggestion() {
        Run run = Run.kith("--verison");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo("kith: Unknown option: '--verison'\nDid you mean: --version?\nHelp: kith --help\n");
    }
}
