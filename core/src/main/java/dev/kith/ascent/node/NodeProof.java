package dev.kith.ascent.node;

import dev.kith.ascent.DualGain;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import java.util.Arrays;
import java.util.List;

/**
 * Node vectors built anew from sums over rows, and how far from exact they are:
 *
 * <pre>  | u_g - sum_t e_g[t] h_t |  &lt;=  off_g + (number of tasks + 8) 2^-53 sum_t |e_g[t]| |h_t|,   h_t = sum_i s_i x_i  </pre>
 *
 * with h_t known to twice the precision but for off_t. Two numbers per node, no further vectors.
 */
final class NodeProof {
    private static final double HALF_UNIT = 0x1p-53;
    private static final double UNITS = 0x1p-50;

    private final TaskBlocks blocks;
    private final NodeWeights nodes;

    /** By place among the stores. */
    private final double[] lengths;

    private final double[] off;
    private final int[] terms;

    NodeProof(TaskBlocks blocks, NodeWeights nodes) {
        this.blocks = blocks;
        this.nodes = nodes;
        lengths = new double[nodes.stores.size()];
        off = new double[lengths.length];
        terms = new int[lengths.length];
        for (NodeWeights.Store store : nodes.stores) {
            Arrays.fill(store.values, 0);
        }
    }

    /**
     * Adds a task to its nodes.
     *
     * @param sum h_t, rounded
     * @param length its length in every view
     * @param error what it may be off by in every view, beside rounding
     */
    void add(int t, double[] sum, double[] length, double[] error) {
        nodes.scatter(sum, t, false);
        for (NodeLink link : nodes.links[t]) {
            int g = link.store.place;
            lengths[g] += Math.abs(link.factor) * length[link.view];
            off[g] += Math.abs(link.factor) * error[link.view];
            terms[g]++;
        }
    }

    /** No less than sum_g ||u_g||^2 of every component, of the vectors as they are or of those they stand for. */
    double[] squares(boolean exact) {
        double[] squares = new double[nodes.components.size()];
        for (NodeWeights.Store store : nodes.stores) {
            TwofoldSum sum = new TwofoldSum();
            sum.addDot(store.values, 0, store.values, 0, store.values.length);
            double norm = isZero(store.values) ? 0 : Math.sqrt(sum.value().hi() + sum.error());
            int g = store.place;
            double away = exact ? DualGain.MORE * (off[g] + (terms[g] + 8) * HALF_UNIT * lengths[g]) : 0;
            squares[store.component] += (norm + away) * (norm + away) * (1 + 8 * UNITS);
        }
        for (int m = 0; m < squares.length; m++) {
            squares[m] *= 1 + nodes.components.get(m).kernel().nodes().size() * UNITS;
        }
        return squares;
    }

    private static boolean isZero(double[] values) {
        int j = 0;
        while (j < values.length && values[j] == 0) {
            j++;
        }
        return j == values.length;
    }

    /** What the saved weights of a component are multiples of: theta times the scale of its view. */
    static double[] carried(List<NodeWeights.Component> components, double[] theta) {
        double[] carried = new double[theta.length];
        Arrays.setAll(carried, m -> theta[m] * components.get(m).scale());
        return carried;
    }

    /**
     * hi + lo = weights of task t as saved, on its local columns.
     *
     * @return what a weight may be off by; 0 if all are
     */
    double gatherInto(double[] hi, double[] lo, int t, double[] carried) {
        Arrays.fill(hi, 0, blocks.columns[t].length, 0);
        Arrays.fill(lo, 0, blocks.columns[t].length, 0);
        double absolute = 0;
        for (NodeLink link : nodes.links[t]) {
            double factor = carried[link.component];
            int from = blocks.viewStart[t][link.view];
            int width = blocks.viewStart[t][link.view + 1] - from;
            double largest = 0;
            for (int j = 0; j < width && factor != 0; j++) {
                double weight = factor * link.value(j);
                largest = Math.max(largest, Math.abs(weight));
                accumulate(hi, lo, from + j, link.member, 0, weight);
            }
            absolute += Math.abs(link.member) * largest;
        }
        for (int j = 0; j < blocks.columns[t].length; j++) {
            Twofold sum = Twofold.sum(hi[j], lo[j]);
            hi[j] = sum.hi();
            lo[j] = sum.lo();
        }
        return absolute > 0 ? TwofoldSum.error(nodes.links[t].length, absolute) : 0;
    }

    /** hi[at] + lo[at] += (a + rest) x, without loss. */
    static void accumulate(double[] hi, double[] lo, int at, double a, double rest, double x) {
        double p = a * x;
        double s = hi[at] + p;
        double v = s - hi[at];
        lo[at] += ((hi[at] - (s - v)) + (p - v)) + Math.fma(a, x, -p) + rest * x;
        hi[at] = s;
    }
}
