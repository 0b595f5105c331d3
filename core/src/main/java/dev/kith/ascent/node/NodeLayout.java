package dev.kith.ascent.node;

import dev.kith.structure.TaskKernel;
import java.util.List;

/**
 * How the weights of nodes are laid out in memory, chosen by size, node by node: over the whole width of the view, or
 * over the columns that occur in rows of the node's tasks. Known before anything is allocated.
 */
public final class NodeLayout {
    private static final int LINK_BYTES = 64;

    /** A column number and a value. */
    private static final int MODEL_BYTES = 12;

    private final TaskBlocks blocks;
    private final ColumnSet set;

    public NodeLayout(TaskBlocks blocks) {
        this.blocks = blocks;
        set = new ColumnSet(blocks.columnStart[blocks.views]);
    }

    /** Whether the whole width of the view takes less memory than the columns in use and their positions. */
    boolean dense(int v, TaskKernel.Node node) {
        if (node.tasks().length == 1) {
            return false;
        }
        long dense = 8L * width(v);
        // Positions alone may settle it, without counting columns.
        return dense <= compactBytes(v, node, 0) || dense <= compactBytes(v, node, count(v, node));
    }

    private int width(int v) {
        return blocks.columnStart[v + 1] - blocks.columnStart[v];
    }

    /** How many columns, within the view, occur in rows of the node's tasks. */
    private int count(int v, TaskKernel.Node node) {
        return node.tasks().length == 1 ? blocks.width(node.tasks()[0], v) : collect(v, node);
    }

    private int collect(int v, TaskKernel.Node node) {
        set.clear();
        for (int t : node.tasks()) {
            set.addAll(blocks.columns[t], blocks.viewStart[t][v], blocks.viewStart[t][v + 1]);
        }
        return set.count();
    }

    /** The columns within the view that occur in rows of the node's tasks, ascending. */
    int[] union(int v, TaskKernel.Node node) {
        if (blocks.views == 1 && node.tasks().length == 1) {
            return blocks.columns[node.tasks()[0]];
        }
        collect(v, node);
        int[] union = set.toArray();
        for (int k = 0; k < union.length; k++) {
            union[k] -= blocks.columnStart[v];
        }
        return union;
    }

    /** Where the columns of task t in view v stand in {@code union}. */
    int[] positions(int t, int v, int[] union) {
        int[] positions = new int[blocks.width(t, v)];
        int at = 0;
        for (int j = 0; j < positions.length; j++) {
            int column = blocks.columns[t][blocks.viewStart[t][v] + j] - blocks.columnStart[v];
            while (union[at] != column) {
                at++;
            }
            positions[j] = at;
        }
        return positions;
    }

    private long compactBytes(int v, TaskKernel.Node node, int columns) {
        boolean single = node.tasks().length == 1;
        long bytes = (single && blocks.views == 1 ? 8L : 12L) * columns;
        if (!single) {
            for (int t : node.tasks()) {
                bytes += 4L * blocks.width(t, v);
            }
        }
        return bytes;
    }

    /** What {@link NodeWeights} will allocate, and what a model of it will take at most. */
    public Bytes bytes(List<NodeWeights.Component> components, int crossingBits) {
        long weights = ColumnSet.bytes(blocks.columnStart[blocks.views]);
        long model = 0;
        for (NodeWeights.Component component : components) {
            int v = component.view();
            boolean crossed = crossingBits > 0 && Crossing.crosses(component.kernel());
            weights += crossed ? 8L << crossingBits : 0;
            for (TaskKernel.Node node : component.kernel().nodes()) {
                int columns = count(v, node);
                weights += (long) LINK_BYTES * node.tasks().length;
                if (!crossed) {
                    weights += dense(v, node) ? 8L * width(v) : compactBytes(v, node, columns);
                } else if (blocks.views > 1) {
                    weights += 4L * columns;
                }
                model += (long) MODEL_BYTES * columns;
            }
        }
        return new Bytes(weights, model);
    }

    /** Bytes of memory. */
    public record Bytes(long weights, long model) {}
}
