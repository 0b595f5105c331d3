package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.linalg.Matrix;
import dev.kith.method.Capability;
import dev.kith.method.Methods;
import dev.kith.model.LinearModel;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.trust.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether tasks have a part in common, found out by cross-validation, and used for tasks nobody has seen. */
class CommonCostTest {
    private static final String COST = "common-cost";
    private static final int FEATURES = 4;
    private static final double NOISE = 0.5;

    @TempDir
    private Path dir;

    /** y = 2 a_t + x'(shared + own v_t) + noise with an attribute a_t of the task, the last feature; v_t of every second task is that before, turned round. */
    private static Dataset rows(int seed, int tasks, int each, double shared, double own) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = tasks * each;
        Matrix x = Matrix.zeros(n, FEATURES);
        int[] task = new int[n];
        double[] y = new double[n];
        double[] w = new double[FEATURES - 1];
        for (int t = 0; t < tasks; t++) {
            double attribute = random.nextGaussian();
            for (int j = 0; j < w.length; j++) {
                w[j] = t % 2 == 0 ? shared + own * random.nextGaussian() : 2 * shared - w[j];
            }
            for (int i = t * each; i < (t + 1) * each; i++) {
                task[i] = t;
                y[i] = 2 * attribute + NOISE * random.nextGaussian();
                x.set(i, FEATURES - 1, attribute);
                for (int j = 0; j < w.length; j++) {
                    x.set(i, j, random.nextGaussian());
                    y[i] += x.get(i, j) * w[j];
                }
            }
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("task", tasks), task, y);
    }

    private static Search search(Dataset data, String method) {
        return Search.on(data).method(method).folds(3).set(COST, "auto");
    }

    @Test
    void aCommonPartIsFoundWhereThereIsOne() {
        Choice choice = search(rows(1, 12, 6, 2, 0.3), "okl").choose();

        assertThat(choice.setup().settings().has(COST)).isTrue();
        assertThat(choice.chosen()).containsKeys("lambda", COST);
        assertThat(choice.trainer().train(rows(1, 12, 6, 2, 0.3)).model().info().parameters())
                .containsKey(COST);
    }

    @Test
    void noneIsTakenWhereItDoesNotHelp() {
        Choice choice = search(rows(2, 12, 30, 0, 1), "stl").choose();

        assertThat(choice.setup().settings().text(COST)).isEqualTo("none");
    }

    @Test
    void comparisonsAskWhereTheStructureDoesNotSayWhereAllTasksAre() {
        Stream<String> asks = Methods.all().stream()
                .filter(method -> method.can(Capability.ASKS_COMMON))
                .map(method -> method.name());

        assertThat(asks)
                .containsExactlyInAnyOrder("mtfl", "okl", "schatten", "schatten-norm", "mtrl", "sparse", "logdet");
        Comparison comparison =
                Compare.on(rows(1, 12, 6, 2, 0.3)).methods("stl", "mean", "okl").run();
        assertThat(trained(comparison, 2)).containsKey(COST);
        assertThat(trained(comparison, 1)).doesNotContainKey(COST);
    }

    private static Map<String, String> trained(Comparison comparison, int method) {
        return comparison
                .trained(comparison.methods().get(method))
                .model()
                .info()
                .parameters();
    }

    /** Saved and read again: rows of tasks nobody has seen are predicted by what was learned together. */
    @Test
    void tasksNobodyHasSeenArePredictedByIt() throws IOException {
        Dataset unseen = rows(4, 20, 20, 2, 0.1);
        LinearModel model = (LinearModel) Search.on(rows(3, 20, 6, 2, 0.1))
                .method("mtfl")
                .lambda(0.1)
                .set(COST, 0.01)
                .set("intercept-cost", 1)
                .choose()
                .trainer()
                .train(rows(3, 20, 6, 2, 0.1))
                .model();
        Path file = dir.resolve("common.kith");
        ModelFile.write(model, file);
        LinearModel read = (LinearModel) ModelFile.read(file);

        assertThat(read.jointly()).isPresent();
        assertThat(read.attributes()).containsExactly("x4");
        assertThat(rmse(read, unseen, Unknown.ATTRIBUTES)).isLessThan(1.25 * NOISE);
        assertThat(rmse(read, unseen, Unknown.COMMON)).isGreaterThan(1.5);
    }

    private static double rmse(LinearModel model, Dataset unseen, Unknown way) {
        int n = unseen.size();
        Rows rows = new Rows(
                unseen.inputs(),
                Collections.nCopies(n, "new"),
                List.of(),
                Collections.nCopies(n, List.of()),
                0,
                Source.NONE);
        Predictions found = Predictor.of(new ModelFile.Content(model, Uncertainty.none()))
                .unknown(way)
                .predict(rows);
        double sum = 0;
        for (int o = 0; o < n; o++) {
            sum += Math.pow(found.get(o).value() - unseen.label(o), 2);
        }
        return Math.sqrt(sum / n);
    }

    @Test
    void otherKernelsHaveNone() {
        Dataset data = rows(1, 4, 6, 2, 0.3);

        assertThatThrownBy(() -> Search.on(data)
                        .method("okl")
                        .kernel(new Gaussian(1))
                        .lambda(1)
                        .set(COST, 1)
                        .run())
                .hasMessage("common-cost needs the linear kernel, got 'gaussian:1.0'");
        assertThatThrownBy(() ->
                        search(data, "okl").kernel(new Gaussian(1)).lambda(1).run())
                .hasMessage(
                        "common-cost auto needs the linear kernel, labels on one scale, one loss for all tasks, of one"
                                + " prediction at a time, and tasks that ask one question");
    }
}
