package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole tasks held out, on the command line. */
class NewTaskValidationTest {
    @TempDir
    private Path dir;

    private Path shops;

    @BeforeEach
    void writeShops() throws IOException {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder("shop,price,rain,size,sales\n");
        for (int i = 0; i < 160; i++) {
            double[] x = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double y = 2 * x[0] - x[1] + x[2] + 0.5 * random.nextGaussian();
            text.append("s" + i % 8 + "," + x[0] + "," + x[1] + "," + x[2] + "," + y + "\n");
        }
        shops = Files.writeString(dir.resolve("shops.csv"), text);
    }

    private Run compare(Object... more) {
        Object[] all = new Object[more.length + 10];
        System.arraycopy(
                new Object[] {
                    "compare",
                    shops,
                    "--task",
                    "shop",
                    "--target",
                    "sales",
                    "--methods",
                    "pooled,mean,l21",
                    "--folds",
                    3
                },
                0,
                all,
                0,
                10);
        System.arraycopy(more, 0, all, 10, more.length);
        return kith(all);
    }

    @Test
    void aNewShopIsPredictedFromAFewRows() throws IOException {
        Path json = dir.resolve("c.json");
        Path html = dir.resolve("c.html");
        Run run = compare("--new-tasks", "0,3,10", "--json", json, "--report", html);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("New tasks: 8 tasks held out whole")
                .containsPattern("method +0 rows +3 rows +10 rows")
                .containsPattern("alone +- +[\\d.]+ +[\\d.]+")
                .containsPattern("mean +0\\.[\\d.]+ \\(.* to .*\\)")
                .contains("l21 predicts from no row only: ")
                .contains("A new task with no known row is predicted best by ");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
        assertThat(Files.readString(json))
                .contains("\"newTasks\"")
                .contains("could join")
                .contains("\"curves\"");
        assertThat(Files.readString(html)).contains("Tasks nobody has seen");
    }

    @Test
    void usualNumbersOfRowsAndMistakes() {
        Run usual = compare("--new-tasks");
        assertThat(usual.code()).isEqualTo(ExitCode.DATA);
        assertThat(usual.err()).contains("0 of 8 tasks have 22 labels");
        Run wrong = compare("--new-tasks=few");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("--new-tasks must be whole numbers >= 0 such as 0,5,20, got 'few'");
    }
}
