package dev.kith.score;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Trains on the past and tests on what follows:
 *
 * <pre>  fold f:   train  t &lt;= c_f - gap,   test  c_f &lt; t &lt;= c_(f+1),   c_1 &lt; c_2 &lt; ... &lt; c_(k+1) = the last time  </pre>
 *
 * c_f divide the observations evenly, or, with a horizon, c_f = c_(f+1) - horizon.
 */
record ForwardFolding(Times times, double gap, OptionalDouble horizon) implements Folding {
    /*
     * Neighbours in time err alike (a warm week is warm for all shops), so an interval that leaves out single rows would claim more than is known.
     * Stretches of time are left out instead; so many that Student's t stays near the normal, and that each is long beside a usual dependence.
     */
    private static final int STRETCHES = 20;

    /** Times that the first training part has at least, so that settings can be chosen inside it. */
    private static final int FIRST = 2;

    ForwardFolding {
        if (!(gap >= 0 && gap < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("gap must be a finite number >= 0, got " + gap);
        }
        if (horizon.isPresent() && !(horizon.getAsDouble() > 0 && horizon.getAsDouble() < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("horizon must be a finite number > 0, got " + horizon.getAsDouble());
        }
    }

    @Override
    public List<Split> folds(Dataset data, int k, long seed) {
        if (k < 1) {
            throw new IllegalArgumentException("folds must be at least 1, got " + k);
        }
        data.requireRows("a division by time");
        double[] when = times.of(data);
        List<Split> splits = splits(data, when, k, gap);
        if (splits.size() < k) {
            throw new DataException("the " + Words.count(Times.distinct(when).length, "different time")
                    + " in column '" + times.column() + "' allow no more than " + Words.count(splits.size(), "fold")
                    + lengths() + ", got " + k
                    + ": each test needs rows of at least " + FIRST + " times before it");
        }
        return splits;
    }

    private String lengths() {
        return (horizon.isPresent() ? " with horizon " + times.length(horizon.getAsDouble()) : "")
                + (gap > 0 ? " with gap " + times.length(gap) : "");
    }

    @Override
    public List<Split> inner(Dataset data, int k, long seed) {
        double[] when = times.of(data);
        List<Split> splits = splits(data, when, k, gap);
        if (!splits.isEmpty()) {
            return splits;
        }
        // A past too short for gap and horizon: its last part still comes after the rest.
        double[] distinct = Times.distinct(when);
        if (distinct.length < 2) {
            throw new DataException("settings are chosen forward in time, and all rows to learn from are of one time ("
                    + times.shown(distinct[0]) + " in column '" + times.column() + "'); give lambda");
        }
        double cut = distinct[distinct.length - 1 - distinct.length / 3];
        double from = cut < distinct[distinct.length - 1] ? cut : distinct[distinct.length - 2];
        return List.of(split(data, when, from, distinct[distinct.length - 1], 0));
    }

    /** As many as there can be, k at most, the latest. */
    private List<Split> splits(Dataset data, double[] when, int k, double pause) {
        double[] distinct = Times.distinct(when);
        List<Split> splits = new ArrayList<>();
        double[] cuts = distinct.length < 2
                ? new double[0]
                : horizon.isPresent()
                        ? windows(distinct, k)
                        : even(when, distinct, Math.min(k, distinct.length - FIRST));
        for (int f = 0; f + 1 < cuts.length; f++) {
            double last = cuts[f] - pause;
            if (Arrays.stream(distinct).filter(t -> t <= last).limit(FIRST).count() == FIRST) {
                Split split = split(data, when, cuts[f], cuts[f + 1], pause);
                if (split.testObservations().length > 0) {
                    splits.add(split);
                }
            }
        }
        return splits;
    }

    private double[] windows(double[] distinct, int k) {
        double end = distinct[distinct.length - 1];
        double[] cuts = new double[k + 1];
        Arrays.setAll(cuts, f -> end - (k - f) * horizon.orElseThrow());
        return cuts;
    }

    /** Times after which to cut, so that stretches have about as many observations. */
    private static double[] even(double[] when, double[] distinct, int k) {
        if (k < 1) {
            return new double[0];
        }
        long[] upTo = new long[distinct.length];
        for (double t : when) {
            upTo[Arrays.binarySearch(distinct, t + 0.0)]++;
        }
        Arrays.parallelPrefix(upTo, Long::sum);
        double[] cuts = new double[k + 1];
        int place = FIRST - 2;
        for (int f = 0; f < k; f++) {
            double share = (double) when.length * (f + 1) / (k + 1);
            int latest = distinct.length - 1 - (k - f);
            place++;
            while (place < latest && Math.abs(upTo[place + 1] - share) <= Math.abs(upTo[place] - share)) {
                place++;
            }
            cuts[f] = distinct[place];
        }
        cuts[k] = distinct[distinct.length - 1];
        return cuts;
    }

    private static Split split(Dataset data, double[] when, double from, double to, double pause) {
        BitSet known = new BitSet();
        for (int o = 0; o < when.length; o++) {
            if (when[o] <= from - pause) {
                known.set(data.task(o));
            }
        }
        return Split.of(
                data, o -> when[o] <= from - pause, o -> when[o] > from && when[o] <= to && known.get(data.task(o)));
    }

    @Override
    public int[] units(Dataset judged, List<Split> splits) {
        double[] when = times.of(judged);
        double[] tested = Times.distinct(splits.stream()
                .flatMapToInt(split -> Arrays.stream(split.testObservations()))
                .mapToDouble(o -> when[o])
                .toArray());
        int stretches = Math.min(STRETCHES, tested.length);
        return Arrays.stream(when)
                .mapToInt(t -> {
                    int at = Arrays.binarySearch(tested, t + 0.0);
                    return at < 0 ? 0 : (int) ((long) at * stretches / tested.length);
                })
                .toArray();
    }

    @Override
    public boolean forward() {
        return true;
    }

    @Override
    public String name(int k) {
        return k + "-fold cross-validation forward in time";
    }

    @Override
    public Optional<String> note() {
        return Optional.of("Tested on later rows than those learned from, by '" + times.column() + "'.");
    }

    @Override
    public List<String> sentences(Dataset data, List<Split> splits) {
        double[] when = times.of(data);
        double[] tested = splits.stream()
                .flatMapToInt(split -> Arrays.stream(split.testObservations()))
                .mapToDouble(o -> when[o])
                .sorted()
                .toArray();
        List<String> sentences = new ArrayList<>();
        sentences.add("Rows were held out forward in time: " + Words.count(splits.size(), "time")
                + " every method learned from rows up to a moment of '" + times.column()
                + "' and predicted "
                + horizon.stream()
                        .mapToObj(h -> "the next " + times.length(h))
                        .findFirst()
                        .orElse("what came next")
                + ", " + times.shown(tested[0]) + " to " + times.shown(tested[tested.length - 1])
                + " in all" + (gap > 0 ? ", leaving out " + times.length(gap) + " before each test" : "")
                + "; settings were chosen forward in time too.");
        untested(data, when, splits).ifPresent(sentences::add);
        sentences.add("Intervals leave out one of "
                + Arrays.stream(units(data, splits)).distinct().count()
                + " stretches of time after another: they say how far the result varies from one stretch to the next, not what happens if the"
                + " future is unlike all of them.");
        return sentences;
    }

    /** Of tasks that nothing was known about when they were to be predicted. */
    private static Optional<String> untested(Dataset data, double[] when, List<Split> splits) {
        BitSet tested = new BitSet();
        double first = Double.POSITIVE_INFINITY;
        for (Split split : splits) {
            for (int o : split.testObservations()) {
                tested.set(o);
                first = Math.min(first, when[o]);
            }
        }
        double start = first;
        int[] left = IntStream.range(0, data.size())
                .filter(o -> when[o] >= start && !tested.get(o))
                .toArray();
        TreeSet<Integer> tasks = new TreeSet<>();
        Arrays.stream(left).forEach(o -> tasks.add(data.task(o)));
        return left.length == 0
                ? Optional.empty()
                : Optional.of(Words.count(left.length, "label") + " of " + Words.count(tasks.size(), "task")
                        + " had no earlier rows of their task to learn from and were not tested.");
    }
}
