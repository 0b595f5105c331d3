package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.file.ModelFile;
import dev.kith.model.CodedModel;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --method coding}: classes learned as numbers that code them, from the command line. */
class CodingTest {
    private static final double[][] CENTRES = {{4, 0}, {-2, 3.5}, {-2, -3.5}};
    private static final List<String> NAMES = List.of("oak", "ash", "elm");

    @TempDir
    private Path dir;

    private Path trees;
    private Path codes;

    @BeforeEach
    void draw() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder("kind,x,y\n");
        for (int i = 0; i < 90; i++) {
            int k = i % 3;
            text.append(NAMES.get(k))
                    .append(String.format(
                            Locale.ROOT,
                            ",%.3f,%.3f%n",
                            CENTRES[k][0] + random.nextDouble(-2.5, 2.5),
                            CENTRES[k][1] + random.nextDouble(-2.5, 2.5)));
        }
        trees = Files.writeString(dir.resolve("trees.csv"), text);
        codes = Files.writeString(dir.resolve("codes.csv"), "code,elm,oak,ash\nwood,-1,2,-1\nleaf,-1.5,0,1.7\n");
    }

    private Run fit(Object... more) {
        List<Object> words = new ArrayList<>(List.of("fit", trees, "--classes", "kind", "--method", "coding"));
        words.addAll(Arrays.asList(more));
        words.addAll(List.of("-o", dir.resolve("m.kith")));
        return kith(words.toArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"simplex", "one-vs-all", "FILE"})
    void classesAreCodedAndReadBack(String coding) throws IOException {
        Run fit = fit("--coding", coding.equals("FILE") ? codes : coding, "--lambda", 0.01);
        assertThat(fit.code()).as(fit.err()).isZero();
        CodedModel model = (CodedModel) ModelFile.read(dir.resolve("m.kith"));
        assertThat(model.info().loss()).isEqualTo("squared");
        assertThat(model.info().gap().orElseThrow()).isBetween(0.0, 1e-6);
        assertThat(model.codes().outputs()).hasSize(coding.equals("one-vs-all") ? 3 : 2);
        assertThat(model.codes().classes())
                .containsExactlyElementsOf(model.info().tasks());
        Run predict = kith("predict", dir.resolve("m.kith"), trees, "--decision");
        assertThat(predict.code()).as(predict.err()).isZero();
        assertThat(predict.err()).contains("Accuracy 100%: 90 of 90 labelled rows predicted right.");
        assertThat(predict.out()).startsWith("prediction,decision\noak,");
        Run all = kith("predict", dir.resolve("m.kith"), trees, "--all-tasks", "--decision");
        assertThat(all.out().lines().findFirst()).contains("oak,oak:decision,ash,ash:decision,elm,elm:decision");
    }

    @Test
    void theOutputsOfACodeMayBeRelated() throws IOException {
        assertThat(fit("--coding", "simplex", "--relation", "mtfl", "--kernel", "gaussian:2")
                        .code())
                .isZero();
        Model model = ModelFile.read(dir.resolve("m.kith"));
        assertThat(model).isInstanceOf(CodedModel.class);
        assertThat(model.info().parameters()).containsEntry("relation", "mtfl").containsEntry("coding", "simplex");
        assertThat(kith("show", dir.resolve("m.kith"), "--json").out())
                .contains("\"method\":\"coding\"", "\"relation\":\"mtfl\"", "\"oak\"");
        assertThat(kith("show", dir.resolve("m.kith")).code()).isZero();
    }

    @Test
    void lossesOfClassesTakeCodesAsAStructure() throws IOException {
        assertThat(fit("--coding", "simplex", "--loss", "logistic", "--eps", 0.1, "--lambda", 0.01)
                        .code())
                .isZero();
        Model model = ModelFile.read(dir.resolve("m.kith"));
        assertThat(model).isNotInstanceOf(CodedModel.class);
        double tie = model.structure().orElseThrow().dense().get(0, 1);
        assertThat(tie).isBetween(-0.5 - 1e-12, -0.5 + 1e-12);
    }

    @Test
    void comparesWithOtherMethods() {
        Run compare = kith(
                "compare",
                trees,
                "--classes",
                "kind",
                "--methods",
                "stl,coding",
                "--coding",
                "simplex",
                "--folds",
                3,
                "--save",
                "coding",
                "-o",
                dir.resolve("c.kith"));
        assertThat(compare.code()).as(compare.err()).isZero();
        assertThat(compare.out()).contains("coding").contains("coding 100.0%");
    }

    @Test
    void mistakesAreNamed() throws IOException {
        fit("--coding", "simplex", "--lambda", 0.01);
        List<String> lines = new ArrayList<>(Files.readAllLines(trees));
        lines.replaceAll(line -> line.startsWith("ash") ? "elm" + line.substring(3) : line);
        Path wrong = Files.writeString(dir.resolve("wrong.csv"), String.join("\n", lines) + "\n");
        assertThat(kith("predict", dir.resolve("m.kith"), wrong).err())
                .contains("Accuracy 66.7%: 60 of 90 labelled rows predicted right.")
                .contains("Most often confused: elm taken for ash (30).");
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        assertThat(fit("--coding", "simplx").err())
                .contains("--coding must be simplex, one-vs-all or a file, got 'simplx'");
        assertThat(fit("--coding", "simplex", "--relation", "graph").err())
                .contains(
                        "--relation must be a method of the convex family that needs no file, such as stl, mean, mtfl;"
                                + " got 'graph'");
        assertThat(fit("--coding", "simplex", "--eps", 0.1, "--lambda", 1).err())
                .contains("--eps is for codes as a structure; classes coded as numbers have none");
        assertThat(fit("--coding", "simplex", "--relation", "mean", "--loss", "logistic", "--lambda", 1)
                        .err())
                .contains(
                        "--relation is for classes coded as numbers: a column of classes (--classes), a loss of numbers");
        Path few = Files.writeString(dir.resolve("few.csv"), "code,elm,oak\nwood,1,0.5\n");
        assertThat(fit("--coding", few, "--lambda", 1).err()).contains("coding: there is no code of class 'ash'");
        fit("--coding", "simplex", "--lambda", 1);
        Run adapt = kith("adapt", dir.resolve("m.kith"), trees, "--task", "kind", "--target", "x", "-o", "n.kith");
        assertThat(adapt.code()).isNotZero();
    }
}
