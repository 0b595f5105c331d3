package dev.kith.score;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.shape.FoldDeal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/** The observations of a data set in groups that are dealt out together. */
final class Groups {
    private final Dataset data;
    private final int[] groupOf;
    private final int[][] members;
    private final int[] sizeOfTask;

    Groups(Dataset data, IntUnaryOperator group) {
        this.data = data;
        this.groupOf = new int[data.size()];
        Map<Integer, Integer> number = new HashMap<>();
        for (int o = 0; o < groupOf.length; o++) {
            groupOf[o] = number.computeIfAbsent(group.applyAsInt(o), g -> number.size());
        }
        this.members = members(number.size());
        this.sizeOfTask = data.countPerTask();
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
        int[] foldOf = new int[members.length];
        FoldDeal deal = new FoldDeal(k, random, (group, fold) -> foldOf[(int) group] = fold);
        for (int g = 0; g < members.length; g++) {
            deal.add(g, Arrays.stream(members[g]).map(data::task).toArray());
        }
        deal.finish();
        if (Arrays.stream(deal.sizes()).anyMatch(size -> size == 0)) {
            throw new DataException("the data cannot be divided into " + k + " folds: only "
                    + Arrays.stream(foldOf).filter(f -> f != FoldDeal.TRAINS).count() + " of its " + members.length
                    + " groups of observations can be tested");
        }
        return Arrays.stream(groupOf).map(g -> foldOf[g]).toArray();
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
