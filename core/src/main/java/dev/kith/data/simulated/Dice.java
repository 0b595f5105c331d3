package dev.kith.data.simulated;

import dev.kith.linalg.Matrix;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Seeded random draws with the same bits on every JDK.
 *
 * <p>Only {@link SplittableRandom#nextLong} and {@code split} are used, whose algorithm (SplitMix64) is fixed; the JDK's
 * own Gaussian draws changed between releases and are not. Parts of a simulation draw from split generators, so that
 * more training rows leave the truth and the test rows as they were.
 */
final class Dice {
    private final SplittableRandom random;
    private double spare = Double.NaN;

    Dice(long seed) {
        this(new SplittableRandom(seed));
    }

    private Dice(SplittableRandom random) {
        this.random = random;
    }

    /** An independent generator for another part of the simulation. */
    Dice split() {
        return new Dice(random.split());
    }

    /** Uniform on [0, 1). */
    double uniform() {
        return (random.nextLong() >>> 11) * 0x1p-53;
    }

    /** Uniform on [low, high). */
    double uniform(double low, double high) {
        return low + (high - low) * uniform();
    }

    /** Uniform on 0, ..., bound - 1. */
    int below(int bound) {
        return (int) (uniform() * bound);
    }

    /** -1 or 1, equally likely. */
    int sign() {
        return random.nextLong() < 0 ? -1 : 1;
    }

    /** Mean 0, variance 1, by Marsaglia's polar method. */
    double gaussian() {
        if (!Double.isNaN(spare)) {
            double value = spare;
            spare = Double.NaN;
            return value;
        }
        while (true) {
            double u = uniform(-1, 1);
            double v = uniform(-1, 1);
            double s = u * u + v * v;
            if (s > 0 && s < 1) {
                double factor = StrictMath.sqrt(-2 * StrictMath.log(s) / s);
                spare = v * factor;
                return u * factor;
            }
        }
    }

    double[] gaussians(int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = gaussian();
        }
        return values;
    }

    /** Independent entries of mean 0 and variance 1. */
    Matrix gaussians(int rows, int cols) {
        Matrix m = Matrix.zeros(rows, cols);
        double[] data = m.data();
        for (int k = 0; k < data.length; k++) {
            data[k] = gaussian();
        }
        return m;
    }

    /** {@code count} different numbers of 0, ..., bound - 1, ascending, every set equally likely (Floyd's method). */
    int[] choose(int count, int bound) {
        TreeSet<Integer> chosen = new TreeSet<>();
        for (int j = bound - count; j < bound; j++) {
            int candidate = below(j + 1);
            chosen.add(chosen.contains(candidate) ? j : candidate);
        }
        return chosen.stream().mapToInt(Integer::intValue).toArray();
    }
}
