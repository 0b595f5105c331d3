package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
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

/** How rows are prepared is part of the model file: rows in, the same features out, for ever. */
class PreparedFilesTest {
    private static final double ROUNDING = 1e-12;

    @TempDir
    Path folder;

    private static Path golden(String name) {
        try {
            return Path.of(Objects.requireNonNull(PreparedFilesTest.class.getResource("prepared-v1/" + name))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Writes the golden files: {@code main DIRECTORY}, which holds train.csv and rows.csv. Run once for each version. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        Model model = trained(directory.resolve("train.csv"));
        ModelFile.write(model, directory.resolve("prepared.kith"));
        Files.writeString(directory.resolve("features.csv"), text(model, directory.resolve("rows.csv")));
    }

    private static Model trained(Path table) {
        Roles roles = Roles.task("school").target("score").categorical("colour");
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

    @Test
    void goldenRowsBecomeTheirFeaturesAndPredictions() throws IOException {
        List<String> expected = Files.readAllLines(golden("features.csv"));
        List<String> actual = text(ModelFile.read(golden("prepared.kith")), golden("rows.csv"))
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

    @Test
    void whatIsFittedTodayIsWrittenAndReadAsItWas() throws IOException {
        Model model = trained(golden("train.csv"));
        Path file = folder.resolve("m.kith");
        ModelFile.write(model, file);
        assertThat(ModelFile.read(file).info()).isEqualTo(model.info());
        assertThat(model.info().schema().preparation())
                .isEqualTo(
                        ModelFile.read(golden("prepared.kith")).info().schema().preparation());
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
}
