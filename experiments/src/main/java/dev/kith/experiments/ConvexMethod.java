package dev.kith.experiments;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Split;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;

/**
 * A convex method with the linear kernel and the squared loss, tuned as the papers tune: every lambda of a grid, and every
 * setting of its relation, by five-fold cross-validation inside the training rows.
 *
 * @param relations the relations to choose from; none stands for shared features (l21)
 */
record ConvexMethod(String name, List<Relation> relations) {
    private static final int FOLDS = 5;
    private static final double COARSE = 1e-4;

    static ConvexMethod of(String name, Relation... relations) {
        return new ConvexMethod(name, List.of(relations));
    }

    static ConvexMethod stl() {
        return of("STL", Relations.independent());
    }

    static ConvexMethod mtfl() {
        return of("MTFL", Relations.schatten(1));
    }

    static ConvexMethod mtrl() {
        return of("MTRL", Relations.traceConstrained());
    }

    static ConvexMethod okl() {
        return of("OKL", Relations.schatten(2));
    }

    static ConvexMethod sparse() {
        return of("sparse", Relations.sparse(0.2), Relations.sparse(0.5), Relations.sparse(0.9));
    }

    /** Those of the papers. */
    static List<ConvexMethod> published() {
        return List.of(stl(), mtfl(), mtrl(), okl(), sparse());
    }

    /** The methods above and all our others that need no file. */
    static List<ConvexMethod> everyone() {
        return List.of(
                stl(),
                of("pooled", Relations.pooled()),
                of("mean", Relations.mean(0.1), Relations.mean(1), Relations.mean(10)),
                mtfl(),
                mtrl(),
                okl(),
                of("cluster", Relations.clustered(2, 1, 1, 10), Relations.clustered(4, 1, 1, 10)),
                sparse(),
                of("logdet", Relations.logDet(1)),
                new ConvexMethod("l21", List.of()));
    }

    /** The best trainer by cross-validation, trained on all of the data. */
    Model tuned(Dataset data, TargetScale scale, long seed) {
        return tuned(data, scale, seed, HoldOut::squaredError);
    }

    /** The same by another error of predictions (n x T). */
    Model tuned(Dataset data, TargetScale scale, long seed, ToDoubleBiFunction<Dataset, Matrix> error) {
        HoldOut folds = new HoldOut(Split.folds(data, FOLDS, seed), error);
        Training coarse = training(scale, COARSE);
        List<Trainer<? extends Model>> candidates = new ArrayList<>();
        lambdas().forEach(lambda -> {
            if (relations.isEmpty()) {
                candidates.add(new LinearTrainer(Losses.squared(), WeightPenalty.rows(), lambda, coarse));
            }
        });
        for (Relation relation : relations) {
            lambdas()
                    .forEach(lambda -> candidates.add(
                            new ConvexTrainer(Losses.squared(), new Linear(), relation, lambda, coarse)));
        }
        return exact(
                        folds.best(candidates).trainer(),
                        training(scale, Training.defaults().tolerance()))
                .train(data)
                .model();
    }

    /** Largest first, so that a path starts where little is to be learned. */
    private static Stream<Double> lambdas() {
        return Stream.iterate(100.0, lambda -> lambda > 2e-6, lambda -> lambda / Math.sqrt(10));
    }

    private static Trainer<? extends Model> exact(Trainer<? extends Model> chosen, Training training) {
        return chosen instanceof ConvexTrainer convex
                ? convex.withTraining(training)
                : new LinearTrainer(
                        Losses.squared(), WeightPenalty.rows(), ((LinearTrainer) chosen).lambda(), training);
    }

    private static Training training(TargetScale scale, double tolerance) {
        return Training.defaults()
                .withScaling(true, scale)
                .withStopping(tolerance, Training.defaults().maxIterations());
    }

    /** How a model predicts data it was not trained on. */
    static Scores scores(Measure measure, Model model, Dataset test) {
        return Scores.of(measure, test, predictions(model, test));
    }

    /** What a model answers for every label of data it was not trained on. */
    static double[] predictions(Model model, Dataset test) {
        double[] predictions = new double[test.size()];
        var all = model.predict(test.inputs());
        for (int o = 0; o < predictions.length; o++) {
            predictions[o] = all.get(test.row(o), test.task(o));
        }
        return predictions;
    }
}
