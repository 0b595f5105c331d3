package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --loss}: what is written is fitted, said, saved and predicted with. */
class ChosenLossTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path table;

    /** Visits of three shops: counts with mean exp(x1 + shop / 2); sales follow them. */
    @BeforeEach
    void write() throws IOException {
        Random random = new Random(8);
        StringBuilder rows = new StringBuilder("shop,visits,sales,busy,x1,x2\n");
        for (int n = 0; n < 120; n++) {
            double x1 = random.nextGaussian();
            double mean = Math.exp(0.7 * x1 + 0.5 * (n % 3));
            int visits = 0;
            for (double left = Math.exp(-mean), p = random.nextDouble(); p > left; p *= random.nextDouble()) {
                visits++;
            }
            double sales = 3 * x1 + n % 3 + random.nextGaussian();
            rows.append("s" + n % 3 + "," + visits + "," + sales + "," + (visits > 1 ? "yes" : "no") + "," + x1 + ","
                    + random.nextGaussian() + "\n");
        }
        table = Files.writeString(dir.resolve("shops.csv"), rows);
    }

    private Run fit(String target, String loss) {
        return kith(
                "fit",
                table,
                "--task",
                "shop",
                "--target",
                target,
                "--features",
                "x1,x2",
                "--loss",
                loss,
                "--lambda",
                "0.01",
                "--method",
                "mtfl",
                "-o",
                dir.resolve("m.kith"));
    }

    @ParameterizedTest
    @CsvSource({
        "sales, huber, huber:1.0",
        "sales, huber:0.3, huber:0.3",
        "sales, eps-insensitive, eps-insensitive:0.1",
        "sales, quantile:0.9, quantile:0.9",
        "visits, poisson, poisson",
        "busy, squared-hinge, squared-hinge"
    })
    void theModelSaysItsLoss(String target, String loss, String said) {
        Run fit = fit(target, loss);
        assertThat(fit.code()).as(fit.err()).isZero();
        assertThat(fit.out()).contains("Converged");
        assertThat(kith("show", dir.resolve("m.kith"), "--json").out()).contains("\"loss\":\"" + said + "\"");
    }

    /** Nine labels in ten stay below their prediction. */
    @Test
    void quantilesAreSeldomExceeded() throws IOException {
        assertThat(fit("sales", "quantile:0.9").code()).isZero();
        assertThat(below(2)).isBetween(0.85, 0.95);
    }

    /** Means of counts are positive and add up to the counts. */
    @Test
    void countsArePredictedByTheirMeans() throws IOException {
        assertThat(fit("visits", "poisson").code()).isZero();
        double labels = 0;
        double predictions = 0;
        for (double[] row : pairs(1)) {
            labels += row[0];
            predictions += row[1];
            assertThat(row[1]).isPositive();
        }
        assertThat(predictions / labels).isBetween(0.999, 1.001);
    }

    private double below(int column) throws IOException {
        double count = 0;
        for (double[] row : pairs(column)) {
            count += row[0] <= row[1] ? 1 : 0;
        }
        return count / 120;
    }

    /** Label and prediction of every row. */
    private double[][] pairs(int column) throws IOException {
        Path out = dir.resolve("p.csv");
        Run predict = kith("predict", dir.resolve("m.kith"), table, "-o", out);
        assertThat(predict.code()).as(predict.err()).isZero();
        java.util.List<String> predicted = Files.readAllLines(out);
        java.util.List<String> rows = Files.readAllLines(table);
        double[][] pairs = new double[rows.size() - 1][];
        for (int i = 1; i < rows.size(); i++) {
            pairs[i - 1] = new double[] {
                Double.parseDouble(rows.get(i).split(",", -1)[column]),
                Double.parseDouble(predicted.get(i).split(",", -1)[1])
            };
        }
        return pairs;
    }

    /** Any classifier says how far a row is on its side; probabilities of the logistic loss are a function of that. */
    @ParameterizedTest
    @CsvSource({"hinge, 'task,prediction,decision'", "logistic, 'task,prediction,probability,decision'"})
    void decisionsStandBesideClasses(String loss, String header) throws IOException {
        assertThat(fit("busy", loss).code()).isZero();
        Path out = dir.resolve("p.csv");
        assertThat(kith("predict", dir.resolve("m.kith"), table, "--decision", "-o", out)
                        .code())
                .isZero();
        java.util.List<String> lines = Files.readAllLines(out);
        assertThat(lines.get(0)).isEqualTo(header);
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            double decision = Double.parseDouble(cells[cells.length - 1]);
            assertThat(cells[1]).isEqualTo(decision >= 0 ? "yes" : "no");
            if (cells.length == 4) {
                assertThat(Double.parseDouble(cells[2])).isCloseTo(1 / (1 + Math.exp(-decision)), within(1e-12));
            }
        }
    }

    @Test
    void wideModelsAndModelsOfNumbersKnowTheirDecisions() throws IOException {
        Path wide = Files.writeString(
                dir.resolve("wide.csv"), "a,b,x\n1,0,0.5\n0,1,-0.7\n1,1,1.5\n0,0,-1.1\n1,0,0.2\n0,1,0.1\n");
        Path model = dir.resolve("w.kith");
        assertThat(kith(
                                "fit",
                                wide,
                                "--targets",
                                "a,b",
                                "--method",
                                "mean",
                                "--loss",
                                "hinge",
                                "--lambda",
                                "0.1",
                                "-o",
                                model)
                        .code())
                .isZero();
        Run predict = kith("predict", model, wide, "--decision");
        assertThat(predict.out()).startsWith("a,a:decision,b,b:decision\n");
        assertThat(fit("sales", "squared").code()).isZero();
        Run numbers = kith("predict", dir.resolve("m.kith"), table, "--decision");
        assertThat(numbers.code()).isEqualTo(3);
        assertThat(numbers.err()).contains("decision values are for classes; this model predicts numbers");
    }

    @ParameterizedTest
    @CsvSource({"sales, huber, mae:", "sales, quantile:0.9, pinball:0.9:", "visits, poisson, deviance"})
    void comparisonsJudgeByWhatSuitsTheLoss(String target, String loss, String measure) {
        Run run = kith(
                "compare",
                table,
                "--task",
                "shop",
                "--target",
                target,
                "--features",
                "x1,x2",
                "--loss",
                loss,
                "--methods",
                "pooled,mean",
                "--folds",
                "3");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains(measure).doesNotContain("NaN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sales | huber:-1 | delta of huber:DELTA must be a finite number > 0, got -1.0",
                "sales | quantile | loss 'quantile' must say which",
                "sales | poisson | labels of the loss 'poisson' must be >= 0, got -"
            })
    void whatCannotBeLearnedIsRefused(String target, String loss, String message) {
        Run run = fit(target, loss);
        assertThat(run.code()).isBetween(2, 3);
        assertThat(run.err()).contains(message);
    }
}
