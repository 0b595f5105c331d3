package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.examples.Jobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few lines of the library write what the command writes: the command adds nothing but parsing and printing. */
class CompareJsonTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @Test
    void theLibraryWritesTheSameJsonToTheByte() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder("shop,price,rain,sales\n");
        for (int i = 0; i < 120; i++) {
            double price = random.nextGaussian();
            double rain = random.nextGaussian();
            double sales = 5 + i % 4 - 2 * price + rain + random.nextGaussian();
            text.append(String.format(Locale.ROOT, "shop-%d,%f,%f,%f%n", i % 4, price, rain, sales));
        }
        Path file = Files.writeString(dir.resolve("shops.csv"), text);
        Path json = dir.resolve("out.json");
        Object[] line = {
            "compare", file, "--task", "shop", "--target", "sales", "--methods", "mean", "--folds", 3, "--json", json
        };
        assertThat(kith(line).err()).isEmpty();
        String written = Files.readString(json);
        String command = "kith compare " + file + " --task shop --target sales --methods mean --folds 3 --json " + json;
        assertThat(timeless(Jobs.compareJson(file, command)) + "\n").isEqualTo(timeless(written));
    }

    @Test
    void aMethodThatSharesDirectionsShowsThem() throws IOException {
        Path json = dir.resolve("out.json");
        Path file = dir.resolve("arm.csv");
        kith("data", "arm", "--train", 40, "-o", file);
        kith(
                "compare",
                file,
                "--targets",
                "torque1,torque2,torque4",
                "--drop",
                "torque3,torque5,torque6,torque7",
                "--methods",
                "mtfl",
                "--folds",
                3,
                "--json",
                json);
        assertThat(Files.readString(json)).contains("\"directions\":{\"explain\":\"mtfl lets tasks share directions");
    }

    /** Times differ from run to run; nothing else does. */
    private static String timeless(String json) {
        return json.replaceAll("(\"seconds\":|\\[\\d+,[-\\d.eE]+,[-\\d.eE]+,)[-\\d.eE]+", "$1T");
    }
}
