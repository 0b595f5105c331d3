package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Held-out predictions as a file, and what they are beside knowing nothing but the task. */
class HeldOutCsvTest {
    @TempDir
    private Path dir;

    private Path shops(boolean classes) throws IOException {
        Random random = new Random(6);
        StringBuilder text = new StringBuilder("shop,price,sales\n");
        for (int i = 0; i < 90; i++) {
            double price = random.nextGaussian();
            double y = 3 * (i % 3) - 2 * price + random.nextGaussian();
            String label = classes ? (y > 2 ? "1" : "0") : i == 7 ? "" : Double.toString(y);
            text.append("\"shop, " + i % 3 + "\"," + price + "," + label + "\n");
        }
        return Files.writeString(dir.resolve("shops.csv"), text);
    }

    /** The error that the table tells, computed again from the file; and the constant is the mean of the other folds. */
    @Test
    void whatIsWrittenIsWhatWasJudged() throws IOException {
        Path csv = dir.resolve("p.csv");
        Run run = kith(
                "compare",
                shops(false),
                "--task",
                "shop",
                "--target",
                "sales",
                "--methods",
                "mean",
                "--folds",
                3,
                "--predictions",
                csv);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Saved " + csv).containsPattern("constant +2\\.\\d+ +always the task's mean");
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0)).isEqualTo("row,task,fold,label,stl,mean,ensemble,constant");
        assertThat(lines).hasSize(90);
        assertThat(lines.get(8)).startsWith("9,\"shop, 2\",").as("row 8 has no label");
        List<String[]> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            rows.add(line.replace(", ", "; ").split(",", -1));
        }
        List<String> said = List.of("stl", "mean", "ensemble", "constant");
        for (int column = 4; column < 8; column++) {
            double sum = 0;
            for (String[] row : rows) {
                sum += Math.pow(Double.parseDouble(row[column]) - Double.parseDouble(row[3]), 2);
            }
            Matcher line = Pattern.compile("(?m)^ *" + said.get(column - 4) + " +([\\d.]+)")
                    .matcher(run.out());
            assertThat(line.find()).isTrue();
            assertThat(Double.parseDouble(line.group(1))).isCloseTo(Math.sqrt(sum / rows.size()), within(0.01));
        }
        String[] first = rows.get(0);
        double others = rows.stream()
                .filter(row -> row[1].equals(first[1]) && !row[2].equals(first[2]))
                .mapToDouble(row -> Double.parseDouble(row[3]))
                .average()
                .orElseThrow();
        assertThat(Double.parseDouble(first[7])).isCloseTo(others, within(1e-9));
    }

    /** Log-loss of the constant is about the entropy of the labels, not that of a mean taken for odds. */
    @Test
    void aConstantIsGivenAsOddsWhereLabelsAreClasses() {
        assertThat(dev.kith.score.Scores.constant(true, 60, 100)).isCloseTo(Math.log(80.5 / 20.5), within(1e-12));
        assertThat(dev.kith.score.Scores.constant(true, -5, 5)).isNegative();
        assertThat(dev.kith.score.Scores.constant(false, 60, 100)).isEqualTo(0.6);
        assertThat(dev.kith.score.Scores.constant(false, 0, 0)).isZero();
    }

    @Test
    void classesAreBesideTheMoreFrequentOne() throws IOException {
        Path csv = dir.resolve("p.csv");
        Run run = kith(
                "compare",
                shops(true),
                "--task",
                "shop",
                "--target",
                "sales",
                "--methods",
                "mean",
                "--predictions",
                csv);
        assertThat(run.out().replaceAll("\\s+", " "))
                .containsPattern("constant 0\\.\\d+ always the task's more frequent class")
                .containsPattern(
                        "Wrong answers over all held-out labels: stl [\\d.]+%, mean [\\d.]+%, ensemble [\\d.]+%; always the task's more"
                                + " frequent class [\\d.]+%\\.");
        assertThat(Files.readAllLines(csv).get(1)).matches("1,\"shop, 0\",\\d,[01](,-?[\\d.E-]+){4}");
    }
}
