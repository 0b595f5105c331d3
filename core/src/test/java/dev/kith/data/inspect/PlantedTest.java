package dev.kith.data.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspection.Finding;
import dev.kith.data.inspect.Inspection.Part;
import dev.kith.data.inspect.Inspection.Topic;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Guesses and leaks scored on tables in which they were planted: hits where they are, false alarms where they are not. */
class PlantedTest {
    private static final int TABLES = 25;
    private static final Roles KNOWN = Roles.task("shop").target("sales");

    @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
    private enum Plant {
        COPY(1, t -> t.with("p", i -> t.y[i])),
        UNITS(1, t -> t.numbers("p", i -> 3 - 2.54 * t.y[i], 2)),
        LOGARITHM(1, t -> t.numbers("p", i -> Math.log(t.y[i]), 6)),
        SQUARE(1, t -> t.numbers("p", i -> t.y[i] * t.y[i], 1)),
        PIECES(1, t -> {
            double[] sorted = Arrays.stream(t.y).sorted().toArray();
            return t.with(
                    "p",
                    i -> t.y[i] < sorted[t.rows / 3] ? "low" : t.y[i] < sorted[2 * t.rows / 3] ? "middle" : "high");
        }),
        SUM(2, t -> t.numbers("p", i -> 0.3 * t.y[i] + t.x[2][i], 3).numbers("q", i -> 0.7 * t.y[i] - t.x[2][i], 3)),
        DIFFERENCE(2, t -> t.numbers("p", i -> t.y[i] + t.x[2][i] * 5, 3).numbers("q", i -> t.x[2][i] * 5, 3)),
        PRODUCT(2, t -> t.numbers("p", i -> t.y[i] / t.x[2][i], 6).with("q", i -> t.x[2][i])),
        QUOTIENT(2, t -> t.numbers("p", i -> t.y[i] * t.x[2][i], 6).with("q", i -> t.x[2][i])),
        PARTS(4, t -> {
            double[][] part = new double[4][t.rows];
            for (int i = 0; i < t.rows; i++) {
                part[0][i] = PlantedTable.round(5 * t.random.nextDouble(), 3);
                part[1][i] = PlantedTable.round(5 * t.random.nextDouble(), 3);
                part[2][i] = PlantedTable.round(5 * t.random.nextDouble(), 3);
                part[3][i] = t.y[i] - part[0][i] - part[1][i] - part[2][i];
            }
            return t.numbers("p", i -> part[0][i], 3)
                    .numbers("q", i -> part[1][i], 3)
                    .numbers("r", i -> part[2][i], 3)
                    .numbers("s", i -> part[3][i], 3);
        });

        final int columns;
        final Function<PlantedTable, PlantedTable> plant;

        Plant(int columns, Function<PlantedTable, PlantedTable> plant) {
            this.columns = columns;
            this.plant = plant;
        }
    }

    private static PlantedTable table(long seed) {
        PlantedTable table = new PlantedTable(seed, seed % 2 == 0 ? 0.4 : 1.5, seed % 3 == 0);
        return table.with("shop", i -> "s" + table.task[i]).with("sales", i -> table.y[i]);
    }

    private static List<Finding> leaks(PlantedTable table) {
        return table.inspect().given(KNOWN).run().findings(Topic.LEAK);
    }

    @ParameterizedTest
    @EnumSource(Plant.class)
    void findsLeaks(Plant plant) {
        List<String> planted = List.of("p", "q", "r", "s").subList(0, plant.columns);
        long hits = LongStream.range(0, TABLES)
                .filter(seed -> leaks(plant.plant.apply(table(seed).with("x1", i -> 1 + i % 7))).stream()
                        .anyMatch(leak -> planted.containsAll(leak.columns())))
                .count();
        assertThat(hits).as("%s found in %d tables", plant, TABLES).isGreaterThanOrEqualTo(TABLES - 1);
    }

    @ParameterizedTest
    @EnumSource(Plant.class)
    void namesNothingElseAsLeak(Plant plant) {
        List<String> planted = List.of("p", "q", "r", "s", "x3").subList(0, 5);
        long wrong = LongStream.range(0, TABLES)
                .filter(seed -> leaks(plant.plant.apply(table(seed).withFeatures())).stream()
                        .anyMatch(leak -> !planted.containsAll(leak.columns())))
                .count();
        assertThat(wrong).as("%s beside features", plant).isZero();
    }

    /** Noise of a tenth of the signal is a good feature, not a leak. */
    @Test
    void goodFeaturesAreNoLeaks() {
        long alarms = LongStream.range(0, 4 * TABLES)
                .filter(seed -> {
                    PlantedTable table = table(seed).withFeatures();
                    table.numbers("good", i -> table.y[i] + table.random.nextGaussian(), 3);
                    return !leaks(table).isEmpty();
                })
                .count();
        assertThat(alarms).as("false alarms in %d tables", 4 * TABLES).isLessThanOrEqualTo(1);
    }

    /** A predictor that explains 99% of the target is an honest one: what was known afterwards misses by far less. */
    @Test
    void veryGoodFeaturesAreNoLeaksAndTheTargetWithItsLastDigitsLostIs() {
        long alarms = 0;
        long hits = 0;
        for (long seed = 0; seed < 4 * TABLES; seed++) {
            PlantedTable table = table(seed).withFeatures();
            double deviation = Math.sqrt(Leaks.variance(table.y));
            table.numbers("good", i -> table.y[i] + 0.1 * deviation * table.random.nextGaussian(), 3);
            alarms += leaks(table).isEmpty() ? 0 : 1;
            table.numbers("paid", i -> table.y[i] + 0.01 * deviation * table.random.nextGaussian(), 3);
            hits += leaks(table).stream().anyMatch(leak -> leak.columns().equals(List.of("paid"))) ? 1 : 0;
        }
        assertThat(alarms).isZero();
        assertThat(hits).isEqualTo(4 * TABLES);
    }

