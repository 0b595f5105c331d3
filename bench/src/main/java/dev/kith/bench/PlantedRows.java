package dev.kith.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Rows of shops with a label and three features, of another size, noise and order for every seed, and columns that are planted. */
final class PlantedRows {
    final int[] task;
    final double[][] x;
    final double[] y;
    private final Random random;
    private final int tasks;
    private final List<String> names = new ArrayList<>();
    private final List<IntFunction<String>> columns = new ArrayList<>();

    PlantedRows(long seed) {
        random = new Random(seed);
        int[] sizes = {5, 12, 30, 80};
        tasks = sizes[(int) (seed % 4)];
        int rows = tasks * (8 + random.nextInt(25));
        double noise = seed % 3 == 0 ? 0.5 : seed % 3 == 1 ? 2 : 6;
        task = IntStream.range(0, rows)
                .map(i -> seed % 2 == 0 ? i * tasks / rows : random.nextInt(tasks))
                .toArray();
        x = new double[3][rows];
        y = new double[rows];
        double[] offsets = random.doubles(tasks).map(u -> 12 * u).toArray();
        for (int i = 0; i < rows; i++) {
            for (double[] feature : x) {
                feature[i] = round(10 + 2 * random.nextGaussian(), 2);
            }
            y[i] = round(60 + offsets[task[i]] + x[0][i] + 0.5 * x[1][i] + noise * random.nextGaussian(), 3);
        }
        text("shop", i -> "s" + task[i]);
        number("x1", 2, i -> x[0][i]);
        number("x2", 2, i -> x[1][i]);
        number("x3", 2, i -> x[2][i]);
        number("sales", 3, i -> y[i]);
    }

    static double round(double value, int decimals) {
        double unit = Math.pow(10, decimals);
        return Math.rint(value * unit) / unit;
    }

    void text(String name, IntFunction<String> cell) {
        // what is planted stands before the label
        int place = names.contains("sales") ? names.indexOf("sales") : names.size();
        names.add(place, name);
        columns.add(place, cell);
    }

    void number(String name, int decimals, IntToDoubleFunction value) {
        text(name, i -> String.format(Locale.ROOT, "%." + decimals + "f", value.applyAsDouble(i)));
    }

    double[] uniform() {
        return random.doubles(y.length).map(u -> 0.2 + 0.6 * u).toArray();
    }

    double[] normal() {
        return IntStream.range(0, y.length)
                .mapToDouble(i -> random.nextGaussian())
                .toArray();
    }

    double deviation() {
        double mean = Arrays.stream(y).average().orElseThrow();
        return Math.sqrt(
                Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
    }

    /** A label that half of the rows are below. */
    double middle() {
        return Arrays.stream(y).sorted().toArray()[y.length / 2];
    }

    /** The mean label of each task. */
    double[] means() {
        double[] sums = new double[tasks];
        int[] counts = new int[tasks];
        for (int i = 0; i < y.length; i++) {
            sums[task[i]] += y[i];
            counts[task[i]]++;
        }
        return IntStream.range(0, tasks)
                .mapToDouble(t -> sums[t] / Math.max(1, counts[t]))
                .toArray();
    }

    /** Places of the labels in their order. */
    int[] ranks() {
        int[] order = IntStream.range(0, y.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> y[i]))
                .mapToInt(i -> i)
                .toArray();
        int[] ranks = new int[y.length];
        for (int k = 0; k < order.length; k++) {
            ranks[order[k]] = 3 * k + 1;
        }
        return ranks;
    }

    String csv() {
        StringBuilder csv = new StringBuilder(String.join(",", names)).append('\n');
        for (int i = 0; i < y.length; i++) {
            int row = i;
            csv.append(String.join(",", columns.stream().map(c -> c.apply(row)).toList()))
                    .append('\n');
        }
        return csv.toString();
    }
}
