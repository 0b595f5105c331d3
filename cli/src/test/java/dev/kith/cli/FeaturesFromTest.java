package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.file.ModelFile;
import dev.kith.model.TreeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeaturesFromTest {
    @TempDir
    private Path dir;

    private Path data;
    private Path model;

    /** A curve that shops share, a slope of their own, a category. */
    @BeforeEach
    void writeShops() throws IOException {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("shop,price,rain,kind,sales\n");
        for (int i = 0; i < 320; i++) {
            double[] x = {random.nextGaussian(), random.nextGaussian()};
            String kind = i % 3 == 0 ? "old" : "new";
            double y = 3 * Math.sin(2 * x[0]) + (i % 4 - 1.5) * x[1] + (i % 3 == 0 ? 1 : 0) + random.nextGaussian();
            text.append("s" + i % 4 + "," + x[0] + "," + x[1] + "," + kind + "," + y + "\n");
        }
        data = Files.writeString(dir.resolve("shops.csv"), text);
        model = dir.resolve("shops.kith");
    }

    private Run run(String command, Object... more) {
        Object[] all = new Object[more.length + 8];
        System.arraycopy(
                new Object[] {command, data, "--task", "shop", "--target", "sales", "--categorical", "kind"},
                0,
                all,
                0,
                8);
        System.arraycopy(more, 0, all, 8, more.length);
        return kith(all);
    }

    @Test
    void everyCommandTakesSuchAModel() throws IOException {
        Run fitted = run("fit", "--method", "mean", "--features-from", "boosted", "--calibrate", "-o", model);
        assertThat(fitted.err()).isEmpty();
        assertThat(fitted.code()).isEqualTo(ExitCode.DONE);
        assertThat(ModelFile.read(model)).isInstanceOf(TreeModel.AsFeature.class);
        Run shown = kith("show", model);
        assertThat(shown.out()).contains("features-from");
        assertThat(shown.code()).isEqualTo(ExitCode.DONE);
        Path predicted = dir.resolve("p.csv");
        Path other = Files.writeString(dir.resolve("new.csv"), "shop,price,rain,kind\ns1,0.5,1,old\ns9,0.5,1,new\n");
        Run run = kith("predict", model, other, "--unknown", "common", "-o", predicted);
        assertThat(run.err()).doesNotContain("error");
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(Files.readAllLines(predicted)).hasSize(3);
        assertThat(kith("predict", model, data, "--interval", "0.9", "-o", predicted)
                        .code())
                .isEqualTo(ExitCode.DONE);
        List<String> lines = Files.readAllLines(predicted);
        List<String> rows = Files.readAllLines(data);
        assertThat(lines.get(0)).isEqualTo("task,prediction,low,high");
        int covered = 0;
        for (int i = 1; i < lines.size(); i++) {
            String[] cells = lines.get(i).split(",", -1);
            double label = Double.parseDouble(rows.get(i).split(",", -1)[4]);
            covered += Double.parseDouble(cells[2]) <= label && label <= Double.parseDouble(cells[3]) ? 1 : 0;
        }
        assertThat(covered).isGreaterThan(270);
        assertThat(kith("score", model, data).code()).isEqualTo(ExitCode.DONE);
        assertThat(kith("explain", model, data).err())
                .contains(
                        "a model of method 'mean' and kernel 'linear' with a feature from boosted trees cannot be taken"
                                + " apart");
    }

    @Test
    void contendersOfAComparisonHaveTheFeature() throws IOException {
        Run run = run("compare", "--methods", "mean", "--features-from", "boosted", "--save", "best", "-o", model);
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(ModelFile.read(model)).isInstanceOf(TreeModel.AsFeature.class);
    }

    @Test
    void whatItCannotStandBesideIsRefused() {
        assertThat(run("fit", "--method", "mean", "--features-from", "boosted", "--transform", "log", "-o", model)
                        .err())
                .contains("--features-from does not go with a transform of labels");
        assertThat(run("fit", "--method", "boosted", "--features-from", "boosted", "-o", model)
                        .err())
                .contains("--features-from is not used by method 'boosted', which learns no function of features");
        assertThat(run("fit", "--method", "mean", "--features-from", "trees", "-o", model)
                        .err())
                .contains("--features-from must be none or boosted, got 'trees'");
    }
}
