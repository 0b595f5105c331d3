package dev.kith.data.inspect;

import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Looks for columns that give a target away: the target itself in other units, an increasing or decreasing function of it, its name, the
 * target cut into pieces, and
 * (by {@link LinearLeaks}) sums, differences, products and quotients of columns.
 */
final class Leaks {
    /*
     * What is exact is a matter of rounding: a leak may miss the target by what its last digit hides, but by no more
     * than a hundredth of its deviation, or every good feature would be one. Of ranks, ties cost a little.
     */
    private static final double RANKS = 0.9999;
    private static final double NEARLY = 0.998;
    private static final int FEWEST = 20;

    /** Means of tasks, written down with few digits, miss by no more of the target's deviation. */
    private static final double MEANS = 2e-3;

    private static final int FEWEST_MEANS = 4;
    private static final int FEWEST_PER_CLASS = 10;
    private static final int MOST_PIECES = 10;

    /** Natural logarithm of the chance against it that makes an agreement no coincidence. */
    private static final double SURPRISE = 20;

    private final Sampled target;
    private final boolean classes;

    /** @param classes whether the target is a class rather than a number */
    Leaks(Sampled target, boolean classes) {
        this.target = target;
        this.classes = classes;
    }

    /** @param columns those that could be learned from */
    List<Leak> find(List<Sampled> columns) {
        List<Leak> found = new ArrayList<>();
        List<Sampled> rest = new ArrayList<>();
        for (Sampled column : columns) {
            Optional<Leak> leak = single(column);
            leak.ifPresentOrElse(found::add, () -> rest.add(column));
        }
        if (!classes) {
            List<Sampled> numeric = rest.stream().filter(Sampled::numeric).toList();
            found.addAll(new LinearLeaks(target, tolerance(target)).find(numeric));
        }
        return found;
    }

    private Optional<Leak> single(Sampled column) {
        Optional<Leak> byNumber =
                column.numeric() ? (classes ? separating(column) : similar(column)) : Optional.empty();
        return byNumber.or(() -> naming(column)).or(() -> cut(column));
    }

    private Leak leak(Sampled column, boolean exact, String text) {
        return new Leak(target.name(), List.of(column.name()), exact, text);
    }

    /** How far a number may miss the target and still be it: what its last digit hides. */
    static double tolerance(Sampled target) {
        double[] values =
                Arrays.stream(target.numbers()).filter(y -> !Double.isNaN(y)).toArray();
        double deviation = Math.sqrt(variance(values));
        return Math.max(1e-5 * deviation, Math.min(0.6 * Math.pow(10, -decimals(target)), 0.01 * deviation));
    }

    private static int decimals(Sampled column) {
        return column.scan().values().keySet().stream()
                .limit(1000)
                .mapToInt(text -> text.indexOf('.') < 0 ? 0 : text.length() - 1 - text.indexOf('.'))
                .max()
                .orElse(0);
    }

    /** Whether a column differs from the target by no more than fewer decimals hide. */
    private boolean rounded(Sampled column, double[] x, double[] y) {
        double most = 0.5 * Math.pow(10, -decimals(column))
                + 1e-9 * Math.abs(column.scan().high());
        return decimals(column) < decimals(target)
                && IntStream.range(0, y.length).allMatch(i -> Math.abs(x[i] - y[i]) <= most);
    }

    /** A column that has, in all rows of a task, the mean label of the task. */
    Optional<Leak> mean(Sampled column, Sampled task) {
        double[] means = Grouping.means(target.numbers(), task.codes(), task.levels());
        double[] values =
                Arrays.stream(target.numbers()).filter(y -> !Double.isNaN(y)).toArray();
        double most = MEANS * Math.sqrt(variance(values));
        boolean same = column.numeric()
                && distinct(column.numbers()) >= FEWEST_MEANS
                && IntStream.range(0, task.rows())
                        .filter(i -> task.code(i) >= 0)
                        .allMatch(i -> Math.abs(column.number(i) - means[task.code(i)]) <= most);
        return same
                ? Optional.of(leak(column, true, "is the mean of the target in each '" + task.name() + "'"))
                : Optional.empty();
    }

    static double variance(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    }

