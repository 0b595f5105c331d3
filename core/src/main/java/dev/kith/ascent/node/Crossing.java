package dev.kith.ascent.node;

import dev.kith.structure.TaskKernel;
import java.util.SplittableRandom;

/**
 * Where the weights of one task's own stand in a table that all tasks share: column c at (odd c + base) mod 2^bits, with a
 * sign. Columns of one task never meet, as odd is odd and the table no smaller than the view; columns of two tasks meet by
 * chance, with signs that agree as often as not, so that inner products are right on average: feature hashing of task x
 * column [1]. It is a kernel of its own, near the one it stands for, and fits of it are certified as any other.
 *
 * <p>[1] Weinberger, Dasgupta, Langford, Smola, Attenberg, Feature hashing for large scale multitask learning, 2009.
 */
public record Crossing(int odd, int base, int mask) {
    private static final int MIX = 0x9E3779B9;

    /** The place of the {@code node}-th of the tasks in a table of 2^bits. */
    static Crossing of(int node, int bits) {
        SplittableRandom random = new SplittableRandom(node);
        return new Crossing(random.nextInt() | 1, random.nextInt(), (1 << bits) - 1);
    }

    /** Whether every node of a kernel is a task by itself: what tasks have of their own. */
    public static boolean crosses(TaskKernel kernel) {
        return kernel.nodes().size() > 1 && kernel.nodes().stream().allMatch(node -> node.tasks().length == 1);
    }

    /** The weight of a column. */
    double value(double[] table, int column) {
        int h = odd * column + base;
        return sign(h) * table[h & mask];
    }

    // Places are the low bits of h, signs mix in the high ones, in which columns that meet differ.
    private static double sign(int h) {
        return 1 - 2 * ((h * MIX) >>> 31);
    }

    /** weights[j] += factor * (weight of columns[j] - shift), from {@code from} to {@code to}. */
    void addInto(double[] weights, int from, int to, double factor, double[] table, int[] columns, int shift) {
        for (int j = from; j < to; j++) {
            weights[j] += factor * value(table, columns[j] - shift);
        }
    }

    /** The weight of columns[j] - shift grows by factor * change[j]. */
    void scatter(double[] change, int from, int to, double factor, double[] table, int[] columns, int shift) {
        for (int j = from; j < to; j++) {
            int h = odd * (columns[j] - shift) + base;
            table[h & mask] += factor * sign(h) * change[j];
        }
    }
}
