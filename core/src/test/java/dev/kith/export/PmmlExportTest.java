package dev.kith.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.transform.Transform;
import dev.kith.file.GoldenFiles;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.trust.Predictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By the schema of PMML 4.4, and by a small interpreter as the model predicts. */
class PmmlExportTest {
    private static final double ROUNDING = 1e-12;
    private static final Columns COLUMNS = Columns.ofLong("shop \"of\" the row", "sales");

    private final ExportCases cases = new ExportCases(6);

    private List<Model> models() {
        List<Model> all = new ArrayList<>();
        List<String> names = List.of("a\nb\t<&>\"'", "\u00fc", "c");
        for (String loss : List.of("squared", "logistic", "hinge", "poisson")) {
            all.add(cases.linear(cases.info(loss, 3, names, COLUMNS)));
        }
        for (Transform transform : List.of(Transform.LOG, Transform.LOG1P)) {
            all.add(cases.linear(ExportCases.transformed(cases.info("squared", 3, names, COLUMNS), transform)));
        }
        return all;
    }

    private static Map<String, Object> row(Model model, Matrix x, int i) {
        Map<String, Object> row = new HashMap<>();
        for (int j = 0; j < x.cols(); j++) {
            row.put(model.info().features().get(j), x.get(i, j));
        }
        return row;
    }

    private static void assertClose(double actual, double expected) {
        if (Double.isNaN(expected)) {
            assertThat(actual).isNaN();
        } else {
            assertThat(actual).isCloseTo(expected, within(ROUNDING * (1 + Math.abs(expected))));
        }
    }

    @Test
    void everyTaskHasItsRegression() {
        for (Model model : models()) {
            ModelFile.Content content = ExportCases.plain(model);
            Matrix x = cases.rows(4, model);
            PmmlRun common = new PmmlRun(PmmlExport.USUAL.with(Unknown.COMMON).document(content));
            PmmlRun missing = new PmmlRun(PmmlExport.USUAL.document(content));
            PmmlRun all = new PmmlRun(PmmlExport.USUAL.with(Scope.ALL_TASKS).document(content));
            Matrix expected = model.predict(new DenseInputs(x, model.info().features()));
            double[] strangers = model.commonModel(Unknown.COMMON)
                    .orElseThrow()
                    .predict(new DenseInputs(x, model.info().features()))
                    .column(0);
            for (int i = 0; i < x.rows(); i++) {
                Map<String, Object> row = row(model, x, i);
                for (int t = 0; t < expected.cols(); t++) {
                    String task = model.info().tasks().get(t);
                    assertClose(all.answer(row, task).value(), expected.get(i, t));
                    row.put("shop \"of\" the row", task);
                    PmmlRun.Answer answer = missing.answer(row, null);
                    assertClose(answer.value(), expected.get(i, t));
                    assertClose(common.answer(row, null).value(), expected.get(i, t));
                    if (model.info().loss().equals("logistic")) {
                        assertClose(
                                Objects.requireNonNull(answer.probabilities().get("yes \"sure\"")),
                                model.probability(t, expected.get(i, t)).orElseThrow());
                    }
                }
                row.put("shop \"of\" the row", "nobody");
                assertClose(missing.answer(row, null).value(), Double.NaN);
                assertClose(common.answer(row, null).value(), strangers[i]);
            }
        }
    }

    /** Golden files that are weighted sums of their features; all others say that they are none. */
    @Test
    void everyKindOfModelIsItsSumOrIsRefused() throws IOException {
        List<String> sums = new ArrayList<>();
        for (Path file : OnnxExportTest.files()) {
            ModelFile.Content content = ModelFile.readContent(file);
            PmmlRun run;
            try {
                run = new PmmlRun(PmmlExport.USUAL.with(Scope.ALL_TASKS).document(content));
            } catch (DataException e) {
                assertThat(e.getMessage())
                        .as(file.toString())
                        .containsAnyOf(
                                "is no weighted sum of features, which is all that PMML can hold",
                                "whose effects PMML cannot hold");
                continue;
            }
            Model model = content.model();
            Inputs given = GoldenFiles.inputs(model);
            Matrix x = OnnxExportTest.dense(given);
            Matrix expected = model.predict(given);
            for (int i = 0; i < x.rows(); i++) {
                for (int t = 0; t < expected.cols(); t++) {
                    String task = model.info().tasks().get(t);
                    assertClose(run.answer(row(model, x, i), task).value(), expected.get(i, t));
                }
            }
            sums.add(file.getFileName().toString());
        }
        assertThat(sums).containsExactly("coded.kith", "kernel-linear.kith", "linear.kith");
    }

    @Test
    void columnsArePreparedByDerivedFields(@TempDir Path folder) throws IOException {
        PreparedCase table = new PreparedCase(false);
        for (boolean logarithms : List.of(false, true)) {
            Model model = table.model(folder, logarithms);
            ModelFile.Content content = ExportCases.plain(model);
            PmmlRun run = new PmmlRun(PmmlExport.USUAL.with(Unknown.COMMON).document(content));
            Predictions expected = Predictor.of(content).unknown(Unknown.COMMON).predict(table.rows(folder, model));
            for (Prediction one : expected) {
                Map<String, Object> row = new HashMap<>();
                for (String column : table.names()) {
                    String text = table.texts(column).get(one.row());
                    boolean number = column.equals("price") || column.equals("open");
                    if (!text.isEmpty()) {
                        row.put(column, number ? (Object) table.numbers(column).get(one.row(), 0) : text);
                    }
                }
                assertClose(run.answer(row, null).value(), one.value());
            }
        }
    }

    @Test
    void whatPmmlCannotSayIsRefused() throws IOException {
        ModelInfo info = cases.info("squared", 2, 3, COLUMNS);
        refused(
                ExportCases.plain(cases.linear(ExportCases.transformed(info, Transform.SQRT))),
                "no square to take them back by");
        refused(ExportCases.calibrated(cases.linear(cases.info("hinge", 2, 3, COLUMNS))), "where the label changes");
        refused(
                ExportCases.plain(cases.linear(cases.info("softmax", 2, 3, COLUMNS))),
                "judges the classes of a row together");
        refused(
                ExportCases.plain(cases.linear(cases.info("squared", 2, List.of("a\u0001b"), COLUMNS))),
                "no control characters");
    }

    @Test
    void datesAreRefusedByName(@TempDir Path folder) throws IOException {
        refused(ExportCases.plain(new PreparedCase(true).model(folder, false)), "column 'day' holds dates");
    }

    private static void refused(ModelFile.Content content, String why) {
        assertThatThrownBy(() -> PmmlExport.USUAL.document(content))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(why);
    }
}
