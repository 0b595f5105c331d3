package dev.kith.bench;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.mkl.MklOptions;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.model.Fit;
import dev.kith.model.NodeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The whole way from a file to a model in programs of their own with little memory, beside LIBLINEAR on the same rows
 * with a copy of every column per task: {@code bench/run mkl memory [ROWS]}. The data are in memory where they fit the
 * limit, on disk where they do not.
 */
public final class MklMemory {
    private MklMemory() {}

    static void run(int rows, int tasks) throws IOException, InterruptedException {
        System.out.printf(
                Locale.ROOT,
                "%n%,d rows, %,d tasks, 2^%d columns, from file to model%n%n",
                rows,
                tasks,
                HashedTasks.BITS);
        System.out.println("| what | sweeps | s in all | s learning | objective | most memory | plan |");
        System.out.println("|---|---:|---:|---:|---:|---:|---|");
        Path file = Files.createTempFile("kith-bench", ".svm");
        try {
            write(rows, tasks, file);
            // Heap and limit in megabytes for a million rows; the heap has room for the young generation and the
            // reader.
            for (int[] megabytes : new int[][] {{1090, 1045}, {970, 930}}) {
                int heap = Math.max(64, (int) (megabytes[0] * (long) rows / 1_000_000));
                child(file, heap, (long) (megabytes[1] * (1L << 20) * (rows / 1e6)));
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void write(int rows, int tasks, Path file) throws IOException, InterruptedException {
        Dataset data = HashedTasks.draw(rows, tasks, 1);
        HashedTasks.writeTasks(data, file);
        if (Liblinear.installed()) {
            Liblinear run = Liblinear.run(data, true, 0.1);
            System.out.printf(
                    Locale.ROOT,
                    "| LIBLINEAR, augmented, -e 0.1 | %d | | %.1f | %.1f | %.0f MB | |%n",
                    run.iterations(),
                    run.seconds(),
                    run.dual(),
                    run.megabytes());
        }
    }

    private static void child(Path file, int heap, long limit) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmn" + Math.max(8, heap / 32) + "m",
                "-Xmx" + heap + "m",
                "-cp",
                System.getProperty("java.class.path"),
                MklMemory.class.getName(),
                file.toString(),
                Long.toString(limit)));
        System.out.printf("| kith, -Xmx%dm ", heap);
        System.out.flush();
        new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /** One fit in this program: FILE LIMIT. */
    public static void main(String[] args) throws IOException {
        long start = System.nanoTime();
        Path file = Path.of(args[0]);
        MklTrainer plain = MklBench.trainer(TaskKernels.sharedAndOwn(), Double.POSITIVE_INFINITY, 1e-3, 300, 1);
        MklOptions options = plain.options().withMemory(Long.parseLong(args[1]));
        MklTrainer trainer = new MklTrainer(
                plain.method(),
                plain.loss(),
                plain.views(),
                plain.tasks(),
                plain.p(),
                plain.c(),
                plain.training(),
                options);
        String[] plan = {""};
        Dataset data = Tables.read(file).datasetOnFile(Roles.none());
        Fit<NodeModel> fit = trainer.train(data, step -> {}, p -> plan[0] = p.toString());
        Path model = Files.createTempFile("kith-bench", ".kith");
        ModelFile.write(fit.model(), model);
        Files.delete(model);
        System.out.printf(
                Locale.ROOT,
                "| %d | %.1f | %.1f | %.1f | %s | %s |%n",
                fit.report().iterations(),
                (System.nanoTime() - start) / 1e9,
                fit.report().seconds(),
                fit.report().objective() * (1 - fit.report().gap()),
                MklBench.peakMemory(),
                plan[0]);
    }
}
