package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.file.ModelFile;
import dev.kith.model.ConstrainedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relations between outputs through the command line. */
class ConstraintTest {
    @TempDir
    private Path dir;

    private Path data;
    private Path test;
    private Path cloud;

    @BeforeEach
    void simulate() {
        data = dir.resolve("c.csv");
        test = dir.resolve("t.csv");
        cloud = dir.resolve("cloud.csv");
        assertThat(kith(
                                "data",
                                "circle",
                                "-o",
                                data,
                                "--test-file",
                                test,
                                "--truth",
                                cloud,
                                "--train",
                                40,
                                "--test",
                                50)
                        .code())
                .isZero();
    }

    private Run fit(Object... more) {
        Object[] always = {"fit", data, "--targets", "y1,y2", "-o", dir.resolve("m.kith")};
        return kith(Stream.concat(Arrays.stream(always), Arrays.stream(more)).toArray());
    }

    private List<String> predictions() {
        Run run = kith("predict", dir.resolve("m.kith"), test);
        assertThat(run.err()).isEmpty();
        return run.out().lines().toList();
    }

    private static void liesOnTheCircle(String line) {
        String[] fields = line.split(",", -1);
        double length = Math.hypot(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]));
        assertThat(length).isCloseTo(1, within(1e-9));
    }

    @Test
    void everyPredictionObeysTheEquationAndFlagsExtrapolation() throws IOException {
        Path json = dir.resolve("fit.json");
        Run run = fit("--method", "constrained", "--constraint", "y1^2 + y2^2 = 1", "--folds", 2, "--json", json);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("Labels and constraint: 40 rows with all labels, on average 0.0")
                .contains("gaussian kernel")
                .contains("by 2-fold cross-validation")
                .contains("Mean squared error on 30.0% held out, without and with the constraint:", "  y2: ");
        List<String> lines = predictions();
        assertThat(lines).hasSize(51).first().isEqualTo("y1,y2,extrapolating,unproven");
        lines.stream().skip(1).forEach(ConstraintTest::liesOnTheCircle);
        assertThat(lines.stream().skip(1)).allMatch(line -> line.endsWith(",0,0"));
        Files.writeString(test, "x\n1000\n");
        assertThat(predictions().get(1)).endsWith(",1,0");
        assertThat(Files.readString(json))
                .contains("\"method\":\"constrained\"", "\"violation\":{\"rows\":40,\"rms\":0.0")
                .contains("\"gains\":[{\"task\":\"y1\",\"before\":0.0");
    }

    @Test
    void anyMethodCanBeMadeToObey() throws IOException {
        Run run =
                fit("--method", "mean", "--kernel", "gaussian:0.5", "--lambda", 1e-3, "--constraint", "cloud:" + cloud);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("with the constraint:");
        List<String> lines = predictions();
        assertThat(lines.get(0)).isEqualTo("y1,y2,unproven");
        lines.stream().skip(1).forEach(ConstraintTest::liesOnTheCircle);
        assertThat(kith("show", dir.resolve("m.kith")).out())
                .contains("method    mean")
                .contains("constraint cloud");
    }

    /** The Hessian of a maximum has no bound, so nothing can be proven of its outputs. */
    @Test
    void rowsWithoutAProofAreCounted() {
        fit("--method", "constrained", "--constraint", "max(abs(y1), abs(y2)) = 1", "--width", 1, "--lambda", 1e-3);
        Path out = dir.resolve("out.csv");
        Run run = kith("predict", dir.resolve("m.kith"), test, "-o", out);
        assertThat(run.code()).isZero();
        assertThat(run.out() + run.err())
                .containsPattern(
                        "\\d+ rows? marked 1 in column 'unproven': other outputs that obey the constraint may fit");
    }

    @Test
    void predictionsMayLeaveTheSetAsFarAsAsked() throws IOException {
        assertThat(fit("--method", "constrained", "--constraint", "sphere:3", "--robust", 0.5, "--lambda", 0.01)
                        .code())
                .isZero();
        for (String line : predictions().subList(1, 51)) {
            String[] fields = line.split(",", -1);
            assertThat(Math.hypot(Double.parseDouble(fields[0]), Double.parseDouble(fields[1])))
                    .isBetween(2.5 - 1e-9, 3.5);
        }
        Run run = fit(
                "--method",
                "constrained",
                "--constraint",
                "sphere:3",
                "--perturbed",
                "auto",
                "--width",
                1,
                "--folds",
                2);
        assertThat(run.out()).contains("is it right?").contains("perturbed 10"); // a wrong set is best left
        assertThat(ModelFile.read(dir.resolve("m.kith"))).isInstanceOf(ConstrainedModel.class);
    }

    private Path file(String name, String... lines) throws IOException {
        return Files.write(dir.resolve(name), List.of(lines));
    }

    @Test
    void lossLambdaAndKernelMayDifferByTask() throws IOException {
        Path losses = file("losses.csv", "task,loss", "y1,absolute", "y2,squared");
        Path lambdas = file("lambdas.csv", "task,lambda", "y1,0.01", "y2,0.1");
        Path kernels = file("kernels.csv", "task,kernel", "y1,gaussian:0.5", "y2,polynomial:3");
        Run run = fit(
                "--method",
                "constrained",
                "--constraint",
                "sphere",
                "--loss",
                losses,
                "--lambda",
                lambdas,
                "--kernel",
                kernels);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("mixed loss, each task's own kernel");
        predictions().stream().skip(1).forEach(ConstraintTest::liesOnTheCircle);
        assertThat(kith("show", dir.resolve("m.kith")).out())
                .contains("lambdas", "[0.01, 0.1]", "kernel:y1", "gaussian:0.5", "loss:y1", "absolute");
        Path few = file("few.csv", "task,lambda", "y1,0.01");
        assertThat(fit("--method", "constrained", "--constraint", "sphere", "--lambda", few)
                        .err())
                .contains("few.csv: task 'y2' has no lambda: name that of every task");
        Path bad = file("bad.csv", "task,lambda", "y1,0.01", "y2,-1");
        assertThat(fit("--method", "constrained", "--constraint", "sphere", "--lambda", bad)
                        .err())
                .contains("bad.csv: the lambda of 'y2': must be a finite number > 0, got '-1'");
        assertThat(fit("--method", "mean", "--kernel", kernels).err())
                .contains("kernels by task are for method 'constrained'; method 'mean' has one for all");
        assertThat(kith("compare", data, "--targets", "y1,y2", "--kernel", kernels)
                        .err())
                .contains("--kernel must be one for all tasks here, got the file '");
    }

    @Test
    void distancesMayBeThoseAlongTheSet() throws IOException {
        Run run = fit("--method", "constrained", "--constraint", "sphere", "--distance", "geodesic", "--folds", 2);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(ModelFile.read(dir.resolve("m.kith")).info().loss()).isEqualTo("geodesic");
        List<String> lines = predictions();
        assertThat(lines.get(0)).isEqualTo("y1,y2,extrapolating,unproven");
        lines.stream().skip(1).forEach(line -> {
            String[] fields = line.split(",", -1);
            double length = Math.hypot(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]));
            assertThat(length).isCloseTo(1, within(1e-12));
            assertThat(fields[3]).isEqualTo("0");
        });
        run = fit("--method", "constrained", "--constraint", "sphere", "--distance", "far");
        assertThat(run.err()).contains("--distance must be euclidean or geodesic, got 'far'");
        Object[] absolute = {
            "--method", "constrained", "--constraint", "sphere", "--distance", "geodesic", "--loss", "absolute"
        };
        assertThat(fit(absolute).err())
                .contains(
                        "--distance geodesic is a loss of all outputs together: it takes no other --loss, no robust or"
                                + " perturbed outputs, and one lambda and kernel");
        assertThat(fit("--method", "constrained", "--constraint", "box:0:1", "--distance", "geodesic", "--lambda", 1)
                        .err())
                .contains("geodesic distances are known of sphere, simplex and rotation, got 'box:0.0:1.0'");
    }

    @Test
    void parametrisedOutputsAreABaseline() throws IOException {
        Run run =
                fit("--method", "parametrised", "--constraint", "sphere", "--kernel", "gaussian:0.5", "--lambda", 1e-3);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("a stationary point of a problem that is not convex");
        List<String> lines = predictions();
        assertThat(lines.get(0)).isEqualTo("y1,y2,unproven");
        lines.stream().skip(1).forEach(ConstraintTest::liesOnTheCircle);
        String curve = "y1^2 + y2^2 = 1";
        assertThat(fit("--method", "parametrised", "--constraint", curve, "--lambda", 1e-3)
                        .err())
                .contains("--theta must be given for the constraint 'y1^2 + y2^2 = 1'");
        assertThat(fit("--method", "parametrised", "--constraint", "sphere", "--robust", 1, "--lambda", 1e-3)
                        .err())
                .contains("--robust");
    }

    @Test
    void lambdaMayBeThePowerOfATheorem() {
        for (String power : List.of("n^-1/2", "n^-1/4")) {
            assertThat(fit("--method", "constrained", "--constraint", "sphere", "--width", 1, "--lambda", power)
                            .err())
                    .isEmpty();
            double lambda = power.equals("n^-1/2") ? Math.sqrt(1 / 40.0) : Math.pow(40, -0.25);
            assertThat(kith("show", dir.resolve("m.kith")).out())
                    .contains("[" + Double.toString(lambda).substring(0, 8));
        }
        assertThat(fit("--method", "constrained", "--constraint", "sphere", "--lambda", "n^-3")
                        .err())
                .contains("lambdas must be");
    }

    @Test
    void absoluteLossAndOwnKernelsWork() {
        Run run = fit(
                "--method",
                "constrained",
                "--constraint",
                "sphere",
                "--loss",
                "absolute",
                "--kernel",
                "laplace:1",
                "--lambda",
                0.01);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("absolute loss, laplace:1.0 kernel").doesNotContain("width");
    }

    @Test
    void nonsenseIsExplained() {
        refused(
                "constraint 'y1^2 + z = 1': column 8: unknown name 'z'; tasks are y1, y2",
                "--constraint",
                "y1^2 + z = 1");
        refused("the equations seem to contradict each other", "--constraint", "y1^2 + y2^2 = -1");
        refused("equation 2 contradicts", "--constraint", "y1 = 1; y1 = 2");
        refused("only 0 of 1 gradients are independent", "--constraint", "(y1 - y2)^2 = 0");
        refused("has no finite value", "--constraint", "log(-1 - y1^2) = y2");
        refused("constraint must be one of sphere[:radius]", "--constraint", "sphre");
        refused("inequalities cannot be used here", "--constraint", "y1 < 3");
        refused("comparisons of D items need D(D-1)/2 tasks", "--constraint", "ranking");
        refused("--robust needs a constraint", "--robust", 1);
        refused("use one of them", "--constraint", "sphere", "--robust", 1, "--perturbed", 1);
        refused("robust distance must be a finite number > 0, got -1.0", "--constraint", "sphere", "--robust", -1);
        refused("--perturbed auto is for method 'constrained'", "--constraint", "sphere", "--perturbed", "auto");
        refused("--width is for a kernel whose width follows the data", "--width", 1);
        Run run = fit("--method", "constrained");
        assertThat(run.err()).contains("--constraint SPEC is needed by method 'constrained'. What the outputs");
        run = fit("--method", "constrained", "--constraint", "sphere", "--no-intercept");
        assertThat(run.err()).contains("--no-intercept is not used by method 'constrained'");
        run = fit("--method", "constrained", "--constraint", "sphere", "--kernel", "linear", "--width", 1);
        assertThat(run.err())
                .contains("--width is for a kernel that leaves its width open, such as gaussian, got --kernel linear");
    }

    private void refused(String message, Object... options) {
        Object[] all = Stream.concat(Stream.of("--method", "stl", "--lambda", 1), Arrays.stream(options))
                .toArray();
        Run run = fit(all);
        assertThat(run.code()).as(message).isEqualTo(2);
        assertThat(run.err()).contains(message);
        assertThat(run.err().lines()).as("one line").hasSize(1);
    }

    @Test
    void cloudsNeedAColumnForEachTask() throws IOException {
        Files.writeString(cloud, "y1,z\n1,0\n");
        Run run = fit("--method", "stl", "--lambda", 1, "--constraint", "cloud:" + cloud);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("cloud.csv").contains("y2");
        Files.writeString(cloud, "y1,y2\n");
        run = fit("--method", "stl", "--lambda", 1, "--constraint", "cloud:" + cloud);
        assertThat(run.code()).isEqualTo(3);
    }
}
