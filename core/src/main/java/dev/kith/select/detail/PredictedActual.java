package dev.kith.select.detail;

import dev.kith.data.Dataset;
import dev.kith.numeric.Sampling;
import dev.kith.score.Scores;
import dev.kith.select.HeldOut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What was predicted for held-out labels, and what they were. Where tasks have units of their own, both are less the mean of the task's held-out
 * labels, in standard deviations of these.
 *
 * @param column the labels are in, where all tasks have one unit and it has a name
 * @param oneUnit whether numbers are those of the labels
 * @param labels how many
 * @param points some of them, at random if there are many; ordered as in the data
 * @param bins all of them, dealt by what was predicted into parts of about as many, smallest first
 * @param misses sizes of |actual - predicted| that {@link #SHARES} of all labels do not exceed
 * @param histogram of actual - predicted
 */
public record PredictedActual(
        Optional<String> column,
        boolean oneUnit,
        int labels,
        List<Point> points,
        List<Bin> bins,
        List<Double> misses,
        Histogram histogram) {
    /** The shares of {@link #misses}. */
    public static final List<Double> SHARES = List.of(0.5, 0.9, 0.99);

    private static final int MOST_POINTS = 1_000;
    private static final int BINS = 10;
    /** A bin of fewer labels has no spread to show. */
    private static final int LEAST = 10;

    private static final int BARS = 30;
    /** The share of differences on each side that bars do not reach: few far ones would leave all others in one bar. */
    private static final double TAIL = 0.005;

    public PredictedActual {
        points = List.copyOf(points);
        bins = List.copyOf(bins);
        misses = List.copyOf(misses);
    }

    /** A label: the position of its task, what was predicted, what it was. */
    public record Point(int task, double predicted, double actual) {}

    /**
     * Labels of about the same prediction.
     *
     * @param predicted the mean of the predictions
     * @param actual the mean of the labels
     * @param low a tenth of the labels are smaller
     * @param high a tenth of the labels are larger
     */
    public record Bin(int labels, double predicted, double actual, double low, double high) {}

    /**
     * How often differences fall between two numbers, in equal steps.
     *
     * @param low where the first bar begins
     * @param high where the last bar ends
     * @param counts one per bar; far differences are in the first and the last
     */
    public record Histogram(double low, double high, List<Integer> counts) {
        public Histogram {
            counts = List.copyOf(counts);
        }
    }

    /** Empty where nothing was held out. */
    static Optional<PredictedActual> of(Dataset data, HeldOut held, ErrorUnit unit, long seed) {
        double[] z = held.predictions();
        int[] all =
                IntStream.range(0, z.length).filter(o -> !Double.isNaN(z[o])).toArray();
        if (all.length == 0) {
            return Optional.empty();
        }
        double[] deviations = unit.deviations(data, z);
        double[] means = unit.kind() == ErrorUnit.Kind.DEVIATIONS ? means(data, z) : new double[data.taskCount()];
        List<Point> points = Arrays.stream(all)
                .mapToObj(o -> {
                    int t = data.task(o);
                    return new Point(t, (z[o] - means[t]) / deviations[t], (data.label(o) - means[t]) / deviations[t]);
                })
                .toList();
        int[] places = IntStream.range(0, all.length).toArray();
        int[] sample = Sampling.some(places, MOST_POINTS, new SplittableRandom(seed));
        double[] off = points.stream()
                .mapToDouble(point -> point.actual - point.predicted)
                .sorted()
                .toArray();
        double[] sizes = Arrays.stream(off).map(Math::abs).sorted().toArray();
        return Optional.of(new PredictedActual(
                unit.column(),
                unit.kind() == ErrorUnit.Kind.LABELS,
                all.length,
                Arrays.stream(sample).mapToObj(points::get).toList(),
                bins(points),
                SHARES.stream().map(share -> quantile(sizes, share)).toList(),
                histogram(off)));
    }

    private static double[] means(Dataset data, double[] z) {
        return Arrays.stream(Scores.byTask(data, z))
                .mapToDouble(task -> {
                    double weight =
                            Arrays.stream(task).mapToDouble(data::weight).sum();
                    return Arrays.stream(task)
                                    .mapToDouble(o -> data.weight(o) * data.label(o))
                                    .sum()
                            / (weight > 0 ? weight : 1);
                })
                .toArray();
    }

    private static List<Bin> bins(List<Point> points) {
        List<Point> sorted = new ArrayList<>(points);
        sorted.sort(Comparator.comparingDouble(Point::predicted));
        int count = Math.max(1, Math.min(BINS, sorted.size() / LEAST));
        return IntStream.range(0, count)
                .mapToObj(b -> bin(sorted.subList(
                        (int) ((long) b * sorted.size() / count), (int) ((b + 1L) * sorted.size() / count))))
                .toList();
    }

    private static Bin bin(List<Point> points) {
        double[] actual = points.stream().mapToDouble(Point::actual).sorted().toArray();
        return new Bin(
                points.size(),
                points.stream().mapToDouble(Point::predicted).average().orElseThrow(),
                Arrays.stream(actual).average().orElseThrow(),
                quantile(actual, 0.1),
                quantile(actual, 0.9));
    }

    /** The value that this share of sorted values does not exceed, between two of them by their distance. */
    static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int low = (int) Math.floor(place);
        int high = Math.min(low + 1, sorted.length - 1);
        return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
    }

    private static Histogram histogram(double... sorted) {
        double low = quantile(sorted, TAIL);
        double high = quantile(sorted, 1 - TAIL);
        int bars = high > low ? Math.min(BARS, Math.max(1, sorted.length / 2)) : 1;
        Integer[] counts = new Integer[bars];
        Arrays.fill(counts, 0);
        for (double value : sorted) {
            int bar = high > low ? (int) (bars * (value - low) / (high - low)) : 0;
            counts[Math.max(0, Math.min(bars - 1, bar))]++;
        }
        return new Histogram(low, high, List.of(counts));
    }
}
