package dev.kith.convex.direct;

import dev.kith.structure.matrix.TaskNetwork;
import java.util.Arrays;

/**
 * The tasks of a graph in rounds: no two of a round are neighbours. First those with one neighbour left, again and again,
 * which is all of a chain or a tree; then what is left by colours, two for a grid.
 *
 * @param tasks of each round
 * @param rank the round of each task
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Rounds(int[][] tasks, int[] rank) {
    static Rounds of(TaskNetwork a) {
        int[] rank = new int[a.size()];
        Arrays.fill(rank, -1);
        int stripped = strip(a, rank);
        int rounds = colour(a, rank, stripped);
        int[] count = new int[rounds];
        for (int round : rank) {
            count[round]++;
        }
        int[][] tasks = new int[rounds][];
        Arrays.setAll(tasks, round -> new int[count[round]]);
        for (int t = rank.length - 1; t >= 0; t--) {
            tasks[rank[t]][--count[rank[t]]] = t;
        }
        return new Rounds(tasks, rank);
    }

    /** Ranks tasks that have at most one neighbour without a rank; returns the number of rounds. */
    private static int strip(TaskNetwork a, int[] rank) {
        int[] left = new int[rank.length];
        int[] queue = new int[rank.length];
        int end = 0;
        for (int t = 0; t < rank.length; t++) {
            left[t] = a.neighbours(t);
            if (left[t] <= 1) {
                queue[end++] = t;
            }
        }
        int rounds = 0;
        for (int k = 0; k < end; k++) {
            int t = queue[k];
            int own = 0;
            for (int n = 0; n < a.neighbours(t); n++) {
                int other = a.neighbour(t, n);
                own = Math.max(own, rank[other] + 1);
                if (rank[other] < 0 && --left[other] == 1) {
                    queue[end++] = other;
                }
            }
            rank[t] = own;
            rounds = Math.max(rounds, own + 1);
        }
        return rounds;
    }

    /** Ranks all others, the first colour none of their neighbours has; returns the number of rounds. */
    private static int colour(TaskNetwork a, int[] rank, int first) {
        int rounds = first;
        for (int t = 0; t < rank.length; t++) {
            if (rank[t] < 0) {
                boolean[] taken = new boolean[a.neighbours(t) + 1];
                for (int n = 0; n < a.neighbours(t); n++) {
                    int colour = rank[a.neighbour(t, n)] - first;
                    if (colour >= 0 && colour < taken.length) {
                        taken[colour] = true;
                    }
                }
                int own = 0;
                while (taken[own]) {
                    own++;
                }
                rank[t] = first + own;
                rounds = Math.max(rounds, rank[t] + 1);
            }
        }
        return rounds;
    }
}
