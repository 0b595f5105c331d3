package dev.kith.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A column whose mean labels say nothing must not change the error on held-out rows. If the labels of a row had a part in its own feature,
 * training would answer rows by heart, and leave what can be known beside.
 */
class MeanLabelLeakTest {
    private static final int ROWS = 600;
    private static final List<String> TASKS = List.of("a", "b", "c");

    /** Labels of a number and as much noise, and a text that comes back {@code each} times. */
    private static Dataset table(int each, boolean signal, boolean withText) {
        SplittableRandom random = new SplittableRandom(5);
        double[] x = new double[ROWS];
        double[] y = new double[ROWS];
        int[] task = new int[ROWS];
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            x[i] = random.nextGaussian();
            y[i] = (signal ? x[i] : 0) + random.nextGaussian();
            task[i] = random.nextInt(TASKS.size());
            texts.add("v" + i % (ROWS / each));
        }
        RawColumn number = RawColumn.Numbers.of("x", x);
        RawInputs inputs = withText
                ? new RawInputs(
                        List.of(number, RawColumn.Texts.of("key", texts)),
                        Optional.empty(),
                        Recipe.of(new Recipe.Numeric("x"), new Recipe.Category("key")))
                : new RawInputs(List.of(number), Optional.empty(), Recipe.of(new Recipe.Numeric("x")));
        return Dataset.ofLong(inputs, TASKS, task, y);
    }

    private static double error(Dataset data) {
        ConvexTrainer trainer =
                new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 1e-3, Training.defaults());
        double[] predictions = OutOfFold.predictions(trainer, data, 5, 1, (done, of) -> {});
        double sum = 0;
        for (int o = 0; o < data.size(); o++) {
            sum += Math.pow(predictions[o] - data.label(o), 2);
        }
        return sum / data.size();
    }

    private static double ratio(int each, boolean signal) {
        return error(table(each, signal, true)) / error(table(each, signal, false));
    }

    @Test
    void aTextOfItsOwnInEachRowChangesNothing() {
        assertThat(ratio(1, true)).isBetween(0.999, 1.001);
        assertThat(ratio(1, false)).isBetween(0.999, 1.001);
    }

    /** A weight for one feature of noise costs about one part in the rows of a task. */
    @Test
    void aTextThatComesBackAndSaysNothingCostsNothing() {
        assertThat(ratio(3, true)).isBetween(0.99, 1.01);
        assertThat(ratio(3, false)).isBetween(0.99, 1.01);
    }
}
