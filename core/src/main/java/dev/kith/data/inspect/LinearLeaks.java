package dev.kith.data.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Looks for sums and differences of columns that are the target, first of two columns, then of any number; and, on
 * logarithms, for products and quotients of two.
 */
final class LinearLeaks {
    private static final int MOST_ROWS = 2_000;
    private static final int FEWEST = 20;
    private static final int MOST_COLUMNS = 100;
    private static final int MOST_NAMED = 12;

    private final Sampled target;
    private final double tolerance;

    /** @param tolerance how far a sum may miss the target and still be it */
    LinearLeaks(Sampled target, double tolerance) {
        this.target = target;
        this.tolerance = tolerance;
    }

    List<Leak> find(List<Sampled> columns) {
        List<Sampled> used =
                columns.stream().filter(c -> c.levels() > 1).limit(MOST_COLUMNS).toList();
        int[] rows = rows(used);
        if (rows.length < FEWEST) {
            return List.of();
        }
        double[] y = Ranks.of(target.numbers(), rows);
        double[][] x = used.stream().map(c -> Ranks.of(c.numbers(), rows)).toArray(double[][]::new);
        List<Leak> pairs = pairs(used, y, x, tolerance, false);
        if (pairs.isEmpty() && positive(y)) {
            pairs = products(used, y, x);
        }
        return pairs.isEmpty() && rows.length >= 3 * used.size() + FEWEST
                ? all(used, y, x).stream().toList()
                : pairs;
    }

    /** Rows where target and columns have numbers, evenly spread. */
    private int[] rows(List<Sampled> columns) {
        int[] complete = IntStream.range(0, target.rows())
                .filter(i -> !Double.isNaN(target.number(i)))
                .filter(i -> columns.stream().noneMatch(c -> Double.isNaN(c.number(i))))
                .toArray();
        int kept = Math.min(MOST_ROWS, complete.length);
        return IntStream.range(0, kept)
                .map(k -> complete[(int) ((long) k * complete.length / kept)])
                .toArray();
    }

    private static boolean positive(double[] values) {
        return Arrays.stream(values).allMatch(v -> v > 0);
    }

    private List<Leak> products(List<Sampled> columns, double[] y, double[][] x) {
        int[] chosen = IntStream.range(0, x.length).filter(j -> positive(x[j])).toArray();
        double size = Math.sqrt(Arrays.stream(y).map(v -> v * v).average().orElse(1));
        return pairs(
                Arrays.stream(chosen).mapToObj(columns::get).toList(),
                Arrays.stream(y).map(Math::log).toArray(),
                Arrays.stream(chosen)
                        .mapToObj(j -> Arrays.stream(x[j]).map(Math::log).toArray())
                        .toArray(double[][]::new),
                tolerance / size,
                true);
    }

    /** Pairs of columns of which the target is a sum with some factors; of products, with powers 1 and -1. */
    private List<Leak> pairs(List<Sampled> columns, double[] y, double[][] x, double missed, boolean products) {
        List<Leak> found = new ArrayList<>();
        int p = columns.size();
        double[] withTarget = new double[p];
        for (int j = 0; j < p; j++) {
            withTarget[j] = Ranks.correlation(x[j], y);
        }
        for (int a = 0; a < p; a++) {
            for (int b = a + 1; b < p; b++) {
                double between = Ranks.correlation(x[a], x[b]);
                double explained = (withTarget[a] * withTarget[a]
                                + withTarget[b] * withTarget[b]
                                - 2 * withTarget[a] * withTarget[b] * between)
                        / (1 - between * between);
                if (explained > 0.999 && between * between < 1 - 1e-12) {
                    LeastSquares fit = LeastSquares.of(y, x[a], x[b]);
                    double[] factors = {fit.factor(0), fit.factor(1)};
                    boolean powers = unit(factors[0], 1e-3) && unit(factors[1], 1e-3);
                    if (fit.deviation() <= missed && fit.uses(0) && fit.uses(1) && (powers || !products)) {
                        found.add(leak(List.of(columns.get(a), columns.get(b)), factors, products));
                    }
                }
            }
        }
        return found;
    }

    private Optional<Leak> all(List<Sampled> columns, double[] y, double[][] x) {
        LeastSquares fit = LeastSquares.of(y, x);
        List<Integer> needed =
                IntStream.range(0, x.length).filter(fit::uses).boxed().toList();
        return fit.deviation() <= tolerance && needed.size() > 1 && needed.size() <= MOST_NAMED
                ? Optional.of(leak(
                        needed.stream().map(columns::get).toList(),
                        needed.stream().mapToDouble(fit::factor).toArray(),
                        false))
                : Optional.empty();
    }

    private Leak leak(List<Sampled> columns, double[] factors, boolean products) {
        List<String> names = columns.stream().map(Sampled::name).toList();
        StringBuilder formula = new StringBuilder();
        boolean units = Arrays.stream(factors).allMatch(f -> unit(f, 1e-2));
        if (!units) {
            return new Leak(
                    target.name(), names, true, "together give the target: it is a sum of them with fixed factors");
        }
        // What is added or multiplied comes first.
        int[] order = IntStream.range(0, factors.length)
                .boxed()
                .sorted((a, b) -> Double.compare(Math.signum(factors[b]), Math.signum(factors[a])))
                .mapToInt(k -> k)
                .toArray();
        for (int k : order) {
            boolean first = formula.isEmpty();
            String sign = factors[k] > 0 ? (products ? "*" : "+") : (products ? "/" : "-");
            formula.append(first ? (factors[k] > 0 ? "" : products ? "1/" : "-") : " " + sign + " ")
                    .append(names.get(k));
        }
        return new Leak(target.name(), names, true, "together give the target: it is " + formula);
    }

    private static boolean unit(double factor, double within) {
        return Math.abs(Math.abs(factor) - 1) <= within;
    }
}
