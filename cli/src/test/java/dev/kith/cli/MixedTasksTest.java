package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.loss.Losses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --loss auto} and {@code --loss FILE}: numbers and classes in one fit. */
class MixedTasksTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path wide;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path tall;

    @BeforeEach
    void write() throws IOException {
        Random random = new Random(4);
        StringBuilder columns = new StringBuilder("spent,bought,x1,x2\n");
        StringBuilder rows = new StringBuilder("what,y,x1,x2\n");
        for (int n = 0; n < 60; n++) {
            double x1 = random.nextGaussian();
            double x2 = random.nextGaussian();
            double spent = 2 * x1 - x2 + 0.3 * random.nextGaussian();
            int bought = spent + 0.3 * random.nextGaussian() > 0 ? 1 : 0;
            columns.append(spent + "," + bought + "," + x1 + "," + x2 + "\n");
            rows.append("spent," + spent + "," + x1 + "," + x2 + "\n");
            rows.append("bought," + bought + "," + x1 + "," + x2 + "\n");
        }
        wide = Files.writeString(dir.resolve("wide.csv"), columns);
        tall = Files.writeString(dir.resolve("long.csv"), rows);
    }

    private static void done(Run run) {
        assertThat(run.code()).as(run.err()).isZero();
    }

    @Test
    void columnsOfNumbersAndOfClassesAreLearnedTogether() throws IOException {
        Path model = dir.resolve("m.kith");
        Run fit = kith("fit", wide, "--targets", "spent,bought", "--loss", "auto", "--method", "okl", "-o", model);
        done(fit);
        assertThat(fit.out()).contains("mixed loss").contains("Converged");
        Path out = dir.resolve("p.csv");
        done(kith("predict", model, wide, "-o", out));
        assertThat(Files.readString(out).lines().limit(2)).element(0).isEqualTo("spent,bought,bought:probability");
        assertThat(Files.readAllLines(out).get(1)).matches("[^,]+,[01],[^,]+");
        Run show = kith("show", model, "--json");
        assertThat(show.out()).contains("\"loss:bought\":\"logistic\"").contains("\"loss:spent\":\"squared\"");
    }

    @Test
    void rowsSayWhichTaskTheyAreOf() throws IOException {
        Path losses = Files.writeString(dir.resolve("losses.csv"), "task,loss\nspent,squared\nbought,hinge\n");
        Path model = dir.resolve("m.kith");
        done(kith("fit", tall, "--task", "what", "--target", "y", "--loss", losses, "--method", "mtfl", "-o", model));
        Path out = dir.resolve("p.csv");
        done(kith("predict", model, tall, "-o", out));
        assertThat(Files.readAllLines(out).get(0)).isEqualTo("task,prediction");
        done(kith("fit", tall, "--task", "what", "--target", "y", "--loss", "auto", "--method", "mtfl", "-o", model));
        done(kith("predict", model, tall, "-o", out));
        assertThat(Files.readAllLines(out).get(1)).startsWith("spent,").endsWith(",");
        assertThat(Files.readAllLines(out).get(2)).matches("bought,[01],0\\.\\d+(E-\\d+)?");
    }

    @Test
    void comparisonsJudgeBothKinds() {
        Run run = kith("compare", wide, "--targets", "spent,bought", "--loss", "auto", "--methods", "mean,okl");
        done(run);
        assertThat(run.out()).contains("relative-error");
    }

    @Test
    void mistakesAreSaid() throws IOException {
        Path model = dir.resolve("m.kith");
        assertThat(kith("fit", wide, "--targets", "spent,bought", "--loss", "auto", "--method", "mkl", "-o", model)
                        .err())
                .contains("this method needs one loss");
        assertThat(kith("fit", wide, "--targets", "spent,bought", "--loss", "auto", "--method", "pooled", "-o", model)
                        .err())
                .contains("is one model for all tasks and needs one loss");
        assertThat(kith("fit", wide, "--targets", "spent,bought", "--loss", "cubic", "--method", "stl", "-o", model)
                        .err())
                .contains("--loss must be " + String.join(", ", Losses.names()) + ", auto, or a file");
        Path some = Files.writeString(dir.resolve("some.csv"), "task,loss\nspent,squared\n");
        Path wrong = Files.writeString(dir.resolve("wrong.csv"), "task,loss\nspent,squared\nbought,cubic\n");
        assertThat(kith("fit", wide, "--targets", "spent,bought", "--loss", wrong, "--method", "stl", "-o", model)
                        .err())
                .contains("wrong.csv: the loss of 'bought' must be " + String.join(", ", Losses.names())
                        + "; got 'cubic'");
        Files.writeString(some, "task,loss\nspent,squared\nother,hinge\n");
        Run left = kith("fit", wide, "--targets", "spent,bought", "--loss", some, "--method", "stl", "-o", model);
        assertThat(left.err()).contains("task 'bought' has no loss");
        assertThat(left.code()).isEqualTo(3);
    }
}
