package dev.kith.serve.metrics;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Rows;
import dev.kith.data.Standardizer;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.serve.models.ServedModel;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How far the features of recent rows are from those of the rows a model was trained on:
 *
 * <pre>  shift_j = mean over recent rows of (x_j - mean_j) / deviation_j  </pre>
 *
 * with mean and deviation of the training rows, 0 where nothing has changed. Recent are about the last thousand rows that were looked at, with weights
 * that fall as rows grow older. Of a request of many rows some are looked at, so that this costs little beside predicting.
 */
final class Drift {
    private static final double KEPT = 0.999;
    private static final int MOST_OF_REQUEST = 32;

    private final ServedModel model;
    private final Standardizer training;
    private final double[] sums;
    private double weight;

    private Drift(ServedModel model, Standardizer training) {
        this.model = model;
        this.training = training;
        this.sums = new double[model.info().features().size()];
    }

    /** Of a model that knows the moments of its training rows. */
    static Optional<Drift> of(ServedModel model) {
        Model plain = model.model();
        Optional<Standardizer> known = plain instanceof KernelModel kernel
                ? Optional.of(kernel.scaling())
                : plain.linear().flatMap(LinearModel::scaling);
        return known.filter(units ->
                        units.featureMean().cols() == model.info().features().size())
                .filter(units -> !model.info().readsStrings())
                .map(units -> new Drift(model, units));
    }

    ServedModel model() {
        return model;
    }

    /** Looks at some of these rows, evenly spread. */
    void look(Rows rows) {
        int count = rows.inputs().rows();
        int step = Math.max(1, count / MOST_OF_REQUEST);
        int[] some = IntStream.iterate(0, i -> i < count, i -> i + step).toArray();
        Inputs features = model.info().prepared(rows.inputs().select(some));
        if (features instanceof DenseInputs dense) {
            add(dense);
        }
    }

    private synchronized void add(DenseInputs dense) {
        for (int i = 0; i < dense.rows(); i++) {
            weight = KEPT * weight + 1;
            for (int j = 0; j < sums.length; j++) {
                double deviation =
                        dense.values().get(i, j) - training.featureMean().get(0, j);
                sums[j] = KEPT * sums[j] + deviation / training.featureScale().get(0, j);
            }
        }
    }

    /** The shift of every feature; empty before any row was looked at. */
    synchronized double[] shifts() {
        if (weight == 0) {
            return new double[0];
        }
        double[] shifts = sums.clone();
        for (int j = 0; j < shifts.length; j++) {
            shifts[j] /= weight;
        }
        return shifts;
    }
}
