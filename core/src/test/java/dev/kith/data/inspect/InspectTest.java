package dev.kith.data.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspection.Column;
import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.data.inspect.Inspection.Part;
import dev.kith.data.inspect.Inspection.TaskRows;
import dev.kith.data.inspect.Inspection.Topic;
import dev.kith.data.table.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectTest {
    private static Column only(String... cells) {
        return PlantedTable.of("a,b\n"
                        + IntStream.range(0, cells.length)
                                .mapToObj(i -> "\"" + cells[i] + "\"," + i % 3)
                                .collect(Collectors.joining("\n")))
                .run()
                .columns()
                .get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1|2|3|INTEGER|",
                "1|2.5|3e-2|NUMBER|",
                "yes|no|yes|BOOLEAN|",
                "0|1|0|BOOLEAN|",
                "red|blue|red|CATEGORY|",
                "k1|k2|k3|ID|",
                "to be or not|a bit of text|one more of them|TEXT|",
                "NA|?|null|EMPTY|",
                "2024-02-29|2023-01-01|2022-12-31|DATE|yyyy-MM-dd",
                "2024-02-29 10:30|2023-01-01 00:00|2022-12-31 23:59|DATE|yyyy-MM-dd HH:mm",
                "29.02.2024|01.01.2023|31.12.2022|DATE|dd.MM.yyyy",
                "03/04/2024|25/12/2023|01/01/2023|DATE|dd/MM/yyyy",
                "03/04/2024|12/25/2023|01/01/2023|DATE|MM/dd/yyyy",
                "03/04/2024|05/06/2023|01/01/2023|DATE|dd/MM/yyyy or MM/dd/yyyy",
                "20240229|20230101|20221231|DATE|yyyyMMdd",
                "4 Mar 2024|25 Dec 2023|1 Jan 2023|DATE|dd MMM yyyy",
                "2024Q1|2023Q4|2022Q2|DATE|yyyyQq",
                "10:30|23:59|7:05|DATE|HH:mm",
                "2023-02-29|2023-01-01|2022-12-31|ID|",
                "3,14|2,5|1,000|NUMBER|",
                "1,234|2,500,000|7,000|INTEGER|",
                "12 kg|13.5 kg|9 kg|NUMBER|kg",
                "$12|$13.50|$9|NUMBER|$",
                "45%|7%|12.5%|NUMBER|%",
                "5a|5b|6a|ID|"
            })
    void kinds(String a, String b, String c, Kind kind, String detail) {
        Column column = only(a, b, c);
        assertThat(column.kind()).isEqualTo(kind);
        assertThat(column.detail()).isEqualTo(detail == null ? "" : detail);
    }

    @Test
    void rangesAreOfNumbersAndDatesNotOfTexts() {
        assertThat(only("9", "10", "-3").low()).isEqualTo("-3");
        assertThat(only("9", "10", "-3").high()).isEqualTo("10");
        assertThat(only("31.12.2022", "01.01.2024", "02.02.2023").low()).isEqualTo("31.12.2022");
        assertThat(only("31.12.2022", "01.01.2024", "02.02.2023").high()).isEqualTo("01.01.2024");
        assertThat(only("3,5", "10,25", "2,125").high()).isEqualTo("10.25");
        assertThat(only("1,234", "2,500,000", "7,000").high()).isEqualTo("2500000");
    }

    @Test
    void missingIsCountedAsItIsSpelled() {
        Column column = only("NA", "", "3", "?", "NA", "4");
        assertThat(column.missing()).isEqualTo(4);
        assertThat(column.spelled()).containsExactly("NA", "", "?");
        assertThat(column.distinct()).isEqualTo(2);
        assertThat(column.kind()).isEqualTo(Kind.INTEGER);
    }

    private static final String SHOPS = IntStream.range(0, 60)
            .mapToObj(i -> "s" + i / 6 + "," + (i * 37 % 11) + "," + "NESW".charAt(i / 6 % 4) + "," + i * i % 17 + ".5")
            .collect(Collectors.joining("\n", "shop,staff,region,sales\n", "\n"));

    @Test
    void rolesReadTheTable(@TempDir Path dir) throws IOException {
        Path file = Files.writeString(dir.resolve("shops.csv"), SHOPS);
        Inspection seen = Inspect.file(file).run();
        assertThat(seen.roles().parts())
                .isEqualTo(Map.of(
                        Roles.Part.TASK, List.of("shop"),
                        Roles.Part.TARGET, List.of("sales"),
                        Roles.Part.CATEGORICAL, List.of("region")));
        assertThat(seen.command("shops.csv"))
                .containsExactly(
                        "kith",
                        "compare",
                        "shops.csv",
                        "--task",
                        "shop",
                        "--target",
                        "sales",
                        "--categorical",
                        "region");
        assertThat(seen.tasks()).contains(new TaskRows(10, 6, 6, 6, 0, 0));
        assertThat(seen.attributes()).containsExactly("region");
        Dataset data = Tables.read(file).dataset(seen.roles());
        assertThat(data.taskCount()).isEqualTo(10);
    }

    @Test
    void whatIsGivenIsNotGuessed() {
        Inspection seen = PlantedTable.of(SHOPS)
                .given(Roles.task("region").target("staff").with(Roles.Part.DROP, List.of("shop")))
                .run();
        assertThat(seen.roles().parts())
                .isEqualTo(Map.of(
                        Roles.Part.TASK, List.of("region"),
                        Roles.Part.TARGET, List.of("staff"),
                        Roles.Part.DROP, List.of("shop")));
        assertThat(seen.guesses()).isEmpty();
    }

    @Test
    void aColumnThatIsKeptIsUsed() {
        String csv = SHOPS.replace("shop,staff", "shop,staff_id");
        assertThat(PlantedTable.of(csv).run().guess(Part.ID).orElseThrow().column())
                .isEqualTo("staff_id");
        assertThat(PlantedTable.of(csv).keep(List.of("staff_id")).run().guess(Part.ID))
                .isEmpty();
    }

    @Test
    void semicolonsAndDecimalCommasAreSeen() {
        String csv = SHOPS.replace(',', ';').replace('.', ',');
        Inspection seen = PlantedTable.of(csv).run();
        assertThat(seen.separator()).isEqualTo(';');
        assertThat(seen.columns()).hasSize(4);
        assertThat(seen.findings(Topic.FORMAT)).isEmpty();
        assertThat(seen.written())
                .containsExactly(
                        "fields separated by ';' in 'planted.csv' (--separator says otherwise)",
                        "decimal comma in 'planted.csv' (--decimal says otherwise)");
    }

    @Test
    void columnsWithoutANameAreNamedByTheirPlace() {
        Inspection seen = PlantedTable.of(SHOPS.replace("shop,staff", ",sales")).run();
        assertThat(seen.columns()).extracting(Column::name).containsExactly("row", "sales", "region", "sales 4");
        assertThat(seen.written())
                .containsExactly(
                        "the first column without a name has row names and is called 'row', nothing is learned from it in 'planted.csv'",
                        "of two columns called 'sales' the second is called 'sales 4' in 'planted.csv'");
    }

    @Test
    void tasksOfOneRowAndOfOneClassAreCounted() {
        String csv = IntStream.range(0, 41)
                .mapToObj(i -> "s" + i / 4 + "," + i * 7 % 5 + "," + (i < 4 || i * i % 3 == 0 ? "yes" : "no"))
                .collect(Collectors.joining("\n", "shop,staff,late\n", "\n"));
        Inspection seen =
                PlantedTable.of(csv).given(Roles.task("shop").target("late")).run();
        assertThat(seen.tasks()).contains(new TaskRows(11, 1, 4, 4, 1, 2));
        assertThat(seen.classes()).isEqualTo(Map.of("yes", 16L, "no", 25L));
        assertThat(seen.findings(Topic.TASKS))
                .extracting(Inspection.Finding::text)
                .containsExactly(
                        "1 task of one row: nothing of them can be held out", "2 tasks with labels of one class only");
    }

    /** NA is Namibia where it names a task. */
    @Test
    void aTaskMayBeCalledNa() {
        Inspection seen = PlantedTable.of(SHOPS.replace("s3,", "NA,")).run();
        assertThat(seen.tasks()).contains(new TaskRows(10, 6, 6, 6, 0, 0));
    }

    @Test
    void severalClassesHaveNoTask() {
        String csv = IntStream.range(0, 90)
                .mapToObj(i -> i * 13 % 7 + "," + i * 5 % 11 + ".5," + (1 + i % 3))
                .collect(Collectors.joining("\n", "x,z,label\n", "\n"));
        Inspection seen = PlantedTable.of(csv).run();
        assertThat(seen.roles().parts()).isEqualTo(Map.of(Roles.Part.CLASSES, List.of("label")));
        assertThat(seen.guess(Part.CLASSES).orElseThrow().option()).isEqualTo("--classes");
    }

    @Test
    void largeTablesAreSampled() {
        StringBuilder csv = new StringBuilder("shop,x,y\n");
        for (int i = 0; i < 60_000; i++) {
            csv.append("s")
                    .append(i % 100)
                    .append(',')
                    .append(i)
                    .append(',')
                    .append(2 * i)
                    .append('\n');
        }
        Inspection seen = PlantedTable.of(csv.toString()).run();
        assertThat(seen.rows()).isEqualTo(60_000);
        assertThat(seen.sampled()).isEqualTo(50_000);
        assertThat(seen.columns().get(1).more()).isTrue();
        assertThat(seen.tasks().orElseThrow().largest()).isEqualTo(600);
        assertThat(seen.findings(Topic.LEAK)).hasSize(1);
    }

    @Test
    void mistakesAreSaid() {
        assertThatThrownBy(() -> PlantedTable.of("a,b\n").run())
                .isInstanceOf(DataException.class)
                .hasMessage("planted.csv: has a header and no rows");
        assertThatThrownBy(() -> PlantedTable.of(SHOPS)
                        .given(Roles.task("shopp").target("sales"))
                        .run())
                .isInstanceOf(DataException.class)
                .hasMessage("planted.csv: unknown column 'shopp'; did you mean 'shop'?");
        assertThatThrownBy(() -> Inspect.file(Path.of("a.svm")).run()).isInstanceOf(DataException.class);
    }
}
