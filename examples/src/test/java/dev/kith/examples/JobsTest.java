package dev.kith.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.simulated.Simulations;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Predictions;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.score.OutOfFold;
import dev.kith.select.Comparison;
import dev.kith.stream.Example;
import dev.kith.structure.Relations;
import dev.kith.structure.ties.SharedDirections;
import dev.kith.trust.Calibration;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every job does what it says, as a module that sees exported packages only. */
class JobsTest {
    @TempDir
    Path dir;

    private Path file;

    /** Six shops, alike but for their level. */
    @BeforeEach
    void write() throws IOException {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("shop,price,rain,sales,sold\n");
        for (int i = 0; i < 180; i++) {
            int shop = 1 + i % 6;
            double price = random.nextGaussian();
            double rain = random.nextGaussian();
            double sales = 10 + shop - 3 * price + rain + random.nextGaussian();
            text.append(String.format(
                    Locale.ROOT, "shop-%d,%f,%f,%f,%s%n", shop, price, rain, sales, price < 0 ? "yes" : "no"));
        }
        file = Files.writeString(dir.resolve("shops.csv"), text);
    }

    @Test
    void updatesAModelThatKeptItsMoments() throws IOException {
        String rows = Files.readString(file).replaceAll(",(sold|yes|no)(?=\\R)", "");
        Files.writeString(file, rows);
        Path today = Files.writeString(dir.resolve("today.csv"), "shop,price,rain,sales\nshop-1,1,2,3\nshop-7,1,0,4\n");
        ModelFile.Content updated = Guides.updating(file, today, dir.resolve("m.kith"));
        assertThat(updated.model().info().observations()).isEqualTo(182);
        assertThat(updated.model().info().tasks()).hasSize(7);
    }

    /** Nine labels in ten stay below the prediction, give or take the few that are met exactly. */
    @Test
    void learnsAQuantile() {
        Dataset data = shops();
        double below = 0;
        double[] z = OutOfFold.predictions(Guides.losses(data), data);
        for (int o = 0; o < z.length; o++) {
            below += data.label(o) <= z[o] ? 1.0 / z.length : 0;
        }
        assertThat(below).isBetween(0.85, 0.95);
    }

    private Dataset shops() {
        return Tables.read(file).dataset(Roles.task("shop").target("sales").drop("sold"));
    }

    private Dataset part(java.util.function.Predicate<String> kept) throws IOException {
        List<String> lines = Files.readAllLines(file).stream().filter(kept).toList();
        Path some = Files.write(dir.resolve("part.csv"), lines);
        return Tables.read(some).dataset(Roles.task("shop").target("sales").drop("sold"));
    }

    @Test
    void runsOnTheModulePath() {
        assertThat(Jobs.class.getModule().getName()).isEqualTo("dev.kith.examples");
        assertThat(ModelFile.class.getModule().getName()).isEqualTo("dev.kith.core");
    }

    @Test
    void readsATable() throws IOException {
        Path plain = Files.writeString(dir.resolve("plain.csv"), "shop,price,sales\na,1,2\nb,2,3\n");
        assertThat(Jobs.read(plain).tasks()).containsExactly("a", "b");
    }

    @Test
    void seesWhichDirectionsAreShared() {
        Model model = new ConvexTrainer(Losses.squared(), new Linear(), Relations.schatten(1), 0.01)
                .train(shops())
                .model();
        assertThat(Guides.sharedDirections(model))
                .extracting(SharedDirections.Part::feature)
                .containsExactlyInAnyOrder("price", "rain");
    }

    @Test
    void looksAtATable() {
        assertThat(Guides.inspect(file).tasks()).contains("shop-1");
    }

    @Test
    void fitsAndSavesWithAProof() throws IOException {
        Path model = dir.resolve("m.kith");
        assertThat(Jobs.fit(shops(), model).report().gap()).isLessThan(1e-6);
        assertThat(ModelFile.read(model).info().method()).isEqualTo("sparse");
    }

    @Test
    void tunes() {
        assertThat(Jobs.tune(shops()).model().info().lambda()).isPresent();
    }

