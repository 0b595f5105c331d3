package dev.kith.score;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/** The observations of a data set in groups that are dealt out together. */
final class Groups {
    /*
     * Groups are dealt in random order, each to the fold that so far has the smallest share of the group's tasks (ties:
     * the fold with the fewest observations, then the first). When every observation is its own group this is the usual
     * deal within each task: the folds of a task differ by at most one. When a group has labels of many tasks, as a row
     * of wide data does, it balances them all at once.
     */
    private static final int TRAINS = -1;

    private final Dataset data;
    private final int[] groupOf;
    private final int[][] members;
    private final int[] sizeOfTask;
    private final int[] counted;

    Groups(Dataset data, IntUnaryOperator group) {
        this.data = data;
        this.groupOf = new int[data.size()];
        Map<Integer, Integer> number = new HashMap<>();
        for (int o = 0; o < groupOf.length; o++) {
            groupOf[o] = number.computeIfAbsent(group.applyAsInt(o), g -> number.size());
        }
        this.members = members(number.size());
        this.sizeOfTask = data.countPerTask();
        this.counted = new int[data.taskCount()];
    }

    private int[][] members(int count) {
        int[] sizes = new int[count];
        for (int g : groupOf) {
            sizes[g]++;
        }
        int[][] lists = new int[count][];
        Arrays.setAll(lists, g -> new int[sizes[g]]);
        for (int o = groupOf.length - 1; o >= 0; o--) {
            lists[groupOf[o]][--sizes[groupOf[o]]] = o;
        }
        return lists;
    }

    /** The fold, 0 to k-1, in which each observation is tested; -1 for those that always train. */
    int[] folds(int k, SplittableRandom random) {
        double[][] share = new double[k][data.taskCount()];
        int[] size = new int[k];
        int[] foldOf = new int[members.length];
        for (int g : shuffled(random)) {
            foldOf[g] = needed(g) ? TRAINS : lightest(g, share, size);
            if (foldOf[g] != TRAINS) {
                size[foldOf[g]] += members[g].length;
                for (int o : members[g]) {
                    share[foldOf[g]][data.task(o)] += 1.0 / sizeOfTask[data.task(o)];
                }
            }
        }
        if (Arrays.stream(size).anyMatch(s -> s == 0)) {
            throw new DataException("the data cannot be divided into " + k + " folds: only "
                    + Arrays.stream(foldOf).filter(f -> f != TRAINS).count() + " of its " + members.length
                    + " groups of observations can be tested");
        }
        return Arrays.stream(groupOf).map(g -> foldOf[g]).toArray();
    }

    private int lightest(int g, double[][] share, int[] size) {
        int best = 0;
        double bestShare = Double.POSITIVE_INFINITY;
        for (int f = 0; f < size.length; f++) {
            double sum = 0;
            for (int o : members[g]) {
                sum += share[f][data.task(o)];
            }
            // sums of equal counts may differ by rounding; such folds tie
            boolean tie = Math.abs(sum - bestShare) <= 1e-9 * sum;
            if (tie ? size[f] < size[best] : sum < bestShare) {
                best = f;
                bestShare = sum;
            }
        }
        return best;
    }

    /** Whether each observation is held out: a group is when that brings its tasks nearer to their fraction. */
    boolean[] holdOut(double fraction, SplittableRandom random) {
        double[] wanted = new double[data.taskCount()];
        Arrays.setAll(wanted, t -> Math.max(1, Math.rint(fraction * sizeOfTask[t])));
        int[] left = sizeOfTask.clone();
        boolean[] held = new boolean[members.length];
        boolean any = false;
        for (int g : shuffled(random)) {
            held[g] = take(g, wanted, left) > 0;
            any |= held[g];
            if (!held[g]) {
                for (int o : members[g]) {
                    wanted[data.task(o)]++;
                    left[data.task(o)]++;
                }
            }
        }
        if (!any) {
            throw new DataException("nothing can be held out: every group of observations is the only one of a task");
        }
        boolean[] heldObservation = new boolean[groupOf.length];
        for (int o = 0; o < groupOf.length; o++) {
            heldObservation[o] = held[groupOf[o]];
        }
        return heldObservation;
    }

    /** Takes a group out of {@code left}; how much nearer that brings its tasks to what is wanted, or -1 if one ends. */
    private double take(int g, double[] wanted, int[] left) {
        double gain = 0;
        boolean ends = false;
        for (int o : members[g]) {
            int t = data.task(o);
            gain += (Math.abs(wanted[t]) - Math.abs(wanted[t] - 1)) / sizeOfTask[t];
            wanted[t]--;
            left[t]--;
            ends |= left[t] == 0;
        }
        return ends ? -1 : gain;
    }

    /** Whether the group is the only one of some task. */
    private boolean needed(int g) {
        boolean only = false;
        for (int o : members[g]) {
            only |= ++counted[data.task(o)] == sizeOfTask[data.task(o)];
        }
        for (int o : members[g]) {
            counted[data.task(o)] = 0;
        }
        return only;
    }

    private int[] shuffled(SplittableRandom random) {
        int[] order = new int[members.length];
        for (int i = 0; i < order.length; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
