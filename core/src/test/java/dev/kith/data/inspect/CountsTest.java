package dev.kith.data.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspection.Topic;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Counts are told from other whole numbers by where they begin and how they spread. */
class CountsTest {
    private static boolean suggested(ToLongFunction<Random> label) {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("shop,x,visits\n");
        IntStream.range(0, 300)
                .forEach(i -> text.append(i % 5)
                        .append(',')
                        .append(random.nextGaussian())
                        .append(',')
                        .append(label.applyAsLong(random))
                        .append('\n'));
        Inspection seen = PlantedTable.of(text.toString())
                .given(Roles.task("shop").target("visits"))
                .run();
        return seen.findings(Topic.TARGET).stream()
                .anyMatch(finding -> finding.text().contains("--loss poisson"));
    }

    private static long poisson(Random random, double mean) {
        double left = Math.exp(-mean);
        long count = -1;
        for (double product = 1; product > left; count++) {
            product *= random.nextDouble();
        }
        return count;
    }

    @Test
    void countsAreSuggested() {
        assertThat(suggested(random -> poisson(random, 2))).isTrue();
        assertThat(suggested(random -> poisson(random, 3 * random.nextDouble())))
                .isTrue();
    }

    @Test
    void otherWholeNumbersAreNot() {
        assertThat(suggested(random -> 1 + random.nextInt(5)))
                .as("marks from 1")
                .isFalse();
        assertThat(suggested(random -> random.nextInt(101))).as("points of 100").isFalse();
        assertThat(suggested(random -> Math.round(2 * random.nextGaussian())))
                .as("below 0")
                .isFalse();
        assertThat(suggested(random -> 4 + Math.round(random.nextGaussian())))
                .as("little spread")
                .isFalse();
    }

    @Test
    void sentenceSaysWhyAndWhatToDo() {
        StringBuilder table = new StringBuilder("shop,x,visits\n");
        IntStream.range(0, 40)
                .forEach(i -> table.append(i % 4 + "," + i * i % 17 + "," + (i % 8 == 0 ? 5 : i % 3) + "\n"));
        assertThat(PlantedTable.of(table.toString())
                        .given(Roles.task("shop").target("visits"))
                        .run()
                        .findings(Topic.TARGET))
                .extracting(Inspection.Finding::text)
                .contains("'visits' looks like counts (from 0, mean 1.48, variance 2.35): --loss poisson predicts their"
                        + " means and judges by deviance");
    }
}
