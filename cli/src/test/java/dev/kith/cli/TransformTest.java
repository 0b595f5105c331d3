package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.data.transform.TargetTransform;
import dev.kith.file.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransformTest {
    @TempDir
    private Path dir;

    private Path data;
    private Path model;

    @BeforeEach
    void writeShops() throws IOException {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("shop,price,rain,sales,visits\n");
        for (int i = 0; i < 240; i++) {
            double[] x = {random.nextGaussian(), random.nextGaussian()};
            double z = 4 + 0.2 * (i % 4) + 0.9 * x[0] - 0.6 * x[1] + 0.5 * random.nextGaussian();
            text.append(
                    "s" + i % 4 + "," + x[0] + "," + x[1] + "," + Math.exp(z) + "," + (i == 6 ? 0 : 3 + i % 7) + "\n");
        }
        data = Files.writeString(dir.resolve("shops.csv"), text);
        model = dir.resolve("shops.kith");
    }

    private Run fit(Object... more) {
        Object[] all = new Object[more.length + 8];
        System.arraycopy(new Object[] {"fit", data, "--task", "shop", "--method", "mean", "-o", model}, 0, all, 0, 8);
        System.arraycopy(more, 0, all, 8, more.length);
        return kith(all);
    }

    @Test
    void fitPredictShowAndExplainSayAndUseIt() throws IOException {
        Run fitted = fit("--target", "sales", "--transform", "auto", "--calibrate");
        assertThat(fitted.err()).isEmpty();
        assertThat(fitted.out()).contains("transform log (by 5-fold cross-validation)");
        TargetTransform back = ModelFile.read(model).info().schema().transform().orElseThrow();
        assertThat(back.common()).isCloseTo(Math.exp(0.125), within(0.15));
        assertThat(kith("show", model).out())
                .contains(
                        "labels    learned as the logarithm of labels; predictions in labels' units, means by a factor");
        assertThat(kith("show", model, "--json").out())
                .contains("\"transform\"")
                .contains("\"corrections\"");
        Path predicted = dir.resolve("p.csv");
        assertThat(kith("predict", model, data, "--interval", "0.9", "-o", predicted)
                        .code())
                .isEqualTo(ExitCode.DONE);
        List<String> lines = Files.readAllLines(predicted);
        List<String> rows = Files.readAllLines(data);
        assertThat(lines.get(0)).isEqualTo("task,prediction,low,high");
        double predictions = 0;
        double labels = 0;
        int inside = 0;
        for (int i = 1; i < lines.size(); i++) {
            String[] cells = lines.get(i).split(",", -1);
            double y = Double.parseDouble(rows.get(i).split(",", -1)[3]);
            predictions += Double.parseDouble(cells[1]);
            labels += y;
            inside += Double.parseDouble(cells[2]) <= y && y <= Double.parseDouble(cells[3]) ? 1 : 0;
        }
        assertThat(predictions).isCloseTo(labels, within(0.03 * labels));
        assertThat(inside / 240.0).isCloseTo(0.9, within(0.05));
        assertThat(kith("explain", model, data).out())
                .contains("(the logarithm of labels, on which effects add up; predict has labels' units)");
    }

    @Test
    void compareMeasuresInUnitsOfTheLabels() throws IOException {
        Run run = kith(
                "compare",
                data,
                "--task",
                "shop",
                "--target",
                "sales",
                "--methods",
                "mean",
                "--measure",
                "rmse",
                "--transform",
                "log",
                "--calibrate",
                "--save",
                "best",
                "-o",
                model);
        assertThat(run.err()).isEmpty();
        Path predicted = dir.resolve("best.csv");
        assertThat(kith("predict", model, data, "--interval", "0.9", "-o", predicted)
                        .code())
                .isEqualTo(ExitCode.DONE);
        List<String> lines = Files.readAllLines(predicted);
        List<String> rows = Files.readAllLines(data);
        long inside = IntStream.range(1, lines.size())
                .filter(i -> {
                    String[] cells = lines.get(i).split(",", -1);
                    double y = Double.parseDouble(rows.get(i).split(",", -1)[3]);
                    return y >= Double.parseDouble(cells[2]) && y <= Double.parseDouble(cells[3]);
                })
                .count();
        assertThat(inside / (lines.size() - 1.0)).isBetween(0.85, 0.97);
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("Every method learned the logarithm of labels")
                .contains("in the units of the labels");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sales|--transform cube|--transform must be none, log, log1p, sqrt, log:median, log1p:median, sqrt:median or"
                        + " auto, got 'cube'",
                "sales|--transform log --loss poisson|--transform is for losses of numbers in any units (squared, absolute,"
                        + " huber, eps-insensitive, quantile), got poisson",
                "sales|--transform log --keep-moments|--transform log does not go with --keep-moments, which takes labels as"
                        + " they are: use one of them",
                "visits|--transform log|shops.csv: row 7, task 's2': the logarithm of labels needs them > 0, got 0.0; log1p"
                        + " and sqrt take 0",
            })
    void whatCannotBeIsRefused(String target, String options, String message) {
        Run run = fit((Object[]) ("--target " + target + " " + options).split(" "));
        assertThat(run.code()).isNotEqualTo(ExitCode.DONE);
        assertThat(run.err()).contains(message);
    }

    @Test
    void inspectSuggestsItForSkewedTargetsOnly() throws IOException {
        assertThat(kith("inspect", data, "--task", "shop", "--target", "sales")
                        .out()
                        .replaceAll("\\s+", " "))
                .contains("'sales' is skewed: its largest value is ")
                .contains("--transform log predicts it better (auto tries)");
        assertThat(kith("inspect", data, "--task", "shop", "--target", "visits").out())
                .doesNotContain("--transform");
    }
}
