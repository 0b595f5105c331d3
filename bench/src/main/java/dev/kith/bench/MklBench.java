package dev.kith.bench;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.loss.Losses;
import dev.kith.mkl.MklOptions;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Training;
import dev.kith.structure.TaskTree;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Multi-task learning on hashed features beside LIBLINEAR: {@code bench/run mkl [pooled|own|tree|tasks|memory] [--quick|ROWS]},
 * one part or all. Seconds (processor time of a single thread, elapsed time of several) to relative gaps of 1e-2 and 1e-3, and to the dual objective where LIBLINEAR stops (to 1e-5),
 * beside {@code liblinear-train -s 3} on the pooled rows and on rows augmented with a copy of their columns per task,
 * which is the same problem as shared + own nodes of equal weights.
 */
public final class MklBench {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final double LIBLINEAR_TOLERANCE = 0.1;

    private final int rows;
    private final int tasks;

    private MklBench(int rows) {
        this.rows = rows;
        tasks = rows / 1000;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> parts = new ArrayList<>(List.of(args));
        int rows = parts.remove("--quick") ? 20_000 : 1_000_000;
        if (!parts.isEmpty() && parts.get(parts.size() - 1).matches("[0-9]+")) {
            rows = Integer.parseInt(parts.remove(parts.size() - 1));
        }
        MklBench bench = new MklBench(rows);
        if (parts.isEmpty()) {
            parts.addAll(List.of("pooled", "own", "tree", "tasks", "memory"));
        }
        for (String part : parts) {
            bench.run(part);
        }
        System.out.printf("%nMost memory this process had: %s%n", peakMemory());
    }

    private void run(String part) throws IOException, InterruptedException {
        switch (part) {
            case "pooled" -> {
                Dataset data = header();
                double goal = liblinear("LIBLINEAR, pooled", data, false);
                kith("kith, pooled", data, TaskKernels.union(), INFINITY, 1, goal);
            }
            case "own" -> {
                Dataset data = header();
                double goal = liblinear("LIBLINEAR, augmented", data, true);
                kith("kith, shared + own", data, TaskKernels.sharedAndOwn(), INFINITY, 1, goal);
                kith("the same, warm", data, TaskKernels.sharedAndOwn(), INFINITY, 1, goal);
                kith("the same, 2 threads", data, TaskKernels.sharedAndOwn(), INFINITY, 2, goal);
                kith("weights learned, p = 2", data, TaskKernels.sharedAndOwn(), 2, 1, Double.NaN);
            }
            case "tree" -> {
                Dataset data = header();
                kith("kith, tree, equal weights", data, TaskKernels.tree(threeLevels()), INFINITY, 1, Double.NaN);
                kith("weights learned, p = 2", data, TaskKernels.tree(threeLevels()), 2, 1, Double.NaN);
                kith("the same, 2 threads", data, TaskKernels.tree(threeLevels()), 2, 2, Double.NaN);
            }
            case "tasks" -> {
                System.out.printf("%n%,d rows%n%n| tasks | s a sweep |%n|---:|---:|%n", rows);
                for (int count = 10; count <= 10_000 && count <= rows / 10; count *= 10) {
                    sweeps(HashedTasks.draw(rows, count, 1), count);
                }
            }
            case "memory" -> MklMemory.run(rows, tasks);
            default ->
                throw new IllegalArgumentException("part must be pooled, own, tree, tasks or memory, got " + part);
        }
    }

