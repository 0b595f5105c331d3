package dev.kith.structure.ties;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Groups of tasks with more ties among themselves than chance would give: every task starts alone, and as long as it
 * raises the modularity
 *
 * <pre>
 *   Q = sum_c (e_cc - a_c^2),   e_cd = share of tie weight between groups c and d,  a_c = sum_d e_cd
 * </pre>
 *
 * the two groups whose union raises it most are united [Newman 2004]. Ties weigh as much as tasks are alike; opposite
 * tasks are not held together by being so.
 */
final class Communities {
    /** Two groups, and what their union raises the modularity by. */
    private record Union(int into, int from, double gain) {}

    /** Shares of tie weight between groups, both ways; nothing where there is no tie. */
    private final List<Map<Integer, Double>> shares = new ArrayList<>();

    private final double[] sums;
    /** What each group was united with, itself while it was not. */
    private final int[] group;

    private final PriorityQueue<Union> best =
            new PriorityQueue<>(Comparator.comparingDouble((Union union) -> -union.gain)
                    .thenComparingInt(Union::into)
                    .thenComparingInt(Union::from));

    private Communities(List<Map<Integer, Double>> weights, double total) {
        sums = new double[weights.size()];
        group = new int[sums.length];
        for (int t = 0; t < sums.length; t++) {
            group[t] = t;
            Map<Integer, Double> own = new HashMap<>();
            for (Map.Entry<Integer, Double> tie : weights.get(t).entrySet()) {
                double share = tie.getValue() / total;
                own.put(tie.getKey(), share);
                sums[t] += share;
            }
            shares.add(own);
        }
    }

    /** The number of each task's group, from 0 in order of the groups' first tasks. */
    static List<Integer> of(int tasks, List<LearnedGraph.Tie> ties) {
        List<Map<Integer, Double>> weights = new ArrayList<>();
        for (int t = 0; t < tasks; t++) {
            weights.add(new TreeMap<>());
        }
        double total = 0;
        for (LearnedGraph.Tie tie : ties) {
            double weight = Math.max(0, Math.min(tie.similarity(), 1));
            if (weight > 0) {
                weights.get(tie.a()).merge(tie.b(), weight, Double::sum);
                weights.get(tie.b()).merge(tie.a(), weight, Double::sum);
                total += 2 * weight;
            }
        }
        return new Communities(weights, total).unite();
    }

    private List<Integer> unite() {
        for (int c = 0; c < group.length; c++) {
            offer(c, true);
        }
        for (Union next = best.poll(); next != null; next = best.poll()) {
            // what was said of groups that have changed since no longer counts
            if (group[next.into] == next.into
                    && group[next.from] == next.from
                    && next.gain == gain(next.into, next.from)) {
                merge(next.into, next.from);
                offer(next.into, false);
            }
        }
        return numbered();
    }

    private double gain(int c, int d) {
        Double share = shares.get(c).get(d);
        return share == null ? 0 : 2 * (share - sums[c] * sums[d]);
    }

    /** Puts up the unions of a group with those it has ties to, or only with later ones. */
    private void offer(int c, boolean later) {
        for (int d : shares.get(c).keySet()) {
            if (!later || d > c) {
                double gain = gain(Math.min(c, d), Math.max(c, d));
                if (gain > 0) {
                    best.add(new Union(Math.min(c, d), Math.max(c, d), gain));
                }
            }
        }
    }

    private void merge(int into, int from) {
        Map<Integer, Double> own = shares.get(into);
        own.remove(from);
        for (Map.Entry<Integer, Double> tie : shares.get(from).entrySet()) {
            int other = tie.getKey();
            shares.get(other).remove(from);
            if (other != into) {
                own.merge(other, tie.getValue(), Double::sum);
                shares.get(other).merge(into, tie.getValue(), Double::sum);
            }
        }
        shares.get(from).clear();
        sums[into] += sums[from];
        group[from] = into;
    }

    private List<Integer> numbered() {
        int[] numbers = new int[group.length];
        Arrays.fill(numbers, -1);
        List<Integer> all = new ArrayList<>();
        int next = 0;
        for (int t = 0; t < group.length; t++) {
            int of = t;
            while (group[of] != of) {
                of = group[of];
            }
            if (numbers[of] < 0) {
                numbers[of] = next++;
            }
            all.add(numbers[of]);
        }
        return all;
    }
}
