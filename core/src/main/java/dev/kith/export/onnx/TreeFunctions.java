package dev.kith.export.onnx;

import dev.kith.data.trees.TreeEnsemble;
import dev.kith.data.trees.TreeEnsemble.Node;
import dev.kith.linalg.Matrix;
import dev.kith.model.TreeModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Boosted trees, all of them one step down at a time: for each row and tree the number of the node it is at; nodes are rows of tables, leaves
 * lead to themselves.
 *
 * <p>Not ONNX's own operation on trees: those of ai.onnx.ml 3 give predictions in single precision, and the one that does not is not in the
 * runtimes of all. This way every split is decided in doubles, as kith does.
 */
final class TreeFunctions implements Functions {
    private final Maths maths;
    private final TreeModel model;
    private final Link link;
    private final TreeEnsemble trees;

    TreeFunctions(Maths maths, TreeModel model, Link link) {
        this.maths = maths;
        this.model = model;
        this.link = link;
        this.trees = model.trees();
    }

    @Override
    public Value all(Value x) {
        if (link.together()) {
            return link.all(EveryTask.of(maths, plain(), x, model.info().tasks().size()));
        }
        return EveryTask.of(maths, this, x, model.info().tasks().size());
    }

    private Functions plain() {
        return new Functions() {
            @Override
            public Value all(Value x) {
                throw new IllegalStateException("asked about one task per row only");
            }

            @Override
            public Value own(Value x, Value task) {
                return inUnits(x, task);
            }
        };
    }

    @Override
    public Value own(Value x, Value task) {
        return link.together() ? Functions.chosen(maths, this, x, task) : link.own(inUnits(x, task), task);
    }

    private Value inUnits(Value x, Value task) {
        Value code = maths.unsqueeze(maths.toReal(task), 1);
        Value mean = maths.unsqueeze(of(model.taskMean(), task), 1);
        Value leaves = sum(maths.concat(List.of(x, code, mean), 1));
        return maths.plus(of(model.labelMean(), task), maths.times(of(model.labelScale(), task), leaves));
    }

    private Value of(Matrix row, Value task) {
        return maths.rows(maths.graph().reals(row.data(), row.cols()), task);
    }

    /** base + sum over trees of the leaf's value, one number per row. */
    private Value sum(Value row) {
        Graph graph = maths.graph();
        Tables tables = new Tables(trees);
        Value feature = graph.list(tables.feature);
        Value threshold = graph.reals(tables.number, tables.number.length);
        Value left = graph.list(tables.left);
        Value right = graph.list(tables.right);
        Value at = start(row);
        for (int step = 0; step < tables.depth; step++) {
            Value asked = maths.entries(row, maths.rows(feature, at));
            Value below = maths.less(asked, maths.rows(threshold, at));
            Value yes = tables.sets.isEmpty() ? below : either(below, at, asked, tables);
            at = maths.where(yes, maths.rows(left, at), maths.rows(right, at));
        }
        Value values = maths.rows(graph.reals(tables.value, tables.value.length), at);
        return maths.plus(graph.number(trees.base()), maths.sum(values, 1, false));
    }

    /** The roots, for every row. */
    private Value start(Value row) {
        Graph graph = maths.graph();
        long[] roots = trees.roots().stream().mapToLong(Integer::longValue).toArray();
        Value rows = maths.rows(graph.make("Shape", List.of(row)), graph.list(0));
        Value shape = maths.concat(List.of(rows, graph.list(roots.length)), 0);
        return graph.make("Expand", List.of(graph.wholes(roots, 1, roots.length), shape));
    }

    /** Below the threshold or, at nodes that ask for codes, among them: a table of yes and no, a row per set. */
    private Value either(Value below, Value at, Value asked, Tables tables) {
        Graph graph = maths.graph();
        int width = tables.width;
        Value last = graph.number(width - 1);
        Value code = maths.toWhole(maths.max(graph.number(0), maths.min(last, asked)));
        Value place = maths.plus(maths.times(maths.rows(graph.list(tables.set), at), graph.whole(width)), code);
        Value member = maths.less(
                graph.number(0.5), maths.rows(graph.reals(tables.members(), (tables.sets.size() + 1L) * width), place));
        return graph.make("Or", List.of(below, member));
    }

    /** Nodes as columns of numbers. */
    private static final class Tables {
        private final long[] feature;
        private final double[] number;
        private final double[] value;
        private final long[] left;
        private final long[] right;
        /** Which set of codes a node asks for; 0 is the empty one. */
        private final long[] set;

        private final List<Node.Among> sets = new ArrayList<>();
        private final int depth;
        /** Codes from 0; the last stands for all that are larger, which no set has. */
        private final int width;

        Tables(TreeEnsemble trees) {
            List<Node> nodes = trees.nodes();
            int n = Math.max(1, nodes.size());
            feature = new long[n];
            number = new double[n];
            value = new double[n];
            left = new long[n];
            right = new long[n];
            set = new long[n];
            Arrays.fill(number, Double.NEGATIVE_INFINITY);
            int[] level = new int[n];
            int most = -1;
            int deepest = 0;
            for (int k = 0; k < nodes.size(); k++) {
                lay(k, nodes.get(k));
                level[(int) left[k]] = Math.max(level[(int) left[k]], level[k] + (left[k] == k ? 0 : 1));
                level[(int) right[k]] = Math.max(level[(int) right[k]], level[k] + (right[k] == k ? 0 : 1));
                deepest = Math.max(deepest, level[k]);
            }
            for (Node.Among among : sets) {
                most = among.codes().stream().mapToInt(Integer::intValue).reduce(most, Math::max);
            }
            depth = deepest;
            width = most + 2;
        }

        private void lay(int k, Node node) {
            left[k] = k;
            right[k] = k;
            if (node instanceof Node.Leaf leaf) {
                value[k] = leaf.value();
            } else if (node instanceof Node.Below below) {
                feature[k] = below.feature();
                number[k] = below.threshold();
                left[k] = below.left();
                right[k] = below.right();
            } else if (node instanceof Node.Among among) {
                feature[k] = among.feature();
                left[k] = among.left();
                right[k] = among.right();
                sets.add(among);
                set[k] = sets.size();
            }
        }

        double[] members() {
            double[] members = new double[(sets.size() + 1) * width];
            for (int s = 0; s < sets.size(); s++) {
                for (int code : sets.get(s).codes()) {
                    members[(s + 1) * width + code] = 1;
                }
            }
            return members;
        }
    }
}
