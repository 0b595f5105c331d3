package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.score.CrossValidation;
import dev.kith.score.Split;
import dev.kith.select.grid.LambdaGrid;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CrossValidationTest {
    private static final long SEED = 11;

    /** Two linear tasks; the second in units a thousand times larger. */
    private static Dataset data(double noise) {
        Random random = new Random(SEED);
        int n = 60;
        Matrix x = Matrix.zeros(n, 5).map(zero -> random.nextGaussian());
        double[] y = new double[n];
        int[] task = new int[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % 2;
            y[i] = (1 + 999 * task[i]) * (x.get(i, 0) - 2 * x.get(i, task[i]) + noise * random.nextGaussian());
        }
        return Dataset.ofLong(DenseInputs.of(x), List.of("a", "b"), task, y);
    }

    private static ConvexTrainer trainer(double lambda) {
        return new ConvexTrainer(
                Losses.squared(),
                new Linear(),
                Relations.independent(),
                lambda,
                Training.defaults().withScaling(true, TargetScale.TASK));
    }

    private static CrossValidation validation(Weighting weighting) {
        return new CrossValidation(4, SEED, Losses.squared(), TargetScale.TASK, weighting);
    }

    private static double choice(Dataset data) {
        List<Double> grid = Arrays.stream(LambdaGrid.decades(data, new Linear(), Training.defaults()))
                .boxed()
                .toList();
        return CrossValidation.best(
                        validation(Weighting.TASK).score(data, grid, CrossValidationTest::trainer, (done, of) -> {}))
                .candidate();
    }

    @Test
    void noiseAsksForMoreRegularisation() {
        assertThat(choice(data(0.001))).isLessThan(choice(data(5)));
    }

    @Test
    void theScoreIsTheMeanHeldOutErrorInStandardUnits() {
        Dataset data = data(1);
        double[] sum = new double[2];
        double[] count = new double[2];
        for (Split split : Split.folds(data, 4, SEED)) {
            Model model = trainer(0.1).train(split.train()).model();
            Dataset test = split.test();
            Matrix z = model.predict(test.inputs());
            for (int o = 0; o < test.size(); o++) {
                sum[test.task(o)] += Math.pow(test.label(o) - z.get(test.row(o), test.task(o)), 2);
                count[test.task(o)]++;
            }
        }
        double byHand = (sum[0] / count[0] / variance(data, 0) + sum[1] / count[1] / variance(data, 1)) / 2;
        double score = validation(Weighting.TASK)
                .score(data, List.of(0.1), CrossValidationTest::trainer, (done, of) -> {})
                .get(0)
                .score();
        assertThat(score).isCloseTo(byHand, within(1e-10 * byHand));
    }

    private static double variance(Dataset data, int task) {
        double[] labels = IntStream.range(0, data.size())
                .filter(o -> data.task(o) == task)
                .mapToDouble(data::label)
                .toArray();
        double mean = Arrays.stream(labels).average().orElseThrow();
        return Arrays.stream(labels).map(y -> (y - mean) * (y - mean)).average().orElseThrow();
    }

    @Test
    void tellsOfEveryCandidate() {
        List<String> heard = new ArrayList<>();
        validation(Weighting.OBSERVATION)
                .score(
                        data(1),
                        List.of(0.1, 1.0),
                        CrossValidationTest::trainer,
                        (done, of) -> heard.add(done + "/" + of));
        assertThat(heard).containsExactly("1/2", "2/2");
    }

    @Test
    void refusesFewerThanTwoFolds() {
        assertThatThrownBy(() -> new CrossValidation(1, SEED, Losses.squared(), TargetScale.ALL, Weighting.TASK))
                .hasMessage("folds must be a whole number >= 2, got 1");
    }

    @Test
    void theGridFollowsTheScaleOfTheKernel() {
        Dataset data = data(1);
        double[] usual = LambdaGrid.decades(data, new Linear(), Training.defaults());
        double[] counting =
                LambdaGrid.decades(data, new Linear(), Training.defaults().withWeighting(Weighting.OBSERVATION));
        // d = 5 standardised features, a decade above; 30 observations a task.
        assertThat(usual[0]).isCloseTo(50, within(1.0));
        assertThat(counting[0] / usual[0]).isCloseTo(30, within(1.0));
        for (int i = 1; i < usual.length; i++) {
            assertThat(usual[i - 1] / usual[i]).isCloseTo(10, within(0.5));
        }
        assertThat(LambdaGrid.rounded(0.0031622776)).isEqualTo(0.0032);
    }
}
