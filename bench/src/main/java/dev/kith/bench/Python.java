package dev.kith.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs a script of this directory with one OpenBLAS thread. */
final class Python {
    private Python() {}

    /** What the script prints; nothing where there is no Python that can run it. PYTHON names another one. */
    static List<String> lines(String script, String... arguments) throws IOException {
        String chosen = System.getenv("PYTHON");
        for (String python : chosen == null ? List.of("/usr/bin/python3", "python3") : List.of(chosen)) {
            List<String> command = new ArrayList<>(List.of(python, script));
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("OPENBLAS_NUM_THREADS", "1");
            try (BufferedReader out = builder.start().inputReader(StandardCharsets.UTF_8)) {
                List<String> lines = out.lines().toList();
                if (!lines.isEmpty()) {
                    return lines;
                }
            } catch (IOException notThere) {
                // the next one, then
            }
        }
        return List.of();
    }
}
