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
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tomorrow's rows, learned by a model that kept its moments. */
class UpdateTest {
    @TempDir
    private Path dir;

    private Path all;
    private Path today;
    private Path tomorrow;

    @BeforeEach
    void write() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder first = new StringBuilder("shop,kind,size,sales\n");
        StringBuilder then = new StringBuilder("sales,shop,size,kind\n");
        StringBuilder both = new StringBuilder("shop,kind,size,sales\n");
        for (int i = 0; i < 300; i++) {
            String shop = i >= 250 && i % 5 == 0 ? "new" : "s" + i % 3;
            String kind = i % 7 < 3 ? "small" : "large";
            double size = random.nextInt(100) / 10.0;
            double sales = size * (1 + i % 3) + random.nextInt(100) / 50.0;
            String row = shop + "," + kind + "," + size + "," + sales + "\n";
            both.append(row);
            if (i < 200) {
                first.append(row);
            } else {
                then.append(sales + "," + shop + "," + size + "," + kind + "\n");
            }
        }
        all = Files.writeString(dir.resolve("all.csv"), both);
        today = Files.writeString(dir.resolve("today.csv"), first);
        tomorrow = Files.writeString(dir.resolve("tomorrow.csv"), then);
    }

    private Path fit(Path data, String name, Object... more) {
        Path model = dir.resolve(name);
        List<Object> args = new java.util.ArrayList<>(List.of("fit", data, "--task", "shop", "--target", "sales"));
        args.addAll(List.of("--categorical", "kind", "--method", "mean", "--lambda", 0.1, "--gamma", 1, "-o", model));
        args.addAll(List.of(more));
        Run run = kith(args.toArray());
        assertThat(run.err()).isEmpty();
        return model;
    }

    private static double apart(Path a, Path b) throws IOException {
        return ((LinearModel) ModelFile.read(a))
                .weights()
                .plus(-1, ((LinearModel) ModelFile.read(b)).weights())
                .maxAbs();
    }

    @Test
    void anUpdateIsTheFitToAllRows() throws IOException {
        Path model = fit(today, "m.kith", "--keep-moments");
        Path updated = dir.resolve("updated.kith");
        Run run = kith("update", model, tomorrow, "-o", updated);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("Learned 100 rows of tomorrow.csv; 1 new task.\n");
        assertThat(run.out()).contains("Saved " + updated);
        Path whole = fit(all, "all.kith");
        assertThat(ModelFile.read(updated).info().tasks())
                .isEqualTo(ModelFile.read(whole).info().tasks());
        assertThat(apart(updated, whole)).isLessThan(1e-11);
        assertThat(kith("update", model, tomorrow, "--in-place").code()).isZero();
        assertThat(Files.readAllBytes(model)).isEqualTo(Files.readAllBytes(updated));
        assertThat(kith("show", model).out()).contains("300 labels");
    }

    @Test
    void rowsOfAnotherModelAreAdded() throws IOException {
        Path model = fit(today, "m.kith", "--keep-moments");
        Path other = fit(tomorrow, "other.kith", "--keep-moments");
        Path both = dir.resolve("both.kith");
        Run run = kith("update", model, other, "-o", both);
        assertThat(run.err()).isEmpty();
        assertThat(apart(both, fit(all, "all.kith"))).isLessThan(1e-11);
    }

    @Test
    void olderRowsAreForgotten() {
        Path model = fit(today, "m.kith", "--keep-moments");
        Run run = kith("update", model, tomorrow, "--half-life", 100, "-o", dir.resolve("n.kith"));
        assertThat(run.out()).contains("older rows count 0.5 of what they did");
    }

    @Test
    void mistakesAreNamed() {
        Path plain = fit(today, "m.kith");
        Run run = kith("update", plain, tomorrow, "--in-place");
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).contains("fit it with --keep-moments");
        assertThat(kith("update", plain, tomorrow).err()).contains("either -o NEW or --in-place");
        Path model = fit(today, "k.kith", "--keep-moments");
        assertThat(kith("update", model, tomorrow, "--in-place", "--half-life", "NaN")
                        .err())
                .contains("--half-life must be a finite number > 0, got NaN");
        Run kernel = kith(
                "fit",
                today,
                "--task",
                "shop",
                "--target",
                "sales",
                "--drop",
                "kind",
                "--method",
                "stl",
                "--kernel",
                "gaussian:1",
                "--keep-moments",
                "-o",
                dir.resolve("x.kith"));
        assertThat(kernel.code()).isEqualTo(ExitCode.USAGE);
        assertThat(kernel.err()).contains("--keep-moments is for linear models with the squared loss");
    }
}
