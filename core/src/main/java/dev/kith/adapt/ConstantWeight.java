package dev.kith.adapt;

import dev.kith.convex.ConstantFeature;
import dev.kith.convex.DrawnTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A model whose intercepts were drawn together, as the model without intercepts that its fit saw: of one more feature, the same for
 * every row, whose weights are the intercepts. A new task's intercept is then drawn as those of the others were.
 *
 * @param value of the feature
 */
record ConstantWeight(double value) {
    private static final String INTERCEPT = "intercept";

    /** Whether a model was fitted so; not where labels are in units of their own by task, whose intercepts have nothing in common. */
    static boolean suits(Model model) {
        Map<String, String> parameters = model.info().parameters();
        return model instanceof LinearModel linear
                && linear.scaling().isPresent()
                && parameters.containsKey(DrawnTrainer.COST)
                && "true".equals(parameters.get(INTERCEPT))
                && !"task".equals(parameters.get("target-scale"));
    }

    static ConstantWeight of(Model model) {
        double cost = Double.parseDouble(model.info().parameters().get(DrawnTrainer.COST));
        return new ConstantWeight(1 / Math.sqrt(cost));
    }

    LinearModel widened(Model model) {
        LinearModel linear = (LinearModel) model;
        Standardizer units = linear.scaling().orElseThrow();
        Matrix at = LinearAlgebra.best().multiply(units.featureMean(), linear.weights());
        int d = linear.weights().rows();
        int tasks = linear.weights().cols();
        Matrix weights =
                Matrix.wrap(d + 1, tasks, Arrays.copyOf(linear.weights().data(), (d + 1) * tasks));
        Matrix intercept = Matrix.zeros(1, tasks);
        for (int t = 0; t < tasks; t++) {
            double base = units.labelMean().get(0, t);
            weights.set(d, t, (linear.intercept().get(0, t) + at.get(0, t) - base) / value);
            intercept.set(0, t, base - at.get(0, t));
        }
        ModelInfo info = linear.info();
        return new LinearModel(
                info.withParameter(INTERCEPT, "false")
                        .with(info.schema().withFeatures(ConstantFeature.names(info.features()))),
                weights,
                intercept,
                linear.structure(),
                Optional.of(new Standardizer(
                        beside(units.featureMean(), 0),
                        beside(units.featureScale(), 1),
                        units.labelMean(),
                        units.labelScale())));
    }

    /** Rows with the model's features. */
    Dataset widened(Dataset rows) {
        return rows.withInputs(ConstantFeature.beside(rows.inputs(), value));
    }

    /** The way back, with the features and the preparation of {@code before}. */
    LinearModel narrowed(Model model, Model before) {
        LinearModel linear = (LinearModel) model;
        int d = linear.weights().rows() - 1;
        Matrix intercept = linear.intercept().copy();
        for (int t = 0; t < intercept.cols(); t++) {
            intercept.add(0, t, value * linear.weights().get(d, t));
        }
        // Trained tasks keep their bits.
        Matrix old = ((LinearModel) before).intercept();
        for (int t = 0; t < old.cols(); t++) {
            intercept.set(0, t, old.get(0, t));
        }
        ModelInfo info = linear.info();
        Standardizer units = linear.scaling().orElseThrow();
        LinearModel narrow = new LinearModel(
                info.withParameter(INTERCEPT, "true")
                        .with(before.info().schema().withTasks(info.tasks())),
                linear.weights().selectRows(IntStream.range(0, d).toArray()),
                intercept,
                linear.structure(),
                Optional.of(new Standardizer(
                        first(units.featureMean(), d),
                        first(units.featureScale(), d),
                        units.labelMean(),
                        units.labelScale())));
        return ((LinearModel) before).common().map(narrow::with).orElse(narrow);
    }

    private static Matrix beside(Matrix row, double last) {
        Matrix wider = Matrix.wrap(1, row.cols() + 1, Arrays.copyOf(row.row(0), row.cols() + 1));
        wider.set(0, row.cols(), last);
        return wider;
    }

    private static Matrix first(Matrix row, int count) {
        return Matrix.wrap(1, count, Arrays.copyOf(row.row(0), count));
    }
}
