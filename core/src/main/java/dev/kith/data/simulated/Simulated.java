package dev.kith.data.simulated;

import dev.kith.data.Dataset;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Source;
import dev.kith.data.shape.Joining;
import dev.kith.data.table.DatasetCsv;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

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

    /** Training data, then test data, as one data set with numeric labels. */
    public Dataset whole() {
        if (test.isEmpty()) {
            return data;
        }
        Dataset more = test.get();
        int first = data.size();
        int size = first + more.size();
        int[] rows = IntStream.range(0, size)
                .map(o -> o < first ? data.row(o) : data.inputs().rows() + more.row(o - first))
                .toArray();
        int[] tasks = IntStream.range(0, size)
                .map(o -> o < first ? data.task(o) : more.task(o - first))
                .toArray();
        double[] labels = IntStream.range(0, size)
                .mapToDouble(o -> o < first ? data.label(o) : more.label(o - first))
                .toArray();
        return Dataset.of(Joining.of(data.inputs(), more.inputs()), data.tasks(), rows, tasks, labels, null, null)
                .withSource(data.source())
                .withColumns(data.columns());
    }
}
