package dev.kith.bench;

import dev.kith.data.Dataset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One run of {@code liblinear-train -s 3} (dual ascent for the hinge loss).
 *
 * @param seconds processor time beyond that of reading the file
 * @param dual the value of the dual objective it ends with
 * @param megabytes peak resident memory
 */
record Liblinear(int iterations, double seconds, double dual, double megabytes) {
    static boolean installed() {
        try {
            new ProcessBuilder("liblinear-train")
                    .redirectErrorStream(true)
                    .start()
                    .destroy();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** LIBLINEAR runs twice, the first time with a tolerance that it meets at once, to know what reading takes. */
    static Liblinear run(Dataset data, boolean augmented, double tolerance) throws IOException, InterruptedException {
        Path file = Files.createTempFile("kith-bench", ".svm");
        try {
            HashedTasks.write(data, augmented, file);
            String reading = log(1e9, file);
            String log = log(tolerance, file);
            double oneIteration = (number(log, "cpu ") - number(reading, "cpu "))
                    / Math.max(1, number(log, "#iter = ") - number(reading, "#iter = "));
            return new Liblinear(
                    (int) number(log, "#iter = "),
                    number(log, "cpu ") - number(reading, "cpu ") + number(reading, "#iter = ") * oneIteration,
                    -number(log, "Objective value = "),
                    number(log, "resident ") / 1024);
        } finally {
            Files.delete(file);
        }
    }

    private static String log(double tolerance, Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "/usr/bin/time",
                        "-f",
                        "cpu %U\nresident %M",
                        "liblinear-train",
                        "-s",
                        "3",
                        "-c",
                        "1",
                        "-e",
                        Double.toString(tolerance),
                        file.toString(),
                        "/dev/null")
                .redirectErrorStream(true)
                .start();
        String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return log;
    }

    private static double number(String log, String label) {
        int at = log.lastIndexOf(label);
        String text = at < 0
                ? "NaN"
                : log.substring(at + label.length()).lines().findFirst().orElse("NaN");
        return Double.parseDouble(text.strip());
    }
}
