package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.file.ModelFile;
import dev.kith.model.LinearModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTest {
    @TempDir
    private Path dir;

    private Path shops;

    /** Four shops alike and one, "odd", their opposite. */
    @BeforeEach
    void writeShops() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("shop,price,rain,size,sales,busy\n");
        for (int i = 0; i < 200; i++) {
            String shop = List.of("north", "south", "east", "west", "odd").get(i % 5);
            double[] x = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double mean = (shop.equals("odd") ? -1 : 1) * (2 * x[0] - x[1] + x[2]);
            double y = mean + random.nextGaussian();
            text.append(shop + "," + x[0] + "," + x[1] + "," + x[2] + "," + y + "," + (y > 0 ? 1 : 0) + "\n");
        }
        shops = Files.writeString(dir.resolve("shops.csv"), text);
    }

    private Run compare(Object... more) {
        Object[] all = new Object[more.length + 8];
        System.arraycopy(
                new Object[] {"compare", shops, "--task", "shop", "--target", "sales", "--drop", "busy"}, 0, all, 0, 8);
        System.arraycopy(more, 0, all, 8, more.length);
        return kith(all);
    }

    @Test
    void saysWhoGainsWhoLosesAndToWhom() {
        Run run = compare("--methods", "pooled", "--folds", 4);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .containsPattern("stl +1\\.\\d+ .*<- best")
                .containsPattern("odd +40 +1\\.\\d+ +\\d.* isolate")
                .contains("Negative transfer: ");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
    }

    @Test
    void theJsonHasVerdictsForEveryTask() throws IOException {
        Path json = dir.resolve("out.json");
        Path report = dir.resolve("out.html");
        Run run = compare("--methods", "pooled", "--folds", 4, "--json", json, "--report", report);
        assertThat(run.err()).isEmpty();
        assertThat(Files.readString(json))
                .contains("\"verdict\":\"isolate\"", "\"task\":\"odd\"", "\"baseline\":\"stl\"", "\"improvement\":{");
        assertThat(Files.readString(report)).contains("Content-Security-Policy", "\"task\":\"odd\"");
    }

    @Test
    void threadsChangeNothing() throws IOException {
        Path one = dir.resolve("one.json");
        Path two = dir.resolve("two.json");
        compare("--methods", "pooled,mtfl", "--folds", 3, "--threads", 1, "--json", one);
        compare("--methods", "pooled,mtfl", "--folds", 3, "--threads", 2, "--json", two);
        assertThat(verdicts(one)).isEqualTo(verdicts(two)).contains("odd");
    }

    private static String verdicts(Path json) throws IOException {
        String text = Files.readString(json);
        return text.substring(text.indexOf("\"comparison\""), text.indexOf("\"methods\""));
    }

    @Test
    void classesAreJudgedByErrorOrAuc() {
        Object[] start = {"compare", shops, "--task", "shop", "--target", "busy", "--drop", "sales", "--folds", 3};
        Object[] auc = java.util.stream.Stream.concat(
                        java.util.Arrays.stream(start),
                        java.util.stream.Stream.of("--methods", "mean,mkl", "--measure", "auc"))
                .toArray();
        assertThat(kith(auc).out()).containsPattern("method +auc").containsPattern("mkl +0\\.\\d+");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThat(compare("--methods", "stl").err())
                .contains("--methods must name a method besides stl, which every comparison has");
        assertThat(compare("--methods", "pooled", "--measure", "auc").err())
                .contains("--measure auc is for classes, and the labels are learned as numbers");
        assertThat(compare("--methods", "pooled", "--mu", "0.3").err())
                .contains("--mu is not used by any of the methods compared; it is used by sparse, logdet");
        assertThat(compare("--methods", "pooled", "--measure", "accuracy").code())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aGivenSplitIsTheOnlyOne() throws IOException {
        StringBuilder split = new StringBuilder("use\n");
        for (int i = 0; i < 200; i++) {
            split.append(i < 100 ? "train\n" : "test\n");
        }
        Path file = Files.writeString(dir.resolve("split.csv"), split);
        Run run = compare("--methods", "pooled", "--split-file", file, "--split-column", "use");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).containsPattern("north +20 ");
    }

    @Test
    void theBestMethodIsSavedOnRequest() throws IOException {
        Path model = dir.resolve("best.kith");
        Run run = compare("--methods", "pooled", "--folds", 3, "--save", "best", "-o", model);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Saved " + model);
        assertThat(ModelFile.read(model).info().method()).isEqualTo("stl");
        assertThat(compare("--methods", "pooled", "--save", "mtrl", "-o", model).err())
                .contains("--save must be best, ensemble or one of the methods compared, stl, pooled; got 'mtrl'");
    }

    @Test
    void severalMethodsTogetherAreOneModel() throws IOException {
        Path model = dir.resolve("e.kith");
        Path json = dir.resolve("e.json");
        Run run = compare(
                "--methods",
                "mean,mtfl",
                "--folds",
                3,
                "--save",
                "ensemble",
                "--calibrate",
                "-o",
                model,
                "--json",
                json);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .containsPattern("ensemble +1\\.\\d+ ")
                .contains("Several together: ensemble = ")
                .containsPattern("Saved .*e\\.kith \\(ensemble = ");
        assertThat(Files.readString(json))
                .contains("\"ensemble\":{\"error\":", "\"parts\":[{\"name\":", "\"overBest\":{");
        assertThat(kith("show", model).out()).contains("method    ensemble", "parts     ");
        assertThat(kith("show", model, "--json").out()).contains("\"parts\":[{\"method\":");
        assertThat(kith("predict", model, shops, "--interval", 0.8).out()).contains("task,prediction,low,high");
        assertThat(compare("--methods", "mean", "--save", "ensemble", "--safe", "-o", model)
                        .err())
                .contains("--safe chooses between stl and a method that shares; --save names ensemble");
    }

    /** Nothing is saved in place of what was asked for. */
    @Test
    void anEnsembleThatIsNotThereIsNotSaved() {
        Path model = dir.resolve("none.kith");
        Run run = compare("--methods", "mean", "--folds", 2, "--loss", "absolute", "--save", "ensemble", "-o", model);
        assertThat(run.err()).contains("no model was saved: this comparison has no ensemble");
        assertThat(Files.exists(model)).isFalse();
    }

    @Test
    void aSafeModelLeavesTheOddShopAlone() throws IOException {
        Path safe = dir.resolve("safe.kith");
        Run run = compare("--methods", "pooled", "--folds", 3, "--safe", "-o", safe);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .containsPattern("Chosen for each fold by\\s+the labels of others, that has rmse 1\\.\\d+ \\(stl 1");
        LinearModel mixed = (LinearModel) ModelFile.read(safe);
        assertThat(mixed.info().method()).isEqualTo("safe");
        assertThat(mixed.info().parameters().get("alone-tasks")).contains("odd");
        int odd = mixed.info().task("odd");
        int north = mixed.info().task("north");
        assertThat(mixed.weights().get(0, odd)).isNegative();
        assertThat(mixed.weights().get(0, north)).isPositive();
        assertThat(kith("predict", safe, shops).code()).isZero();
        assertThat(kith("show", safe).code()).isZero();
    }

    @Test
    void aBudgetGivesAnAnswer() {
        Run run = compare("--methods", "mean", "--folds", 2, "--budget", 20);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).containsPattern("mean +1\\.\\d+").doesNotContain("The time given was over");
        assertThat(compare("--methods", "mean", "--folds", 2, "--budget", 0.00001)
                        .err())
                .contains("--budget of 1.00e-05 s ended before any method but stl was done, so that there is nothing to"
                        + " compare; give more, or fewer methods or folds");
        assertThat(compare("--methods", "mean", "--budget", "-1").err())
                .contains("--budget must be a finite number of seconds > 0, got -1.0");
    }
}
