package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalTest {
    @TempDir
    private Path dir;

    private String said = "";

    /** 200 rows, y1 and y2 with noise of deviation 1 and 3; column g halves the rows at random. */
    private Path rows() throws IOException {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder("g,x,y1,y2\n");
        for (int i = 0; i < 200; i++) {
            double x = random.nextGaussian();
            text.append(random.nextBoolean() ? "a," : "b,")
                    .append(x + "," + (2 * x + random.nextGaussian()) + "," + (x + 3 * random.nextGaussian()) + "\n");
        }
        return Files.writeString(dir.resolve("rows.csv"), text);
    }

    private Path fit(Path data, Object... options) {
        Path model = dir.resolve("m.kith");
        Object[] args = new Object[options.length + 6];
        System.arraycopy(new Object[] {"fit", data, "--lambda", 0.01, "-o", model}, 0, args, 0, 6);
        System.arraycopy(options, 0, args, 6, options.length);
        Run run = kith(args);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        said = run.out();
        return model;
    }

    private static double[] numbers(String line) {
        return java.util.Arrays.stream(line.split(",", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void wideRowsGetBoundsBesideEveryTask() throws IOException {
        Path data = rows();
        Path model = fit(data, "--targets", "y1,y2", "--drop", "g", "--method", "mtfl", "--calibrate");
        Run run = kith("predict", model, data, "--interval", 0.9);
        assertThat(run.err()).isEqualTo("Intervals: 90% by conformal prediction, from 400 held-out labels.\n");
        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).isEqualTo("y1,y1:low,y1:high,y2,y2:low,y2:high");
        double[] first = numbers(lines.get(1));
        double one = first[2] - first[0];
        double two = first[5] - first[3];
        assertThat(first[0] - first[1]).isCloseTo(one, within(1e-9));
        assertThat(one).as("1.64 deviations").isBetween(1.3, 2.2);
        assertThat(two).as("1.64 deviations").isBetween(4.0, 6.5);

        Run together = kith("predict", model, data, "--interval", 0.9, "--joint");
        assertThat(together.err())
                .isEqualTo("Intervals: 90% by conformal prediction, of all tasks of a row together, from 200 held-out"
                        + " rows.\n");
        double[] wider = numbers(together.out().lines().skip(1).findFirst().orElseThrow());
        assertThat(wider[2] - wider[0]).isBetween(1.05 * one, 1.6 * one);
    }

    @Test
    void longRowsGetBoundsBesideTheirPrediction() throws IOException {
        Path data = rows();
        Path model = fit(
                data, "--task", "g", "--target", "y1", "--drop", "y2", "--method", "mean", "--calibrate", "--folds", 5);
        Run run = kith("predict", model, data, "--interval", 0.95);
        assertThat(run.err())
                .isEqualTo("Intervals: 95% by conformal prediction, from 200 held-out labels; 2 of 2 tasks with few of"
                        + " them borrow from tasks like them.\n");
        assertThat(run.out()).startsWith("task,prediction,low,high\n");
        assertThat(kith("show", model).out()).contains("calibrated 5 folds");
        assertThat(said).contains("Calibrated on the labels that 5 folds left out, with the Gaussian-process view.\n");
        Run gaussian = kith("predict", model, data, "--interval", 0.9, "--joint", "--all-tasks");
        assertThat(gaussian.code()).isZero();
        assertThat(gaussian.err())
                .isEqualTo("Intervals: 90% by the Gaussian-process view, of all tasks of a row together"
                        + " (Bonferroni).\n");
        Run joint =
                kith("predict", model, data, "--interval", 0.9, "--joint", "--all-tasks", "--interval-by", "conformal");
        assertThat(joint.code()).isEqualTo(3);
        assertThat(joint.err())
                .contains("joint intervals at level 0.9 need 9 rows with labels of all tasks, the model was calibrated"
                        + " on 0");
    }

    @Test
    void theGaussianProcessViewIsWiderFarFromTheData() throws IOException {
        Path data = rows();
        Path model = fit(data, "--targets", "y1,y2", "--drop", "g", "--method", "okl", "--calibrate");
        Path far = Files.writeString(dir.resolve("far.csv"), "x\n0\n30\n");
        Run run = kith("predict", model, far, "--interval", 0.9, "--interval-by", "gp");
        assertThat(run.err()).isEqualTo("Intervals: 90% by the Gaussian-process view.\n");
        List<String> lines = run.out().lines().toList();
        double[] near = numbers(lines.get(1));
        double[] away = numbers(lines.get(2));
        assertThat(near[2] - near[0]).isBetween(1.4, 2.0);
        assertThat(near[5] - near[3]).isBetween(4.2, 6.0);
        assertThat(away[2] - away[0]).isGreaterThan(1.5 * (near[2] - near[0]));
    }

    @Test
    void methodsWithoutTheGaussianProcessViewSayWhatToDo() throws IOException {
        Path data = rows();
        Path model = fit(data, "--targets", "y1,y2", "--drop", "g", "--method", "l21", "--calibrate");
        assertThat(kith("predict", model, data, "--interval", 0.9).code()).isZero();
        Run run = kith("predict", model, data, "--interval", 0.9, "--interval-by", "gp");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .isEqualTo("kith predict: the model has no Gaussian-process view: that is for the squared loss with a"
                        + " structure, and not too many weights or rows; take conformal intervals\n");
    }

    @Test
    void predictionsAreThoseOfTheModelWithoutCalibration() throws IOException {
        Path data = rows();
        Path model = fit(data, "--targets", "y1,y2", "--drop", "g", "--method", "mean");
        String plain = kith("predict", model, data).out();
        fit(data, "--targets", "y1,y2", "--drop", "g", "--method", "mean", "--calibrate");
        assertThat(kith("predict", model, data).out()).isEqualTo(plain);
    }

    @Test
    void whatIsMissingIsSaid() throws IOException {
        Path data = rows();
        Path model = fit(data, "--targets", "y1,y2", "--drop", "g", "--method", "mean");
        Run uncalibrated = kith("predict", model, data, "--interval", 0.9);
        assertThat(uncalibrated.code()).isEqualTo(3);
        assertThat(uncalibrated.err())
                .isEqualTo("kith predict: the model does not know how far its predictions miss: fit it again with"
                        + " calibration (kith fit --calibrate)\n");
        Run level = kith("predict", model, data, "--interval", 90);
        assertThat(level.code()).isEqualTo(2);
        assertThat(level.err()).contains("--interval must be a number > 0 and < 1, got 90.0");
        Run joint = kith("predict", model, data, "--joint");
        assertThat(joint.code()).isEqualTo(2);
        assertThat(joint.err()).contains("--joint is for --interval: give that too");
    }
}