    @Test
    void compares() throws IOException {
        Random random = new Random(2);
        StringBuilder text = new StringBuilder("shop,price,rain,wind,sales\n");
        for (int i = 0; i < 240; i++) {
            double[] x = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double sales = 10 - 3 * x[0] + x[1] + 2 * x[2] + 3 * random.nextGaussian();
            text.append(String.format(Locale.ROOT, "shop-%d,%f,%f,%f,%f%n", 1 + i % 20, x[0], x[1], x[2], sales));
        }
        Path alike = Files.writeString(dir.resolve("alike.csv"), text);
        Comparison c =
                Jobs.compare(Tables.read(alike).dataset(Roles.task("shop").target("sales")));
        assertThat(c.headline()).startsWith("Sharing helps");
        assertThat(c.best().model().info().method()).isNotEqualTo("stl");
        assertThat(c.methods()).hasSize(3);
    }

    @Test
    void predictsAFile() throws IOException {
        ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 0.1);
        Model model = trainer.train(shops()).model();
        Path saved = dir.resolve("m.kith");
        ModelFile.write(
                new Calibration(5, 1, true)
                        .of(new ModelFile.Content(model, Uncertainty.none()), trainer, shops(), (done, of) -> {}),
                saved);
        StringWriter out = new StringWriter();
        Predictions predictions = Jobs.predict(saved, file, out);
        assertThat(predictions.size()).isEqualTo(180);
        assertThat(predictions.get(0).task()).isEqualTo("shop-1");
        assertThat(out.toString()).startsWith("task,prediction,low,high\nshop-1,");
    }

    @Test
    void adapts() throws IOException {
        Dataset five = part(line -> !line.startsWith("shop-6"));
        Dataset fresh = part(line -> line.startsWith("shop-6") || line.startsWith("shop,"));
        Model model = new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 0.1, Training.defaults())
                .train(five)
                .model();
        assertThat(Jobs.adapt(model, fresh).model().info().tasks()).contains("shop-6");
    }

    @Test
    void learnsOnlineAndGoesOn() throws IOException {
        List<Example> examples = new ArrayList<>();
        Random random = new Random(2);
        for (int i = 0; i < 200; i++) {
            double price = random.nextGaussian();
            examples.add(new Example("shop-" + i % 3, price < 0 ? "yes" : "no", Map.of("price", price)));
        }
        assertThat(Jobs.online(examples, dir.resolve("state")).classify("shop-1", Map.of("price", -1.0)))
                .isEqualTo("yes");
    }

    @Test
    void streamsAndResumes() throws IOException {
        Path rows = Files.writeString(
                dir.resolve("rows.csv"), Files.readString(file).replaceAll("(?m)^([^,]*,[^,]*,[^,]*),[^,]*,", "$1,"));
        Path state = dir.resolve("run.state");
        double rate = Jobs.stream(rows, state).rate();
        assertThat(rate).isBetween(0.0, 0.5);
        assertThat(Jobs.stream(rows, state).rate()).as("resumed at the end").isEqualTo(rate);
    }

    @Test
    void obeysAnEquation() {
        Dataset circle = Simulations.draw("circle", "seed", 3).data();
        Model model = Jobs.constrained(circle);
        double[] y = model.predict(circle.inputs()).row(0);
        assertThat(y[0] * y[0] + y[1] * y[1]).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-8));
    }

    @Test
    void learnsWeightsOfKernels() {
        Dataset sold =
                Tables.read(file).dataset(Roles.task("shop").target("sold").drop("sales"));
        assertThat(Jobs.mkl(sold).sortedWeights()).isNotEmpty();
    }

    @Test
    void writesTheJsonOfAComparison() throws IOException {
        Path plain = Files.writeString(
                dir.resolve("plain.csv"), Files.readString(file).replaceAll("(?m),(sold|yes|no)$", ""));
        assertThat(Jobs.compareJson(plain, "kith compare plain.csv"))
                .startsWith("{")
                .contains("\"headline\"");
    }
}
