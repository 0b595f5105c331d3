package dev.kith.check;

import dev.kith.check.exact.KernelKind;
import dev.kith.check.exact.LossKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Draws hostile problems: small ones, each with a few of the things that break certificates. The seed says all. */
final class Generator {
    private static final int UNKNOWNS = 60;
    private static final Set<String> LINEAR_ONLY =
            Set.of("l21", "l1", "elastic", "union", "individual", "vanilla", "mkl");

    private final Random random;
    private final long seed;
    private final Set<String> kinds = new TreeSet<>();

    private Generator(long seed) {
        this.seed = seed;
        // neighbouring seeds of java.util.Random begin alike
        random = new Random(seed * 0x9E3779B97F4A7C15L ^ 0x5DEECE66DL);
        random.nextLong();
    }

    static Problem problem(long seed, List<String> methods) {
        return new Generator(seed).draw(methods);
    }

    private boolean odds(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private Problem draw(List<String> methods) {
        String name = methods.get(random.nextInt(methods.size()));
        boolean explicit = LINEAR_ONLY.contains(name) || odds(2);
        KernelKind kernel = explicit ? KernelKind.LINEAR : kernel();
        int tasks = 1 + random.nextInt(kernel.linear() ? 6 : 4);
        int d = 1 + random.nextInt(8);
        if (kernel.linear() && odds(8)) {
            d = 9 + random.nextInt(20);
            tasks = 1 + random.nextInt(Math.max(1, UNKNOWNS / d));
        }
        LossKind loss = odds(3) ? otherLoss() : loss();
        boolean wide = odds(2);
        int inputs = 1 + random.nextInt(kernel.linear() ? (odds(4) ? 80 : 20) : Math.min(16, UNKNOWNS / tasks));
        double[][] x = inputs(inputs, d);
        Observations seen = observations(inputs, tasks, wide);
        boolean sparse = kernel.linear() && odds(10);
        if (sparse) {
            kinds.add("sparse");
            for (double[] row : x) {
                for (int j = 0; j < d; j++) {
                    row[j] = odds(2) ? 0 : row[j];
                }
            }
        }
        double[] label = labels(x, seen, tasks, loss);
        double[] weight = weights(seen.row.length);
        kinds.add(inputs < d ? "n < d" : wide ? "wide" : "long");
        double lambda = lambda();
        Problem.Setup setup = setup(kernel);
        Method method = Methods.draw(name, random, tasks);
        return new Problem(
                seed, x, tasks, seen.row, seen.task, label, weight, sparse, loss, kernel, lambda, setup, method, kinds);
    }

    private LossKind loss() {
        if (odds(2)) {
            return odds(4) ? LossKind.ABSOLUTE : LossKind.SQUARED;
        }
        return odds(2) ? LossKind.LOGISTIC : LossKind.HINGE;
    }

    private LossKind otherLoss() {
        List<LossKind> others = List.of(
                LossKind.HUBER, LossKind.INSENSITIVE, LossKind.QUANTILE, LossKind.POISSON, LossKind.SQUARED_HINGE);
        return others.get(random.nextInt(others.size()));
    }

    private KernelKind kernel() {
        int which = random.nextInt(3);
        if (which == 2) {
            return new KernelKind("polynomial", 1 + random.nextInt(3), random.nextInt(2));
        }
        double width = Methods.power(random, -1, odds(3) ? 5 : 1);
        if (width > 30) {
            kinds.add("wide kernel");
        }
        return new KernelKind(which == 0 ? "gaussian" : "laplace", width, 0);
    }

    private double lambda() {
        if (odds(40)) {
            kinds.add("lambda 1e-300");
            return 1e-300;
        }
        boolean extreme = odds(4);
        double lambda = extreme ? Methods.power(random, -12, 6) : Methods.power(random, -5, 1);
        if (lambda < 1e-7) {
            kinds.add("small lambda");
        }
        return lambda;
    }

    private Problem.Setup setup(KernelKind kernel) {
        boolean standardize = odds(2);
        String target = List.of("ALL", "TASK", "NONE").get(random.nextInt(3));
        double tolerance = odds(3) ? Methods.power(random, -12, -3) : 1e-6;
        boolean cut = odds(6);
        if (cut) {
            kinds.add("few iterations");
        }
        if (!standardize) {
            kinds.add("not standardised");
        }
        String solver = odds(6) ? "ALTERNATING" : "AUTO";
        if (solver.equals("ALTERNATING")) {
            kinds.add("alternating");
        }
        int most = cut ? 1 + random.nextInt(20) : solver.equals("AUTO") ? 3000 : 150;
        return new Problem.Setup(
                !odds(3), standardize, target, odds(2), tolerance, most, solver, approximation(kernel));
    }

    private String approximation(KernelKind kernel) {
        if (kernel.linear() || !odds(3)) {
            return "none";
        }
        // sines of 1e100 radians say nothing
        boolean tame = !kernel.name().equals("polynomial") && !kinds.contains("scales 1e+-100");
        boolean fourier = tame && odds(2);
        String kind = fourier
                ? "fourier"
                : List.of("landmarks", "uniform", "leverage").get(random.nextInt(3));
        kinds.add(fourier ? "fourier" : "landmarks");
        return kind + ":" + (1 + random.nextInt(8));
    }

    private double[][] inputs(int n, int d) {
        double[][] x = new double[n][d];
        for (double[] row : x) {
            for (int j = 0; j < d; j++) {
                row[j] = random.nextGaussian();
            }
        }
        if (odds(4) && d > 1) {
            collinear(x);
        }
        if (odds(6)) {
            kinds.add("duplicate rows");
            for (int i = 0; i < n; i++) {
                x[i] = odds(2) ? x[random.nextInt(n)].clone() : x[i];
            }
        }
        if (odds(3)) {
            scales(x);
        }
        if (odds(3)) {
            offsets(x);
        }
        if (odds(8)) {
            kinds.add("constant feature");
            double value = odds(2) ? 0 : Methods.power(random, -8, 8);
            int j = random.nextInt(d);
            for (double[] row : x) {
                row[j] = value;
            }
        }
        return x;
    }

    private void collinear(double[][] x) {
        double noise = new double[] {0, 1e-12, 1e-7}[random.nextInt(3)];
        kinds.add(noise == 0 ? "collinear" : "nearly collinear");
        int d = x[0].length;
        int j = random.nextInt(d);
        int k = (j + 1 + random.nextInt(d - 1)) % d;
        double factor = odds(2) ? 1 : random.nextGaussian();
        for (double[] row : x) {
            row[j] = factor * row[k] + noise * random.nextGaussian();
        }
    }

    private void scales(double[][] x) {
        double[] scale = new double[x[0].length];
        boolean same = odds(2);
        boolean extreme = odds(8);
        kinds.add(extreme ? "scales 1e+-100" : "scales");
        double common = extreme ? (odds(2) ? 1e-100 : 1e100) : Methods.power(random, -8, 8);
        for (int j = 0; j < scale.length; j++) {
            scale[j] = same || extreme ? common : Methods.power(random, -8, 8);
        }
        for (double[] row : x) {
            for (int j = 0; j < scale.length; j++) {
                row[j] *= scale[j];
            }
        }
    }

    private void offsets(double[][] x) {
        kinds.add("offset");
        double[] offset = new double[x[0].length];
        boolean same = odds(2);
        double common = Methods.power(random, 2, 8);
        for (int j = 0; j < offset.length; j++) {
            offset[j] = same ? common : odds(2) ? 0 : Methods.power(random, 0, 8);
        }
        for (double[] row : x) {
            for (int j = 0; j < offset.length; j++) {
                row[j] += offset[j];
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Observations(int[] row, int[] task) {}

    private Observations observations(int inputs, int tasks, boolean wide) {
        List<int[]> seen = new ArrayList<>();
        int empty = odds(10) && tasks > 1 ? random.nextInt(tasks) : -1;
        boolean missing = odds(2);
        for (int i = 0; i < inputs; i++) {
            int own = random.nextInt(tasks);
            for (int t = 0; t < tasks; t++) {
                if (t != empty && (wide ? !missing || odds(2) : t == own)) {
                    seen.add(new int[] {i, t});
                }
            }
        }
        if (seen.isEmpty()) {
            seen.add(new int[] {0, 0});
        }
        if (empty >= 0) {
            kinds.add("task without rows");
        }
        if (wide && missing) {
            kinds.add("missing labels");
        }
        return new Observations(
                seen.stream().mapToInt(o -> o[0]).toArray(),
                seen.stream().mapToInt(o -> o[1]).toArray());
    }

    private double[] labels(double[][] x, Observations seen, int tasks, LossKind loss) {
        double[] spread = new double[x[0].length];
        for (double[] row : x) {
            for (int j = 0; j < spread.length; j++) {
                spread[j] = Math.max(spread[j], Math.abs(row[j] - x[0][j]));
            }
        }
        double[][] w = new double[tasks][spread.length];
        for (double[] own : w) {
            for (int j = 0; j < spread.length; j++) {
                own[j] = random.nextGaussian() + 1;
            }
        }
        boolean constant = odds(15);
        double noise = odds(5) ? 0 : odds(5) ? 1e-6 : 0.5;
        double offset = odds(5) ? Methods.power(random, 0, 6) : 0;
        double scale = odds(5) ? Methods.power(random, -6, 6) : 1;
        if (constant) {
            kinds.add("constant labels");
        } else if (noise < 0.1) {
            kinds.add("near-exact fit");
        }
        double[] label = new double[seen.row.length];
        for (int o = 0; o < label.length; o++) {
            double sum = noise * random.nextGaussian();
            for (int j = 0; j < spread.length; j++) {
                double centred = x[seen.row[o]][j] - x[0][j];
                sum += spread[j] > 0 ? w[seen.task[o]][j] * centred / spread[j] : 0;
            }
            sum = constant ? 1 : sum;
            label[o] = loss.classification()
                    ? (sum >= 0 ? 1 : -1)
                    : loss == LossKind.POISSON ? count(offset, scale, sum) : offset + scale * sum;
        }
        return label;
    }

    /** Counts of all sizes, many of them none. */
    private static double count(double offset, double scale, double sum) {
        return Math.rint(Math.max(1, offset) * Math.exp(Math.max(-5, Math.min(5, scale * sum))));
    }

    private double[] weights(int size) {
        double[] weight = new double[size];
        boolean weighted = odds(4);
        boolean zeros = weighted && odds(2);
        if (weighted) {
            kinds.add("weights");
        }
        for (int o = 0; o < size; o++) {
            weight[o] = !weighted ? 1 : zeros && odds(3) ? 0 : Methods.power(random, -3, 3);
        }
        return weight;
    }
}
