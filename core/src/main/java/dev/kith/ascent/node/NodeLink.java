package dev.kith.ascent.node;

import org.jspecify.annotations.Nullable;

/** How a task takes part in a node: the position of its local column j is positions[base + j] - shift, or j itself. */
final class NodeLink {
    final int component;
    final int view;

    /** e_g[t]. */
    final double member;

    /** The same times the scale of the view. */
    final double factor;

    final NodeWeights.Store store;
    private final double[] values;
    private final @Nullable Crossing crossing;
    private final int @Nullable [] positions;
    private final int base;
    private final int shift;

    NodeLink(
            NodeWeights.Vector vector,
            NodeWeights.Component of,
            double member,
            int @Nullable [] positions,
            int base,
            int shift) {
        this.store = vector.store;
        this.component = vector.component;
        this.view = of.view();
        this.member = member;
        this.factor = member * of.scale();
        this.values = store.values;
        this.crossing = vector.crossing;
        this.positions = positions;
        this.base = base;
        this.shift = shift;
    }

    /** The weight of local column j, counted within the view. */
    double value(int j) {
        if (positions == null) {
            return values[j];
        }
        int place = positions[base + j] - shift;
        return crossing == null ? values[place] : crossing.value(values, place);
    }

    /** weights += factor times the node's, on local columns {@code from} to {@code to}: those of the view. */
    void addInto(double[] weights, int from, int to, double factor) {
        if (positions == null) {
            for (int j = from; j < to; j++) {
                weights[j] += factor * values[j - from];
            }
        } else if (crossing != null) {
            crossing.addInto(weights, from, to, factor, values, positions, shift);
        } else {
            for (int j = from; j < to; j++) {
                weights[j] += factor * values[positions[base + j - from] - shift];
            }
        }
    }

    /** The node's weights grow by factor times {@code change}, on local columns {@code from} to {@code to}. */
    void scatter(double[] change, int from, int to) {
        if (positions == null) {
            for (int j = from; j < to; j++) {
                values[j - from] += factor * change[j];
            }
        } else if (crossing != null) {
            crossing.scatter(change, from, to, factor, values, positions, shift);
        } else {
            for (int j = from; j < to; j++) {
                values[positions[base + j - from] - shift] += factor * change[j];
            }
        }
    }
}
