package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void everyScriptKnowsCommandsAndTheirOptions(String shell) {
        Run run = kith("completion", shell);
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("compare", "intercept-cost", "stream");
    }

    /** The shell itself is asked, as a user asks it with the tabulator. */
    @Test
    void bashCompletesCommandsOptionsAndValues() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash here");
        Path script = Files.writeString(
                dir.resolve("kith.bash"), kith("completion", "bash").out());
        assertThat(completed(script, "kith", "ada")).containsExactly("adapt");
        assertThat(completed(script, "kith", "fit", "--interc")).containsExactly("--intercept-cost");
        assertThat(completed(script, "kith", "extract", "--format", "c")).containsExactly("csv");
        assertThat(completed(script, "kith", "fit", "--method", "mt"))
                .contains("mtfl", "mtrl")
                .doesNotContain("mean");
    }

    @Test
    void fishIsToldWhichOptionsTakeFiles() {
        List<String> lines = kith("completion", "fish").out().lines().toList();
        assertThat(lines)
                .anyMatch(line -> line.startsWith(
                        "complete -c kith -n '__fish_seen_subcommand_from extract' -s o -l output -r -F"))
                .anyMatch(line -> line.contains("-l task -x"))
                .allMatch(line -> line.startsWith("complete -c kith ") || line.startsWith("#"));
    }

    @Test
    void anotherShellIsRefusedWithThoseThereAre() {
        Run run = kith("completion", "tcsh");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("tcsh").containsIgnoringCase("bash");
    }

    private static List<String> completed(Path script, String... words) throws IOException, InterruptedException {
        String asked = "source '" + script + "'; COMP_WORDS=(" + String.join(" ", words) + "); COMP_CWORD="
                + (words.length - 1) + "; _complete_kith; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("/bin/bash", "-c", asked)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return said.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }
}
