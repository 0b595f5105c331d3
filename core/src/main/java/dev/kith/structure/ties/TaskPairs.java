package dev.kith.structure.ties;

import dev.kith.linalg.Matrix;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What a symmetric task x task matrix with entries from -1 (opposite) to 1 (alike) says of pairs, and what it does not. */
public final class TaskPairs {
    /** Entries closer than this are equal, rounding apart. */
    private static final double EQUAL = 1e-9;

    private TaskPairs() {}

    /**
     * The strongest pair.
     *
     * @param a a &lt; b, numbers of tasks
     * @param strength the similarity
     * @param equals how many other pairs are exactly as strong, so that this one is not special
     */
    public record Strongest(int a, int b, double strength, int equals) {}

    /**
     * The one thing a matrix says of all pairs, where it says the same of each: it tells no task from another then, and to
     * name any pair would be an invention. Empty with fewer than three tasks, where there is nothing to tell apart.
     */
    public static OptionalDouble common(Matrix similarity) {
        return similarity.rows() > 2 && spread(similarity) <= EQUAL
                ? OptionalDouble.of(similarity.get(1, 0))
                : OptionalDouble.empty();
    }

    /** The largest difference between two pairs; 0 where there are not two. */
    public static double spread(Matrix similarity) {
        return pairs(similarity).max().orElse(0) - pairs(similarity).min().orElse(0);
    }

    /** The similarity of the pair least alike; NaN without a pair. */
    public static double least(Matrix similarity) {
        return pairs(similarity).min().orElse(Double.NaN);
    }

    private static DoubleStream pairs(Matrix similarity) {
        return IntStream.range(0, similarity.rows())
                .boxed()
                .flatMapToDouble(t -> IntStream.range(0, t).mapToDouble(s -> similarity.get(t, s)));
    }

    /** The pair that is most alike or most opposite, of at least two tasks; of equal ones the first. */
    public static Strongest strongest(Matrix similarity) {
        int a = 0;
        int b = 1;
        for (int t = 0; t < similarity.rows(); t++) {
            for (int s = 0; s < t; s++) {
                if (Math.abs(similarity.get(t, s)) > Math.abs(similarity.get(b, a)) + EQUAL) {
                    a = s;
                    b = t;
                }
            }
        }
        return new Strongest(a, b, similarity.get(b, a), count(similarity, similarity.get(b, a)) - 1);
    }

    /** How many pairs have this strength. */
    public static int count(Matrix similarity, double strength) {
        return (int) pairs(similarity)
                .filter(pair -> Math.abs(pair - strength) <= EQUAL)
                .count();
    }
}
