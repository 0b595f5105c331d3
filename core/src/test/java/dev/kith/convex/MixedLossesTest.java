package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.adapt.SingleTask;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks with numbers and tasks with classes in one fit. */
class MixedLossesTest {
    private static final double TOLERANCE = 1e-6;
    private static final double LAMBDA = 0.05;
    private static final Training OPTIONS = Training.defaults().withStopping(TOLERANCE, 50_000);

    /** Tasks 1 and 3 have numbers, 2 and 4 the side of the mean level their numbers are on, as 0 and 1. */
    private static Dataset mixed(long seed, int n, double missing) {
        Dataset numbers = RandomTasks.regression(seed, n, 4, 4, missing);
        double[] labels = new double[numbers.size()];
        for (int o = 0; o < labels.length; o++) {
            boolean classes = numbers.task(o) % 2 == 1;
            labels[o] = classes ? (numbers.label(o) > 3 ? 1 : 0) : numbers.label(o);
        }
        return numbers.withLabels(labels);
    }

    private static TaskLosses losses(Loss numbers, Loss classes) {
        return TaskLosses.each(Map.of("task1", numbers, "task2", classes, "task3", numbers, "task4", classes));
    }

    static Stream<Arguments> everyMixture() {
        return Stream.of(Losses.logistic(), Losses.hinge())
                .flatMap(loss -> Stream.<Relation>of(
                                Relations.independent(),
                                Relations.mean(1),
                                Relations.schatten(1),
                                Relations.schatten(2),
                                Relations.clustered(2, 1, 1, 10),
                                Relations.sparse(0.5))
                        .flatMap(
                                relation -> Stream.of(0.0, 0.3).map(missing -> Arguments.of(loss, relation, missing))));
    }

    @ParameterizedTest
    @MethodSource("everyMixture")
    void theGapCloses(Loss classes, Relation relation, double missing) {
        for (Kernel kernel : new Kernel[] {new Linear(), new Gaussian(2)}) {
            FitReport report = new ConvexTrainer(losses(Losses.squared(), classes), kernel, relation, LAMBDA, OPTIONS)
                    .train(mixed(3, 40, missing))
                    .report();
            assertThat(report.status()).as(kernel.spec()).isEqualTo(FitReport.Status.CONVERGED);
            assertThat(report.gap()).as(kernel.spec()).isLessThanOrEqualTo(TOLERANCE);
        }
    }

    /** Nothing ties the tasks, so each is the fit of its kind alone; the logistic loss counts four times. */
    @Test
    void aloneEveryTaskHasItsOwnLoss() {
        Dataset data = mixed(5, 40, 0.2);
        Training plain = OPTIONS.withScaling(false, TargetScale.NONE).withStopping(1e-10, 50_000);
        Matrix mixed = new ConvexTrainer(
                        losses(Losses.squared(), Losses.logistic()),
                        new Linear(),
                        Relations.independent(),
                        LAMBDA,
                        plain)
                .train(data)
                .model()
                .predict(data.inputs());
        for (int kind = 0; kind < 2; kind++) {
            int[] own = ofKind(data, kind);
            Loss loss = kind == 0 ? Losses.squared() : Losses.logistic();
            double lambda = kind == 0 ? LAMBDA : LAMBDA / 4;
            Model alone = new ConvexTrainer(loss, new Linear(), Relations.independent(), lambda, plain)
                    .train(data.select(own))
                    .model();
            for (int o : own) {
                int t = data.task(o);
                double[] row = alone.predict(data.inputs()).row(data.row(o));
                assertThat(mixed.get(data.row(o), t)).isEqualTo(row[t], within(1e-4));
            }
        }
    }

    private static int[] ofKind(Dataset data, int kind) {
        return IntStream.range(0, data.size())
                .filter(o -> data.task(o) % 2 == kind)
                .toArray();
    }

    @Test
    void oneLossForEachIsOneLossForAll() {
        assertThat(losses(Losses.squared(), Losses.squared())).isEqualTo(TaskLosses.all(Losses.squared()));
        assertThat(losses(Losses.squared(), Losses.hinge()).common()).isEmpty();
    }

    /** Four tasks of one direction; those with classes have few labels, so that the numbers say most about them. */
    @Test
    void classesLearnFromNumbers() {
        double shared = 0;
        double alone = 0;
        TaskLosses losses = losses(Losses.squared(), Losses.logistic());
        for (long seed = 1; seed <= 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix x = RandomTasks.gaussian(random, 240, 6);
            Matrix direction = RandomTasks.gaussian(random, 6, 1);
            Matrix labels = RandomTasks.gaussian(random, 240, 4);
            for (int i = 0; i < 240; i++) {
                double level = Matrix.of(x.row(i)).dot(direction.transpose());
                for (int t = 0; t < 4; t++) {
                    double y = level + 0.5 * labels.get(i, t);
                    labels.set(i, t, t % 2 == 0 ? y : y > 0 ? 1 : 0);
                }
            }
            Dataset all = Dataset.ofWide(DenseInputs.of(x), Names.numbered("task", 4), labels);
            int[] train = IntStream.range(0, all.size())
                    .filter(o -> all.row(o) < 40 && (all.task(o) % 2 == 0 || random.nextDouble() < 0.3))
                    .toArray();
            shared += classErrors(
                    all, new ConvexTrainer(losses, new Linear(), Relations.schatten(1), 0.02, OPTIONS), train);
            alone += classErrors(
                    all, new ConvexTrainer(losses, new Linear(), Relations.independent(), 0.02, OPTIONS), train);
        }
        assertThat(shared).isLessThan(0.9 * alone);
    }

