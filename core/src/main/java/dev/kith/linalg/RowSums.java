package dev.kith.linalg;

import java.util.Arrays;

/**
 * Sums of multiples of rows, the one loop that products, factors and solves in pure Java share.
 *
 * <p>Each row is an array of its own and all are indexed alike: only such loops does the JIT compiler of Java 17 turn
 * into vector instructions. Four rows at a time is the most it takes before it gives up (30 against 10 billion
 * operations a second); sums into a single variable, as in an inner product, it never does.
 *
 * <p>A loop is unrolled, and with that vectorised, only as far as its mean length at the time it is compiled. Short
 * loops therefore have methods of their own: a program that begins with small matrices would stay slow on large ones.
 */
final class RowSums {
    /** Width of a block of columns, so that some hundred rows of it stay in the second-level cache. */
    static final int WIDTH = 256;

    /** Loops shorter than this must not enter the methods that work on several rows at once. */
    static final int SHORT = 16;

    private static final int TILE = 32;

    private RowSums() {}

    /** Writes the transpose of rows x cols numbers, in tiles: walking down whole columns would miss the cache at every step. */
    static void transposeInto(double[] to, double[] from, int rows, int cols) {
        for (int top = 0; top < rows; top += TILE) {
            for (int left = 0; left < cols; left += TILE) {
                for (int i = top; i < Math.min(rows, top + TILE); i++) {
                    for (int j = left; j < Math.min(cols, left + TILE); j++) {
                        to[j * rows + i] = from[i * cols + j];
                    }
                }
            }
        }
    }

    /** Copies the lower triangle of n x n numbers to the upper one. */
    static void mirror(int n, double[] a) {
        for (int top = 0; top < n; top += TILE) {
            for (int left = 0; left <= top; left += TILE) {
                for (int i = top; i < Math.min(n, top + TILE); i++) {
                    for (int j = left; j < Math.min(i, left + TILE); j++) {
                        a[j * n + i] = a[i * n + j];
                    }
                }
            }
        }
    }

    /** The width of equal blocks of columns, each at most {@link #WIDTH}. */
    static int evenWidth(int cols) {
        int blocks = (cols + WIDTH - 1) / WIDTH;
        return (cols + blocks - 1) / blocks;
    }

    /** to[j] += sum over p of factors[p] rows[first + p][j], for j in start..end and p in 0..count. */
    static void addInto(double[] to, int start, int end, double[] factors, double[][] rows, int first, int count) {
        int p = 0;
        for (; p + 4 <= count && end - start >= SHORT; p += 4) {
            addFour(
                    to,
                    start,
                    end,
                    rows[first + p],
                    factors[p],
                    rows[first + p + 1],
                    factors[p + 1],
                    rows[first + p + 2],
                    factors[p + 2],
                    rows[first + p + 3],
                    factors[p + 3]);
        }
        for (; p < count; p++) {
            add(to, start, end, rows[first + p], factors[p]);
        }
    }

    private static void addFour(
            double[] to,
            int start,
            int end,
            double[] r0,
            double f0,
            double[] r1,
            double f1,
            double[] r2,
            double f2,
            double[] r3,
            double f3) {
        for (int j = start; j < end; j++) {
            to[j] += f0 * r0[j] + f1 * r1[j] + (f2 * r2[j] + f3 * r3[j]);
        }
    }

    /** to[j] += factor row[j], for j in start..end. */
    static void add(double[] to, int start, int end, double[] row, double factor) {
        for (int j = start; j < end; j++) {
            to[j] += factor * row[j];
        }
    }

    /** rows[first + r][j] += factor factors[r] from[j], for r in 0..count and j in start..end. */
    static void addToAll(
            double[][] rows, int first, int count, int start, int end, double factor, double[] factors, double[] from) {
        int r = 0;
        for (; r + 2 <= count && end - start >= SHORT; r += 2) {
            double[] next = rows[first + r + 1];
            addToTwo(rows[first + r], factor * factors[r], next, factor * factors[r + 1], start, end, from);
        }
        for (; r < count; r++) {
            add(rows[first + r], start, end, from, factor * factors[r]);
        }
    }

    private static void addToTwo(double[] r0, double f0, double[] r1, double f1, int start, int end, double[] from) {
        for (int j = start; j < end; j++) {
            r0[j] += f0 * from[j];
            r1[j] += f1 * from[j];
        }
    }

    /** Columns from..to of a matrix with {@code cols} columns stored row by row, one array a row. */
    static double[][] split(double[] data, int rows, int cols, int from, int to) {
        double[][] split = new double[rows][];
        for (int i = 0; i < rows; i++) {
            split[i] = Arrays.copyOfRange(data, i * cols + from, i * cols + to);
        }
        return split;
    }
}
