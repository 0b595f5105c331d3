package dev.kith.convex.direct;

import dev.kith.structure.matrix.TaskNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An order of the tasks of a graph in which many can be visited at the same time. First those with one neighbour left, again
 * and again, which is all of a chain or a tree: branches that know nothing of each other, a chain from both ends, then the
 * trunk where they meet. What is left goes by colours, two for a grid: no two tasks of a colour are neighbours.
 *
 * @param branches tasks to be visited one after the other, any two branches side by side
 * @param trunk tasks to be visited after them, one after the other
 * @param colours then colour by colour, all tasks of one side by side
 * @param rank smaller for whoever comes before a neighbour
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Rounds(List<int[]> branches, int[] trunk, List<int[]> colours, int[] rank) {
    /** Branches are visited together until they have so many tasks. */
    private static final int TOGETHER = 64;

    static Rounds of(TaskNetwork a) {
        int[] rank = new int[a.size()];
        Arrays.fill(rank, -1);
        int[] order = new int[a.size()];
        int[] above = new int[a.size()];
        int stripped = strip(a, rank, order, above);
        boolean[] inTrunk = new boolean[a.size()];
        int[] branch = branches(order, above, stripped, rank, inTrunk);
        return new Rounds(
                together(order, stripped, branch, inTrunk),
                Arrays.stream(order, 0, stripped).filter(t -> inTrunk[t]).toArray(),
                colours(a, rank, stripped),
                rank);
    }

    /** Ranks tasks that have at most one neighbour without a rank, {@code above}; returns how many. */
    private static int strip(TaskNetwork a, int[] rank, int[] order, int[] above) {
        int[] left = new int[rank.length];
        int end = 0;
        for (int t = 0; t < rank.length; t++) {
            left[t] = a.neighbours(t);
            if (left[t] <= 1) {
                order[end++] = t;
            }
        }
        for (int k = 0; k < end; k++) {
            int t = order[k];
            rank[t] = k;
            above[t] = -1;
            for (int n = 0; n < a.neighbours(t); n++) {
                int other = a.neighbour(t, n);
                if (rank[other] < 0) {
                    above[t] = other;
                    if (--left[other] == 1) {
                        order[end++] = other;
                    }
                }
            }
        }
        return end;
    }

    /** The top of the branch of each task; tasks with more than half of all below them are the trunk. */
    private static int[] branches(int[] order, int[] above, int stripped, int[] rank, boolean[] inTrunk) {
        int[] below = new int[rank.length];
        int[] top = new int[rank.length];
        for (int k = 0; k < stripped; k++) {
            int t = order[k];
            below[t]++;
            inTrunk[t] = below[t] > (rank.length + 1) / 2;
            if (above[t] >= 0) {
                below[above[t]] += below[t];
            }
        }
        for (int k = stripped - 1; k >= 0; k--) {
            int t = order[k];
            boolean inner = above[t] >= 0 && rank[above[t]] >= 0 && !inTrunk[above[t]];
            top[t] = inner ? top[above[t]] : t;
        }
        return top;
    }

    private static List<int[]> together(int[] order, int stripped, int[] branch, boolean[] inTrunk) {
        int[] number = new int[order.length];
        int[] count = new int[order.length];
        Arrays.fill(number, -1);
        for (int k = 0; k < stripped; k++) {
            count[branch[order[k]]]++;
        }
        List<Integer> sizes = new ArrayList<>();
        int room = 0;
        for (int k = 0; k < stripped; k++) {
            int top = branch[order[k]];
            if (!inTrunk[order[k]] && number[top] < 0) {
                if (room <= 0) {
                    sizes.add(0);
                    room = TOGETHER;
                }
                number[top] = sizes.size() - 1;
                sizes.set(sizes.size() - 1, sizes.get(sizes.size() - 1) + count[top]);
                room -= count[top];
            }
        }
        List<int[]> pieces = new ArrayList<>();
        sizes.forEach(size -> pieces.add(new int[size]));
        int[] filled = new int[pieces.size()];
        for (int k = 0; k < stripped; k++) {
            if (!inTrunk[order[k]]) {
                int piece = number[branch[order[k]]];
                pieces.get(piece)[filled[piece]++] = order[k];
            }
        }
        return pieces;
    }

    /** Ranks all others by the first colour none of their neighbours has. */
    private static List<int[]> colours(TaskNetwork a, int[] rank, int first) {
        int[] count = new int[rank.length + 1];
        int most = 0;
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
                count[own]++;
                most = Math.max(most, own + 1);
            }
        }
        List<int[]> colours = new ArrayList<>();
        for (int c = 0; c < most; c++) {
            colours.add(new int[count[c]]);
        }
        for (int t = rank.length - 1; t >= 0; t--) {
            if (rank[t] >= first) {
                int c = rank[t] - first;
                colours.get(c)[--count[c]] = t;
            }
        }
        return colours;
    }
}
