package dev.kith.data.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspection.Part;
import dev.kith.data.inspect.Inspection.Topic;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the places of rows and the marks around cells tell, whatever columns are called. */
class LayoutTest {
    private static final Random RANDOM = new Random(3);
    private static final double[] NOISE = RANDOM.doubles(2_000).toArray();

    private static Inspection seen(String header, int rows, IntFunction<String> row) {
        return PlantedTable.of(
                        header + IntStream.range(0, rows).mapToObj(row).collect(Collectors.joining("\n", "\n", "\n")))
                .run();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** Ten firms, twelve years: what comes next is the question. */
    @Test
    void aPanelIsHeldOutByTime() {
        Inspection panel = seen(
                "firm,year,x,sales",
                120,
                i -> "f" + i / 12 + "," + (1990 + i % 12) + "," + number(NOISE[i]) + "," + number(NOISE[i + 500]));
        assertThat(panel.time().orElseThrow().column()).isEqualTo("year");
        assertThat(panel.command("a.csv")).endsWith("--time", "year");
        Inspection few = seen(
                "firm,year,x,sales",
                120,
                i -> "f" + i / 5 + "," + (1990 + i % 5) + "," + number(NOISE[i]) + "," + number(NOISE[i + 500]));
        assertThat(few.command("a.csv")).endsWith("--time", "year", "--folds", "3");
    }

    /** A year that rows of a firm share, and two years, which leave nothing to learn from before a test. */
    @Test
    void otherYearsAreNotHeldOutBy() {
        assertThat(seen(
                                "firm,year,x,sales",
                                120,
                                i -> "f" + i / 12 + "," + (1990 + i % 3) + "," + number(NOISE[i]) + ","
                                        + number(NOISE[i + 500]))
                        .time())
                .isEmpty();
        assertThat(seen(
                                "firm,year,x,sales",
                                120,
                                i -> "f" + i / 2 + "," + (1990 + i % 2) + "," + number(NOISE[i]) + ","
                                        + number(NOISE[i + 500]))
                        .time())
                .isEmpty();
    }

    /** R writes factors in quotes and numbers bare. */
    @Test
    void numbersInQuotesAreNames() {
        IntFunction<String> cells = i -> i * 7 % 9 + "," + number(NOISE[i]) + "," + number(NOISE[i + 500] + i * 7 % 9);
        assertThat(seen("lot,x,y", 180, i -> "\"" + cells.apply(i).replaceFirst(",", "\","))
                        .guess(Part.TASK)
                        .orElseThrow()
                        .sure())
                .isTrue();
        assertThat(seen("g,x,y", 180, cells).guess(Part.TASK)).isEmpty();
    }

    @Test
    void whatIsTheSameWithinEachGroupSpeaksForIt() {
        Inspection seen = seen(
                "score,class,size,iq",
                300,
                i -> number(NOISE[i]) + "," + (180 + 17 * (i / 15)) + "," + (20 + i / 15 % 7) + ","
                        + number(NOISE[i + 500]));
        assertThat(seen.roles().taskColumn()).contains("class");
        assertThat(seen.guess(Part.TASK).orElseThrow().reason()).contains("1 other column is the same within each");
    }

    /** Eight doses, each in as many rows: somebody chose them. */
    @Test
    void chosenNumbersAreNoTarget() {
        Inspection seen = seen(
                "\"\",\"dose\",\"made\"",
                96,
                i -> "\"" + (i + 1) + "\"," + number(1 << i % 8) + "," + number(NOISE[i]));
        assertThat(seen.roles().columns(Roles.Part.TARGETS)).containsExactly("made");
        assertThat(seen.findings(Topic.TASKS).get(0).text()).startsWith("no column groups rows, so there is one task");
    }

    @Test
    void theMeanLabelOfATaskIsALeak() {
        double[] means = IntStream.range(0, 10)
                .mapToDouble(t -> IntStream.range(0, 12)
                        .mapToDouble(k -> NOISE[12 * t + k] + t)
                        .average()
                        .orElseThrow())
                .toArray();
        Inspection seen = seen(
                "shop,x,typical,sales",
                120,
                i -> "s" + i / 12 + "," + number(NOISE[i + 500]) + "," + number(means[i / 12]) + ","
                        + number(NOISE[i] + Math.floorDiv(i, 12)));
        assertThat(seen.findings(Topic.LEAK))
                .extracting(Inspection.Finding::columns)
                .containsExactly(List.of("typical"));
        assertThat(seen.roles().columns(Roles.Part.DROP)).containsExactly("typical");
    }

    @Test
    void theTargetRoundedIsALeak() {
        Inspection seen = seen(
                "shop,x,about,sales",
                120,
                i -> "s" + i / 12 + "," + number(NOISE[i + 500]) + "," + Math.round(20 * NOISE[i]) + ","
                        + number(20 * NOISE[i]));
        assertThat(seen.findings(Topic.LEAK).get(0).text()).contains("'about' is sales rounded");
    }

    @Test
    void aTaskUnderAnotherNameIsLeftOut() {
        Inspection seen = seen(
                "shop,place,x,sales",
                120,
                i -> "s" + i / 12 + ",Town " + (char) ('A' + i / 12) + "," + number(NOISE[i]) + ","
                        + number(NOISE[i + 500]));
        assertThat(seen.guess(Part.DUPLICATE).orElseThrow().reason()).isEqualTo("says what shop says");
    }
}
