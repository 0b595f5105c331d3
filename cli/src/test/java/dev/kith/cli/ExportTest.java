package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.export.OnnxExport;
import dev.kith.export.PmmlExport;
import dev.kith.export.SqlDialect;
import dev.kith.export.SqlExport;
import dev.kith.file.ModelFile;
import dev.kith.model.Predictions.Unknown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kith export}: what is written is what the library writes, and what is wrong is said. */
class ExportTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path model;

    @BeforeEach
    void fit() throws IOException {
        StringBuilder rows = new StringBuilder("shop,sales,price,size\n");
        for (int i = 0; i < 40; i++) {
            rows.append("shop ")
                    .append(i % 3)
                    .append(',')
                    .append(i % 7 + 0.5 * (i % 5))
                    .append(',')
                    .append(i % 5)
                    .append(',')
                    .append(i % 4)
                    .append('\n');
        }
        Path data = Files.writeString(dir.resolve("shops.csv"), rows.toString());
        model = dir.resolve("shops.kith");
        assertThat(kith(
                                "fit",
                                data,
                                "--task",
                                "shop",
                                "--target",
                                "sales",
                                "--method",
                                "mean",
                                "--lambda",
                                0.1,
                                "-o",
                                model)
                        .code())
                .isZero();
    }

    @Test
    void onnxIsWhatTheLibraryWrites() throws IOException {
        Path file = dir.resolve("shops.ONNX");
        Run run = kith("export", model, "-o", file, "--unknown", "common");
        assertThat(run.code()).isZero();
        assertThat(run.out() + run.err())
                .contains("in:  task (string, rows), x (double, rows x 2)")
                .contains("out: prediction (double, rows)");
        assertThat(Files.readAllBytes(file))
                .isEqualTo(OnnxExport.USUAL
                        .with(Unknown.COMMON)
                        .of(ModelFile.readContent(model))
                        .bytes());
        assertThat(kith("export", model, "-o", file, "--all-tasks").out()).contains("predictions (double, rows x 3)");
    }

    @Test
    void whatSinglePrecisionCostsIsPrinted() {
        Run run = kith("export", model, "-o", dir.resolve("shops.onnx"), "--float");
        assertThat(run.out() + run.err())
                .contains("x (float, rows x 2)")
                .containsPattern(
                        "Single precision: up to [0-9.]+e-0?[78] of the largest prediction of a task, on 256 random rows");
    }

    @Test
    void sqlCsvAndPmmlAreWhatTheLibraryWrites() throws IOException {
        ModelFile.Content content = ModelFile.readContent(model);
        Path sql = dir.resolve("shops.sql");
        assertThat(kith("export", model, "-o", sql, "--dialect", "duckdb", "--table", "new rows")
                        .code())
                .isZero();
        assertThat(Files.readString(sql))
                .isEqualTo(SqlExport.of(SqlDialect.DUCKDB, "new rows").script(content));
        Path csv = dir.resolve("shops.csv");
        assertThat(kith("export", model, "-o", csv).code()).isZero();
        assertThat(Files.readAllLines(csv)).hasSize(4).startsWith("shop,(intercept),price,size");
        Path pmml = dir.resolve("shops.pmml");
        assertThat(kith("export", model, "-o", pmml, "--unknown", "common").code())
                .isZero();
        assertThat(Files.readString(pmml))
                .isEqualTo(PmmlExport.USUAL.with(Unknown.COMMON).document(content));
    }

    @Test
    void optionsOfOtherFormatsAreRefused() {
        assertThat(kith("export", model, "-o", dir.resolve("a.sql")).err()).contains("--dialect is needed");
        assertThat(kith("export", model, "-o", dir.resolve("a.sql"), "--dialect", "sqlite", "--inputs", "matrix")
                        .err())
                .contains("--inputs is for .onnx files");
        assertThat(kith("export", model, "-o", dir.resolve("a.onnx"), "--table", "x")
                        .err())
                .contains("--table is for .sql files");
        assertThat(kith("export", model, "-o", dir.resolve("a.csv"), "--unknown", "nan")
                        .err())
                .contains("is a table of coefficients");
        assertThat(dir.resolve("a.sql")).doesNotExist();
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThat(kith("export", model, "-o", dir.resolve("shops.txt")).err())
                .contains("-o must end in .onnx, .sql, .csv or .pmml");
        Run run = kith("export", model, "-o", dir.resolve("a.onnx"), "--all-tasks", "--unknown", "nan");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--unknown is for rows that name their task");
    }
}
