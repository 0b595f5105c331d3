package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.structure.matrix.DenseTasks;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.Optional;

/**
 * A structure matrix as what it is made of. Text: structure ({@code identity}, {@code nodes}, {@code graph} or {@code spectrum}), none for
 * T x T numbers. Tensors: structure (T x T), or those of the kind, see {@code docs/guide/model-file.md}.
 */
final class StructureCodec {
    private static final String NAME = "structure";
    private static final String IDENTITY = "identity";
    private static final String NODES = "nodes";
    private static final String GRAPH = "graph";
    private static final String SPECTRUM = "spectrum";

    private static final String DIAGONAL = "_diagonal";
    private static final String NODE = "_node";
    private static final String PARENT = "_parent";
    private static final String WEIGHTS = "_weights";
    private static final String FROM = "_from";
    private static final String TO = "_to";
    private static final String GAMMA = "_gamma";
    private static final String VECTORS = "_vectors";
    private static final String VALUES = "_values";
    private static final String BASE = "_base";

    private StructureCodec() {}

    static void write(Optional<TaskMatrix> structure, Parts to) {
        structure.ifPresent(a -> write(NAME, a, to));
    }

    /** Under another name, which takes the place of {@code structure} in all names. */
    static void write(String name, TaskMatrix a, Parts to) {
        if (a instanceof DenseTasks dense) {
            to.add(name, dense.dense());
        } else if (a instanceof TaskForest forest) {
            writeForest(name, forest, to);
        } else if (a instanceof TaskNetwork network) {
            writeNetwork(name, network, to);
        } else if (a instanceof TaskSpectrum spectrum) {
            to.add(name, SPECTRUM);
            to.add(name + VECTORS, spectrum.vectors());
            to.add(name + VALUES, spectrum.values());
            to.add(name + BASE, new double[] {spectrum.base()});
        }
    }

    private static void writeForest(String name, TaskForest forest, Parts to) {
        if (forest.identity()) {
            to.add(name, IDENTITY);
            return;
        }
        double[] diagonal = new double[forest.size()];
        int[] node = new int[forest.size()];
        int[] parent = new int[forest.nodes()];
        double[] weights = new double[forest.nodes()];
        java.util.Arrays.setAll(diagonal, forest::own);
        java.util.Arrays.setAll(node, forest::node);
        java.util.Arrays.setAll(parent, forest::parent);
        java.util.Arrays.setAll(weights, forest::weight);
        to.add(name, NODES);
        to.add(name + DIAGONAL, diagonal);
        to.add(name + NODE, node);
        to.add(name + PARENT, parent);
        to.add(name + WEIGHTS, weights);
    }

    private static void writeNetwork(String name, TaskNetwork network, Parts to) {
        int[] from = new int[network.edges()];
        int[] other = new int[network.edges()];
        double[] weights = new double[network.edges()];
        java.util.Arrays.setAll(from, network::from);
        java.util.Arrays.setAll(other, network::to);
        java.util.Arrays.setAll(weights, network::weight);
        to.add(name, GRAPH);
        to.add(name + FROM, from);
        to.add(name + TO, other);
        to.add(name + WEIGHTS, weights);
        to.add(name + GAMMA, new double[] {network.gamma()});
    }

    /** @param tasks of the model, which say the size of an identity or a graph */
    static Optional<TaskMatrix> read(Parts from, int tasks) {
        return read(NAME, from, tasks);
    }

    /** What {@link #write(String, TaskMatrix, Parts)} wrote under this name, if anything. */
    static Optional<TaskMatrix> read(String name, Parts from, int tasks) {
        if (!from.hasText(name)) {
            return from.has(name) ? Optional.of(TaskMatrix.of(from.matrix(name))) : Optional.empty();
        }
        String kind = from.text(name);
        return Optional.of(
                switch (kind) {
                    case IDENTITY -> TaskMatrix.identity(tasks);
                    case NODES ->
                        new TaskForest(
                                from.doubles(name + DIAGONAL),
                                from.ints(name + NODE),
                                from.ints(name + PARENT),
                                from.doubles(name + WEIGHTS));
                    case GRAPH ->
                        new TaskNetwork(
                                tasks,
                                single(name + GAMMA, from),
                                from.ints(name + FROM),
                                from.ints(name + TO),
                                from.doubles(name + WEIGHTS));
                    case SPECTRUM ->
                        new TaskSpectrum(
                                from.matrix(name + VECTORS), from.doubles(name + VALUES), single(name + BASE, from));
                    default ->
                        throw new DataException("the model has a structure of unknown kind '" + kind
                                + "'; a newer version may know it");
                });
    }

    private static double single(String name, Parts from) {
        double[] numbers = from.doubles(name);
        if (numbers.length != 1) {
            throw new DataException("tensor '" + name + "' must hold one number, got " + numbers.length);
        }
        return numbers[0];
    }
}
