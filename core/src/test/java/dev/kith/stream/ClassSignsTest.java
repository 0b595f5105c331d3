package dev.kith.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.table.Tables;
import dev.kith.model.Model;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams and data sets agree on which of two classes is the positive one. */
class ClassSignsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private final List<ShopRows> rows = ShopRows.rows(400);

    private static StreamPlan plan(String name, String csv) {
        return StreamPlan.from(RowSource.of(
                name, new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), Format.CSV, ShopRows.ROLES));
    }

    private static StreamPlan plan(String csv) {
        return plan("shops.csv", csv);
    }

    private List<String> batch(String csv) throws IOException {
        Path file = Files.writeString(directory.resolve("batch.csv"), csv);
        Dataset data = Tables.read(file).dataset(ShopRows.ROLES);
        return data.asClasses().classes().orElseThrow();
    }

    /** The price keeps people from buying: a model with the right signs has a negative weight for it. */
    private static void agrees(StreamRun run, List<String> classes) {
        Model model = run.model();
        assertThat(model.info().classes()).isEqualTo(classes);
        assertThat(model.predict("north", -1, 0)).isPositive();
        assertThat(model.predict("north", 1, 0)).isNegative();
    }

    @Test
    void textsInTheWrongOrderLiveAndShuffled() throws IOException {
        for (List<String> labels : List.of(List.of("no", "yes"), List.of("Yes", "no"), List.of("10", "9 x"))) {
            String csv = ShopRows.csv(rows, labels);
            assertThat(batch(csv)).isEqualTo(labels);
            agrees(plan(csv).run(), labels);
            agrees(plan(csv).shuffled(4).run(), labels);
            agrees(plan(csv).inRounds().run(), labels);
        }
    }

    @Test
    void jsonLinesToo() throws IOException {
        Path file = Files.writeString(directory.resolve("shops.jsonl"), ShopRows.jsonLines(rows));
        StreamPlan plan = StreamPlan.from(RowSource.file(file, ShopRows.ROLES));
        agrees(plan.run(), ShopRows.TEXTS);
        agrees(plan.shuffled(5).run(), ShopRows.TEXTS);
    }

    @Test
    void numbersByTheirValues() throws IOException {
        for (List<String> labels : List.of(List.of("-1", "1"), List.of("0", "1"))) {
            String csv = ShopRows.csv(rows, labels);
            assertThat(batch(csv)).isEqualTo(labels);
            agrees(plan(csv).run(), labels);
            agrees(plan(csv).shuffled(4).run(), labels);
        }
        // "10" is before "9" as text, and after it as a number
        for (List<String> labels : List.of(List.of("9", "10"), List.of("1", "2"), List.of("-1", "0"))) {
            String csv = ShopRows.csv(rows, labels);
            assertThat(batch(csv)).isEqualTo(labels);
            agrees(plan(csv).shuffled(4).run(), labels);
            agrees(plan(csv).classes(labels.get(0), labels.get(1)).run(), labels);
            assertThatThrownBy(() -> plan(csv).run())
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("must be one of two: ")
                    .hasMessageEndingWith("; for other labels name the positive one, or both classes");
        }
    }

    @Test
    void waitingForTheSecondClassChangesNoNumber() throws IOException {
        String texts = ShopRows.csv(rows, ShopRows.TEXTS);
        String numbers = ShopRows.csv(rows, List.of("-1", "1"));
        StreamSummary held = plan(texts).every(50).run().summary();
        StreamSummary known = plan(numbers).every(50).run().summary();
        assertThat(held.all()).isEqualTo(known.all());
        assertThat(held.tasks()).isEqualTo(known.tasks());
        assertThat(held.windows()).isEqualTo(known.windows());
    }

    @Test
    void theCallerMayTurnThemRound() throws IOException {
        String csv = ShopRows.csv(rows, ShopRows.TEXTS);
        for (StreamPlan plan : List.of(plan(csv).classes("yes", "no"), plan(csv).positive("no"))) {
            Model model = plan.run().model();
            assertThat(model.info().classes()).containsExactly("yes", "no");
            assertThat(model.predict("north", 1, 0)).isPositive();
        }
    }

    @Test
    void namesThatDoNotOccurAreRefused() {
        String csv = ShopRows.csv(rows, ShopRows.TEXTS);
        assertThatThrownBy(() -> plan(csv).classes("no", "yess").run())
                .isInstanceOf(DataException.class)
                .hasMessage("shops.csv:2: label yes must be one of two: no and yess");
        assertThatThrownBy(() -> plan(csv).positive("yess").run())
                .isInstanceOf(DataException.class)
                .hasMessage("shops.csv:3: label no must be one of two: yes and yess");
        assertThatThrownBy(() -> plan(csv).classes("no", "no"))
                .hasMessage("classes must have two different names, got 'no' twice");
    }

    /** The second stream has all rows of one class first: the run is cut off before the other appears, and after it. */
    @Test
    void aRunThatIsResumedKeepsItsSigns() throws IOException {
        Path state = directory.resolve("run.state");
        List<ShopRows> sorted = rows.stream()
                .sorted(Comparator.comparing(ShopRows::sold).reversed())
                .toList();
        for (List<ShopRows> stream : List.of(rows, sorted)) {
            String all = ShopRows.csv(stream, ShopRows.TEXTS);
            StreamSummary whole = plan(all).run().summary();
            for (int cut : new int[] {50, 300}) {
                String broken = ShopRows.csv(stream.subList(0, cut), ShopRows.TEXTS) + "north,yes,much,0\n";
                assertThatThrownBy(() -> plan(broken).checkpoint(state).run()).isInstanceOf(DataException.class);
                StreamRun resumed = plan(all).resume(state).run();
                assertThat(resumed.summary().all()).isEqualTo(whole.all());
                assertThat(resumed.summary().tasks()).isEqualTo(whole.tasks());
                assertThat(resumed.model().info().classes()).isEqualTo(ShopRows.TEXTS);
            }
        }
    }

    @Test
    void otherClassesAreRefusedByName() throws IOException {
        Path state = directory.resolve("run.state");
        plan(ShopRows.csv(rows.subList(0, 200), ShopRows.TEXTS))
                .checkpoint(state)
                .run();
        assertThatThrownBy(() -> plan(ShopRows.csv(rows, List.of("never", "yes")))
                        .resume(state)
                        .run())
                .isInstanceOf(DataException.class)
                .hasMessage(state + ": the checkpoint is of other classes: class 1 was 'no', now it is 'never'");
    }

    @Test
    void oneClassIsNotEnoughUnlessItsSignIsClear() throws IOException {
        List<ShopRows> sold = rows.stream().filter(ShopRows::sold).toList();
        String csv = ShopRows.csv(sold, ShopRows.TEXTS);
        for (StreamPlan plan : List.of(plan(csv), plan(csv).shuffled(1))) {
            assertThatThrownBy(plan::run)
                    .isInstanceOf(DataException.class)
                    .hasMessage("shops.csv: all labels are 'yes', a second class is needed; name the positive class, or"
                            + " both");
        }
        assertThat(plan(csv).classes("no", "yes").run().model().info().classes())
                .containsExactly("no", "yes");
        assertThat(plan(csv).positive("yes").run().model().info().classes()).containsExactly("-1", "yes");
        String ones = ShopRows.csv(sold, List.of("0", "1"));
        assertThat(plan(ones).run().summary().all())
                .isEqualTo(plan(csv).positive("yes").run().summary().all());
        assertThat(plan(ones).shuffled(1).run().model().info().classes()).containsExactly("-1", "1");
    }

    @Test
    void noMoreThanTenThousandRowsWait() throws IOException {
        String row = "north,yes,1,0\n";
        String header = "shop,sold,price,rain\n";
        StreamRun run = plan(header + row.repeat(10_000) + "north,no,1,0\n").run();
        assertThat(run.summary().all().rows()).isEqualTo(10_001);
        assertThatThrownBy(() ->
                        plan(header + row.repeat(10_001) + "north,no,1,0\n").run())
                .isInstanceOf(DataException.class)
                .hasMessage("shops.csv:10002: the first 10001 labels are all 'yes', and which of two classes is the"
                        + " positive one cannot be said before the second appears; name the positive class, or both");
    }

    @Test
    void aBadLineWhileRowsWaitIsToldAndNothingIsKept() {
        Path state = directory.resolve("run.state");
        String csv = "shop,sold,price,rain\nnorth,yes,1,0\nnorth,yes,much,0\n";
        assertThatThrownBy(() -> plan(csv).checkpoint(state).run()).hasMessageContaining("\"much\" is not a number");
        assertThatThrownBy(() -> plan(csv).checkpoint(state).inRounds().run())
                .hasMessageContaining("\"much\" is not a number");
    }

    @Test
    void wideDataToo() throws IOException {
        StringBuilder csv = new StringBuilder("a,b,x\n");
        for (ShopRows row : rows) {
            String label = row.price() < 0 ? "yes" : "no";
            csv.append(csv.length() == 6 ? "yes" : label).append(',').append(label);
            csv.append(',').append(row.price()).append('\n');
        }
        Path file = Files.writeString(directory.resolve("wide.csv"), csv);
        Roles roles = Roles.targets("a", "b");
        Model model = StreamPlan.from(RowSource.file(file, roles)).run().model();
        assertThat(model.info().classes())
                .isEqualTo(Tables.read(file).dataset(roles).classes().orElseThrow());
        assertThat(model.predict("b", -1)).isPositive();
    }
}
