package dev.kith.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Training;
import dev.kith.model.decoder.Relaxation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConstrainedTrainerTest {
    private static final List<String> TASKS = List.of("y1", "y2");
    private static final Kernel KERNEL = new Gaussian(0.5);

    /** n noisy points of the circle. */
    static Dataset circle(int n, double noise, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix x = Matrix.zeros(n, 1);
        Matrix y = Matrix.zeros(n, 2);
        for (int i = 0; i < n; i++) {
            double angle = -Math.PI + 2 * Math.PI * random.nextDouble();
            x.set(i, 0, angle);
            y.set(i, 0, Math.cos(angle) + noise * random.nextGaussian());
            y.set(i, 1, Math.sin(angle) + noise * random.nextGaussian());
        }
        return Dataset.ofWide(DenseInputs.of(x), TASKS, y);
    }

    private static ConstrainedTrainer trainer(Loss loss, ConstraintSet set, Double... lambdas) {
        Training plain = Training.defaults().withScaling(false, TargetScale.NONE);
        return new ConstrainedTrainer(loss, KERNEL, List.of(lambdas), set, Relaxation.none(), plain);
    }

    private static double[] alpha(Dataset data, int task, double lambda, DenseInputs x) {
        int[] rows = java.util.stream.IntStream.range(0, data.size())
                .filter(o -> data.task(o) == task)
                .map(data::row)
                .toArray();
        DenseInputs own = ((DenseInputs) data.inputs()).select(rows);
        Matrix k = KERNEL.gram(own).plusDiagonal(rows.length * lambda);
        return LinearAlgebra.best().cholesky(k).solve(KERNEL.cross(own, x)).column(0);
    }

    private static double[] labels(Dataset data, int task) {
        return java.util.stream.IntStream.range(0, data.size())
                .filter(o -> data.task(o) == task)
                .mapToDouble(data::label)
                .toArray();
    }

    @Test
    void squaredLossProjectsTheNormalisedRidgeRegression() {
        Dataset data = circle(30, 0.1, 1);
        ConstraintSet set = ConstraintSets.sphere(2, 1);
        ConstrainedModel model =
                trainer(Losses.squared(), set, 0.01).train(data).model();
        DenseInputs x = DenseInputs.of(Matrix.of(new double[] {0.4}));
        double[] alpha = alpha(data, 0, 0.01, x);
        double[] target = new double[2];
        for (int t = 0; t < 2; t++) {
            double[] y = labels(data, t);
            for (int i = 0; i < y.length; i++) {
                target[t] += alpha[i] * y[i] / Arrays.stream(alpha).sum();
            }
        }
        assertThat(model.predict(x).row(0)).containsExactly(set.project(target).point(), within(1e-10));
        assertThat(model.decode(x).moved().get(0, 0)).isCloseTo(set.distance(target), within(1e-9));
    }

    @Test
    void tasksWithOwnLambdasAreWeighedByTheirConfidence() {
        Dataset data = circle(30, 0.1, 2);
        ConstraintSet set = ConstraintSets.sphere(2, 1);
        ConstrainedModel model =
                trainer(Losses.squared(), set, 0.5, 0.001).train(data).model();
        DenseInputs x = DenseInputs.of(Matrix.of(new double[] {-1}));
        double[] target = new double[2];
        double[] a = new double[2];
        for (int t = 0; t < 2; t++) {
            double[] alpha = alpha(data, t, t == 0 ? 0.5 : 0.001, x);
            a[t] = Arrays.stream(alpha).sum();
            double[] y = labels(data, t);
            for (int i = 0; i < y.length; i++) {
                target[t] += alpha[i] * y[i] / a[t];
            }
        }
        assertThat(a[0]).isLessThan(0.9 * a[1]);
        assertThat(model.predict(x).row(0))
                .containsExactly(set.project(target, a).point(), within(1e-10));
    }

    /** (K + n lambda I)^-1 k(x) with a kernel of the caller's choice. */
    private static double[] alpha(Kernel kernel, DenseInputs own, double lambda, DenseInputs x) {
        Matrix k = kernel.gram(own).plusDiagonal(own.rows() * lambda);
        return LinearAlgebra.best().cholesky(k).solve(kernel.cross(own, x)).column(0);
    }

    /** Tasks with inputs of their own and shared ones; the estimate by the formula, from each task's kernel and lambda. */
    @Test
    void tasksMayHaveKernelsOfTheirOwn(@TempDir Path directory) throws IOException {
        Dataset wide = circle(20, 0.1, 14);
        List<Kernel> kernels = List.of(new Gaussian(0.4), Kernels.polynomial(3, 1));
        List<Double> lambdas = List.of(0.02, 0.3);
        ConstraintSet set = ConstraintSets.sphere(2, 1);
        ConstrainedModel model = new ConstrainedTrainer(
                        TaskLosses.all(Losses.squared()),
                        kernels,
                        lambdas,
                        set,
                        Relaxation.none(),
                        Training.defaults().withScaling(false, TargetScale.NONE))
                .train(wide)
                .model();
        for (double at : new double[] {-2, 0.3, 1.7}) {
            DenseInputs x = DenseInputs.of(Matrix.of(new double[] {at}));
            double[] target = new double[2];
            double[] a = new double[2];
            for (int t = 0; t < 2; t++) {
                double[] alpha = alpha(kernels.get(t), (DenseInputs) wide.inputs(), lambdas.get(t), x);
                double[] y = labels(wide, t);
                for (int i = 0; i < y.length; i++) {
                    a[t] += alpha[i];
                    target[t] += alpha[i] * y[i];
                }
            }
            target[0] /= a[0];
            target[1] /= a[1];
            assertThat(model.predict(x).row(0))
                    .containsExactly(set.project(target, a).point(), within(1e-10));
        }
        assertThat(model.info().parameters()).containsEntry("kernel:y2", "polynomial:3:1.0");
        Path file = directory.resolve("m.kith");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file).predict(wide.inputs())).isEqualTo(model.predict(wide.inputs()));
    }

    /** One task by its median, the other by its mean, which count as TaskLosses puts them on one scale. */
    @Test
    void tasksMayHaveLossesOfTheirOwn(@TempDir Path directory) throws IOException {
        Dataset data = circle(40, 0.2, 15);
        Matrix points = Matrix.wrap(
                50, 2, new SplittableRandom(4).doubles(100, -0.9, 0.9).toArray());
        TaskLosses losses = TaskLosses.each(Map.of("y1", Losses.absolute(), "y2", Losses.squared()));
        ConstrainedModel model = new ConstrainedTrainer(
                        losses,
                        List.of(KERNEL),
                        List.of(0.02),
                        ConstraintSets.cloud(points),
                        Relaxation.none(),
                        Training.defaults().withScaling(false, TargetScale.NONE))
                .train(data)
                .model();
        for (double at : new double[] {-1.1, 0.2, 2}) {
            DenseInputs x = DenseInputs.of(Matrix.of(new double[] {at}));
            double[] alpha = alpha(data, 0, 0.02, x);
            double[] first = labels(data, 0);
            double[] second = labels(data, 1);
            double least = Double.POSITIVE_INFINITY;
            int best = -1;
            for (int k = 0; k < 50; k++) {
                double sum = 0;
                for (int i = 0; i < alpha.length; i++) {
                    sum += alpha[i]
                            * (2 * Math.abs(first[i] - points.get(k, 0)) + Math.pow(second[i] - points.get(k, 1), 2));
                }
                best = sum < least ? k : best;
                least = Math.min(least, sum);
            }
            assertThat(model.predict(x).row(0)).containsExactly(points.row(best));
        }
        assertThat(model.info().loss(0)).isEqualTo("absolute");
        Path file = directory.resolve("m.kith");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file).predict(data.inputs())).isEqualTo(model.predict(data.inputs()));
    }

    @Test
    void withoutLambdaItIsAPowerOfTheNumberOfLabels() {
        Dataset data = circle(16, 0.1, 16);
        ConstraintSet set = ConstraintSets.sphere(2, 1);
        Matrix without = new ConstrainedTrainer(KERNEL, set).train(data).model().predict(data.inputs());
        Matrix given =
                new ConstrainedTrainer(KERNEL, 0.5, set).train(data).model().predict(data.inputs());
        assertThat(without.plus(-1, given).maxAbs()).isLessThan(1e-12);
    }

    @Test
    void longDataOfTheSameObservationsGiveTheSameModel() {
        Dataset wide = circle(25, 0.1, 3);
        Matrix x = Matrix.zeros(50, 1);
        int[] task = new int[50];
        double[] y = new double[50];
        for (int o = 0; o < 50; o++) {
            x.set(o, 0, ((DenseInputs) wide.inputs()).values().get(wide.row(o), 0));
            task[o] = wide.task(o);
            y[o] = wide.label(o);
        }
        Dataset lengthy = Dataset.ofLong(DenseInputs.of(x), TASKS, task, y);
        for (Relaxation relaxation : List.of(Relaxation.none(), Relaxation.robust(0.01), Relaxation.perturbed(0.3))) {
            ConstrainedTrainer trainer =
                    trainer(Losses.squared(), ConstraintSets.sphere(2, 1), 0.01).withRelaxation(relaxation);
            Matrix a = trainer.train(wide).model().predict(wide.inputs());
            Matrix b = trainer.train(lengthy).model().predict(wide.inputs());
            assertThat(a.plus(-1, b).maxAbs()).isLessThan(1e-6);
        }
    }

    @Test
    void weightTwoIsTwoCopies() {
        Dataset data = circle(12, 0.1, 4);
        double[] weights = new double[data.size()];
        int[] twice = new int[data.size() + 2];
        for (int o = 0; o < weights.length; o++) {
            weights[o] = data.row(o) == 0 ? 2 : 1;
            twice[o] = o;
        }
        twice[weights.length] = 0; // the two labels of row 0 once more
        twice[weights.length + 1] = 1;
        ConstrainedTrainer trainer = trainer(Losses.squared(), ConstraintSets.sphere(2, 1), 0.05);
        Matrix weighted = trainer.train(data.withWeights(weights)).model().predict(data.inputs());
        Matrix copied = trainer.train(data.select(twice)).model().predict(data.inputs());
        assertThat(weighted.plus(-1, copied).maxAbs()).isLessThan(1e-10);
    }

    @Test
    void shiftedLabelsShiftTheSums() {
        Dataset data = circle(20, 0.1, 5);
        double[] shifted = new double[data.size()];
        for (int o = 0; o < shifted.length; o++) {
            shifted[o] = data.label(o) + 7;
        }
        ConstraintSet free = ConstraintSets.box(2, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        Matrix here = trainer(Losses.squared(), free, 0.05).train(data).model().predict(data.inputs());
        Matrix there = trainer(Losses.squared(), free, 0.05)
                .train(data.withLabels(shifted))
                .model()
                .predict(data.inputs());
        assertThat(there.map(v -> v - 7).plus(-1, here).maxAbs()).isLessThan(1e-9);
    }

    @Test
    void everyPredictionSolvesTheEquation() {
        Dataset train = circle(100, 0.05, 6);
        ConstraintSet set = ConstraintSets.parse("y1^2 + y2^2 - 1 = 0", TASKS);
        Matrix predictions = new ConstrainedTrainer(KERNEL, 1e-4, set)
                .train(train)
                .model()
                .predict(circle(500, 0, 7).inputs());
        for (int i = 0; i < predictions.rows(); i++) {
            assertThat(set.residual(predictions.row(i))).isLessThan(1e-9);
        }
    }

    @Test
    void farFromTheDataPredictionsAreFlagged() {
        ConstrainedModel model = trainer(Losses.squared(), ConstraintSets.sphere(2, 1), 1e-3)
                .train(circle(50, 0.05, 8))
                .model();
        ConstrainedModel.Decoded decoded =
                model.decode(DenseInputs.of(Matrix.of(new double[] {0.5}, new double[] {100}, new double[] {6})));
        assertThat(decoded.extrapolating().column(0)).containsExactly(0, 1, 1);
        assertThat(decoded.values().isFinite()).isTrue();
    }

    /** On a finite set the estimator for any loss can be checked by trying every point. */
    @Test
    void otherLossesMinimiseTheirWeightedLossOverTheSet() {
        Dataset data = circle(40, 0.2, 9);
        Matrix points = Matrix.wrap(
                50, 2, new SplittableRandom(3).doubles(100, -1.2, 1.2).toArray());
        ConstraintSet cloud = ConstraintSets.cloud(points);
        ConstrainedModel model =
                trainer(Losses.absolute(), cloud, 0.02).train(data).model();
        DenseInputs x = DenseInputs.of(Matrix.of(new double[] {1.1}));
        double[] alpha = alpha(data, 0, 0.02, x);
        double least = Double.POSITIVE_INFINITY;
        int best = -1;
        for (int k = 0; k < 50; k++) {
            double sum = 0;
            for (int t = 0; t < 2; t++) {
                double[] y = labels(data, t);
                double low = Arrays.stream(y).min().orElseThrow();
                double high = Arrays.stream(y).max().orElseThrow();
                double c = points.get(k, t);
                double inside = Math.max(low, Math.min(high, c));
                sum += Arrays.stream(alpha).sum() * (c - inside) * (c - inside);
                for (int i = 0; i < y.length; i++) {
                    sum += alpha[i] * Math.abs(inside - y[i]);
                }
            }
            best = sum < least ? k : best;
            least = Math.min(least, sum);
        }
        assertThat(model.predict(x).row(0)).containsExactly(points.row(best));
    }

    @Test
    void absoluteLossOnTheCircleIgnoresAnOutlier() {
        Dataset data = circle(60, 0.02, 10);
        double[] labels = new double[data.size()];
        for (int o = 0; o < labels.length; o++) {
            labels[o] = data.row(o) % 10 == 0 ? -data.label(o) : data.label(o);
        }
        Dataset spoiled = data.withLabels(labels);
        Matrix truth = Matrix.zeros(data.inputs().rows(), 2);
        for (int o = 0; o < data.size(); o++) {
            truth.set(data.row(o), data.task(o), data.label(o));
        }
        ConstraintSet set = ConstraintSets.sphere(2, 1);
        ConstrainedTrainer absolute = trainer(Losses.absolute(), set, 0.003);
        double robust = error(absolute, spoiled, truth);
        double squared = error(trainer(Losses.squared(), set, 0.003), spoiled, truth);
        assertThat(robust).isLessThan(squared);
    }

    private static double error(ConstrainedTrainer trainer, Dataset data, Matrix truth) {
        Matrix difference = trainer.train(data).model().predict(data.inputs()).plus(-1, truth);
        return difference.dot(difference) / truth.rows();
    }

    /** Three items compared by noisy voters: every prediction is an order, also where the votes go in a circle. */
    @Test
    void comparisonsBecomeOrders() {
        SplittableRandom random = new SplittableRandom(11);
        int n = 60;
        Matrix x = Matrix.zeros(n, 1);
        Matrix y = Matrix.zeros(n, 3);
        for (int i = 0; i < n; i++) {
            x.set(i, 0, random.nextGaussian());
            for (int t = 0; t < 3; t++) {
                y.set(i, t, random.nextDouble() < 0.6 ? 1 : -1);
            }
        }
        Dataset votes = Dataset.ofWide(DenseInputs.of(x), List.of("a>b", "a>c", "b>c"), y);
        ConstraintSet order = ConstraintSets.ranking(3);
        for (Loss loss : List.of(Losses.hinge(), Losses.logistic(), Losses.squared())) {
            Matrix decided = trainer(loss, order, 0.001).train(votes).model().predict(votes.inputs());
            for (int i = 0; i < n; i++) {
                assertThat(order.contains(decided.row(i))).isTrue();
            }
        }
    }

    @Test
    void modelsSurviveTheirFiles(@TempDir Path directory) throws IOException {
        Dataset data = circle(20, 0.1, 12);
        ConstraintSet cloud =
                ConstraintSets.cloud(Matrix.of(new double[] {1, 0}, new double[] {0, 1}, new double[] {-1, 0}));
        Dataset signs = Dataset.ofWide(
                DenseInputs.of(Matrix.of(new double[] {1}, new double[] {2}, new double[] {3})),
                TASKS,
                Matrix.of(new double[] {1, -1}, new double[] {1, 1}, new double[] {-1, 1}));
        List<ConstrainedModel> models = List.of(
                trainer(Losses.squared(), ConstraintSets.parse("y1^2 + y2^2 = 1", TASKS), 0.1)
                        .train(data)
                        .model(),
                trainer(Losses.squared(), cloud, 0.1, 0.2)
                        .withRelaxation(Relaxation.robust(0.1))
                        .train(data)
                        .model(),
                trainer(Losses.absolute(), ConstraintSets.parse("y1 + y2 = 1", TASKS), 0.1)
                        .train(data)
                        .model(),
                trainer(Losses.hinge(), ConstraintSets.box(2, -1, 1), 0.1)
                        .train(signs)
                        .model());
        for (ConstrainedModel model : models) {
            Path file = directory.resolve("m.kith");
            ModelFile.write(model, file);
            ConstrainedModel read = (ConstrainedModel) ModelFile.read(file);
            assertThat(read.info()).isEqualTo(model.info());
            assertThat(read.predict(data.inputs())).isEqualTo(model.predict(data.inputs()));
        }
    }

    @Test
    void whatCannotBeLearnedIsRefused() {
        Dataset data = circle(10, 0.1, 13);
        assertThatThrownBy(() -> trainer(Losses.squared(), ConstraintSets.sphere(3, 1), 0.1)
                        .train(data))
                .isInstanceOf(DataException.class)
                .hasMessage("the constraint is on 3 tasks, the data have 2");
        Dataset onlyFirst = data.select(0, 2, 4);
        assertThatThrownBy(() -> trainer(Losses.squared(), ConstraintSets.sphere(2, 1), 0.1)
                        .train(onlyFirst))
                .hasMessage("task 'y2' has no observations; the constrained method needs some of every task");
        assertThatThrownBy(() -> trainer(Losses.squared(), ConstraintSets.sphere(2, 1), Double.NaN))
                .hasMessage("lambda must be a finite number > 0, got NaN");
        assertThatThrownBy(() -> trainer(Losses.squared(), ConstraintSets.sphere(2, 1), 1.0, 1.0, 1.0))
                .hasMessage("lambdas must be one for all tasks or one for each of 2, got 3");
        assertThatThrownBy(() -> trainer(Losses.poisson(), ConstraintSets.sphere(2, 1), 1.0))
                .hasMessage("outputs that obey a relation need a loss of the outputs themselves, got poisson");
        Training plain = Training.defaults();
        assertThatThrownBy(() -> new ConstrainedTrainer(
                        TaskLosses.all(Losses.squared()),
                        List.of(KERNEL, KERNEL, KERNEL),
                        List.of(),
                        ConstraintSets.sphere(2, 1),
                        Relaxation.none(),
                        plain))
                .hasMessage("kernels must be one for all tasks or one for each of 2, got 3");
    }

    @Test
    void aLinearRelationToTheFeaturesNeedsTheConstant() {
        Matrix x = Matrix.of(new double[] {0}, new double[] {1}, new double[] {2}, new double[] {3});
        Matrix y = Matrix.of(new double[] {5, -5}, new double[] {6, -6}, new double[] {7, -7}, new double[] {8, -8});
        Dataset line = Dataset.ofWide(DenseInputs.of(x), TASKS, y);
        ConstrainedModel model = new ConstrainedTrainer(
                        Kernels.polynomial(1, 1), 1e-9, ConstraintSets.parse("y1 = -y2", TASKS))
                .train(line)
                .model();
        assertThat(model.predict("y1", 10)).isCloseTo(15, within(1e-3));
        assertThat(model.predict("y2", 10)).isCloseTo(-15, within(1e-3));
    }
}
