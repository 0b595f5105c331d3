package dev.kith.model.uncertainty;

import java.util.Arrays;
import java.util.List;

/**
 * Sizes of errors, sorted, for bounds that hold for finitely many: if n sizes and one more are exchangeable, the one more
 * is at most the k-th smallest of the n, k = ceil((n + 1) level), with probability at least level.
 *
 * <p>Of more than {@value #MOST} sizes as many are kept, evenly by rank; each stands for itself and the dropped ones just
 * below it, so that a bound can only get larger. Immutable.
 */
public final class ErrorTable {
    static final int MOST = 1000;

    /** So much may rounding add to (n + 1) level. */
    private static final double ROUNDING = 1e-9;

    private final int count;
    private final double[] kept;

    /** @param kept ascending, at most {@code count} */
    public ErrorTable(int count, double... kept) {
        if (count < kept.length || (kept.length == 0 && count > 0)) {
            throw new IllegalArgumentException(
                    "a table of errors must keep 1 to " + count + " of its " + count + " sizes, got " + kept.length);
        }
        for (int j = 0; j < kept.length; j++) {
            if (!(kept[j] >= (j == 0 ? 0 : kept[j - 1]) && kept[j] < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "sizes of errors must be finite, >= 0 and ascending, got " + kept[j]);
            }
        }
        this.count = count;
        this.kept = kept.clone();
    }

    /** The table of these sizes, in any order. */
    public static ErrorTable of(double... sizes) {
        double[] sorted = sizes.clone();
        Arrays.sort(sorted);
        double[] kept = new double[Math.min(MOST, sorted.length)];
        for (int j = 0; j < kept.length; j++) {
            kept[j] = sorted[rank(sorted.length, kept.length, j + 1) - 1];
        }
        return new ErrorTable(sorted.length, kept);
    }

    /** The rank among {@code count} of the j-th of those kept, both counted from 1. */
    private static int rank(int count, int kept, int j) {
        return (int) (((long) j * count + kept - 1) / kept);
    }

    /** n: how many sizes there were. */
    public int count() {
        return count;
    }

    public double[] kept() {
        return kept.clone();
    }

    private record Step(double size, int ranks) {}

    /** The bound at {@code level} of several tables taken as one; infinite where there are too few sizes for the level. */
    public static double bound(double level, List<ErrorTable> tables) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must be a number > 0 and < 1, got " + level);
        }
        long total = tables.stream().mapToLong(ErrorTable::count).sum();
        long k = (long) Math.ceil((total + 1) * level - ROUNDING);
        if (k > total) {
            return Double.POSITIVE_INFINITY;
        }
        List<Step> steps = tables.stream()
                .flatMap(ErrorTable::steps)
                .sorted(java.util.Comparator.comparingDouble(Step::size))
                .toList();
        long reached = 0;
        for (Step step : steps) {
            reached += step.ranks;
            if (reached >= k) {
                return step.size;
            }
        }
        throw new IllegalStateException("ranks must add up to " + total + ", got " + reached);
    }

    private java.util.stream.Stream<Step> steps() {
        return java.util.stream.IntStream.range(0, kept.length)
                .mapToObj(j -> new Step(
                        kept[j], rank(count, kept.length, j + 1) - (j == 0 ? 0 : rank(count, kept.length, j))));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ErrorTable table && count == table.count && Arrays.equals(kept, table.kept);
    }

    @Override
    public int hashCode() {
        return 31 * count + Arrays.hashCode(kept);
    }

    @Override
    public String toString() {
        return "ErrorTable[" + count + " sizes]";
    }
}
