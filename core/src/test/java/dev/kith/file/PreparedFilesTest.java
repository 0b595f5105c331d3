package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.table.Tables;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Prediction;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How rows are prepared is part of the model file: rows in, the same features out, for ever. */
class PreparedFilesTest {
    private static final double ROUNDING = 1e-12;

    @TempDir
    Path folder;

    private static Path golden(int version, String name) {
        try {
            return Path.of(
                    Objects.requireNonNull(PreparedFilesTest.class.getResource("prepared-v" + version + "/" + name))
                            .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Writes the golden files: {@code main DIRECTORY VERSION}, which holds train.csv and rows.csv. Run once for each version. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        Model model = trained(directory.resolve("train.csv"), Integer.parseInt(args[1]));
        ModelFile.write(model, directory.resolve("prepared.kith"));
        Files.writeString(directory.resolve("features.csv"), text(model, directory.resolve("rows.csv")));
    }

    private static Roles roles(int version) {
        return version == 1
                ? Roles.task("school").target("score").categorical("colour")
                : Roles.task("shop")
                        .target("sales")
                        .treated(List.of(
                                new Recipe.Dated("day"),
                                new Recipe.Ordered("size", List.of("low", "medium", "high")),
                                new Recipe.Category("city"),
                                new Recipe.Hashed("sku", 2)));
    }

    private static Model trained(Path table, int version) {
        Roles roles = roles(version);
        return new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 0.01, Training.defaults())
                .train(Tables.read(table).dataset(roles))
                .model();
    }

    /** The features of rows, and the prediction. */
    private static String text(Model model, Path file) {
        Rows rows = Tables.read(file).rows(model.info().roles());
        DenseInputs features = (DenseInputs) model.info().prepared(rows.inputs());
        List<String> lines = new ArrayList<>(List.of(String.join(",", features.features()) + ",prediction"));
        for (Prediction one : model.predict(rows)) {
            StringBuilder line = new StringBuilder();
            for (double value : features.values().row(one.row())) {
                line.append(value).append(',');
            }
            lines.add(line.append(one.value()).toString());
        }
        return String.join("\n", lines) + "\n";
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void goldenRowsBecomeTheirFeaturesAndPredictions(int version) throws IOException {
        List<String> expected = Files.readAllLines(golden(version, "features.csv"));
        List<String> actual = text(ModelFile.read(golden(version, "prepared.kith")), golden(version, "rows.csv"))
                .lines()
                .toList();
        assertThat(actual.get(0)).isEqualTo(expected.get(0));
        for (int i = 1; i < expected.size(); i++) {
            assertThat(numbers(actual.get(i))).containsExactly(numbers(expected.get(i)), within(ROUNDING));
        }
    }

    private static double[] numbers(String line) {
        return java.util.Arrays.stream(line.split(","))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatIsFittedTodayIsWrittenAndReadAsItWas(int version) throws IOException {
        Model model = trained(golden(version, "train.csv"), version);
        Path file = folder.resolve("m.kith");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file).info()).isEqualTo(model.info());
        assertThat(model.info().schema().preparation())
                .isEqualTo(ModelFile.read(golden(version, "prepared.kith"))
                        .info()
                        .schema()
                        .preparation());
    }

    private static final String PREPARATION = "\"preparation\":{\"version\":1,\"impute\":true,\"missing\":[],\"steps\":"
            + "[{\"kind\":\"number\",\"column\":\"x\",\"features\":[\"x\"],\"fill\":1.5,\"fillWithin\":{\"a\":2.0},"
            + "\"flagged\":false,\"missing\":1,\"rows\":9}]},";

    @Test
    void anHonestPreparationLoads() throws IOException {
        Model model = ForgedFileTest.model(PREPARATION);
        assertThat(model.info().schema().preparation().orElseThrow().words())
                .containsExactly("x: missing -> 1.5 (1 of 9 rows)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"version\":1|\"version\":3|version 3 of that language, this program knows 2",
                "\"version\":1,||has no 'version'",
                "\"impute\":true|\"impute\":1|'impute' must be true or false",
                "\"kind\":\"number\"|\"kind\":\"folded\"|unknown step 'folded' of column 'x'",
                "\"features\":[\"x\"]|\"features\":[\"z\"]|must make [x], the model says [z]",
                "\"flagged\":false|\"flagged\":true|must make [x, x is missing], the model says [x]",
                "\"fill\":1.5|\"fill\":null|must be finite",
                "{\"a\":2.0}|{\"a\":null}|must be finite",
                "\"missing\":1,|\"missing\":10,|must be from 0 to 9, got 10",
                "\"rows\":9|\"rows\":9,\"more\":1|unknown members [more]",
                "\"column\":\"x\",\"features\":[\"x\"]|\"column\":\"q\",\"features\":[\"q\"]|must make the features [x], got [q]",
            })
    void damagedPreparationsAreRefused(String from, String to, String message) {
        String text = PREPARATION.replace(from, to == null ? "" : to);
        assertThat(text).isNotEqualTo(PREPARATION);
        assertThatThrownBy(() -> ForgedFileTest.model(text))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(message);
    }

    /** A file says the version it needs, and no newer one: what knows version 1 alone reads all that is in it. */
    @Test
    void theVersionIsThatOfTheNewestStep() {
        assertThat(trained(golden(1, "train.csv"), 1)
                        .info()
                        .schema()
                        .preparation()
                        .orElseThrow()
                        .version())
                .isEqualTo(1);
        assertThat(trained(golden(2, "train.csv"), 2)
                        .info()
                        .schema()
                        .preparation()
                        .orElseThrow()
                        .version())
                .isEqualTo(2);
    }

    private static final String TEXTS = "\"preparation\":{\"version\":2,\"impute\":true,\"missing\":[],\"steps\":"
            + "[{\"kind\":\"drawn\",\"column\":\"x\",\"features\":[\"x: mean label\"],\"outcomes\":[],\"levels\":[\"a\",\"b\"],"
            + "\"means\":[0.5,-1],\"absent\":[0],\"strength\":[3],\"missing\":0,\"rows\":9},"
            + "{\"kind\":\"date\",\"column\":\"d\",\"features\":[\"d: trend\",\"d: Monday\"],\"way\":\"yyyy-MM-dd\","
            + "\"middle\":\"2024-05-01\",\"parts\":[\"Monday\"],\"means\":[0.2],\"fill\":0.0,\"fillWithin\":{},\"flagged\":false,"
            + "\"missing\":0,\"rows\":9},"
            + "{\"kind\":\"ordered\",\"column\":\"o\",\"features\":[\"o>=b\"],\"levels\":[\"a\",\"b\"],\"steps\":[\"b\"],"
            + "\"usual\":\"a\",\"flagged\":false,\"unknown\":0,\"missing\":0,\"rows\":9},"
            + "{\"kind\":\"hashed\",\"column\":\"h\",\"features\":[\"h#0\",\"h#1\"],\"bits\":1,\"flagged\":false,\"values\":3,"
            + "\"missing\":0,\"rows\":9}]},";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"version\":2|\"version\":1|version 1 of that language, and has steps of version 2",
                "[0.5,-1]|[0.5]|must have 1 means each, 2 in all, got 1",
                "[0.5,-1]|[0.5,null]|must be a list of numbers",
                "[\"a\",\"b\"],\"means\"|[\"a\",\"a\"],\"means\"|level names must differ, 'a' occurs twice",
                "\"absent\":[0]|\"absent\":[]|must have 1 finite means",
                "\"way\":\"yyyy-MM-dd\"|\"way\":\"yy\"|unknown way of writing dates 'yy' of column 'd'",
                "\"middle\":\"2024-05-01\"|\"middle\":\"2024\"|must be yyyy-MM-dd, got '2024'",
                "[\"Monday\"],\"means\"|[\"Moonday\"],\"means\"|unknown part 'Moonday'",
                "\"means\":[0.2]|\"means\":[]|must have a finite mean for each of [Monday], got []",
                "\"steps\":[\"b\"]|\"steps\":[\"c\"]|must hold the usual one",
                "\"usual\":\"a\"|\"usual\":\"c\"|must hold the usual one, 'c'",
                "\"bits\":1|\"bits\":20|bits of column 'h' must be a whole number from 1 to 12, got 20",
                "\"bits\":1|\"bits\":2|must make [h#0, h#1, h#2, h#3]",
            })
    void damagedStepsOfTextsAreRefused(String from, String to, String message) {
        String text = TEXTS.replace(from, to);
        assertThat(text).isNotEqualTo(TEXTS);
        assertThatThrownBy(() -> ForgedFileTest.model(text)).hasMessageContaining(message);
    }
}