    private Optional<Leak> similar(Sampled column) {
        int[] rows = Ranks.both(target.numbers(), column.numbers());
        double[] y = Ranks.of(target.numbers(), rows);
        double[] x = Ranks.of(column.numbers(), rows);
        if (rows.length < FEWEST || distinct(y) < 5 || distinct(x) < 5) {
            return Optional.empty();
        }
        double correlation = Ranks.correlation(x, y);
        double missed = Math.sqrt(variance(y) * Math.max(0, 1 - correlation * correlation));
        if (missed <= tolerance(target)) {
            boolean same = IntStream.range(0, y.length).allMatch(i -> x[i] == y[i]);
            return Optional.of(leak(column, true, same ? "is the target itself" : "is the target in other units"));
        }
        if (rounded(column, x, y)) {
            return Optional.of(leak(column, true, "is the target rounded"));
        }
        double ranks = Ranks.correlation(Ranks.ranks(x), Ranks.ranks(y));
        if (Math.abs(ranks) < NEARLY) {
            return Optional.empty();
        }
        boolean exact = Math.abs(ranks) >= RANKS;
        String direction = ranks > 0 ? "rises" : "falls";
        return Optional.of(leak(
                column,
                exact,
                exact
                        ? direction + " exactly as the target does: a function of it"
                        : direction
                                + " almost exactly as the target does (rank correlation "
                                + String.format(java.util.Locale.ROOT, "%.4f", ranks) + ")"));
    }

    private static long distinct(double[] values) {
        return Arrays.stream(values).distinct().count();
    }

    /** A number that is in another range for every class. */
    private Optional<Leak> separating(Sampled column) {
        return apart(column, target)
                ? Optional.of(leak(column, true, "is in another range for every class of the target"))
                : Optional.empty();
    }

    /** Few values, each of which has a range of the target to itself. */
    private Optional<Leak> cut(Sampled column) {
        boolean found = !classes
                && column.levels() <= MOST_PIECES
                && target.levels() > 2 * MOST_PIECES
                && apart(target, column);
        return found
                ? Optional.of(leak(column, true, "is the target cut into " + Words.count(column.levels(), "piece")))
                : Optional.empty();
    }

    /** Whether a number is in another range for every value of a column that comes often enough to tell. */
    private static boolean apart(Sampled number, Sampled column) {
        int[] rows = IntStream.range(0, column.rows())
                .filter(i -> column.code(i) >= 0 && !Double.isNaN(number.number(i)))
                .toArray();
        int[] counts = new int[column.levels()];
        Arrays.stream(rows).forEach(i -> counts[column.code(i)]++);
        if (column.levels() < 2 || Arrays.stream(counts).min().orElse(0) < FEWEST_PER_CLASS) {
            return false;
        }
        // Rows with one number and two values cannot be told apart, whatever their order.
        double[] x = Ranks.of(number.numbers(), rows);
        int[] order = Ranks.order(x);
        int changes = 0;
        for (int k = 1; k < order.length; k++) {
            boolean other = column.code(rows[order[k]]) != column.code(rows[order[k - 1]]);
            if (other && x[order[k]] == x[order[k - 1]]) {
                return false;
            }
            changes += other ? 1 : 0;
        }
        return changes == column.levels() - 1;
    }

    /** A column each of whose values goes with one value of the target, more often than chance allows. */
    private Optional<Leak> naming(Sampled column) {
        int[] first = new int[column.levels()];
        Arrays.fill(first, -1);
        int[] shares = new int[target.levels()];
        long repeats = 0;
        int rows = 0;
        for (int i = 0; i < target.rows(); i++) {
            int value = column.code(i);
            int label = target.code(i);
            if (value >= 0 && label >= 0) {
                if (first[value] >= 0 && first[value] != label) {
                    return Optional.empty();
                }
                repeats += first[value] >= 0 ? 1 : 0;
                first[value] = label;
                shares[label]++;
                rows++;
            }
        }
        double n = rows;
        double agree = Arrays.stream(shares).mapToDouble(s -> s / n * s / n).sum();
        return target.levels() > 1 && rows >= FEWEST && -repeats * Math.log(agree) >= SURPRISE
                ? Optional.of(leak(
                        column,
                        true,
                        "has one value of the target for each of its " + Words.count(column.levels(), "value")))
                : Optional.empty();
    }
}
