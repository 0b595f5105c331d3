package dev.kith.file;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.kernel.Precomputed;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.KernelModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes one file of every kind of model with its predictions beside it: {@code main DIRECTORY [KIND...]}. Run once for
 * each new kind of model or format version, into src/test/resources/dev/kith/file/vN; files that are there never change.
 */
public final class GoldenFiles {
    private GoldenFiles() {}

    public static void main(String[] args) throws IOException {
        Path directory = Files.createDirectories(Path.of(args[0]));
        for (Map.Entry<String, Model> entry : new Examples(2026).all().entrySet()) {
            if (args.length == 1 || List.of(args).contains(entry.getKey())) {
                ModelFile.write(entry.getValue(), directory.resolve(entry.getKey() + ".kith"));
                Files.writeString(
                        directory.resolve(entry.getKey() + ".txt"),
                        predictions(entry.getValue()).toString());
            }
        }
    }

    /** Predictions for inputs that suit the model, one line a number. */
    static List<Double> predictions(Model model) {
        return java.util.Arrays.stream(model.predict(inputs(model)).data())
                .boxed()
                .toList();
    }

    public static Inputs inputs(Model model) {
        List<String> features = model.info().features();
        if (model instanceof KernelModel kernel) {
            if (kernel.support() instanceof StringInputs) {
                return new StringInputs(List.of("ab", "b\u00e9b\u00e9", "\ud83d\ude00b"), features.get(0));
            }
            if (kernel.kernel() instanceof Precomputed precomputed) {
                return precomputed.items();
            }
            if (kernel.support() instanceof SparseInputs) {
                SparseRows rows =
                        new SparseRows(features.size(), new int[] {0, 2, 2}, new int[] {0, 2}, new double[] {1, -2});
                return new SparseInputs(rows, features);
            }
        }
        if (model instanceof KernelSumModel) {
            Matrix numbers = Matrix.of(new double[] {0.5, -1, 2}, new double[] {1, 0, -0.5});
            return new MixedInputs(
                    new DenseInputs(numbers, features.subList(0, 3)),
                    List.of(new StringInputs(List.of("ab", "b\u00e9b\u00e9"), features.get(3))));
        }
        if (model instanceof LinearModel.Crossed crossed) {
            List<StringInputs> levels = crossed.further().stream()
                    .map(grouping -> new StringInputs(
                            List.of(
                                    grouping.levels().get(0),
                                    grouping.levels().get(grouping.levels().size() - 1)),
                            grouping.name()))
                    .toList();
            Matrix numbers = Matrix.of(new double[] {0.5, -1}, new double[] {1, 0});
            return new MixedInputs(
                    new DenseInputs(numbers, crossed.tasks().info().features()), levels);
        }
        Matrix values = Matrix.zeros(4, features.size());
        for (int i = 0; i < values.rows(); i++) {
            for (int j = 0; j < values.cols(); j++) {
                values.set(i, j, ((7 * i + 3 * j) % 5 - 2) / 2.0);
            }
        }
        return new DenseInputs(values, features);
    }
}
