package dev.kith.bench;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.experiments.classical.Stopwatch;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Logistic and hinge fits to a certified gap beside scikit-learn's lbfgs and LIBLINEAR at the same objective: {@code
 * bench/run losses [--quick]}. Seconds are processor time of one thread, ours the least of several runs after warming up.
 */
final class LossesBench {
    private static final double TOLERANCE = 1e-6;

    private final int rows;
    private final int tasks;
    private final int d;
    private final double[] x;
    private final int[] task;
    private final double[] y;

    private LossesBench(boolean quick) {
        rows = quick ? 4_000 : 100_000;
        tasks = quick ? 10 : 50;
        d = quick ? 10 : 50;
        x = new double[rows * d];
        task = new int[rows];
        y = new double[rows];
        draw(new Random(1));
    }

    /** Tasks share a direction and have one of their own; features have a common part; a tenth of the labels are noise. */
    private void draw(Random random) {
        double[][] w = new double[tasks + 1][d];
        for (double[] each : w) {
            for (int j = 0; j < d; j++) {
                each[j] = random.nextGaussian() / Math.sqrt(d);
            }
        }
        for (int i = 0; i < rows; i++) {
            task[i] = (int) (i * 2_654_435_761L % rows) % tasks;
            double common = random.nextGaussian();
            double z = 0.3;
            for (int j = 0; j < d; j++) {
                x[i * d + j] = random.nextGaussian() + 0.5 * common;
                z += x[i * d + j] * (2 * w[tasks][j] + w[task[i]][j]);
            }
            y[i] = (random.nextDouble() < 1 / (1 + Math.exp(-z))) == random.nextDouble() < 0.95 ? 1 : -1;
        }
    }

    /** Runs everything, or the jobs named; {@code --quick} takes small sizes, to see that it works. */
    public static void main(String[] arguments) throws IOException {
        List<String> named = new ArrayList<>(List.of(arguments));
        boolean quick = named.remove("--quick");
        new LossesBench(quick).run(named);
    }

    /** LOSS:METHOD:LAMBDA:INTERCEPT. */
    private record Job(String loss, String method, double lambda, boolean intercept) {
        static Job of(String text) {
            String[] parts = text.split(":", -1);
            return new Job(parts[0], parts[1], Double.parseDouble(parts[2]), Boolean.parseBoolean(parts[3]));
        }

        Loss of() {
            return loss.equals("hinge") ? Losses.hinge() : Losses.logistic();
        }

        Relation relation() {
            return method.equals("stl")
                    ? Relations.independent()
                    : method.equals("mean") ? Relations.mean(1) : Relations.schatten(1);
        }

        /** The job whose peer it has: a trace norm has none but the same tasks learned alone. */
        Job peer() {
            return method.equals("mtfl") || (method.equals("mean") && loss.equals("logistic"))
                    ? new Job(loss, "stl", lambda, intercept)
                    : this;
        }

        @Override
        public String toString() {
            return loss + ":" + method + ":" + lambda + ":" + intercept;
        }
    }

    private static List<Job> all() {
        List<Job> jobs = new ArrayList<>();
        for (String method : List.of("stl", "mean", "mtfl")) {
            for (double lambda : new double[] {0.01, 0.001}) {
                jobs.add(new Job("logistic", method, lambda, true));
            }
        }
        for (String method : List.of("stl", "mean", "mtfl")) {
            for (double lambda : new double[] {0.1, 0.01}) {
                jobs.add(new Job("hinge", method, lambda, false));
                if (method.equals("stl")) {
                    jobs.add(new Job("hinge", method, lambda, true));
                }
            }
        }
        return jobs;
    }

    private void run(List<String> named) throws IOException {
        List<Job> jobs = named.isEmpty() ? all() : named.stream().map(Job::of).toList();
        List<String> peers = peers(jobs);
        System.out.println(LinearAlgebra.best().name() + ", JDK " + Runtime.version() + ", " + peers.get(0) + ", "
                + rows + " rows\n");
        String header = "| loss | method | lambda | intercepts | kith objective | gap | iterations | seconds | peer's"
                + " objective | its seconds | ratio |";
        System.out.println(header + "\n" + header.replaceAll("[^|]+", "---:"));
        Dataset data = data();
        for (Job job : jobs) {
            Training training = Training.defaults()
                    .withIntercept(job.intercept)
                    .withScaling(false, TargetScale.NONE)
                    .withStopping(TOLERANCE, 100_000);
            ConvexTrainer trainer = new ConvexTrainer(job.of(), new Linear(), job.relation(), job.lambda, training);
            FitReport[] report = new FitReport[1];
            double seconds =
                    Stopwatch.least(() -> report[0] = trainer.train(data).report());
            row(job, report[0], seconds, peers);
        }
    }

    private Dataset data() {
        Matrix matrix = Matrix.zeros(rows, d);
        System.arraycopy(x, 0, matrix.data(), 0, x.length);
        return Dataset.ofLong(new DenseInputs(matrix, Names.numbered("x", d)), Names.numbered("t", tasks), task, y);
    }

    private List<String> peers(List<Job> jobs) throws IOException {
        Path file = Files.createTempFile("kith-bench", ".bin");
        try {
            ByteBuffer bytes = ByteBuffer.allocate(8 * (x.length + 2 * rows)).order(ByteOrder.LITTLE_ENDIAN);
            for (double value : x) {
                bytes.putDouble(value);
            }
            for (int value : task) {
                bytes.putDouble(value);
            }
            for (double value : y) {
                bytes.putDouble(value);
            }
            Files.write(file, bytes.array());
            List<String> arguments = new ArrayList<>(
                    List.of(file.toString(), Integer.toString(rows), Integer.toString(d), Integer.toString(tasks)));
            jobs.stream().map(Job::peer).map(Job::toString).distinct().forEach(arguments::add);
            List<String> lines = Python.lines("bench/sklearn_losses.py", arguments.toArray(new String[0]));
            return lines.isEmpty() ? List.of("scikit-learn not found, set PYTHON to a Python that has it") : lines;
        } finally {
            Files.delete(file);
        }
    }

    /** The peer's first tolerance whose objective is as near the smallest as ours is proven to be, or its best. */
    private static void row(Job job, FitReport report, double seconds, List<String> peers) {
        String theirs = "| - | - | - |";
        boolean same = job.peer().equals(job);
        for (String line : peers) {
            String[] parts = line.split(" ", -1);
            if (parts[0].equals(job.peer().toString())) {
                double objective = Double.parseDouble(parts[2]);
                double time = Double.parseDouble(parts[3]);
                theirs = String.format(Locale.ROOT, "| %.8f | %.3f | %.2f |", objective, time, seconds / time);
                if (same ? objective <= report.objective() * (1 + TOLERANCE) : parts[1].equals("1e-06")) {
                    break;
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.8f | %.1e | %d | %.3f %s%n",
                job.loss,
                job.method,
                job.lambda,
                job.intercept ? "yes" : "no",
                report.objective(),
                report.gap(),
                report.iterations(),
                seconds,
                theirs);
    }
}