    private Dataset header() {
        System.out.printf("%n%,d rows, %,d tasks, 2^%d columns%n%n", rows, tasks, HashedTasks.BITS);
        System.out.println(
                "| what | sweeps | s to 1e-2 | to 1e-3 | to LIBLINEAR's dual | dual objective | million rows/s a"
                        + " sweep | memory |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        return HashedTasks.draw(rows, tasks, 1);
    }

    /** Leaves in groups of about sqrt(T) below the root. */
    private TaskTree threeLevels() {
        int group = Math.max(2, (int) Math.sqrt(tasks));
        Map<String, String> parentOf = new LinkedHashMap<>();
        for (int t = 0; t < tasks; t++) {
            parentOf.put("task" + (t + 1), "group" + t / group);
            parentOf.put("group" + t / group, "root");
        }
        return TaskTree.ofParents(parentOf);
    }

    static MklTrainer trainer(TaskKernels tasks, double p, double tolerance, int sweeps, int threads) {
        Training training = MklTrainer.DEFAULT_TRAINING
                .withIntercept(false)
                .withScaling(false, TargetScale.NONE)
                .withStopping(tolerance, sweeps)
                .withThreads(threads);
        return new MklTrainer(
                "mkl",
                Losses.hinge(),
                Views.all(),
                tasks,
                p,
                1,
                training,
                MklOptions.defaults().withNormalizeViews(false));
    }

    /** A step of a fit, and when it was over: seconds since the start. */
    private record Timed(Progress step, double seconds) {
        double dual() {
            return step.objective() * (1 - step.gap());
        }
    }

    private void kith(String name, Dataset data, TaskKernels kernels, double p, int threads, double goal) {
        double start = now(threads);
        List<Timed> steps = new ArrayList<>();
        String[] memory = {""};
        trainer(kernels, p, 1e-3, 300, threads)
                .train(
                        data,
                        step -> steps.add(new Timed(step, now(threads) - start)),
                        plan -> memory[0] = plan.toString());
        Timed first = steps.get(0);
        Timed last = steps.get(steps.size() - 1);
        double speed =
                rows * (double) (last.step.iteration() - first.step.iteration()) / (last.seconds - first.seconds) / 1e6;
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.1f | %.1f | %s | %.1f | %.2f | %s |%n",
                name,
                last.step.iteration(),
                seconds(steps, step -> step.step.gap() <= 1e-2),
                seconds(steps, step -> step.step.gap() <= 1e-3),
                Double.isNaN(goal)
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "%.1f",
                                seconds(steps, step -> step.dual() >= goal - 1e-5 * Math.abs(goal))),
                last.dual(),
                speed,
                memory[0]);
    }

    private static double now(int threads) {
        return (threads == 1 ? THREADS.getCurrentThreadCpuTime() : System.nanoTime()) / 1e9;
    }

    private static double seconds(List<Timed> steps, java.util.function.Predicate<Timed> reached) {
        return steps.stream()
                .filter(reached)
                .mapToDouble(Timed::seconds)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static void sweeps(Dataset data, int tasks) {
        double[] times = new double[5];
        trainer(TaskKernels.sharedAndOwn(), INFINITY, 1e-9, 4, 1).train(data, step -> times[step.iteration()] = now(1));
        System.out.printf(Locale.ROOT, "| %,d | %.2f |%n", tasks, (times[4] - times[1]) / 3);
    }

    /** Returns the dual objective reached, NaN where LIBLINEAR is not installed. */
    private static double liblinear(String name, Dataset data, boolean augmented)
            throws IOException, InterruptedException {
        if (!Liblinear.installed()) {
            System.out.println("liblinear-train is not installed (Debian: liblinear-tools)");
            return Double.NaN;
        }
        Liblinear run = Liblinear.run(data, augmented, LIBLINEAR_TOLERANCE);
        System.out.printf(
                Locale.ROOT,
                "| %s, -e %s | %d | | | %.1f | %.1f | | %.0f MB in all |%n",
                name,
                LIBLINEAR_TOLERANCE,
                run.iterations(),
                run.seconds(),
                run.dual(),
                run.megabytes());
        return run.dual();
    }

    static String peakMemory() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                ? Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmHWM"))
                        .map(line -> line.substring("VmHWM:".length()).strip())
                        .findFirst()
                        .orElse("unknown")
                : "unknown";
    }
}
