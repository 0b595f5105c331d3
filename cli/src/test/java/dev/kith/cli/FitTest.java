package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From a file to a model, to predictions, through the command line. */
class FitTest {
    private static final String TARGETS = "torque1,torque2,torque3,torque4,torque5,torque6,torque7";
    /** Two exact solutions of one well-conditioned problem, written differently. */
    private static final double SAME = 1e-9;

    @TempDir
    private Path dir;

    private Path wide;

    @BeforeEach
    void simulate() {
        wide = dir.resolve("arm.csv");
        Run run = kith("data", "arm", "-o", wide, "--train", 40, "--test", 0, "--observed", 0.6, "--seed", 3);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
    }

    private Model fit(Object... args) throws IOException {
        Path file = dir.resolve("m.kith");
        List<Object> all = new ArrayList<>(List.of("fit"));
        all.addAll(List.of(args));
        all.addAll(List.of("-o", file));
        Run run = kith(all.toArray());
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        return ModelFile.read(file);
    }

    private static void assertSame(Model a, Model b) {
        Matrix difference = ((LinearModel) a).weights().plus(-1, ((LinearModel) b).weights());
        assertThat(difference.maxAbs())
                .isLessThan(SAME * ((LinearModel) a).weights().maxAbs());
        for (int t = 0; t < a.intercepts().length; t++) {
            assertThat(a.intercepts()[t]).isCloseTo(b.intercepts()[t], org.assertj.core.data.Offset.offset(1e-8));
        }
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(dir.resolve(name), content);
    }

    @Test
    void saysWhatItReadChoseAndReached() {
        Path model = dir.resolve("m.kith");
        Run run = kith("fit", wide, "--targets", TARGETS, "--method", "mean", "--lambda", 0.01, "-o", model);
        assertThat(run.code()).isZero();
        assertThat(run.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("Read arm.csv: 40 rows, all used; 7 tasks, 21 features, "),
                        line -> assertThat(line).isEqualTo("Assumed:"),
                        line -> assertThat(line)
                                .isEqualTo("  features  all 21 other columns: q1, q2, q3, q4, q5, q6 and 15 more"
                                        + "  (--features, --drop)"),
                        line -> assertThat(line).startsWith("  loss      squared, as labels are numbers from "),
                        line -> assertThat(line)
                                .isEqualTo("Method mean: tasks drawn to their common mean; squared loss, linear kernel,"
                                        + " lambda 0.01 (given), gamma 7 (default)."),
                        line -> assertThat(line)
                                .matches(
                                        "Converged: objective [0-9.e-]+, relative gap [0-9.e-]+, \\d+ iterations?, .* s\\."),
                        line -> assertThat(line).isEqualTo("Saved " + model));
        assertThat(kith("fit", wide, "--targets", TARGETS, "--method", "stl", "--lambda", 1, "-o", model, "--quiet")
                        .out())
                .isEmpty();
    }

