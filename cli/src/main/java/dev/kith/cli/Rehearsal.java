package dev.kith.cli;

import dev.kith.cli.terminal.Ending;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Does small work of the usual kinds and prints nothing. The launcher runs it once for a Java and a build, to record which
 * classes the program loads and what it does with them, so that later starts find them ready.
 */
public final class Rehearsal {
    private Rehearsal() {}

    /**
     * Runs everything once.
     *
     * @param args the directory to work in, which is there and empty; the caller removes it
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("one directory is needed, got " + args.length);
        }
        for (List<String> line : lines(Path.of(args[0]))) {
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            int code = Main.run(new Ending(), nowhere, nowhere, line.toArray(String[]::new));
            if (code != 0) {
                throw new IllegalStateException("kith " + String.join(" ", line) + " ended with " + code);
            }
        }
    }

    /** Command lines, each of which works on what those before it left. */
    private static List<List<String>> lines(Path directory) throws IOException {
        Path rows = directory.resolve("rows.csv");
        Path model = directory.resolve("mean.kith");
        Files.writeString(rows, rows());
        List<String> task = List.of("--task", "shop", "--target", "sold");
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("--version"));
        lines.add(List.of("fit", "--help"));
        lines.add(joined(List.of("fit", "" + rows, "--method", "mean", "--lambda", "auto", "-o", "" + model), task));
        lines.add(joined(
                List.of(
                        "fit",
                        "" + rows,
                        "--method",
                        "mtfl",
                        "--lambda",
                        "0.1",
                        "-o",
                        "" + directory.resolve("mtfl.kith")),
                task));
        lines.add(List.of("predict", "" + model, "" + rows));
        lines.add(List.of("show", "" + model));
        lines.add(joined(
                List.of("stream", "" + rows, "--learner", "adaptive"), List.of("--task", "shop", "--target", "open")));
        return lines;
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static String rows() {
        StringBuilder text = new StringBuilder("shop,sold,open,price,rain\n");
        for (int n = 0; n < 60; n++) {
            text.append("shop")
                    .append(n % 3)
                    .append(',')
                    .append(n % 7 + n / 10.0)
                    .append(',')
                    .append(n % 2);
            text.append(',')
                    .append(n * n % 11 / 2.0)
                    .append(',')
                    .append(n * 5 % 13 - 6.25)
                    .append('\n');
        }
        return text.toString();
    }
}
