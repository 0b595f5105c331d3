package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbabilityTest {
    @TempDir
    private Path dir;

    private Path data;
    private Path model;

    @BeforeEach
    void write() throws IOException {
        Random random = new Random(9);
        StringBuilder text = new StringBuilder("field,mine,x\n");
        for (int i = 0; i < 120; i++) {
            double x = random.nextGaussian();
            text.append(i % 2 == 0 ? "a," : "b,")
                    .append(random.nextDouble() < 1 / (1 + Math.exp(-3 * x)) ? "yes," : "no,")
                    .append(x + "\n");
        }
        data = Files.writeString(dir.resolve("fields.csv"), text);
        model = dir.resolve("m.kith");
    }

    private void fit(Object... options) {
        Object[] args = new Object[options.length + 12];
        Object[] always = {
            "fit", data, "--task", "field", "--target", "mine", "--method", "mean", "--lambda", 0.01, "-o", model
        };
        System.arraycopy(always, 0, args, 0, 12);
        System.arraycopy(options, 0, args, 12, options.length);
        Run run = kith(args);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
    }

    private List<String> predictions(Object... options) {
        Object[] args = new Object[options.length + 3];
        System.arraycopy(new Object[] {"predict", model, data}, 0, args, 0, 3);
        System.arraycopy(options, 0, args, 3, options.length);
        Run run = kith(args);
        assertThat(run.err()).isEmpty();
        return run.out().lines().toList();
    }

    @Test
    void hingeGetsProbabilitiesByCalibration() {
        fit("--loss", "hinge");
        assertThat(predictions().get(0)).isEqualTo("task,prediction");
        fit("--loss", "hinge", "--calibrate");
        List<String> platt = predictions();
        assertThat(platt.get(0)).isEqualTo("task,prediction,probability");
        assertThat(predictions("--probabilities", "platt")).isEqualTo(platt);
        List<String> isotonic = predictions("--probabilities", "isotonic");
        int agree = 0;
        for (int i = 1; i < platt.size(); i++) {
            String[] fields = platt.get(i).split(",", -1);
            double p = Double.parseDouble(fields[2]);
            double q = Double.parseDouble(isotonic.get(i).split(",", -1)[2]);
            assertThat(q).isBetween(p - 0.35, p + 0.35);
            agree += (p > 0.5) == fields[1].equals("yes") ? 1 : 0;
        }
        assertThat(agree).isGreaterThan(100);
        assertThat(predictions("--all-tasks").get(0)).isEqualTo("a,a:probability,b,b:probability");
    }

    @Test
    void logisticKeepsItsOwnUnlessCalibrated() {
        fit();
        List<String> own = predictions();
        fit("--calibrate");
        assertThat(predictions("--probabilities", "loss")).isEqualTo(own);
        assertThat(predictions()).isNotEqualTo(own);
    }

    @Test
    void whatIsMissingIsSaid() {
        fit("--loss", "hinge");
        Run loss = kith("predict", model, data, "--probabilities", "loss");
        assertThat(loss.code()).isEqualTo(3);
        assertThat(loss.err())
                .isEqualTo("kith predict: the hinge loss makes no probabilities: fit again with calibration (kith fit"
                        + " --calibrate)\n");
        Run platt = kith("predict", model, data, "--probabilities", "platt");
        assertThat(platt.err())
                .isEqualTo("kith predict: the model was not calibrated: fit it again with calibration (kith fit"
                        + " --calibrate)\n");
        Run interval = kith("predict", model, data, "--interval", 0.9);
        assertThat(interval.err()).isEqualTo("kith predict: intervals are for numbers; this model predicts classes\n");
    }

    @Test
    void tasksOfBothKindsAreCalibratedEachInTheirOwn() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("spent,bought,x\n");
        for (int i = 0; i < 80; i++) {
            double x = random.nextGaussian();
            text.append(x + random.nextGaussian() + "," + (x + random.nextGaussian() > 0 ? 1 : 0) + "," + x + "\n");
        }
        data = Files.writeString(dir.resolve("mixed.csv"), text);
        Path losses = Files.writeString(dir.resolve("losses.csv"), "task,loss\nspent,squared\nbought,hinge\n");
        Run fit = kith(
                "fit",
                data,
                "--targets",
                "spent,bought",
                "--loss",
                losses,
                "--method",
                "mean",
                "--lambda",
                0.01,
                "--calibrate",
                "-o",
                model);
        assertThat(fit.code()).as(fit.err()).isZero();
        Run run = kith("predict", model, data, "--interval", 0.8);
        assertThat(run.err()).isEqualTo("Intervals: 80% by conformal prediction, from 80 held-out labels.\n");
        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).isEqualTo("spent,spent:low,spent:high,bought,bought:probability");
        String[] fields = lines.get(1).split(",", -1);
        assertThat(Double.parseDouble(fields[2]) - Double.parseDouble(fields[1]))
                .isBetween(2.0, 3.4);
        assertThat(Double.parseDouble(fields[4])).isBetween(0.01, 0.99);
    }
}
