package dev.kith.data.simulated;

import dev.kith.data.Dataset;
import dev.kith.data.DatasetCsv;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Source;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * What a simulation drew.
 *
 * @param data training data
 * @param test further data of the same kind, for measuring; empty when none was asked for
 * @param shape how the data is naturally written to a file
 * @param truth the structure behind the data; what its rows and columns are is said by the simulation
 * @param tree child and parent of every edge of the true task tree; empty where there is no tree
 * @param facts further true numbers by name, such as the best possible score
 */
public record Simulated(
        Dataset data,
        Optional<Dataset> test,
        DatasetCsv.Shape shape,
        Optional<NamedMatrix> truth,
        List<Link> tree,
        Map<String, Double> facts) {
    public Simulated {
        tree = List.copyOf(tree);
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }

    /** An edge of a task tree. */
    public record Link(String child, String parent) {}

    /** Training and test data, an empty one meaning none; the rest is added by the methods below. */
    static Simulated of(String name, long seed, DatasetCsv.Shape shape, Dataset data, Dataset test) {
        String label = name + ", seed " + seed;
        return new Simulated(
                named(data, label),
                test.size() == 0 ? Optional.empty() : Optional.of(named(test, label + ", test")),
                shape,
                Optional.empty(),
                List.of(),
                Map.of());
    }

    private static Dataset named(Dataset data, String label) {
        return data.withSource(new Source(label, data.inputs().rows(), 0, ""));
    }

    Simulated withTruth(NamedMatrix matrix) {
        return new Simulated(data, test, shape, Optional.of(matrix), tree, facts);
    }

    Simulated withTree(List<Link> links) {
        return new Simulated(data, test, shape, truth, links, facts);
    }

    Simulated withFacts(Map<String, Double> numbers) {
        return new Simulated(data, test, shape, truth, tree, numbers);
    }

    /** Training data, then test data, as one data set; dense features and numeric labels only. */
    public Dataset whole() {
        if (test.isEmpty()) {
            return data;
        }
        List<Dataset> parts = List.of(data, test.get());
        int[] rows = new int[data.size() + test.get().size()];
        int[] tasks = new int[rows.length];
        double[] labels = new double[rows.length];
        double[] values = new double[0];
        int filled = 0;
        int shift = 0;
        for (Dataset part : parts) {
            Matrix x = ((DenseInputs) part.inputs()).values();
            values = DoubleStream.concat(Arrays.stream(values), Arrays.stream(x.data()))
                    .toArray();
            for (int o = 0; o < part.size(); o++, filled++) {
                rows[filled] = shift + part.row(o);
                tasks[filled] = part.task(o);
                labels[filled] = part.label(o);
            }
            shift += x.rows();
        }
        List<String> features = data.inputs().features();
        DenseInputs inputs = new DenseInputs(Matrix.wrap(shift, features.size(), values), features);
        return Dataset.of(inputs, data.tasks(), rows, tasks, labels, null, null).withSource(data.source());
    }
}
