package dev.kith.numeric;

import java.util.Arrays;

/**
 * An order in which the nodes of a graph are eliminated with few new edges: the node with the fewest neighbours next, as far
 * as these are known without the edges being made. Serves one graph.
 */
public final class MinimumDegree {
    /* Eliminated nodes stand for the clique of what was around them ("elements"); neighbours are counted as in [1], without
     * its merging of nodes alike. Nodes with very many neighbours come last, as there.
     * [1] Amestoy, Davis, Duff, An approximate minimum degree ordering algorithm, 1996. */
    private static final double MANY = 10;

    private final int n;
    private final int[][] nodes;
    private final int[][] elements;
    private final int[][] members;
    private final int[] degree;
    private final boolean[] gone;
    /** Nodes by degree, in lists. */
    private final int[] first;

    private final int[] next;
    private final int[] previous;
    /** What was last marked, and when. */
    private final int[] mark;

    private final int[] outside;
    private final int[] counted;

    /** @param neighbours of every node, both ways, none twice */
    public MinimumDegree(int[][] neighbours) {
        n = neighbours.length;
        nodes = new int[n][];
        elements = new int[n][0];
        members = new int[n][];
        degree = new int[n];
        gone = new boolean[n];
        first = new int[n + 1];
        next = new int[n];
        previous = new int[n];
        mark = new int[n];
        outside = new int[n];
        counted = new int[n];
        Arrays.fill(first, -1);
        Arrays.fill(mark, -1);
        Arrays.fill(counted, -1);
        double many = MANY * Math.sqrt(n) + 16;
        for (int i = 0; i < n; i++) {
            gone[i] = neighbours[i].length > many;
        }
        for (int i = 0; i < n; i++) {
            nodes[i] = Arrays.stream(neighbours[i]).filter(j -> !gone[j]).toArray();
            degree[i] = nodes[i].length;
        }
    }

    /** All nodes, first to be eliminated first. */
    public int[] order() {
        int[] order = new int[n];
        int last = n;
        for (int i = n - 1; i >= 0; i--) {
            if (gone[i]) {
                order[--last] = i;
            } else {
                insert(i);
            }
        }
        int least = 0;
        for (int k = 0; k < last; k++) {
            while (first[least] < 0) {
                least++;
            }
            int pivot = first[least];
            remove(pivot);
            order[k] = pivot;
            least = Math.min(least, eliminate(pivot, last - k - 1));
        }
        return order;
    }

    private void insert(int i) {
        int d = degree[i];
        next[i] = first[d];
        previous[i] = -1;
        if (first[d] >= 0) {
            previous[first[d]] = i;
        }
        first[d] = i;
    }

    private void remove(int i) {
        if (previous[i] >= 0) {
            next[previous[i]] = next[i];
        } else {
            first[degree[i]] = next[i];
        }
        if (next[i] >= 0) {
            previous[next[i]] = previous[i];
        }
    }

    /** Returns the smallest degree it left behind. */
    private int eliminate(int pivot, int left) {
        int[] around = around(pivot);
        gone[pivot] = true;
        members[pivot] = around;
        nodes[pivot] = new int[0];
        for (int i : around) {
            count(i, pivot);
        }
        int least = left;
        for (int i : around) {
            remove(i);
            degree[i] = Math.min(left - 1, connect(i, pivot) + around.length - 1);
            insert(i);
            least = Math.min(least, degree[i]);
        }
        return Math.max(0, least);
    }

    /** The nodes next to the pivot, marked by it; elements next to it become part of it. */
    private int[] around(int pivot) {
        int most = nodes[pivot].length;
        for (int e : elements[pivot]) {
            most += members[e] == null ? 0 : members[e].length;
        }
        int[] found = new int[most];
        int count = 0;
        mark[pivot] = pivot;
        for (int i : nodes[pivot]) {
            if (!gone[i] && mark[i] != pivot) {
                mark[i] = pivot;
                found[count++] = i;
            }
        }
        for (int e : elements[pivot]) {
            int[] of = members[e] == null ? new int[0] : members[e];
            for (int i : of) {
                if (!gone[i] && mark[i] != pivot) {
                    mark[i] = pivot;
                    found[count++] = i;
                }
            }
            members[e] = null;
        }
        elements[pivot] = new int[0];
        return Arrays.copyOf(found, count);
    }

    /** Takes i off what the elements next to it have outside the pivot's. */
    private void count(int i, int pivot) {
        for (int e : elements[i]) {
            if (members[e] != null) {
                if (counted[e] != pivot) {
                    counted[e] = pivot;
                    outside[e] = members[e].length;
                }
                outside[e]--;
            }
        }
    }

    /** Ties i to the pivot instead of what the pivot reaches; returns how many it has beside the pivot's, at most. */
    private int connect(int i, int pivot) {
        int[] kept = new int[elements[i].length + 1];
        int count = 0;
        int beside = 0;
        for (int e : elements[i]) {
            if (members[e] != null && outside[e] > 0) {
                kept[count++] = e;
                beside += outside[e];
            }
        }
        kept[count++] = pivot;
        elements[i] = Arrays.copyOf(kept, count);
        int own = 0;
        for (int j : nodes[i]) {
            if (!gone[j] && mark[j] != pivot) {
                nodes[i][own++] = j;
            }
        }
        if (own < nodes[i].length) {
            nodes[i] = Arrays.copyOf(nodes[i], own);
        }
        return beside + own;
    }
}
