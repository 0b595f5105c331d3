package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.data.Standardizer;
import dev.kith.data.StringInputs;
import dev.kith.kernel.map.FeatureMaps;
import dev.kith.linalg.SparseRows;
import dev.kith.model.ModelInfo;
import dev.kith.model.NodeModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Text: map (as {@link FeatureMaps#parse} reads it). Tensors: members and weights as sparse rows (NAME_starts,
 * NAME_columns, NAME_values), kernel_weights, kernel_views and kernel_tasks (names, as strings of {@link InputsCodec}),
 * kernel_of (one per node), intercepts (T), feature_mean and feature_scale (d), label_mean and label_scale (T).
 */
final class NodeCodec implements Codec<NodeModel> {
    @Override
    public String kind() {
        return "nodes";
    }

    @Override
    public Class<NodeModel> type() {
        return NodeModel.class;
    }

    @Override
    public void write(NodeModel model, Parts to) {
        to.add("map", model.map().spec());
        write("members", model.members(), to);
        write("weights", model.weights(), to);
        writeKernels(model.kernels(), to);
        to.add(
                "kernel_of",
                model.kernelOf().stream().mapToInt(Integer::intValue).toArray());
        to.addRow("intercepts", model.intercept());
        to.addRow("feature_mean", model.scaling().featureMean());
        to.addRow("feature_scale", model.scaling().featureScale());
        to.addRow("label_mean", model.scaling().labelMean());
        to.addRow("label_scale", model.scaling().labelScale());
    }

    static void writeKernels(List<NodeModel.KernelWeight> kernels, Parts to) {
        to.add(
                "kernel_weights",
                kernels.stream().mapToDouble(NodeModel.KernelWeight::weight).toArray());
        writeNames(
                "kernel_views",
                kernels.stream().map(NodeModel.KernelWeight::view).toList(),
                to);
        writeNames(
                "kernel_tasks",
                kernels.stream().map(NodeModel.KernelWeight::tasks).toList(),
                to);
    }

    private static void write(String name, SparseRows rows, Parts to) {
        int[] starts = new int[rows.rows() + 1];
        for (int i = 0; i < rows.rows(); i++) {
            starts[i + 1] = rows.end(i);
        }
        to.add(name + "_starts", starts);
        to.add(name + "_columns", Arrays.copyOf(rows.indices(), rows.nonZeros()));
        to.add(name + "_values", Arrays.copyOf(rows.values(), rows.nonZeros()));
    }

    private static void writeNames(String name, List<String> names, Parts to) {
        InputsCodec.write(name, new StringInputs(names, name), to);
    }

    @Override
    public NodeModel read(ModelInfo info, Parts from) {
        var map = FeatureMaps.parse(from.text("map"), info.features().size());
        int[] starts = map.starts();
        return new NodeModel(
                info,
                map,
                new Standardizer(
                        from.row("feature_mean"),
                        from.row("feature_scale"),
                        from.row("label_mean"),
                        from.row("label_scale")),
                read("members", info.tasks().size(), from),
                read("weights", starts[starts.length - 1], from),
                readKernels(from),
                Arrays.stream(from.ints("kernel_of")).boxed().toList(),
                from.row("intercepts"));
    }

    private static SparseRows read(String name, int cols, Parts from) {
        int[] starts = from.ints(name + "_starts");
        int[] columns = from.ints(name + "_columns");
        InputsCodec.requireStarts(name, starts, columns.length);
        return new SparseRows(cols, starts, columns, from.doubles(name + "_values"));
    }

    static List<NodeModel.KernelWeight> readKernels(Parts from) {
        double[] weights = from.doubles("kernel_weights");
        List<String> views = readNames("kernel_views", from);
        List<String> tasks = readNames("kernel_tasks", from);
        if (views.size() != weights.length || tasks.size() != weights.length) {
            throw new DataException("kernels must have a weight, a view and tasks each, got " + weights.length + ", "
                    + views.size() + " and " + tasks.size());
        }
        List<NodeModel.KernelWeight> kernels = new ArrayList<>(weights.length);
        for (int m = 0; m < weights.length; m++) {
            kernels.add(new NodeModel.KernelWeight(views.get(m), tasks.get(m), weights[m]));
        }
        return kernels;
    }

    private static List<String> readNames(String name, Parts from) {
        if (InputsCodec.read(name, List.of(name), from) instanceof StringInputs names) {
            return names.values();
        }
        throw new DataException("'" + name + "' must be strings");
    }
}
