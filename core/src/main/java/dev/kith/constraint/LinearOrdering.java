package dev.kith.constraint;

import dev.kith.linalg.Matrix;
import java.util.Arrays;

/**
 * min over orders of D items of sum over pairs cost(i before j): minimum feedback arc set in its weighted form.
 *
 * <p>Items split into the strong components of "is better placed before", which can be ordered one after another
 * without loss. A component of up to {@link #EXACT} items is solved exactly by dynamic programming over its subsets;
 * a larger one by insertion moves from two starts, with a lower bound from disjoint cycles of three.
 */
final class LinearOrdering {
    /** Largest component solved exactly: 2^15 subsets, 15 last items each. */
    static final int EXACT = 15;

    private final int n;
    /** What placing i before j costs over placing j before i, where positive; at most one of (i, j), (j, i) is. */
    private final double[][] excess;

    private double loss;
    private double bound;
    private final int[] order;

    /** @param before entry (i, j): the cost of i standing before j; all finite */
    LinearOrdering(Matrix before) {
        n = before.rows();
        excess = new double[n][n];
        order = new int[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                excess[i][j] = i == j ? 0 : Math.max(0, before.get(i, j) - before.get(j, i));
            }
        }
        int placed = 0;
        for (int[] component : new Components(excess).inOrder()) {
            int[] solved = component.length <= EXACT ? exact(component) : heuristic(component);
            System.arraycopy(solved, 0, order, placed, solved.length);
            placed += solved.length;
        }
    }

    /** The items, first to last. */
    int[] order() {
        return order.clone();
    }

    /** How far the order's cost may at most be above the least possible; 0 when it is proven optimal. */
    double gap() {
        double gap = loss - bound;
        return gap > 1e-12 * loss ? gap : 0;
    }

    /** least[S] = min over the last item v of S of least[S without v] + what the others before v cost. */
    private int[] exact(int[] items) {
        int m = items.length;
        double[] least = new double[1 << m];
        byte[] last = new byte[1 << m];
        for (int set = 1; set < least.length; set++) {
            least[set] = Double.POSITIVE_INFINITY;
            for (int v = 0; v < m; v++) {
                if ((set >> v & 1) != 0) {
                    double total = least[set & ~(1 << v)];
                    for (int u = 0; u < m && total < least[set]; u++) {
                        total += (set >> u & 1) != 0 ? excess[items[u]][items[v]] : 0;
                    }
                    if (total < least[set]) {
                        least[set] = total;
                        last[set] = (byte) v;
                    }
                }
            }
        }
        int[] solved = new int[m];
        int set = least.length - 1;
        for (int k = m - 1; k >= 0; k--) {
            solved[k] = items[last[set]];
            set &= ~(1 << last[set]);
        }
        loss += least[least.length - 1];
        bound += least[least.length - 1];
        return solved;
    }

    private int[] heuristic(int[] items) {
        int[] best = improve(byNetPreference(items));
        int[] other = improve(items.clone());
        best = cost(other) < cost(best) ? other : best;
        loss += cost(best);
        bound += trianglePacking(items);
        return best;
    }

    /** Items that are best placed before many others first. */
    private int[] byNetPreference(int[] items) {
        return Arrays.stream(items)
                .boxed()
                .sorted((i, j) -> Double.compare(net(i, items), net(j, items)))
                .mapToInt(i -> i)
                .toArray();
    }

    private double net(int i, int[] items) {
        double sum = 0;
        for (int j : items) {
            sum += excess[i][j] - excess[j][i];
        }
        return sum;
    }

    /** Moves single items to their best place until none moves. */
    private int[] improve(int[] sequence) {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int k = 0; k < sequence.length; k++) {
                moved |= insertBest(sequence, k);
            }
        }
        return sequence;
    }

    private boolean insertBest(int[] sequence, int k) {
        int item = sequence[k];
        int target = k;
        double least = -1e-12 * (1 + loss);
        double change = 0;
        for (int p = k - 1; p >= 0; p--) {
            change += excess[item][sequence[p]] - excess[sequence[p]][item];
            if (change < least) {
                least = change;
                target = p;
            }
        }
        change = 0;
        for (int p = k + 1; p < sequence.length; p++) {
            change += excess[sequence[p]][item] - excess[item][sequence[p]];
            if (change < least) {
                least = change;
                target = p;
            }
        }
        if (target < k) {
            System.arraycopy(sequence, target, sequence, target + 1, k - target);
        } else {
            System.arraycopy(sequence, k + 1, sequence, k, target - k);
        }
        sequence[target] = item;
        return target != k;
    }

    private double cost(int[] sequence) {
        double sum = 0;
        for (int k = 0; k < sequence.length; k++) {
            for (int p = 0; p < k; p++) {
                sum += excess[sequence[p]][sequence[k]];
            }
        }
        return sum;
    }

    /** Every order breaks an arc of each cycle: cycles of three that share no weight each add their lightest arc. */
    private double trianglePacking(int[] items) {
        double[][] left = new double[n][];
        for (int i : items) {
            left[i] = excess[i].clone();
        }
        double sum = 0;
        for (int i : items) {
            for (int j : items) {
                for (int k : items) {
                    double lightest = Math.min(left[i][j], Math.min(left[j][k], left[k][i]));
                    if (lightest > 0) {
                        sum += lightest;
                        left[i][j] -= lightest;
                        left[j][k] -= lightest;
                        left[k][i] -= lightest;
                    }
                }
            }
        }
        return sum;
    }
}
