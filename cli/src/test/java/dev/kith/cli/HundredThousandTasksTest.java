package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hundred thousand tasks, of which a matrix would take 80 GB: fitted, saved, shown, predicted and adapted. */
class HundredThousandTasksTest {
    private static final int TASKS = 100_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    /** y = a - b, a little else per task. */
    private Path rows(String name, int first, int tasks, int rows, int features) throws IOException {
        SplittableRandom random = new SplittableRandom(first + 4L);
        Path file = dir.resolve(name);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("shop,y");
            for (int j = 0; j < features; j++) {
                out.write(",x" + j);
            }
            for (int t = first; t < first + tasks; t++) {
                double slope = 1 + random.nextGaussian() / 8;
                for (int i = 0; i < rows; i++) {
                    float[] x = new float[features];
                    for (int j = 0; j < features; j++) {
                        x[j] = random.nextInt(2000) / 1000f - 1;
                    }
                    out.write("\ns" + t + "," + (float) (slope * x[0] - x[1] + random.nextGaussian() / 8));
                    for (float value : x) {
                        out.write("," + value);
                    }
                }
            }
            out.write('\n');
        }
        return file;
    }

    /** Every task and the next, and the one a row of so many below it. */
    private Path edges(String name, int tasks, int width) throws IOException {
        Path file = dir.resolve(name);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("a,b\n");
            for (int t = 1; t < tasks; t++) {
                out.write("s" + (t - 1) + ",s" + t + "\n");
                if (width > 0 && t >= width) {
                    out.write("s" + (t - width) + ",s" + t + "\n");
                }
            }
        }
        return file;
    }

    private static Object[] with(Object[] args, Object... more) {
        Object[] all = java.util.Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"stl", "mean", "graph", "mtfl"})
    void areFittedSavedShownPredictedAndAdapted(String method) throws IOException {
        Path model = dir.resolve("model.kith");
        boolean graph = method.equals("graph");
        Object[] fit = {
            "fit",
            rows("rows.csv", 0, TASKS, 2, 2),
            "--task",
            "shop",
            "--target",
            "y",
            "--method",
            method,
            "--lambda",
            0.1,
            "-o",
            model
        };
        Run fitted = kith(graph ? with(fit, "--graph", edges("edges.csv", TASKS, 0)) : fit);
        assertThat(fitted.out()).as(fitted.err()).contains("Converged");
        assertThat(Files.size(model)).isLessThan(150L * TASKS);
        Run shown = kith("show", model);
        assertThat(shown.out()).as(shown.err()).contains("100000: s0, s1");
        Path fresh = rows("fresh.csv", TASKS, 2, 8, 2);
        Path adapted = dir.resolve("adapted.kith");
        Object[] adapt = {"adapt", model, fresh, "-o", adapted};
        Run joined = kith(graph ? with(adapt, "--graph", edges("wider.csv", TASKS + 2, 0)) : adapt);
        assertThat(joined.code()).as(joined.err()).isZero();
        assertThat(Files.size(adapted)).isLessThan(150L * TASKS);
        Run predicted = kith("predict", adapted, fresh);
        assertThat(predicted.out().lines()).as(predicted.err()).hasSize(17);
        assertThat(kith("show", adapted).out()).contains("100002: s0, s1");
    }

    /** The graph as it was given, without a matrix to read it off. */
    @Test
    void theirGraphIsWritten() throws IOException {
        Path model = dir.resolve("model.kith");
        Path edges = edges("edges.csv", 30_000, 0);
        kith(
                "fit",
                rows("rows.csv", 0, 30_000, 2, 2),
                "--task",
                "shop",
                "--target",
                "y",
                "--method",
                "graph",
                "--graph",
                edges,
                "--lambda",
                0.1,
                "-o",
                model);
        Path csv = dir.resolve("graph.csv");
        Run shown = kith("show", model, "--graph", csv);
        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(Files.readAllLines(csv)).hasSizeGreaterThanOrEqualTo(29_999);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mean", "graph", "mtfl"})
    void twentyThousandTasksFitIntoAGigabyte(String method) throws Exception {
        Object[] fit = {
            "fit",
            rows("rows.csv", 0, 20_000, 12, 10),
            "--task",
            "shop",
            "--target",
            "y",
            "--method",
            method,
            "--lambda",
            0.1,
            "-o",
            dir.resolve("model.kith")
        };
        Object[] args = method.equals("graph") ? with(fit, "--graph", edges("edges.csv", 20_000, 141)) : fit;
        List<String> java = List.of("-Xmx1g", "-XX:+UseParallelGC");
        try (KithProcess process = KithProcess.start(java, "", args)) {
            Run run = process.ended();
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).contains("Converged");
        }
    }

    /** A million rows of five numbers are 40 MB, a model 8; before rows were scaled and proven task by task, 300 MB did not do. */
    @ParameterizedTest
    @ValueSource(strings = {"stl", "mean"})
    void twoHundredThousandTasksFitIntoTwoHundredMegabytes(String method) throws Exception {
        Object[] fit = {
            "fit",
            rows("rows.csv", 0, 200_000, 5, 4),
            "--task",
            "shop",
            "--target",
            "y",
            "--method",
            method,
            "--lambda",
            0.1,
            "-o",
            dir.resolve("model.kith")
        };
        List<String> java = List.of("-Xmx200m", "-XX:+UseParallelGC", "-XX:MaxNewSize=128m");
        try (KithProcess process = KithProcess.start(java, "", fit)) {
            Run run = process.ended();
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).contains("Converged");
        }
    }
}
