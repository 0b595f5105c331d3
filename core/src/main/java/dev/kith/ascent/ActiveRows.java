package dev.kith.ascent;

import java.util.SplittableRandom;

/** Which rows of each piece of a task a sweep visits, and in which order: the active ones stand first in its range. */
public final class ActiveRows {
    private final Duals duals;
    private final int[] pieceStart;
    private final int[] taskPiece;
    private final int[] order;
    private final int[] counts;
    private final int[] tasks;
    private final int[] pieces;

    /** @param pieceStart the first row of every piece; pieces {@code taskPiece[t]} to {@code taskPiece[t + 1]} are task t */
    public ActiveRows(Duals duals, int[] pieceStart, int[] taskPiece) {
        this.duals = duals;
        this.pieceStart = pieceStart;
        this.taskPiece = taskPiece;
        order = range(duals.rows());
        tasks = range(duals.tasks());
        pieces = range(pieceStart.length - 1);
        counts = new int[pieces.length];
        for (int p = 0; p < counts.length; p++) {
            counts[p] = pieceStart[p + 1] - pieceStart[p];
        }
    }

    /** Every task in one piece. */
    public ActiveRows(Duals duals) {
        this(duals, duals.taskStart, range(duals.tasks() + 1));
    }

    private static int[] range(int n) {
        int[] range = new int[n];
        for (int i = 0; i < n; i++) {
            range[i] = i;
        }
        return range;
    }

    public int row(int k) {
        return order[k];
    }

    /** Active rows of piece p. */
    public int count(int p) {
        return counts[p];
    }

    public boolean any(int t) {
        for (int p = taskPiece[t]; p < taskPiece[t + 1]; p++) {
            if (counts[p] > 0) {
                return true;
            }
        }
        return false;
    }

    public int largestTask() {
        int largest = 0;
        for (int t = 0; t < tasks.length; t++) {
            largest = Math.max(largest, duals.taskStart[t + 1] - duals.taskStart[t]);
        }
        return largest;
    }

    public int[] shuffledTasks(SplittableRandom random) {
        shuffle(tasks, 0, tasks.length, random);
        return tasks;
    }

    /** Brings the pieces of task t into random order; the k-th of all is {@link #piece}. */
    public void shufflePieces(int t, SplittableRandom random) {
        shuffle(pieces, taskPiece[t], taskPiece[t + 1] - taskPiece[t], random);
    }

    public int piece(int k) {
        return pieces[k];
    }

    /** Brings the active rows of piece p into random order. */
    public void shuffle(int p, SplittableRandom random) {
        shuffle(order, pieceStart[p], counts[p], random);
    }

    private static void shuffle(int[] array, int from, int count, SplittableRandom random) {
        for (int k = count - 1; k > 0; k--) {
            int other = from + random.nextInt(k + 1);
            int swap = array[from + k];
            array[from + k] = array[other];
            array[other] = swap;
        }
    }

    /** Keeps the rows that do not rest at a bound by more than {@code margin}. */
    public void choose(double[] scores, double[] biases, double margin) {
        for (int t = 0; t < tasks.length; t++) {
            for (int p = taskPiece[t]; p < taskPiece[t + 1]; p++) {
                counts[p] = choose(p, scores, biases[t], margin);
            }
        }
    }

    private int choose(int p, double[] scores, double bias, double margin) {
        int end = pieceStart[p];
        for (int k = end; k < pieceStart[p + 1]; k++) {
            int i = order[k];
            if (duals.loss.rest(duals.y[i], duals.c[i], duals.s[i], scores[i] + bias) <= margin) {
                order[k] = order[end];
                order[end++] = i;
            }
        }
        return end - pieceStart[p];
    }
}
