package dev.kith.structure.ties;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

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
    private Communities() {}

    /** The number of each task's group, from 0 in order of the groups' first tasks. */
    static List<Integer> of(int tasks, List<LearnedGraph.Tie> ties) {
        double[][] shares = new double[tasks][tasks];
        double total = 0;
        for (LearnedGraph.Tie tie : ties) {
            double weight = Math.max(0, Math.min(tie.similarity(), 1));
            shares[tie.a()][tie.b()] += weight;
            shares[tie.b()][tie.a()] += weight;
            total += 2 * weight;
        }
        int[] group = IntStream.range(0, tasks).toArray();
        if (total > 0) {
            for (double[] row : shares) {
                for (int s = 0; s < tasks; s++) {
                    row[s] /= total;
                }
            }
            unite(shares, group);
        }
        return numbered(group);
    }

    private static void unite(double[][] shares, int[] group) {
        int tasks = group.length;
        double[] sums = Arrays.stream(shares)
                .mapToDouble(row -> Arrays.stream(row).sum())
                .toArray();
        while (true) {
            int into = -1;
            int from = -1;
            double best = 0;
            for (int c = 0; c < tasks; c++) {
                for (int d = c + 1; d < tasks; d++) {
                    double gain = shares[c][d] > 0 ? 2 * (shares[c][d] - sums[c] * sums[d]) : 0;
                    if (gain > best) {
                        best = gain;
                        into = c;
                        from = d;
                    }
                }
            }
            if (into < 0) {
                return;
            }
            merge(shares, sums, into, from);
            for (int t = 0; t < tasks; t++) {
                group[t] = group[t] == from ? into : group[t];
            }
        }
    }

    private static void merge(double[][] shares, double[] sums, int into, int from) {
        for (int c = 0; c < sums.length; c++) {
            shares[into][c] += shares[from][c];
            shares[from][c] = 0;
        }
        for (double[] row : shares) {
            row[into] += row[from];
            row[from] = 0;
        }
        sums[into] += sums[from];
        sums[from] = 0;
    }

    private static List<Integer> numbered(int[] group) {
        int[] numbers = new int[group.length];
        Arrays.fill(numbers, -1);
        int next = 0;
        for (int of : group) {
            if (numbers[of] < 0) {
                numbers[of] = next++;
            }
        }
        return Arrays.stream(group).mapToObj(of -> numbers[of]).toList();
    }
}
