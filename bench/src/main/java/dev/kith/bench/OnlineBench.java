package dev.kith.bench;

import dev.kith.linalg.Matrix;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.TaskRelations;
import dev.kith.online.UniformSharing;
import dev.kith.online.Update;
import dev.kith.online.perceptron.RelatedPerceptron;
import dev.kith.online.perceptron.SharedPerceptron;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;

/**
 * Examples a second of the online learners on rows of 70 of 50,000 features, beside a single-task Perceptron loop on one
 * array, scikit-learn's Perceptron on own + shared copies of the features, and the whole of {@code kith stream}.
 *
 * <p>Times are CPU times, so that other work on the machine disturbs less; the median of the passes after warming up.
 */
public final class OnlineBench {
    private static final int ROWS = 200_000;
    private static final int PASSES = 8;
    private static final int WARM_UP = 3;

    private OnlineBench() {}

    /** Arguments: the number of rows, then the numbers of tasks, or {@code stream} for {@code kith stream} alone. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : ROWS;
        List<String> parts = args.length > 1
                ? List.of(args).subList(1, args.length)
                : List.of("4", "100", "10000", OnlineStreamBench.NAME);
        System.out.println("| learner | tasks | million examples/s | of the single-task loop | mistakes, first pass |");
        System.out.println("|---|---|---|---|---|");
        for (String part : parts) {
            if (part.equals(OnlineStreamBench.NAME)) {
                OnlineStreamBench.run(OnlineRows.draw(rows, 100, 2));
            } else {
                learners(OnlineRows.draw(rows, Integer.parseInt(part), 1), Integer.parseInt(part));
            }
        }
    }

    private static void learners(OnlineRows data, int tasks) throws IOException, InterruptedException {
        double single = report("single-task loop, one array", tasks, data.size(), 0, plain(data));
        UniformSharing four = new UniformSharing(4);
        report("kith, b = 4", tasks, data.size(), single, loop(data, new SharedPerceptron(four)));
        SharedPerceptron auto = SharedPerceptron.auto(new Update.Mistake(), false);
        report("kith, b auto", tasks, data.size(), single, loop(data, auto));
        SharedPerceptron averaged = new SharedPerceptron(four, new Update.Mistake(), true);
        report("kith, b = 4, averaged", tasks, data.size(), single, loop(data, averaged));
        if (tasks <= 100) {
            Matrix clique = Matrix.zeros(tasks, tasks).map(x -> 1);
            RelatedPerceptron related = new RelatedPerceptron(TaskRelations.graph(clique));
            report("kith, full interaction matrix", tasks, data.size(), single, loop(data, related));
            System.out.print(output(python(), "bench/sklearn_online.py", Integer.toString(tasks)));
        }
    }

    private static double report(String name, int tasks, int rows, double single, IntSupplier pass) {
        double[] seconds = new double[PASSES];
        int first = 0;
        for (int k = 0; k < PASSES; k++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            int mistakes = pass.getAsInt();
            seconds[k] = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e9;
            first = k == 0 ? mistakes : first;
        }
        Arrays.sort(seconds, WARM_UP, PASSES);
        double speed = rows / seconds[(WARM_UP + PASSES) / 2] / 1e6;
        System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %.2f | %.2f | %,d |%n",
                name,
                tasks,
                speed,
                single == 0 ? 1 : speed / single,
                first);
        return speed;
    }

    /** Margins and updates on one array, tasks ignored: what a careful single-task Perceptron costs. */
    private static IntSupplier plain(OnlineRows data) {
        double[] w = new double[OnlineRows.FEATURES];
        int[] indices = data.indices();
        double[] values = data.values();
        return () -> {
            int mistakes = 0;
            for (int n = 0; n < data.size(); n++) {
                int from = n * OnlineRows.NON_ZEROS;
                int to = from + OnlineRows.NON_ZEROS;
                double even = 0;
                double odd = 0;
                for (int k = from; k + 1 < to; k += 2) {
                    even += values[k] * w[indices[k]];
                    odd += values[k + 1] * w[indices[k + 1]];
                }
                double y = data.labels()[n];
                if (OnlineLearner.mistaken(y, even + odd)) {
                    mistakes++;
                    for (int k = from; k < to; k++) {
                        w[indices[k]] += y * values[k];
                    }
                }
            }
            return mistakes;
        };
    }

    private static IntSupplier loop(OnlineRows data, OnlineLearner learner) {
        Row row = new Row();
        return () -> {
            int mistakes = 0;
            for (int n = 0; n < data.size(); n++) {
                int from = n * OnlineRows.NON_ZEROS;
                row.point(data.indices(), data.values(), from, from + OnlineRows.NON_ZEROS);
                double y = data.labels()[n];
                mistakes += OnlineLearner.mistaken(y, learner.learn(data.tasks()[n], row, y)) ? 1 : 0;
            }
            return mistakes;
        };
    }

    private static String python() {
        String named = System.getenv("PYTHON");
        return named == null ? "python3" : named;
    }

    /** What a command prints; empty when it fails, its own message having gone to standard error. */
    static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? text : "";
    }
}