    @Test
    void absoluteErrorsAreMinimisedWithTheirGap() {
        Path model = dir.resolve("m.kith");
        for (String method : List.of("stl", "mtfl", "l21")) {
            Run run = kith(
                    "fit",
                    wide,
                    "--targets",
                    TARGETS,
                    "--method",
                    method,
                    "--loss",
                    "absolute",
                    "--lambda",
                    0.05,
                    "--tol",
                    1e-3,
                    "-o",
                    model);
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).contains("absolute loss").contains("Converged: objective");
        }
    }

    @Test
    void longAndWideDataGiveTheSameModel() throws IOException {
        Path tall = dir.resolve("long.csv");
        assertThat(kith(
                                "data",
                                "arm",
                                "-o",
                                tall,
                                "--train",
                                40,
                                "--test",
                                0,
                                "--observed",
                                0.6,
                                "--seed",
                                3,
                                "--shape",
                                "long")
                        .code())
                .isZero();
        Model fromWide =
                fit(wide, "--targets", TARGETS, "--method", "mean", "--lambda", 0.01, "--target-scale", "task");
        Model fromLong = fit(
                tall,
                "--task",
                "task",
                "--target",
                "y",
                "--method",
                "mean",
                "--lambda",
                0.01,
                "--target-scale",
                "task");
        assertThat(fromLong.info().tasks())
                .containsExactlyInAnyOrderElementsOf(fromWide.info().tasks());
        Matrix a = ((LinearModel) fromWide).weights();
        Matrix b = ((LinearModel) fromLong).weights();
        for (String task : fromWide.info().tasks()) {
            int t = fromWide.info().task(task);
            int s = fromLong.info().task(task);
            for (int j = 0; j < a.rows(); j++) {
                assertThat(b.get(j, s)).isCloseTo(a.get(j, t), org.assertj.core.data.Offset.offset(SAME * a.maxAbs()));
            }
        }
    }

    @Test
    void completeGraphIsMean() throws IOException {
        // T edges of weight gamma/T between all pairs give the Laplacian gamma (I - 11'/T); graph adds 1 I.
        StringBuilder edges = new StringBuilder("from,to,weight\n");
        for (int t = 1; t <= 7; t++) {
            for (int s = 1; s < t; s++) {
                edges.append("torque")
                        .append(t)
                        .append(",torque")
                        .append(s)
                        .append(",")
                        .append(3.0 / 7)
                        .append('\n');
            }
        }
        Path graph = write("graph.csv", edges.toString());
        assertSame(
                fit(wide, "--targets", TARGETS, "--method", "mean", "--gamma", 3, "--lambda", 0.01),
                fit(wide, "--targets", TARGETS, "--method", "graph", "--graph", graph, "--gamma", 1, "--lambda", 0.01));
    }

    @Test
    void oneGroupAndATreeOfDepthOneAreMean() throws IOException {
        Path groups = write("groups.csv", "task,group\n" + TARGETS.replace(",", ",all\n") + ",all\n");
        Path tree = write("tree.nwk", "(" + TARGETS + ");");
        Model mean = fit(wide, "--targets", TARGETS, "--method", "mean", "--gamma", 2, "--lambda", 0.1);
        assertSame(
                mean,
                fit(
                        wide,
                        "--targets",
                        TARGETS,
                        "--method",
                        "groups",
                        "--groups",
                        groups,
                        "--gamma",
                        2,
                        "--lambda",
                        0.1));
        assertSame(
                mean,
                fit(wide, "--targets", TARGETS, "--method", "tree", "--tree", tree, "--gamma", 2, "--lambda", 0.1));
    }

    @Test
    void identityMetricAndCodesAreSingleTaskLearning() throws IOException {
        StringBuilder identity = new StringBuilder("task," + TARGETS + "\n");
        for (int t = 0; t < 7; t++) {
            identity.append("torque").append(t + 1);
            for (int s = 0; s < 7; s++) {
                identity.append(s == t ? ",1" : ",0");
            }
            identity.append('\n');
        }
        Path matrix = write("identity.csv", identity.toString());
        Model alone = fit(wide, "--targets", TARGETS, "--method", "stl", "--lambda", 0.1);
        assertSame(alone, fit(wide, "--targets", TARGETS, "--method", "metric", "--metric", matrix, "--lambda", 0.1));
        assertSame(
                alone,
                fit(wide, "--targets", TARGETS, "--method", "coding", "--coding", matrix, "--eps", 0, "--lambda", 0.1));
    }

    @Test
    void autoChoosesWithinTheData() throws IOException {
        Model model = fit(wide, "--targets", TARGETS, "--method", "mean", "--gamma", "auto", "--folds", 3, "--seed", 5);
        assertThat(model.info().lambda().orElseThrow()).isBetween(1e-6, 300.0);
        assertThat(Double.parseDouble(model.info().parameters().get("gamma"))).isBetween(0.07, 700.0);
        assertThat(fit(wide, "--targets", TARGETS, "--method", "mean", "--gamma", "auto", "--folds", 3, "--seed", 5)
                        .info())
                .isEqualTo(model.info());
    }

    @Test
    void aSplitFileKeepsItsTestRowsOut() throws IOException {
        StringBuilder split = new StringBuilder("fold1\n");
        for (int i = 0; i < 40; i++) {
            split.append(i < 25 ? "fit" : "check").append('\n');
        }
        Path file = write("split.csv", split.toString());
        Path head = write("head.csv", String.join("\n", Files.readAllLines(wide).subList(0, 26)) + "\n");
        assertSame(
                fit(head, "--targets", TARGETS, "--method", "stl", "--lambda", 0.1),
                fit(
                        wide,
                        "--targets",
                        TARGETS,
                        "--method",
                        "stl",
                        "--lambda",
                        0.1,
                        "--split-file",
                        file,
                        "--split-column",
                        "fold1",
                        "--train-value",
                        "fit"));
    }

    @Test
    void everyPartOfTheDataCanBeNamed() throws IOException {
        Path file = write(
                "shops.csv",
                "key,shop,sales,w,city,size,note\n1,a,1,1,x,2,p\n2,a,2,1,y,3,q\n3,b,3,2,x,5,r\n4,b,5,1,y,4,s\n5,b,,1,x,9,t\n");
        Model model = fit(
                file,
                "--task",
                "shop",
                "--target",
                "sales",
                "--weight",
                "w",
                "--id",
                "key",
                "--drop",
                "note",
                "--categorical",
                "city",
                "--method",
                "pooled",
                "--lambda",
                1,
                "--weighting",
                "observation");
        assertThat(model.info().tasks()).containsExactly("a", "b");
        assertThat(model.info().features()).containsExactlyInAnyOrder("size", "city=x", "city=y");
        assertThat(model.info().observations()).isEqualTo(4);
        assertThat(model.info().data().skipped()).isEqualTo(1);
    }

    @Test
    void stringsAreLearnedWithAStringKernel() throws IOException {
        Path file = write("dna.csv", "gene,y,text\na,1,ACGT\na,2,ACGA\nb,0,TTGT\nb,1,TTAA\n");
        Path model = dir.resolve("dna.kith");
        Run run = kith(
                "fit",
                file,
                "--task",
                "gene",
                "--target",
                "y",
                "--strings",
                "text",
                "--kernel",
                "spectrum:2",
                "--method",
                "mean",
                "--lambda",
                0.1,
                "-o",
                model);
        assertThat(run.err()).isEmpty();
        Run predicted = kith("predict", model, file);
        assertThat(predicted.err()).isEmpty();
        assertThat(predicted.out().lines()).hasSize(5).first().isEqualTo("task,prediction");
    }

    @Test
    void strictFailsWithoutConvergence() {
        Object[] hurried = {
            "fit",
            wide,
            "--targets",
            TARGETS,
            "--method",
            "mtfl",
            "--lambda",
            0.01,
            "--max-iterations",
            1,
            "-o",
            dir.resolve("m.kith"),
            "--strict"
        };
        Run run = kith(hurried);
        assertThat(run.out()).contains("NOT converged, stopped at --max-iterations: objective ");
        assertThat(run.code()).isEqualTo(ExitCode.NOT_CONVERGED);
        assertThat(kith(Arrays.copyOf(hurried, hurried.length - 1)).code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mtfl",
                "mtrl",
                "okl",
                "schatten",
                "schatten-norm",
                "cluster",
                "sparse",
                "logdet",
                "l21",
                "l1",
                "elastic",
                "dirty",
                "l21-relation"
            })
    void learnedStructuresReachTheirOptimum(String method) throws IOException {
        Model model = fit(wide, "--targets", TARGETS, "--method", method, "--lambda", 0.05, "--strict");
        assertThat(model.info().method()).isEqualTo(method);
        assertThat(model.info().gap().orElseThrow()).isBetween(0.0, 1e-6);
    }

    @Test
    void twoValuedLabelsAreClasses() throws IOException {
        Path file = write("mail.csv", "user,spam,x\na,yes,1\na,no,-1\na,yes,2\nb,no,-2\nb,yes,1\nb,no,0\n");
        Path model = dir.resolve("mail.kith");
        Run run = kith(
                "fit", file, "--task", "user", "--target", "spam", "--method", "mean", "--lambda", 0.1, "-o", model);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("logistic loss");
        List<String> lines = kith("predict", model, file).out().lines().toList();
        assertThat(lines.get(0)).isEqualTo("task,prediction,probability");
        assertThat(lines.get(1)).startsWith("a,yes,0.");
        assertThat(lines.get(4)).startsWith("b,no,0.");
    }
}
