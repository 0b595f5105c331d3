package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a comparison says of its numbers. */
class CompareWordsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private static String flat(Run run) {
        assertThat(run.err()).isEmpty();
        return run.out().lines().map(String::strip).collect(Collectors.joining(" "));
    }

    /** Schools alike but for their level, so that mean is best; the last one has two pupils with nearly equal scores. */
    private Path schools() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder text = new StringBuilder("school,ability,hours,score\n");
        for (int i = 0; i < 242; i++) {
            int school = i < 240 ? i % 12 : 12;
            double a = random.nextGaussian();
            double h = random.nextGaussian();
            double noise = i < 240 ? 8 * random.nextGaussian() : i * 0.01;
            text.append(
                    String.format(Locale.ROOT, "s%d,%f,%f,%f%n", school, a, h, 60 + school + 6 * a + 4 * h + noise));
        }
        return Files.writeString(dir.resolve("schools.csv"), text);
    }

    @Test
    void theImprovementIsInTheUnitsOfTheTarget() throws IOException {
        String said = flat(
                kith("compare", schools(), "--task", "school", "--target", "score", "--methods", "mean", "--folds", 3));
        assertThat(said)
                .containsPattern(
                        "Sharing helps.*?\\(\\d+% less error," + " \\d\\.\\d+ instead of \\d+\\.?\\d* in score\\)");
    }

    @Test
    void aSchoolOfTwoPupilsDoesNotRuleTheMean() throws IOException {
        Path json = dir.resolve("out.json");
        String said = flat(kith(
                "compare",
                schools(),
                "--task",
                "school",
                "--target",
                "score",
                "--methods",
                "mean",
                "--folds",
                2,
                "--measure",
                "nmse",
                "--json",
                json));
        assertThat(said)
                .containsPattern("stl +0\\.\\d+")
                .containsPattern("mean +0\\.\\d+")
                .contains("1 task has fewer than 6 held-out labels, too few to tell their own variance, and does not"
                        + " count in the mean nmse.");
    }

    @Test
    void whereAllPairsAreEqualNoTieIsInvented() throws IOException {
        Path json = dir.resolve("out.json");
        Path model = dir.resolve("mean.kith");
        String said = flat(kith(
                "compare",
                schools(),
                "--task",
                "school",
                "--target",
                "score",
                "--methods",
                "mean",
                "--folds",
                3,
                "--json",
                json,
                "--save",
                "mean",
                "-o",
                model));
        assertThat(said)
                .containsPattern("To mean every pair of tasks is equally alike \\(\\+0\\.\\d+\\): no two"
                        + " stand out, and there are no ties to show\\.");
        assertThat(Files.readString(json)).contains("\"similarities\":[]", "\"graph\":null");

        Path page = dir.resolve("mean.html");
        kith("show", model, "--report", page);
        assertThat(Files.readString(page))
                .contains(
                        "<h1>mean (common mean) learned 13 tasks from 242 labels.</h1>",
                        "equally alike",
                        "\"graph\":null")
                .doesNotContain("most alike")
                .doesNotContain("\"name\":\"structure\"");
    }

    @Test
    void manyEqualPairsAreCountedNotNamed() throws IOException {
        Path groups = Files.writeString(
                dir.resolve("groups.csv"),
                "task,group\n"
                        + java.util.stream.IntStream.range(0, 13)
                                .mapToObj(t -> "s" + t + "," + (t % 2 == 0 ? "even" : "odd") + "\n")
                                .collect(Collectors.joining()));
        Path model = dir.resolve("groups.kith");
        Path page = dir.resolve("groups.html");
        kith(
                "fit",
                schools(),
                "--task",
                "school",
                "--target",
                "score",
                "--method",
                "groups",
                "--groups",
                groups,
                "--lambda",
                0.1,
                "-o",
                model,
                "--report",
                page);
        assertThat(kith("show", model).out()).containsPattern("alike +15 pairs equally, such as s\\d+ ~ s\\d+");
        assertThat(Files.readString(page)).containsPattern("most alike: s1 and s3, and as much so 14 other pairs");
    }

    @Test
    void severalClassesHaveAnAccuracyBesideTheMajoritys() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("kind,x,y\n");
        for (int i = 0; i < 120; i++) {
            int k = i % 4 == 3 ? 0 : i % 4;
            text.append(String.format(
                    Locale.ROOT,
                    "%s,%f,%f%n",
                    "abc".charAt(k),
                    3 * k + random.nextGaussian(),
                    k % 2 + random.nextGaussian()));
        }
        Path file = Files.writeString(dir.resolve("kinds.csv"), text);
        Path json = dir.resolve("out.json");
        Path report = dir.resolve("out.html");
        String said = flat(kith(
                "compare",
                file,
                "--classes",
                "kind",
                "--methods",
                "mean",
                "--folds",
                3,
                "--json",
                json,
                "--report",
                report));
        assertThat(said)
                .containsPattern(
                        "Accuracy, the right one of 3 classes for 120 rows: stl \\d\\d\\.\\d%, mean \\d\\d\\.\\d%;"
                                + " always answering 'a' 50\\.0%\\.");
        assertThat(Files.readString(json))
                .contains("\"majority\":{\"class\":\"a\",\"accuracy\":0.5,\"rows\":120}")
                .containsPattern("\"accuracy\":0\\.\\d+");
        assertThat(Files.readString(report)).contains("\"majority\":{\"class\":\"a\"", "Accuracy, the right one of");
    }

    @Test
    void equalPredictionsAreNoDifferenceInWordsAndNumbers() throws IOException {
        SplittableRandom random = new SplittableRandom(6);
        StringBuilder text = new StringBuilder("task,x,y\n");
        for (int i = 0; i < 90; i++) {
            text.append(String.format(Locale.ROOT, "t%d,0,%f%n", i % 3, random.nextGaussian()));
        }
        Path json = dir.resolve("out.json");
        String said = flat(kith(
                "compare",
                Files.writeString(dir.resolve("flat.csv"), text),
                "--task",
                "task",
                "--target",
                "y",
                "--methods",
                "mean",
                "--lambda",
                1,
                "--gamma",
                1,
                "--intercept-cost",
                "free",
                "--folds",
                3,
                "--json",
                json));
        assertThat(said)
                .contains(
                        "Sharing makes no difference: the best method that shares, mean (common mean), predicts as well as")
                .contains(
                        "sharing helps 0 of 3 tasks, harms 0, makes no difference to 3, and for 0 there is too little")
                .containsPattern("t0 +30 .* 0 \\(0 to 0\\) +no difference");
        assertThat(Files.readString(json))
                .contains("\"verdict\":\"same\"", "\"margin\":\"1% of the error alone\"", "\"same\":3");
    }

    @Test
    void coefficientsThatAreRoundingAreShownAsZero() throws IOException {
        StringBuilder text = new StringBuilder("task,x,z,y\n");
        for (int i = 0; i < 60; i++) {
            double x = i % 2 == 0 ? 2 : -2;
            double z = i % 4 < 2 ? 1 : -1;
            text.append("t" + i % 3 + "," + x + "," + z + "," + (3 * x + Math.sin(i)) + "\n");
        }
        Path data = Files.writeString(dir.resolve("d.csv"), text);
        dev.kith.model.LinearModel model = new dev.kith.model.LinearModel(
                fitted(data).info(),
                dev.kith.linalg.Matrix.of(new double[][] {{3, 3, 3}, {4e-17, 0.5, 2e-9}}),
                fitted(data).intercept(),
                Optional.empty(),
                fitted(data).scaling());
        dev.kith.linalg.Matrix shown = model.shownWeights();
        assertThat(shown.row(1)).containsExactly(0, 0.5, 2e-9);
        assertThat(model.weights().get(1, 0)).isEqualTo(4e-17);
        Path before = dir.resolve("before.kith");
        Path after = dir.resolve("after.kith");
        dev.kith.file.ModelFile.write(model, before);
        dev.kith.file.ModelFile.write(
                new dev.kith.model.LinearModel(
                        model.info(),
                        dev.kith.linalg.Matrix.of(new double[][] {{3, 3, 3}, {0.25, 0.5, 2e-9}}),
                        model.intercept(),
                        Optional.empty(),
                        model.scaling()),
                after);
        assertThat(kith("diff", before, after).out()).contains("most 'z': 0 -> 0.25");
    }

    private dev.kith.model.LinearModel fitted(Path data) throws IOException {
        Path model = dir.resolve("fitted.kith");
        kith("fit", data, "--task", "task", "--target", "y", "--method", "stl", "--lambda", 0.1, "-o", model);
        return (dev.kith.model.LinearModel) dev.kith.file.ModelFile.read(model);
    }
}
