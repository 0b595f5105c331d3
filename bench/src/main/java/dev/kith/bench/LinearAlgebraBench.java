package dev.kith.bench;

import dev.kith.experiments.classical.Stopwatch;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Products, symmetric eigenvalues and Cholesky factors by both backends, one thread, beside NumPy in the same run:
 * {@code bench/run linalg [SIZES]}. Rounds alternate between the three and the fastest round counts.
 *
 * <p>GFLOP/s are nominal: 2 n^3 for a product, n^3 / 3 for a Cholesky factor, 9 n^3 for eigenvalues and vectors.
 */
final class LinearAlgebraBench {
    private static final int ROUNDS = 3;
    private static final List<String> PROBLEMS = List.of("gemm", "eigen", "cholesky");

    private final List<Integer> sizes;
    private final Map<String, Double> seconds = new TreeMap<>();
    private String numpy = "";

    private LinearAlgebraBench(List<Integer> sizes) {
        this.sizes = sizes;
    }

    /** Runs the benchmark for the sizes given, or 200, 500, 1000 and 2000. */
    public static void main(String[] arguments) throws IOException {
        List<String> sizes = arguments.length == 0 ? List.of("200", "500", "1000", "2000") : List.of(arguments);
        new LinearAlgebraBench(sizes.stream().map(Integer::valueOf).toList()).run();
    }

    private void run() throws IOException {
        LinearAlgebra best = LinearAlgebra.best();
        for (int round = 1; round <= ROUNDS; round++) {
            System.err.println("round " + round + " of " + ROUNDS);
            measure("java", LinearAlgebra.pureJava());
            measure("best", best);
            measureNumpy();
        }
        System.out.println("java: " + LinearAlgebra.pureJava().name() + ", JDK " + Runtime.version());
        System.out.println("best: " + best.name());
        System.out.println(numpy.isEmpty() ? "numpy: not found, set PYTHON to a Python that has it" : numpy);
        System.out.println();
        print();
    }

    private void measure(String backend, LinearAlgebra algebra) {
        for (int n : sizes) {
            Random random = new Random(n);
            double[] entries = new double[n * n];
            Arrays.setAll(entries, k -> random.nextGaussian());
            Matrix a = Matrix.wrap(n, n, entries);
            Matrix b = a.copy();
            Matrix s = algebra.multiplyTransposeB(a, b).plusDiagonal(1);
            record("gemm", n, backend, Stopwatch.least(() -> algebra.multiply(a, b)));
            record("eigen", n, backend, Stopwatch.least(() -> algebra.eigen(s)));
            record("cholesky", n, backend, Stopwatch.least(() -> algebra.cholesky(s)));
        }
    }

    private void record(String problem, int n, String who, double time) {
        seconds.merge(key(problem, n, who), time, Math::min);
    }

    private static String key(String problem, int n, String who) {
        return problem + " " + n + " " + who;
    }

    private void measureNumpy() throws IOException {
        String chosen = System.getenv("PYTHON");
        for (String python : chosen == null ? List.of("/usr/bin/python3", "python3") : List.of(chosen)) {
            if (numpy.isEmpty() || numpy.endsWith(python)) {
                List<String> lines = runPython(python);
                lines.forEach(line -> readNumpy(line, python));
                if (!lines.isEmpty()) {
                    return;
                }
            }
        }
    }

    private void readNumpy(String line, String python) {
        String[] words = line.split(" ", -1);
        if (words[0].equals("version")) {
            numpy = "numpy: " + words[2] + ", " + python;
        } else {
            record(words[0], Integer.parseInt(words[1]), "numpy", Double.parseDouble(words[2]));
        }
    }

    /** The lines the script printed; none if there is no such Python or it has no NumPy. */
    private List<String> runPython(String python) throws IOException {
        List<String> command = new ArrayList<>(List.of(python, "bench/numpy_linalg.py"));
        sizes.forEach(n -> command.add(n.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("OPENBLAS_NUM_THREADS", "1");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return List.of();
        }
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            return out.lines().toList();
        }
    }

    private void print() {
        System.out.println(
                "| problem | n | java GFLOP/s | best GFLOP/s | numpy GFLOP/s | java / numpy time | best / numpy time |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|");
        for (String problem : PROBLEMS) {
            for (int n : sizes) {
                double work = operations(problem, n) * 1e-9;
                ToDoubleFunction<String> time = who -> seconds.getOrDefault(key(problem, n, who), Double.NaN);
                System.out.printf(
                        "| %s | %d | %.1f | %.1f | %.1f | %.2f | %.2f |%n",
                        problem,
                        n,
                        work / time.applyAsDouble("java"),
                        work / time.applyAsDouble("best"),
                        work / time.applyAsDouble("numpy"),
                        time.applyAsDouble("java") / time.applyAsDouble("numpy"),
                        time.applyAsDouble("best") / time.applyAsDouble("numpy"));
            }
        }
    }

    private static double operations(String problem, double n) {
        return n
                * n
                * n
                * switch (problem) {
                    case "gemm" -> 2;
                    case "eigen" -> 9;
                    default -> 1.0 / 3;
                };
    }
}
