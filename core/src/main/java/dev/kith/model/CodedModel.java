package dev.kith.model;

import dev.kith.data.Codes;
import dev.kith.data.Inputs;
import dev.kith.kernel.Precomputed;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.List;
import java.util.Optional;

/**
 * The class whose code is nearest to base(x): a base model predicts the numbers that code classes, and each class is scored by
 * how near its code is ({@link Codes#scores}). Tasks are the classes.
 *
 * @param base a model of the codes' outputs
 */
public record CodedModel(ModelInfo info, Model base, Codes codes) implements Model {
    public CodedModel {
        if (!info.tasks().equals(codes.classes())) {
            throw new IllegalArgumentException("there must be a code for each task, in order: tasks " + info.tasks()
                    + ", codes of " + codes.classes());
        }
        if (!base.info().tasks().equals(codes.outputs())) {
            throw new IllegalArgumentException("the base model must predict the codes' outputs " + codes.outputs()
                    + ", got " + base.info().tasks());
        }
        if (!base.info().features().equals(info.features())) {
            throw new IllegalArgumentException("the base model must have the model's features");
        }
        if (base instanceof CodedModel || base instanceof ConstrainedModel) {
            throw new IllegalArgumentException("the base model must not be decoded itself");
        }
    }

    @Override
    public CodedModel withInfo(ModelInfo changed) {
        return new CodedModel(changed, base, codes);
    }

    @Override
    public Matrix predict(Inputs x) {
        return codes.scores(base.predict(info.prepared(x)));
    }

    /** Distances between what is predicted and each code, n x T. */
    public Matrix distances(Inputs x) {
        return codes.distances(base.predict(info.prepared(x)));
    }

    /** L'AL for a base with the structure A between the codes' outputs: of the functions behind {@link #predict}, up to a factor. */
    @Override
    public Optional<TaskMatrix> structure() {
        Matrix l = codes.matrix().values();
        return base.structure().map(a -> {
            Matrix half = LinearAlgebra.best().multiply(l.transpose(), a.dense());
            return TaskMatrix.of(LinearAlgebra.best().multiply(half, l).symmetrized());
        });
    }

    @Override
    public Optional<LinearModel> linear() {
        return base.linear()
                .map(own -> new LinearModel(
                        info,
                        LinearAlgebra.best().multiply(own.weights(), codes.slopes()),
                        codes.scores(own.intercept()),
                        structure()));
    }

    @Override
    public List<String> gramKeys() {
        return base.gramKeys();
    }

    @Override
    public CodedModel withGram(List<Precomputed> given) {
        return new CodedModel(info, base.withGram(given), codes);
    }

    @Override
    public double[] intercepts() {
        double[] own = base.intercepts();
        return codes.scores(Matrix.wrap(1, own.length, own)).row(0);
    }
}
