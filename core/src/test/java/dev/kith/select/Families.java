package dev.kith.select;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.score.CrossValidation;
import dev.kith.select.Contender.Trained;
import dev.kith.select.grid.LambdaGrid;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** Families of linear tasks, and contenders that tune themselves, for tests of comparisons. */
final class Families {
    private Families() {}

    /** y = x'w_t + noise, n observations of each task; {@code weights} gives w_t. */
    static Dataset draw(long seed, int tasks, int n, double noise, IntFunction<double[]> weights) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] w = new double[tasks][];
        for (int t = 0; t < tasks; t++) {
            w[t] = weights.apply(t);
        }
        int d = w[0].length;
        Matrix x = Matrix.zeros(tasks * n, d);
        double[] y = new double[tasks * n];
        int[] task = new int[tasks * n];
        for (int i = 0; i < y.length; i++) {
            task[i] = i % tasks;
            for (int j = 0; j < d; j++) {
                x.set(i, j, random.nextGaussian());
                y[i] += x.get(i, j) * w[task[i]][j];
            }
            y[i] += noise * random.nextGaussian();
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", tasks), task, y);
    }

    static double[] gaussian(SplittableRandom random, int d) {
        double[] w = new double[d];
        for (int j = 0; j < d; j++) {
            w[j] = random.nextGaussian();
        }
        return w;
    }

    /** All tasks alike. */
    static Dataset identical(long seed, int tasks, int n, int d, double noise) {
        double[] w = gaussian(new SplittableRandom(seed + 1), d);
        return draw(seed, tasks, n, noise, t -> w);
    }

    /** No task knows anything about another. */
    static Dataset independent(long seed, int tasks, int n, int d, double noise) {
        double[][] w = independentWeights(seed, tasks, d);
        return draw(seed, tasks, n, noise, t -> w[t]);
    }

    /** What is true in {@link #independent} data of this seed. */
    static double[][] independentWeights(long seed, int tasks, int d) {
        SplittableRandom random = new SplittableRandom(seed + 1);
        double[][] w = new double[tasks][];
        java.util.Arrays.setAll(w, t -> gaussian(random, d));
        return w;
    }

    /** E (f_t(x) - x'w)^2 for standard normal x: what predicting costs beyond the noise. */
    static double excess(Model model, int t, double[] w) {
        LinearModel linear = (LinearModel) model;
        double sum = Math.pow(linear.intercepts()[t], 2);
        for (int j = 0; j < w.length; j++) {
            sum += Math.pow(linear.weights().get(j, t) - w[j], 2);
        }
        return sum;
    }

    /** All alike but the last, which is their opposite. */
    static Dataset outlier(long seed, int tasks, int n, int d, double noise) {
        double[] w = gaussian(new SplittableRandom(seed + 1), d);
        double[] opposite = java.util.Arrays.stream(w).map(v -> -v).toArray();
        return draw(seed, tasks, n, noise, t -> t == tasks - 1 ? opposite : w);
    }

    /** Chooses lambda, and one of its relations, by cross-validation. */
    record Tuned(String name, List<Relation> relations) implements Contender {
        @Override
        public Trained train(Dataset training) {
            double[] lambdas = LambdaGrid.decades(training, new Linear(), Training.defaults());
            List<ConvexTrainer> candidates = new ArrayList<>();
            for (int i = 1; i < 6; i++) {
                for (Relation relation : relations) {
                    candidates.add(trainer(relation, lambdas[i]));
                    candidates.add(trainer(relation, lambdas[i] / 3));
                }
            }
            CrossValidation validation = new CrossValidation(3, 5, Losses.squared(), TargetScale.ALL, Weighting.TASK);
            ConvexTrainer best = CrossValidation.best(validation.score(training, candidates, c -> c, (done, of) -> {}))
                    .candidate();
            Fit<Model> fit = best.train(training);
            return new Trained(fit.model(), fit.report(), Map.of("lambda", Double.toString(best.lambda())));
        }
    }

    static ConvexTrainer trainer(Relation relation, double lambda) {
        return new ConvexTrainer(
                Losses.squared(),
                new Linear(),
                relation,
                lambda,
                Training.defaults().withStopping(1e-4, 1000));
    }

    static List<Contender> contenders() {
        return List.of(
                new Tuned("stl", List.of(Relations.independent())),
                new Tuned("pooled", List.of(Relations.pooled())),
                new Tuned("mean", List.of(Relations.mean(1), Relations.mean(10))));
    }
}
