package dev.kith.serve;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.Relations;
import dev.kith.trust.Calibration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Small models of every kind of column, and rows to ask them about. */
final class Demo {
    static final String HEADER = "shop,kind,day,open,price,rain,sold,busy\n";

    private final Path directory;

    Demo(Path directory) {
        this.directory = directory;
    }

    /** Rows of five shops with texts, dates, yes and no, and missing cells. */
    static String rows(int count, long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(HEADER);
        for (int i = 0; i < count; i++) {
            double price = Math.round(100 * random.nextGaussian()) / 10.0;
            double rain = random.nextInt(9);
            double sold = 3 * price - rain * (i % 5) + random.nextGaussian();
            text.append("shop-").append(i % 5).append(',');
            text.append(random.nextInt(6) == 0 ? "" : random.nextBoolean() ? "baker" : "florist, \"best\"")
                    .append(',');
            text.append("2026-0")
                    .append(1 + random.nextInt(9))
                    .append("-1")
                    .append(random.nextInt(9))
                    .append(',');
            text.append(random.nextBoolean() ? "yes" : "no").append(',');
            text.append(random.nextInt(8) == 0 ? "NA" : Double.toString(price)).append(',');
            text.append(rain)
                    .append(',')
                    .append(sold)
                    .append(',')
                    .append(sold > 0 ? "full" : "empty")
                    .append('\n');
        }
        return text.toString().replace("florist, \"best\"", "\"florist, \"\"best\"\"\"");
    }

    Path data(int count, long seed) throws IOException {
        return Files.writeString(directory.resolve("rows-" + seed + ".csv"), rows(count, seed));
    }

    /** Rows with numbers only, of five shops. */
    static String numbers(int count, long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("shop,price,rain,sold\n");
        for (int i = 0; i < count; i++) {
            double price = random.nextGaussian();
            double rain = random.nextInt(9);
            double sold = 3 * price - rain * (i % 5) + random.nextGaussian();
            text.append("shop-")
                    .append(i % 5)
                    .append(',')
                    .append(price)
                    .append(',')
                    .append(rain)
                    .append(',');
            text.append(sold).append('\n');
        }
        return text.toString();
    }

    static Roles mixed(String target) {
        return Roles.task("shop")
                .target(target)
                .features("kind", "day", "open", "price", "rain")
                .categorical("kind")
                .dates("day");
    }

    private static Kernel linear() {
        return new Linear();
    }

    static ConvexTrainer trainer(Loss loss, Kernel kernel) {
        return new ConvexTrainer(loss, kernel, Relations.mean(1), 0.1);
    }

    Dataset dataset(String csv, Roles roles) {
        try {
            return Tables.read(Files.writeString(directory.resolve("train.csv"), csv))
                    .dataset(roles);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Columns of all kinds, calibrated. */
    Path shops(Path file) throws IOException {
        Dataset data = dataset(rows(200, 1), mixed("sold"));
        ConvexTrainer trainer = trainer(Losses.squared(), linear());
        ModelFile.write(
                new Calibration(5, 0, true)
                        .of(
                                new ModelFile.Content(trainer.train(data).model(), Uncertainty.none()),
                                trainer,
                                data,
                                (fold, of) -> {}),
                file);
        return file;
    }

    /** Two classes. */
    Path busy(Path file) throws IOException {
        ModelFile.write(
                trainer(Losses.logistic(), linear())
                        .train(dataset(rows(200, 2), mixed("busy")))
                        .model(),
                file);
        return file;
    }

    /** Numbers only. */
    Path plain(Path file, long seed) throws IOException {
        Dataset data = dataset(numbers(60, seed), Roles.task("shop").target("sold"));
        ModelFile.write(trainer(Losses.squared(), linear()).train(data).model(), file);
        return file;
    }

    /** Numbers through a kernel. */
    Path kernel(Path file) throws IOException {
        Dataset data = dataset(numbers(60, 3), Roles.task("shop").target("sold"));
        ModelFile.write(trainer(Losses.squared(), new Gaussian(1)).train(data).model(), file);
        return file;
    }

    /** A column for each task. */
    Path wide(Path file) throws IOException {
        String csv = "a,b,x1,x2\n1,2,0.5,1\n2,3,1.5,0\n0,1,2.5,3\n4,4,0.1,2\n1,0,3.5,1\n2,2,1.1,1\n";
        ModelFile.write(
                trainer(Losses.squared(), linear())
                        .train(dataset(csv, Roles.targets("a", "b")))
                        .model(),
                file);
        return file;
    }
}