    private static double classErrors(Dataset all, ConvexTrainer trainer, int[] train) {
        Matrix z = trainer.train(all.select(train)).model().predict(all.inputs());
        return IntStream.range(0, all.size())
                .filter(o -> all.row(o) >= 40 && all.task(o) % 2 == 1)
                .filter(o -> z.get(all.row(o), all.task(o)) >= 0 != all.label(o) > 0)
                .count();
    }

    @Test
    void aModelKnowsTheLossOfEveryTask(@TempDir Path dir) throws java.io.IOException {
        Dataset data = mixed(7, 30, 0.1);
        Model fitted = new ConvexTrainer(
                        losses(Losses.squared(), Losses.logistic()),
                        new Linear(),
                        Relations.schatten(1),
                        LAMBDA,
                        OPTIONS)
                .train(data)
                .model();
        Path file = dir.resolve("m.kith");
        ModelFile.write(fitted, file);
        Model model = ModelFile.read(file);
        assertThat(model.info().loss()).isEqualTo(TaskLosses.MIXED);
        assertThat(model.info().loss(0)).isEqualTo("squared");
        assertThat(model.info().loss(1)).isEqualTo("logistic");
        assertThat(model.info().hasClasses(0)).isFalse();
        assertThat(model.info().hasClasses(1)).isTrue();
        assertThat(model.probability(0, 0.3)).isEmpty();
        assertThat(model.probability(1, 0)).hasValue(0.5);
        Model number = SingleTask.of(model, "task1");
        assertThat(number.info().loss()).isEqualTo("squared");
        assertThat(number.info().classes()).isEmpty();
        Model classes = SingleTask.of(model, "task2");
        assertThat(classes.info().loss()).isEqualTo("logistic");
        assertThat(classes.info().classes()).containsExactly("0", "1");
    }

    @Test
    void onlyNumbersAreScaled() {
        Dataset data = losses(Losses.squared(), Losses.logistic()).labelled(mixed(9, 50, 0));
        Standardizer scaling = Standardizer.fit(data, TargetScale.TASK, true);
        assertThat(scaling.labelScale().get(0, 1)).isEqualTo(1);
        assertThat(scaling.labelMean().get(0, 1)).isZero();
        Dataset scaled = scaling.apply(data);
        double[] squares = new double[4];
        for (int o = 0; o < scaled.size(); o++) {
            squares[scaled.task(o)] += scaled.label(o) * scaled.label(o) / 50;
        }
        assertThat(squares).containsExactly(new double[] {1, 1, 1, 1}, within(1e-12));
        assertThat(scaled.hasClasses(0)).isFalse();
        assertThat(scaled.hasClasses(1)).isTrue();
        Standardizer one = Standardizer.fit(data, TargetScale.ALL, true);
        int[] numbers = ofKind(data, 0);
        assertThat(one.labelScale().get(0, 0))
                .isEqualTo(Standardizer.fit(data.select(numbers), TargetScale.ALL, true)
                        .labelScale()
                        .get(0, 0));
    }

    @Test
    void lossesFollowFromLabels() {
        Dataset data = mixed(11, 30, 0);
        assertThat(TaskLosses.suiting(data)).isEqualTo(losses(Losses.squared(), Losses.logistic()));
        assertThat(TaskLosses.suiting(data.asClasses(List.of("task2", "task4"))))
                .isEqualTo(losses(Losses.squared(), Losses.logistic()));
        assertThat(TaskLosses.suiting(RandomTasks.regression(1, 20, 2, 2, 0)))
                .isEqualTo(TaskLosses.all(Losses.squared()));
        assertThat(TaskLosses.suiting(RandomTasks.classification(1, 20, 2, 2, 0)))
                .isEqualTo(TaskLosses.all(Losses.logistic()));
    }

    @Test
    void oneModelForAllNeedsOneLoss() {
        TaskLosses losses = losses(Losses.squared(), Losses.logistic());
        assertThatThrownBy(() -> new ConvexTrainer(losses, new Linear(), Relations.pooled(), LAMBDA, OPTIONS))
                .hasMessage("'pooled' is one model for all tasks and needs one loss, got several");
        assertThatThrownBy(() -> TaskLosses.each(Map.of("task1", Losses.squared(), "task2", Losses.hinge()))
                        .labelled(mixed(1, 9, 0)))
                .hasMessage("task 'task3' has no loss: name the loss of every task");
    }
}
