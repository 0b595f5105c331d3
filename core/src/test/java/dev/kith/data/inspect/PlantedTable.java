package dev.kith.data.inspect;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

/** A generated table of tasks with features x1, x2, x3 (positive), a target and whatever a test plants. */
final class PlantedTable {
    final Random random;
    final int rows;
    final int tasks;
    final int[] task;
    final double[][] x;
    final double[] y;
    private final Map<String, List<String>> columns = new LinkedHashMap<>();

    /**
     * @param noise deviation of the noise beside a signal of deviation about 1
     * @param shuffled whether rows of a task are apart
     */
    PlantedTable(long seed, double noise, boolean shuffled) {
        random = new Random(seed);
        tasks = 6 + random.nextInt(25);
        int each = 6 + random.nextInt(30);
        rows = tasks * each;
        task = new int[rows];
        for (int i = 0; i < rows; i++) {
            task[i] = shuffled ? random.nextInt(tasks) : i / each;
        }
        x = new double[3][rows];
        y = new double[rows];
        double[] offsets = random.doubles(tasks).map(u -> 2 * u).toArray();
        for (int i = 0; i < rows; i++) {
            for (double[] feature : x) {
                feature[i] = round(10 + 2 * random.nextGaussian() + 8 * random.nextDouble(), 3);
            }
            y[i] = round(
                    60 + 8 * offsets[task[i]] + 0.9 * x[0][i] + 0.6 * x[1][i] + 4 * noise * random.nextGaussian(), 3);
        }
    }

    static double round(double value, int decimals) {
        double unit = Math.pow(10, decimals);
        return Math.rint(value * unit) / unit;
    }

    PlantedTable with(String name, IntFunction<Object> cell) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            cells.add(String.valueOf(cell.apply(i)));
        }
        columns.put(name, cells);
        return this;
    }

    PlantedTable withFeatures() {
        return with("x1", i -> x[0][i]).with("x2", i -> x[1][i]).with("x3", i -> x[2][i]);
    }

    PlantedTable numbers(String name, IntFunction<Double> value, int decimals) {
        return with(name, i -> String.format(Locale.ROOT, "%." + decimals + "f", value.apply(i)));
    }

    String csv() {
        return csv(",");
    }

    String csv(String separator) {
        StringBuilder text = new StringBuilder(String.join(separator, columns.keySet())).append('\n');
        for (int i = 0; i < rows; i++) {
            String[] cells = new String[columns.size()];
            int j = 0;
            for (List<String> column : columns.values()) {
                cells[j++] = column.get(i);
            }
            text.append(String.join(separator, Arrays.asList(cells))).append('\n');
        }
        return text.toString();
    }

    Inspect inspect() {
        return of(csv());
    }

    static Inspect of(String csv) {
        return Inspect.stream("planted.csv", new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)));
    }
}
