package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several classes in one column: one task for each, and predictions that name a class. */
class ClassesTest {
    private static final double[][] CENTRES = {{4, 0}, {-2, 3.5}, {-2, -3.5}};
    private static final List<String> NAMES = List.of("oak", "ash", "elm");

    @TempDir
    private Path dir;

    private Path trees;

    /** Three well-separated clouds; the class of one row in ten is not known. */
    @BeforeEach
    void draw() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("kind,x,y,key\n");
        for (int i = 0; i < 120; i++) {
            int k = i % 3;
            text.append(i % 10 == 9 ? "" : NAMES.get(k))
                    .append(String.format(
                            Locale.ROOT,
                            ",%.3f,%.3f,%s%d%n",
                            CENTRES[k][0] + random.nextDouble(-1.5, 1.5),
                            CENTRES[k][1] + random.nextDouble(-1.5, 1.5),
                            NAMES.get(k),
                            i));
        }
        trees = Files.writeString(dir.resolve("trees.csv"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"logistic", "hinge", "squared", "softmax", "multiclass-hinge"})
    void predictsTheClassOfEveryRow(String loss) throws IOException {
        Path model = dir.resolve("m.kith");
        Run fit = kith(
                "fit",
                trees,
                "--classes",
                "kind",
                "--drop",
                "key",
                "--method",
                "mtfl",
                "--loss",
                loss,
                "--lambda",
                0.001,
                "-o",
                model);
        assertThat(fit.err()).isEmpty();
        assertThat(fit.out()).contains("108 rows used, 12 rows without any label skipped; 3 tasks");
        Run predict = kith("predict", model, trees, "--id", "key");
        assertThat(predict.code()).isZero();
        assertThat(predict.err()).contains("Accuracy 100%: 108 of 108 labelled rows predicted right.");
        List<String> lines = predict.out().lines().toList();
        assertThat(lines).hasSize(121);
        assertThat(lines.get(0)).isEqualTo(hasProbability(loss) ? "key,prediction,probability" : "key,prediction");
        assertThat(lines.stream().skip(1)).allSatisfy(line -> {
            String[] cells = line.split(",", -1);
            assertThat(cells[0]).startsWith(cells[1]);
            if (hasProbability(loss)) {
                assertThat(Double.parseDouble(cells[2])).isBetween(1.0 / 3, 1.0);
            }
        });
    }

    private static boolean hasProbability(String loss) {
        return loss.equals("logistic") || loss.equals("softmax");
    }

    @Test
    void probabilitiesOfClassesJudgedTogetherSumToOne() {
        Path model = dir.resolve("m.kith");
        kith(
                "fit",
                trees,
                "--classes",
                "kind",
                "--drop",
                "key",
                "--method",
                "mean",
                "--loss",
                "softmax",
                "--lambda",
                0.1,
                "-o",
                model);
        Run predict = kith("predict", model, trees, "--all-tasks");
        assertThat(predict.out().lines().skip(1)).hasSize(120).allSatisfy(line -> {
            String[] cells = line.split(",", -1);
            double sum = Double.parseDouble(cells[1]) + Double.parseDouble(cells[3]) + Double.parseDouble(cells[5]);
            assertThat(sum).isBetween(1 - 1e-9, 1 + 1e-9);
        });
    }

    @Test
    void comparesMethodsThatJudgeClassesTogether() {
        Run compare = kith(
                "compare", trees, "--classes", "kind", "--drop", "key", "--loss", "softmax", "--methods", "stl,mean");
        assertThat(compare.code()).as(compare.err()).isZero();
        assertThat(compare.out()).contains("mean");
    }

    @Test
    void classesJudgedTogetherNeedAColumnOfClasses() {
        Run fit = kith(
                "fit",
                trees,
                "--task",
                "kind",
                "--target",
                "x",
                "--drop",
                "key",
                "--loss",
                "softmax",
                "--lambda",
                1,
                "-o",
                "m");
        assertThat(fit.code()).isNotZero();
        assertThat(kith(
                                "fit",
                                trees,
                                "--classes",
                                "kind",
                                "--drop",
                                "key",
                                "--loss",
                                "softmax",
                                "--method",
                                "l21",
                                "--lambda",
                                1,
                                "-o",
                                "m")
                        .err())
                .contains("loss 'softmax' judges all classes of a row together, which this method cannot");
    }

    @Test
    void allTasksGivesADecisionForEveryClass() {
        Path model = dir.resolve("m.kith");
        kith("fit", trees, "--classes", "kind", "--drop", "key", "--method", "stl", "--lambda", 0.01, "-o", model);
        Run predict = kith("predict", model, trees, "--all-tasks");
        assertThat(predict.out().lines().findFirst())
                .contains("oak,oak:probability,ash,ash:probability,elm,elm:probability");
    }

    @Test
    void otherShapesAreNotMixedIn() {
        Run run = kith("fit", trees, "--classes", "kind", "--target", "x", "--method", "stl", "-o", dir.resolve("m"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("--classes says where the labels are: it needs no --target, --targets or --threshold");
    }

    @Test
    void oneClassIsNotEnough() throws IOException {
        Path same = Files.writeString(dir.resolve("same.csv"), "kind,x\noak,1\noak,2\n");
        Run run = kith("fit", same, "--classes", "kind", "--method", "stl", "-o", dir.resolve("m"));
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("same.csv: all rows are of class 'oak', at least two classes are needed");
    }
}
