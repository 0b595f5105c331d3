package dev.kith.online.perceptron;

import dev.kith.online.OnlineLearner;
import dev.kith.online.SharingSearch;
import dev.kith.online.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Finds b while the stream runs: a weighted mean over a grid of b that all use the same sums,
 *
 * <pre>
 *   margin = sum_g p_g (v_i'x + beta_g u'x) / (1 + beta_g K),   beta = b / K in 0, 1/16, 1/8, ..., 8, infinity
 *   p_g ~ exp(-eta L_g),  L_g = mistakes of grid point g so far,  eta = sqrt(2 ln(grid) / min_g L_g)
 * </pre>
 *
 * so a step costs a few scalars more than with a fixed b, and the weights stay linear in the sums.
 */
final class AutoSharing implements Sharing {
    /*
     * Exponential weights with the rate tuned to the loss of the best so far [Auer, Cesa-Bianchi and Gentile 2002]. The
     * grid is in units of K, so that it means the same when tasks appear; infinity is one predictor for all tasks.
     */
    private static final double[] GRID = {0, 1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1, 2, 4, 8, Double.POSITIVE_INFINITY};

    private final long[] mistakes;
    private final double[] weights = new double[GRID.length];
    private double ownPart;
    private double sharedPart;
    private int partsFor;

    AutoSharing() {
        this(new long[GRID.length]);
    }

    private AutoSharing(long[] mistakes) {
        this.mistakes = mistakes;
        weigh();
    }

    private static double own(double beta, int tasks) {
        return 1 / (1 + beta * tasks);
    }

    private static double shared(double beta, int tasks) {
        return beta == Double.POSITIVE_INFINITY ? 1.0 / tasks : beta / (1 + beta * tasks);
    }

    private void weigh() {
        long best = Arrays.stream(mistakes).min().orElseThrow();
        double eta = Math.sqrt(2 * Math.log(GRID.length) / Math.max(1, best));
        double sum = 0;
        for (int g = 0; g < GRID.length; g++) {
            weights[g] = Math.exp(-eta * (mistakes[g] - best));
            sum += weights[g];
        }
        for (int g = 0; g < GRID.length; g++) {
            weights[g] /= sum;
        }
        partsFor = 0;
    }

    private void prepare(int tasks) {
        if (partsFor != tasks) {
            partsFor = tasks;
            ownPart = 0;
            sharedPart = 0;
            for (int g = 0; g < GRID.length; g++) {
                ownPart += weights[g] * own(GRID[g], tasks);
                sharedPart += weights[g] * shared(GRID[g], tasks);
            }
        }
    }

    @Override
    public double margin(double own, double shared, int tasks) {
        prepare(tasks);
        return ownPart * own + sharedPart * shared;
    }

    @Override
    public double diagonal(int tasks) {
        prepare(tasks);
        return ownPart + sharedPart;
    }

    @Override
    public double ownPart(int tasks) {
        prepare(tasks);
        return ownPart;
    }

    @Override
    public double sharedPart(int tasks) {
        prepare(tasks);
        return sharedPart;
    }

    @Override
    public void observe(double own, double shared, int tasks, double y) {
        boolean wrong = false;
        for (int g = 0; g < GRID.length; g++) {
            double margin = own(GRID[g], tasks) * own + shared(GRID[g], tasks) * shared;
            if (OnlineLearner.mistaken(y, margin)) {
                mistakes[g]++;
                wrong = true;
            }
        }
        if (wrong) {
            weigh();
        }
    }

    SharingSearch search(int tasks) {
        List<SharingSearch.Candidate> candidates = new ArrayList<>();
        for (int g = 0; g < GRID.length; g++) {
            candidates.add(SharingSearch.Candidate.ofB(GRID[g] * tasks, mistakes[g], weights[g]));
        }
        return new SharingSearch(candidates, OptionalDouble.empty());
    }

    @Override
    public void save(Snapshot.Builder to) {
        to.counts("grid mistakes", mistakes.clone());
    }

    static AutoSharing restore(Snapshot from) {
        return new AutoSharing(from.counts("grid mistakes").clone());
    }
}
