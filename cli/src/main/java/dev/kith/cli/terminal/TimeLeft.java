package dev.kith.cli.terminal;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Guesses how long a comparison still takes: trainings of one method take about the same. */
public final class TimeLeft {
    private final Map<String, Integer> left = new TreeMap<>();
    private final Map<String, Double> seconds = new TreeMap<>();
    private final int each;
    private final int threads;

    /** @param each trainings of every method */
    public TimeLeft(Iterable<String> methods, int each, int threads) {
        methods.forEach(name -> left.put(name, each));
        this.each = each;
        this.threads = threads;
    }

    /** A training of a method ended. */
    public void ended(String method, double took) {
        left.merge(method, -1, Integer::sum);
        seconds.merge(method, took, Double::sum);
    }

    /** Seconds until all have ended; methods nobody has seen yet are taken to be like the mean of the others. */
    double seconds() {
        double known = 0;
        double unknown = 0;
        double meanOfMeans = 0;
        for (Map.Entry<String, Integer> entry : left.entrySet()) {
            double spent = seconds.getOrDefault(entry.getKey(), Double.NaN);
            int ended = each - entry.getValue();
            if (ended > 0) {
                known += spent / ended * entry.getValue();
                meanOfMeans += spent / ended / seconds.size();
            } else {
                unknown += entry.getValue();
            }
        }
        return (known + unknown * meanOfMeans) / threads;
    }

    /** {@code about 40 s left}, {@code about 3 min left}. */
    public String text() {
        return words(seconds());
    }

    /** The same of equal steps, {@code done} of {@code of} since {@code start} ({@link System#nanoTime}). */
    public static String text(long start, int done, int of) {
        return words((System.nanoTime() - start) / 1e9 / done * (of - done));
    }

    /** The same of a part of the work, above 0, that is done since {@code start}. */
    public static String text(long start, double done) {
        return words((System.nanoTime() - start) / 1e9 / done * (1 - done));
    }

    private static String words(double left) {
        return left < 90
                ? String.format(Locale.ROOT, "about %d s left", Math.max(1, Math.round(left)))
                : String.format(Locale.ROOT, "about %d min left", Math.round(left / 60));
    }
}
