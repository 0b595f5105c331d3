package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
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

    private static final String DIAGONAL = NAME + "_diagonal";
    private static final String NODE = NAME + "_node";
    private static final String PARENT = NAME + "_parent";
    private static final String WEIGHTS = NAME + "_weights";
    private static final String FROM = NAME + "_from";
    private static final String TO = NAME + "_to";
    private static final String GAMMA = NAME + "_gamma";
    private static final String VECTORS = NAME + "_vectors";
    private static final String VALUES = NAME + "_values";
    private static final String BASE = NAME + "_base";

    private StructureCodec() {}

    static void write(Optional<TaskMatrix> structure, Parts to) {
        if (structure.isEmpty()) {
            return;
        }
        TaskMatrix a = structure.get();
        if (a instanceof DenseTasks dense) {
            to.add(NAME, dense.dense());
        } else if (a instanceof TaskForest forest) {
            writeForest(forest, to);
        } else if (a instanceof TaskNetwork network) {
            writeNetwork(network, to);
        } else if (a instanceof TaskSpectrum spectrum) {
            to.add(NAME, SPECTRUM);
            to.add(VECTORS, spectrum.vectors());
            to.add(VALUES, spectrum.values());
            to.add(BASE, new double[] {spectrum.base()});
        }
    }

    private static void writeForest(TaskForest forest, Parts to) {
        if (forest.identity()) {
            to.add(NAME, IDENTITY);
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
        to.add(NAME, NODES);
        to.add(DIAGONAL, diagonal);
        to.add(NODE, node);
        to.add(PARENT, parent);
        to.add(WEIGHTS, weights);
    }

    private static void writeNetwork(TaskNetwork network, Parts to) {
        int[] from = new int[network.edges()];
        int[] other = new int[network.edges()];
        double[] weights = new double[network.edges()];
        java.util.Arrays.setAll(from, network::from);
        java.util.Arrays.setAll(other, network::to);
        java.util.Arrays.setAll(weights, network::weight);
        to.add(NAME, GRAPH);
        to.add(FROM, from);
        to.add(TO, other);
        to.add(WEIGHTS, weights);
        to.add(GAMMA, new double[] {network.gamma()});
    }

    /** @param tasks of the model, which say the size of an identity or a graph */
    static Optional<TaskMatrix> read(Parts from, int tasks) {
        if (!from.hasText(NAME)) {
            return from.has(NAME) ? Optional.of(TaskMatrix.of(from.matrix(NAME))) : Optional.empty();
        }
        String kind = from.text(NAME);
        return Optional.of(
                switch (kind) {
                    case IDENTITY -> TaskMatrix.identity(tasks);
                    case NODES ->
                        new TaskForest(
                                from.doubles(DIAGONAL), from.ints(NODE), from.ints(PARENT), from.doubles(WEIGHTS));
                    case GRAPH ->
                        new TaskNetwork(
                                tasks,
                                single(GAMMA, from.doubles(GAMMA)),
                                from.ints(FROM),
                                from.ints(TO),
                                from.doubles(WEIGHTS));
                    case SPECTRUM -> spectrum(from.matrix(VECTORS), from.doubles(VALUES), from.doubles(BASE));
                    default ->
                        throw new DataException("the model has a structure of unknown kind '" + kind
                                + "'; a newer version may know it");
                });
    }

    private static TaskSpectrum spectrum(Matrix vectors, double[] values, double[] base) {
        return new TaskSpectrum(vectors, values, single(BASE, base));
    }

    private static double single(String name, double[] numbers) {
        if (numbers.length != 1) {
            throw new DataException("tensor '" + name + "' must hold one number, got " + numbers.length);
        }
        return numbers[0];
    }
}
