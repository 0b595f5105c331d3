package dev.kith.boost;

import dev.kith.data.trees.Boosting;
import dev.kith.data.trees.Growth;
import dev.kith.data.trees.TreeEnsemble;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;

/** A fold held out: trees grown on the others, and the loss of its rows after each of them. */
final class Fold {
    private final Boosting boosting;
    private final Growth growth;
    private final int[] held;
    private final double[] labels;
    private final double[] weights;
    private final List<Double> losses = new ArrayList<>();

    Fold(Boosting boosting, Growth growth, int[] held, double[] labels, double[] weights) {
        this.boosting = boosting;
        this.growth = growth;
        this.held = held;
        this.labels = labels;
        this.weights = weights;
    }

    boolean has(int trees) {
        return held.length == 0 || losses.size() >= trees;
    }

    /** Until there are so many trees, or the thread is interrupted. */
    void grow(int trees) {
        while (!has(trees) && !Thread.currentThread().isInterrupted()) {
            growth.next();
            double loss = 0;
            for (int o : held) {
                loss += weights[o] * boosting.loss(labels[o], growth.value(o));
            }
            losses.add(loss);
        }
    }

    /** The summed loss of the rows held out after so many trees; 0 where there are no rows, and after an interrupt the last there is. */
    double loss(int trees) {
        return losses.isEmpty() ? 0 : losses.get(Math.min(trees, losses.size()) - 1);
    }

    double weight() {
        double weight = 0;
        for (int o : held) {
            weight += weights[o];
        }
        return weight;
    }

    /** What the first trees say of the rows held out. */
    void writeInto(double[] f, int trees, Matrix columns, double[] taskMeans, int[] task) {
        TreeEnsemble first = growth.trees().first(trees);
        double[] row = new double[first.features()];
        for (int o : held) {
            for (int j = 0; j < columns.cols(); j++) {
                row[j] = columns.get(o, j);
            }
            row[columns.cols()] = taskMeans[task[o]];
            f[o] = first.value(row);
        }
    }
}
