package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import dev.kith.model.uncertainty.KernelPosterior;
import dev.kith.model.uncertainty.LinearPosterior;
import dev.kith.model.uncertainty.Posterior;
import java.util.Optional;

/**
 * Tensors, all optional: optional_posterior_noise and optional_posterior_freedom (T); of a linear model
 * optional_posterior_offset (T), optional_posterior_centre (T x d), optional_posterior_shape (T d x d); of a kernel model
 * optional_posterior_rows, optional_posterior_tasks and optional_posterior_weights (N), optional_posterior_lambda (2:
 * lambda, and 1 with intercepts).
 */
final class PosteriorCodec {
    private static final String NAME = Parts.OPTIONAL + "posterior_";
    private static final String NOISE = NAME + "noise";
    private static final String FREEDOM = NAME + "freedom";
    private static final String OFFSET = NAME + "offset";
    private static final String CENTRE = NAME + "centre";
    private static final String SHAPE = NAME + "shape";
    private static final String ROWS = NAME + "rows";
    private static final String TASKS = NAME + "tasks";
    private static final String WEIGHTS = NAME + "weights";
    private static final String LAMBDA = NAME + "lambda";

    private PosteriorCodec() {}

    static void write(Posterior posterior, Parts to) {
        to.addRow(NOISE, posterior.noise());
        to.addRow(FREEDOM, posterior.freedom());
        if (posterior instanceof LinearPosterior linear) {
            to.addRow(OFFSET, linear.offset());
            to.add(CENTRE, linear.centre());
            to.add(SHAPE, linear.shape());
        } else if (posterior instanceof KernelPosterior kernel) {
            to.add(ROWS, kernel.rows());
            to.add(TASKS, kernel.tasks());
            to.add(WEIGHTS, kernel.weights());
            to.add(LAMBDA, new double[] {kernel.lambda(), kernel.intercept() ? 1 : 0});
        }
    }

    static Optional<Posterior> read(Parts from) {
        if (!from.has(NOISE)) {
            return Optional.empty();
        }
        Matrix noise = from.row(NOISE);
        Matrix freedom = from.row(FREEDOM);
        if (from.has(SHAPE)) {
            return Optional.of(
                    new LinearPosterior(noise, freedom, from.row(OFFSET), from.matrix(CENTRE), from.matrix(SHAPE)));
        }
        double[] lambda = from.doubles(LAMBDA);
        if (lambda.length != 2) {
            throw new DataException("tensor '" + LAMBDA + "' must have 2 entries, got " + lambda.length);
        }
        return Optional.of(new KernelPosterior(
                noise, freedom, lambda[0], lambda[1] != 0, from.ints(ROWS), from.ints(TASKS), from.doubles(WEIGHTS)));
    }
}
