package dev.kith.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskAdapterTest {
    private static final double LAMBDA = 0.05;

    /** Methods whose penalty has a price for every new direction, so that a copy takes none. */
    private static final List<String> FIRM = List.of("mtfl", "mtrl", "sparse");

    static Stream<Relation> relations() {
        return Stream.of(
                Relations.independent(),
                Relations.pooled(),
                Relations.mean(2),
                Relations.schatten(1),
                Relations.schatten(1.5),
                Relations.schatten(2),
                Relations.schatten(3),
                Relations.traceConstrained(),
                Relations.logDet(1),
                Relations.sparse(0.7),
                Relations.clustered(2, 1, 1, 10));
    }

    private static void assertOptimal(Adapted adapted) {
        for (NewTask task : adapted.tasks()) {
            assertThat(task.residual()).as(adapted.model().info().method()).isLessThan(1e-7);
        }
    }

    @ParameterizedTest
    @MethodSource("relations")
    void everyRelationTakesANewTaskAndSolvesItsProblem(Relation relation) {
        Family family = new Family(1, 6, 8);
        Model model = family.fit(relation, LAMBDA);
        Adapted adapted = new TaskAdapter(model, relation).adapt(family.newRows("new", family.truth(8), 10, 0.3));
        assertOptimal(adapted);
        assertThat(adapted.model().info().tasks()).hasSize(9).endsWith("new");
        assertThat(adapted.tasks().get(0).nearest()).hasSize(8);
        assertThat(adapted.tasks().get(0).gain().rows()).isEqualTo(10);
    }

    /** Of counts the function is the logarithm of their mean, and rows are missed in counts. */
    @ParameterizedTest
    @MethodSource("relations")
    void countsAreSolvedAsWell(Relation relation) {
        Family family = new Family(6, 3, 5);
        Dataset trained = counts(family.trainingRows(40, false));
        Training training = Family.training();
        Model model = new ConvexTrainer(Losses.poisson(), new Linear(), relation, LAMBDA, training)
                .train(trained)
                .model();
        Dataset rows = counts(family.newRows("new", family.truth(6), 30, 0.1));
        Adapted adapted = new TaskAdapter(model, relation).adapt(rows);
        assertOptimal(adapted);
        int[] task = new int[rows.size()];
        Arrays.fill(task, 5);
        double[] means = adapted.model().predict(rows.inputs(), task);
        assertThat(Arrays.stream(means).min().orElseThrow()).isPositive();
        double squares = adapted.misses().errors().get(0).stream()
                        .mapToDouble(e -> e * e)
                        .sum()
                / rows.size();
        double mean = IntStream.range(0, rows.size())
                .mapToDouble(rows::label)
                .average()
                .orElseThrow();
        double constant = IntStream.range(0, rows.size())
                .mapToDouble(o -> Math.pow(rows.label(o) - mean, 2))
                .average()
                .orElseThrow();
        boolean opposite = relation.equals(Relations.pooled()); // of the other family too
        assertThat(squares).isLessThan(opposite ? 10 * constant : 0.9 * constant);
    }

    /** Whole numbers around exp((label - 3) / 4 + 1.5). */
    private static Dataset counts(Dataset data) {
        return data.withLabels(IntStream.range(0, data.size())
                .mapToDouble(o -> Math.round(Math.exp(Math.min(4, (data.label(o) - 3) / 4 + 1.5))))
                .toArray());
    }

    @ParameterizedTest
    @MethodSource("relations")
    void classesAndKernelsAreSolvedAsWell(Relation relation) {
        Family family = new Family(2, 4, 5);
        Dataset numbers = family.rows(List.of("new"), List.of(family.truth(5)), 14, 5, 0.3, true);
        Model classes = family.fit(Losses.logistic(), new Linear(), relation, LAMBDA, Family.training());
        assertOptimal(new TaskAdapter(classes, relation).adapt(numbers));
        Model kernel = family.fit(Losses.squared(), new Gaussian(2), relation, LAMBDA, Family.training());
        assertOptimal(new TaskAdapter(kernel, relation).adapt(family.newRows("new", family.truth(5), 12, 0.3)));
    }

    @ParameterizedTest
    @MethodSource("relations")
    void trainedTasksStayBitForBit(Relation relation) {
        Family family = new Family(3, 5, 6);
        Dataset rows = family.newRows("new", family.truth(6), 6, 0.3);
        LinearModel before = (LinearModel) family.fit(relation, LAMBDA);
        LinearModel after =
                (LinearModel) new TaskAdapter(before, relation).adapt(rows).model();
        assertSameBlock(after.weights(), before.weights());
        assertSameBlock(after.intercept(), before.intercept());
        assertSameBlock(
                after.structure().orElseThrow().dense(),
                before.structure().orElseThrow().dense());
        KernelModel kernel =
                (KernelModel) family.fit(Losses.squared(), new Gaussian(2), relation, LAMBDA, Family.training());
        KernelModel wider =
                (KernelModel) new TaskAdapter(kernel, relation).adapt(rows).model();
        assertSameBlock(wider.coefficients(), kernel.coefficients());
        assertSameBlock(wider.intercept(), kernel.intercept());
        assertThat(wider.support().select(0, 1, 2)).isEqualTo(kernel.support().select(0, 1, 2));
        for (int i = kernel.support().rows(); i < wider.support().rows(); i++) {
            for (int t = 0; t < 6; t++) {
                assertThat(wider.coefficients().get(i, t)).isZero();
            }
        }
        assertThat(wider.predict(rows.inputs()).get(0, 2))
                .isEqualTo(kernel.predict(rows.inputs()).get(0, 2), within(1e-12));
    }

    private static void assertSameBlock(Matrix wider, Matrix block) {
        for (int i = 0; i < block.rows(); i++) {
            for (int j = 0; j < block.cols(); j++) {
                assertThat(Double.doubleToRawLongBits(wider.get(i, j)))
                        .isEqualTo(Double.doubleToRawLongBits(block.get(i, j)));
            }
        }
    }

    @Test
    void aTaskThatJoinsIndependentOnesIsItsOwnRidge() {
        Family family = new Family(4, 5, 3);
        Dataset rows = family.newRows("new", family.truth(3), 9, 0.3);
        for (boolean kernel : new boolean[] {false, true}) {
            var k = kernel ? new Gaussian(2) : new Linear();
            Model model = family.fit(Losses.squared(), k, Relations.independent(), LAMBDA, Family.plain());
            Model adapted = new TaskAdapter(model, Relations.independent(), Counting.TASK)
                    .adapt(rows)
                    .model();
            Model alone = new ConvexTrainer(Losses.squared(), k, Relations.independent(), LAMBDA, Family.plain())
                    .train(rows)
                    .model();
            for (int i = 0; i < 9; i++) {
                assertThat(adapted.predict(rows.inputs()).get(i, 3))
                        .isEqualTo(alone.predict(rows.inputs()).get(i, 0), within(1e-8));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("relations")
    void withVeryManyRowsATaskIsWhatItsRowsSay(Relation relation) {
        Family family = new Family(5, 4, 5);
        Training each = Family.training().withWeighting(Weighting.OBSERVATION);
        double[] truth = {3, 0, -1, 2};
        Dataset rows = family.newRows("new", truth, 4_000, 0.1);
        Model model = family.fit(Losses.squared(), new Linear(), relation, 1e-3, each);
        LinearModel adapted =
                (LinearModel) new TaskAdapter(model, relation).adapt(rows).model();
        for (int j = 0; j < 4 && !relation.equals(Relations.pooled()); j++) {
            assertThat(adapted.weights().get(j, 5)).isEqualTo(truth[j] / (1 + j), within(0.01));
        }
    }

    static Stream<Relation> learned() {
        return relations().filter(relation -> !(relation instanceof dev.kith.structure.Structure));
    }

    @ParameterizedTest
    @MethodSource("learned")
    void aCopyOfATrainedTaskIsRecognised(Relation relation) {
        Family family = new Family(6, 6, 5);
        LinearModel model = (LinearModel) family.fit(relation, 0.001);
        double[] copied = new double[6];
        for (int j = 0; j < 6; j++) {
            copied[j] = model.weights().get(j, 3) * (1 + j);
        }
        NewTask copy = new TaskAdapter(model, relation)
                .adapt(family.newRows("copy", copied, 25, 0.02))
                .tasks()
                .get(0);
        assertThat(copy.nearest().get(0).task()).as(relation.name()).isEqualTo("task4");
        assertThat(copy.nearest().get(0).similarity()).isGreaterThan(0.8);
        assertThat(copy.own()).isLessThan(FIRM.contains(relation.name()) ? 0.1 : 0.5);
        assertThat(copy.alike()).isTrue();
    }

    @Test
    void aTaskUnlikeAllOthersSaysSo() {
        Family family = new Family(7, 8, 6);
        double[] common = family.truth(0);
        double[] other = new double[8];
        for (int j = 0; j < 8; j += 2) {
            other[j] = common[j + 1];
            other[j + 1] = -common[j];
        }
        for (Relation relation : List.of(Relations.schatten(1), Relations.traceConstrained(), Relations.logDet(1))) {
            NewTask stranger = new TaskAdapter(family.fit(relation, LAMBDA), relation)
                    .adapt(family.newRows("stranger", other, 20, 0.1))
                    .tasks()
                    .get(0);
            assertThat(stranger.alike()).as(relation.name()).isFalse();
            assertThat(stranger.gain().share().high()).as(relation.name()).isNegative();
        }
    }

    @Test
    void fewRowsCountAsRowsOfTheTrainedTasks() {
        Family family = new Family(12, 5, 3);
        Dataset rows = family.newRows("new", family.truth(3), 10, 0.3);
        Model model = family.fit(Losses.squared(), new Linear(), Relations.independent(), LAMBDA, Family.plain());
        Model adapted =
                new TaskAdapter(model, Relations.independent()).adapt(rows).model();
        // trained tasks have 30 rows: a third of the loss is a penalty three times as strong
        Model alone = new ConvexTrainer(
                        Losses.squared(), new Linear(), Relations.independent(), 3 * LAMBDA, Family.plain())
                .train(rows)
                .model();
        assertThat(adapted.predict(rows.inputs()).get(0, 3))
                .isEqualTo(alone.predict(rows.inputs()).get(0, 0), within(1e-8));
    }

    @Test
    void relativesGainOverLearningAlone() {
        Family family = new Family(8, 10, 8);
        Model model = family.fit(Relations.schatten(1), 0.01);
        NewTask relative = new TaskAdapter(model, Relations.schatten(1))
                .adapt(family.newRows("relative", family.truth(9), 8, 0.3))
                .tasks()
                .get(0);
        assertThat(relative.gain().share().low()).isPositive();
        assertThat(relative.gain().joined()).isLessThan(relative.gain().alone());
        assertThat(relative.alike()).isTrue();
        assertThat(Math.signum(relative.nearest().get(0).similarity()))
                .isEqualTo(relative.nearest().get(0).task().matches("task[2468]") ? 1.0 : -1.0);
    }

    @ParameterizedTest
    @MethodSource("learned")
    void tasksJoinTogetherAsTheyJoinOneByOne(Relation relation) {
        Family family = new Family(9, 5, 4);
        Model model = family.fit(relation, LAMBDA);
        List<double[]> weights = List.of(family.truth(4), family.truth(5));
        Dataset both = family.rows(List.of("a", "b"), weights, 7, 3, 0.3, false);
        int[] second = java.util.stream.IntStream.range(0, both.size())
                .filter(o -> both.task(o) == 1)
                .toArray();
        Dataset only = Dataset.ofLong(
                both.inputs()
                        .select(java.util.Arrays.stream(second).map(both::row).toArray()),
                List.of("b"),
                new int[second.length],
                java.util.Arrays.stream(second).mapToDouble(both::label).toArray());
        Model together = new TaskAdapter(model, relation).adapt(both).model();
        Model single = new TaskAdapter(model, relation).adapt(only).model();
        assertThat(together.predict(both.inputs()).get(3, 5))
                .isEqualTo(single.predict(both.inputs()).get(3, 4), within(1e-9));
        assertThat(together.structure().orElseThrow().entry(5, 2))
                .isEqualTo(single.structure().orElseThrow().entry(4, 2), within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void afterOneTaskAnotherCanJoin(int labels) {
        Family family = new Family(10, 5, 4);
        Relation relation = Relations.schatten(1);
        Model once = new TaskAdapter(family.fit(relation, LAMBDA), relation)
                .adapt(family.newRows("a", family.truth(4), labels, 0.3))
                .model();
        Adapted twice = new TaskAdapter(once, relation).adapt(family.newRows("b", family.truth(5), labels, 0.3));
        assertOptimal(twice);
        assertThat(twice.model().info().tasks()).hasSize(6);
        assertThat(twice.model().info().parameters()).containsEntry("joined", "a, b");
    }

    @Test
    void whatCannotJoinIsRefused() {
        Family family = new Family(11, 4, 3);
        Relation relation = Relations.schatten(1);
        Model model = family.fit(relation, LAMBDA);
        Dataset known = family.newRows("task2", family.truth(1), 4, 0.1);
        assertThatThrownBy(() -> new TaskAdapter(model, relation).adapt(known))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        "task 'task2' is in the model already; leave its rows out, or fit all tasks again to change it");
        Dataset rows = family.newRows("new", family.truth(1), 4, 0.1);
        assertThatThrownBy(() -> new TaskAdapter(model, Relations.schatten(2)).adapt(rows))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("relation must be the one the model was fitted with, 'mtfl', got 'okl'");
        Dataset narrow = new Family(11, 3, 3).newRows("new", new double[3], 4, 0.1);
        assertThatThrownBy(() -> new TaskAdapter(model, relation).adapt(narrow))
                .isInstanceOf(DataException.class)
                .hasMessage("the model has 4 features, the inputs have 3; missing: x4");
        Model features = new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.1, Training.defaults())
                .train(family.trainingRows(10, false))
                .model();
        assertThatThrownBy(() -> new TaskAdapter(features, relation).adapt(rows))
                .hasMessageContaining("a model of method 'l21' has no structure that a new task could join");
        Model hinge = family.fit(Losses.hinge(), new Linear(), relation, 0.1, Training.defaults());
        assertThatThrownBy(() -> new TaskAdapter(hinge, relation).adapt(rows))
                .hasMessageContaining(
                        "new tasks join models with one loss without a kink (squared, huber, logistic, squared-hinge, poisson), this one"
                                + " has hinge loss");
    }
}
