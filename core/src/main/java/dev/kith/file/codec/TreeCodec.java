package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.data.trees.TreeEnsemble;
import dev.kith.data.trees.TreeEnsemble.Node;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.TreeModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tensors: base (1), roots (one per tree), and one number per node, all trees one after the other: feature (-1 for a leaf), number (the threshold
 * below which a row goes left, or the value of a leaf), left and right (nodes; 0 for a leaf), codes_starts (nodes + 1) with codes (of a node that
 * has some those that go left; it has no threshold then). task_mean, label_mean, label_scale (T).
 */
final class TreeCodec implements Codec<TreeModel> {
    @Override
    public String kind() {
        return "trees";
    }

    @Override
    public Class<TreeModel> type() {
        return TreeModel.class;
    }

    @Override
    public void write(TreeModel model, Parts to) {
        List<Node> nodes = model.trees().nodes();
        int[] feature = new int[nodes.size()];
        double[] number = new double[nodes.size()];
        int[] left = new int[nodes.size()];
        int[] right = new int[nodes.size()];
        int[] starts = new int[nodes.size() + 1];
        List<Integer> codes = new ArrayList<>();
        for (int n = 0; n < feature.length; n++) {
            if (nodes.get(n) instanceof Node.Leaf leaf) {
                feature[n] = -1;
                number[n] = leaf.value();
            } else if (nodes.get(n) instanceof Node.Below below) {
                feature[n] = below.feature();
                number[n] = below.threshold();
                left[n] = below.left();
                right[n] = below.right();
            } else if (nodes.get(n) instanceof Node.Among among) {
                feature[n] = among.feature();
                left[n] = among.left();
                right[n] = among.right();
                codes.addAll(among.codes());
            }
            starts[n + 1] = codes.size();
        }
        to.add("base", new double[] {model.trees().base()});
        to.add("roots", ints(model.trees().roots()));
        to.add("feature", feature);
        to.add("number", number);
        to.add("left", left);
        to.add("right", right);
        to.add("codes_starts", starts);
        to.add("codes", ints(codes));
        to.addRow("task_mean", model.taskMean());
        to.addRow("label_mean", model.labelMean());
        to.addRow("label_scale", model.labelScale());
    }

    private static int[] ints(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public TreeModel read(ModelInfo info, Parts from) {
        double[] base = from.doubles("base");
        if (base.length != 1) {
            throw new DataException("tensor 'base' must have one number, got " + base.length);
        }
        List<Integer> roots = Arrays.stream(from.ints("roots")).boxed().toList();
        return new TreeModel(
                info,
                new TreeEnsemble(info.features().size() + TreeModel.OF_TASK, base[0], roots, nodes(from)),
                from.row("task_mean"),
                from.row("label_mean"),
                from.row("label_scale"));
    }

    private static List<Node> nodes(Parts from) {
        int[] feature = from.ints("feature");
        double[] number = from.doubles("number");
        int[] left = from.ints("left");
        int[] right = from.ints("right");
        int[] starts = from.ints("codes_starts");
        int[] codes = from.ints("codes");
        int count = feature.length;
        if (number.length != count || left.length != count || right.length != count || starts.length != count + 1) {
            throw new DataException("nodes must have a feature, a number, left, right and codes each, got " + count
                    + ", " + number.length + ", " + left.length + ", " + right.length + " and " + (starts.length - 1));
        }
        InputsCodec.requireStarts("codes", starts, codes.length);
        List<Node> nodes = new ArrayList<>(count);
        for (int n = 0; n < count; n++) {
            if (feature[n] == -1) {
                nodes.add(new Node.Leaf(number[n]));
            } else if (starts[n + 1] > starts[n]) {
                Set<Integer> own = new HashSet<>();
                Arrays.stream(codes, starts[n], starts[n + 1]).forEach(own::add);
                nodes.add(new Node.Among(feature[n], own, left[n], right[n]));
            } else {
                nodes.add(new Node.Below(feature[n], number[n], left[n], right[n]));
            }
        }
        return nodes;
    }

    /** Texts: trees and base (the descriptions of both models). Tensors: their own, named trees.NAME and base.NAME. */
    static final class AsFeature implements Codec<TreeModel.AsFeature> {
        private static final String TREES = "trees";

        @Override
        public String kind() {
            return "tree-feature";
        }

        @Override
        public Class<TreeModel.AsFeature> type() {
            return TreeModel.AsFeature.class;
        }

        @Override
        public void write(TreeModel.AsFeature model, Parts to) {
            to.addModel(TREES, model.trees());
            ConstrainedCodec.writeBase(model.base(), to);
        }

        @Override
        public TreeModel.AsFeature read(ModelInfo info, Parts from) {
            Model trees = from.model(TREES);
            if (!(trees instanceof TreeModel grown)) {
                throw new DataException("the model '" + TREES + "' must be of boosted trees, got "
                        + trees.info().method());
            }
            return new TreeModel.AsFeature(info, grown, ConstrainedCodec.readBase(from));
        }
    }
}
