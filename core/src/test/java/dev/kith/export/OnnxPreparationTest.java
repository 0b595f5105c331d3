package dev.kith.export;

import static dev.kith.export.OnnxExportTest.assertClose;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.file.GoldenFiles;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions.Unknown;
import dev.kith.trust.Predictor;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns as a table has them go into the graph; what it makes of them is what the model's preparation makes. */
class OnnxPreparationTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void missingCellsCategoriesAndOrdersArePreparedInTheGraph(boolean logarithms) throws IOException {
        PreparedCase table = new PreparedCase(false);
        Model model = table.model(folder, logarithms);
        assertThat(model.info().features()).contains("price is missing", "city=Rome", "size>=high", "sku: mean label");
        ModelFile.Content content = ExportCases.plain(model);
        double[] expected = Predictor.of(content).unknown(Unknown.COMMON).predict(table.rows(folder, model)).stream()
                .mapToDouble(Prediction::value)
                .toArray();
        try (OnnxRun run = new OnnxRun(OnnxExport.USUAL.with(Unknown.COMMON).of(content))) {
            run.with("shop", table.texts("shop"))
                    .with("price", table.numbers("price"))
                    .with("open", table.numbers("open"))
                    .with("city", table.texts("city"))
                    .with("size", table.texts("size"))
                    .with("sku", table.texts("sku"))
                    .run();
            assertClose(run.numbers("prediction"), expected);
        }
    }

    @Test
    void textsAreNoMatrix() throws IOException {
        Model model = new PreparedCase(false).model(folder, false);
        assertThatThrownBy(() -> OnnxExport.USUAL.with(OnnxExport.Inputs.MATRIX).of(ExportCases.plain(model)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("columns [city, size, sku] are texts")
                .hasMessageContaining("--inputs columns");
    }

    @Test
    void datesAndHashedTextsAreRefusedByName() throws IOException, URISyntaxException {
        Path file = Path.of(Objects.requireNonNull(GoldenFiles.class.getResource("prepared-v2/prepared.kith"))
                .toURI());
        ModelFile.Content content = ModelFile.readContent(file);
        assertThatThrownBy(() -> OnnxExport.USUAL.of(content))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("column 'day' holds dates");
    }
}
