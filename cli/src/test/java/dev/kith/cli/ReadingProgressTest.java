package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who waits for a large file sees, on a terminal, how far it is read and how long that still takes. */
@Tag("lengthy")
class ReadingProgressTest {
    /** More than is read between two looks at how far it is. */
    private static final int ROWS = 40_000;

    @TempDir
    private Path dir;

    private Path large;
    private Path model;

    @BeforeEach
    void writeShops() throws IOException {
        large = write("large.csv", ROWS, 0);
        model = dir.resolve("shops.kith");
        Path few = write("few.csv", 60, 0);
        assertThat(kith("fit", few, "--task", "shop", "--target", "sold", "--method", "stl", "-o", model)
                        .err())
                .isEmpty();
    }

    /** @param from number of the first shop */
    private Path write(String name, int rows, int from) throws IOException {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("shop,price,rain,sold\n");
        for (int i = 0; i < rows; i++) {
            double price = random.nextGaussian();
            text.append("s").append(from + i % 6).append(',').append(price).append(',');
            text.append(random.nextInt(10))
                    .append(',')
                    .append(price > 0.1 * (i % 6) ? 1 : 0)
                    .append('\n');
        }
        return Files.writeString(dir.resolve(name), text);
    }

    private static void shows(String work, Object... args) throws IOException, InterruptedException {
        try (KithProcess process = KithProcess.start(List.of(), "", args)) {
            Run run = process.ended();
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.err()).containsPattern("\r" + work + ": \\d+%, about \\d+ (s|min) left");
        }
    }

    @Test
    void filesThatAreReadOnceSayHowFar() throws IOException, InterruptedException {
        shows("inspecting large\\.csv", "inspect", large);
        shows("predicting large\\.csv", "predict", model, large, "-o", dir.resolve("p.csv"));
        shows("scoring large\\.csv", "score", model, large);
        shows("learning from large\\.csv", "stream", large, "--task", "shop", "--target", "sold");
        Path fresh = write("fresh.csv", ROWS, 10);
        shows("reading fresh\\.csv", "adapt", model, fresh, "-o", dir.resolve("more.kith"));
    }

    @Test
    void nobodyIsToldWhereNobodyLooks() {
        Run run = kith("predict", model, large, "-o", dir.resolve("p.csv"));
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
    }
}