    @Test
    void findsLeaksOfClasses() {
        long hits = 0;
        long alarms = 0;
        for (long seed = 0; seed < TABLES; seed++) {
            PlantedTable table = new PlantedTable(seed, 0.5, false);
            double middle = Arrays.stream(table.y).sorted().toArray()[table.rows / 2];
            table.with("shop", i -> "s" + table.task[i])
                    .with("late", i -> table.y[i] > middle ? "yes" : "no")
                    .withFeatures();
            Roles roles = Roles.task("shop").target("late");
            alarms += table.inspect().given(roles).run().findings(Topic.LEAK).size();
            table.with("code", i -> table.y[i] > middle ? "B" + i % 3 : "A" + i % 4)
                    .with("days", i -> table.y[i] - middle);
            List<Finding> leaks = table.inspect().given(roles).run().findings(Topic.LEAK);
            hits += leaks.stream()
                    .filter(l -> l.columns().equals(List.of("code")))
                    .count();
            hits += leaks.stream()
                    .filter(l -> l.columns().equals(List.of("days")))
                    .count();
        }
        assertThat(hits).isGreaterThanOrEqualTo(2 * TABLES - 1);
        assertThat(alarms).isZero();
    }

    @Test
    void findsForgottenTasksAndNoOthers() {
        long hits = 0;
        long alarms = 0;
        for (long seed = 0; seed < 2 * TABLES; seed++) {
            PlantedTable table = new PlantedTable(seed, 0.5, true);
            table.with("half", i -> "h" + table.random.nextInt(7))
                    .with("colour", i -> "c" + table.random.nextInt(9))
                    .with("shop", i -> "s" + table.task[i])
                    .with("sales", i -> table.y[i])
                    .withFeatures();
            List<Finding> found = table.inspect()
                    .given(Roles.task("half").target("sales"))
                    .run()
                    .findings(Topic.FORGOTTEN_TASK);
            hits += found.stream().anyMatch(f -> f.columns().contains("shop")) ? 1 : 0;
            alarms += found.stream().filter(f -> !f.columns().contains("shop")).count();
        }
        assertThat(hits).isGreaterThanOrEqualTo(2 * TABLES * 9 / 10);
        assertThat(alarms).isZero();
    }

    private enum Words {
        PLAIN("shop", "sales"),
        KEYED("shop_id", "total_sales"),
        CAMEL("patientNR", "testScore"),
        SHORT("unit", "y"),
        BARE("g", "z");

        final String task;
        final String target;

        Words(String task, String target) {
            this.task = task;
            this.target = target;
        }
    }

    /** Task and target by their names where these help, and by blocks, texts and places where they do not. */
    @ParameterizedTest
    @EnumSource(Words.class)
    void guessesTaskAndTarget(Words words) {
        int right = 0;
        for (long seed = 0; seed < TABLES; seed++) {
            PlantedTable table = new PlantedTable(seed, 0.5, words != Words.BARE && seed % 2 == 0);
            boolean numbered = words == Words.KEYED || words == Words.CAMEL;
            table.with("row", i -> i + 1)
                    .with(words.task, i -> numbered ? 100 + 7 * table.task[i] : "t" + table.task[i])
                    .withFeatures()
                    .with("sex", i -> table.random.nextBoolean() ? "female" : "male")
                    .with("age", i -> 20 + table.random.nextInt(50))
                    .with("when", i -> String.format(Locale.ROOT, "2024-%02d-%02d", 1 + i % 12, 1 + i % 28))
                    .with("const", i -> 7)
                    .numbers("x1 in feet", i -> table.x[0][i] / 0.3048, 9)
                    .with(words.target, i -> table.y[i]);
            Inspection seen = table.inspect().run();
            boolean task = seen.guess(Part.TASK)
                    .map(g -> g.column().equals(words.task))
                    .orElse(false);
            boolean target = seen.guess(Part.TARGET)
                    .map(g -> g.column().equals(words.target))
                    .orElse(false);
            boolean rest = seen.roles().columns(Roles.Part.DROP).containsAll(List.of("row", "const", "x1 in feet"))
                    && seen.roles().columns(Roles.Part.DROP).size() == 3
                    && seen.roles().columns(Roles.Part.DATE).equals(List.of("when"))
                    && seen.roles().columns(Roles.Part.CATEGORICAL).equals(List.of("sex"));
            right += task && target && rest ? 1 : 0;
        }
        assertThat(right).as("%s of %d tables", words, TABLES).isGreaterThanOrEqualTo(TABLES - 1);
    }

    @Test
    void aTableWithoutTasksHasNone() {
        int none = 0;
        for (long seed = 0; seed < TABLES; seed++) {
            PlantedTable table = new PlantedTable(seed, 0.5, true);
            table.withFeatures()
                    .with("sex", i -> table.random.nextBoolean() ? "female" : "male")
                    .with("age", i -> 20 + table.random.nextInt(50))
                    .with("children", i -> table.random.nextInt(4))
                    .with("wage", i -> table.y[i]);
            none += table.inspect().run().tasks().isEmpty() ? 1 : 0;
        }
        assertThat(none).isEqualTo(TABLES);
    }
}
