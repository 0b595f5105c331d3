package dev.kith.data.shape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Deals groups of observations to k folds as they come, without knowing how many there will be: the same rule for rows in memory and rows
 * that pass by.
 *
 * <p>A group goes to the fold that so far has the smallest share of the group's tasks; of equal ones to the one with the
 * fewest observations; of those to one at random. When every observation is its own group, each k successive observations of
 * a task go to different folds, in random order. A group that is the only one of some task is in no fold: it always trains.
 */
public final class FoldDeal {
    /** In no fold. */
    public static final int TRAINS = -1;

    /** Hears where a group goes. A group may have to wait until another one of its tasks comes. */
    public interface Sink {
        void dealt(long group, int fold);
    }

    private static final long NOBODY = -1;
    private static final long SEVERAL = -2;

    private final int k;
    private final SplittableRandom random;
    private final Sink sink;
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
    private final long[] size;
    private final int[] tied;
    private long[] dealt = new long[0];
    private long[] inAll = new long[0];
    private long[] only = new long[0];

    /** A group and how many of its tasks nobody else has had. */
    private static final class Waiting {
        private final int[] tasks;
        private int alone;

        Waiting(int[] tasks) {
            this.tasks = tasks;
        }
    }

    public FoldDeal(int k, SplittableRandom random, Sink sink) {
        if (k < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + k);
        }
        this.k = k;
        this.random = random;
        this.sink = sink;
        this.size = new long[k];
        this.tied = new int[k];
    }

    /**
     * Takes the next group.
     *
     * @param group a number >= 0 of its own
     * @param tasks of its observations
     */
    public void add(long group, int... tasks) {
        if (tasks.length == 1 && tasks[0] < only.length && only[tasks[0]] == SEVERAL) {
            deal(group, tasks);
        } else {
            addWaiting(group, tasks);
        }
    }

    private void addWaiting(long group, int[] tasks) {
        Waiting own = new Waiting(tasks);
        List<Long> freed = new ArrayList<>();
        for (int t : tasks) {
            grow(t + 1);
            if (only[t] == NOBODY) {
                only[t] = group;
                own.alone++;
            } else if (only[t] >= 0 && only[t] != group) {
                free(only[t], freed);
                only[t] = SEVERAL;
            }
        }
        for (long other : freed) {
            Waiting ready = waiting.remove(other);
            if (ready != null) {
                deal(other, ready.tasks);
            }
        }
        if (own.alone > 0) {
            waiting.put(group, own);
        } else {
            deal(group, tasks);
        }
    }

    private void free(long group, List<Long> freed) {
        Waiting other = waiting.get(group);
        if (other != null && --other.alone == 0) {
            freed.add(group);
        }
    }

    /** Says of all that still wait that they train. */
    public void finish() {
        List<Long> left = List.copyOf(waiting.keySet());
        waiting.clear();
        left.forEach(group -> sink.dealt(group, TRAINS));
    }

    /** Observations in each fold so far. */
    public long[] sizes() {
        return size.clone();
    }

    private void grow(int tasks) {
        if (tasks > only.length) {
            int room = Math.max(tasks, 2 * only.length);
            int before = only.length;
            only = Arrays.copyOf(only, room);
            Arrays.fill(only, before, room, NOBODY);
            inAll = Arrays.copyOf(inAll, room);
            dealt = Arrays.copyOf(dealt, Math.multiplyExact(room, k));
        }
    }

    private void deal(long group, int[] tasks) {
        int fold = lightest(tasks);
        size[fold] += tasks.length;
        for (int t : tasks) {
            dealt[t * k + fold]++;
            inAll[t]++;
        }
        sink.dealt(group, fold);
    }

    private int lightest(int[] tasks) {
        int ties = 0;
        double best = Double.POSITIVE_INFINITY;
        for (int f = 0; f < k; f++) {
            double share = 0;
            for (int t : tasks) {
                share += inAll[t] == 0 ? 0 : (double) dealt[t * k + f] / inAll[t];
            }
            // sums of equal counts may differ by rounding; such folds tie
            boolean tie = ties > 0 && Math.abs(share - best) <= 1e-9 * share;
            if (tie ? size[f] < size[tied[0]] : share < best) {
                ties = 0;
                best = share;
            } else if (!tie || size[f] > size[tied[0]]) {
                continue;
            }
            tied[ties++] = f;
        }
        return tied[ties == 1 ? 0 : random.nextInt(ties)];
    }
}
