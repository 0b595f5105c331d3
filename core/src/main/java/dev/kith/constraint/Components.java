package dev.kith.constraint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Strong components of the graph with an arc j -&gt; i wherever i before j costs something (j belongs before i), in an order
 * in which every arc points forward. Tarjan's algorithm.
 */
final class Components {
    private final double[][] excess;
    private final int[] index;
    private final int[] low;
    private final boolean[] open;
    private final int[] stack;
    private final List<int[]> found = new ArrayList<>();
    private int depth;
    private int next = 1;

    Components(double[][] excess) {
        this.excess = excess;
        int n = excess.length;
        index = new int[n];
        low = new int[n];
        open = new boolean[n];
        stack = new int[n];
        for (int v = 0; v < n; v++) {
            if (index[v] == 0) {
                visit(v);
            }
        }
        Collections.reverse(found); // Tarjan finds sinks first
    }

    List<int[]> inOrder() {
        return found;
    }

    private void visit(int v) {
        index[v] = next;
        low[v] = next++;
        stack[depth++] = v;
        open[v] = true;
        for (int w = 0; w < excess.length; w++) {
            if (excess[w][v] > 0) {
                if (index[w] == 0) {
                    visit(w);
                    low[v] = Math.min(low[v], low[w]);
                } else if (open[w]) {
                    low[v] = Math.min(low[v], index[w]);
                }
            }
        }
        if (low[v] == index[v]) {
            int bottom = depth;
            do {
                bottom--;
                open[stack[bottom]] = false;
            } while (stack[bottom] != v);
            int[] component = java.util.Arrays.copyOfRange(stack, bottom, depth);
            java.util.Arrays.sort(component);
            found.add(component);
            depth = bottom;
        }
    }
}
