package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.select.Search;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More rows than are kept: they are collapsed as they are read, from a file or a pipe, and the fit is the same. */
class ManyRowsTest {
    private static final int ROWS = 300_000;

    @TempDir
    private Path dir;

    private Path table() throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        Path file = dir.resolve("shops.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("shop,y,a,b,c,d,e,f,g,h,i,j,k,l,m,n\n");
            for (int i = 0; i < ROWS; i++) {
                int shop = random.nextInt(8);
                StringBuilder row = new StringBuilder();
                double y = random.nextInt(1000) / 100.0;
                for (int j = 0; j < 14; j++) {
                    int x = random.nextInt(1000);
                    y += x / 1000.0 * (1 + (shop + j) % 4);
                    row.append(',').append(x);
                }
                out.write("s" + shop + "," + (float) y + row + "\n");
            }
        }
        return file;
    }

    @Test
    void rowsThatPassByOnceGiveTheFitToAllOfThem() throws IOException {
        Path file = table();
        Path model = dir.resolve("m.kith");
        Run run = kith("fit", file, "--task", "shop", "--target", "y", "--method", "mean", "-o", model);
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("Read shops.csv: 300,000 rows, all used; 8 tasks, 14 features, 300,000 labels; rows"
                        + " collapsed into moments, 128 weighted rows stand for them.");
        Model once = ModelFile.read(model);
        Dataset rows = Tables.read(file).dataset(Roles.task("shop").target("y"));
        Fit<Model> all = Search.on(rows)
                .method("mean")
                .defaultsForTheRest()
                .loss(Losses.squared())
                .training(training -> training.withSeed(1))
                .run();
        assertThat(once.info().lambda()).isEqualTo(all.model().info().lambda());
        assertThat(once.info().observations()).isEqualTo(ROWS);
        assertThat(once.info().parameters()).containsEntry("rows", "collapsed into moments");
        Matrix expected = ((LinearModel) all.model()).weights();
        Matrix found = ((LinearModel) once).weights();
        assertThat(found.plus(-1, expected).maxAbs() / expected.maxAbs()).isCloseTo(0, within(1e-12));

        InputStream before = System.in;
        try (InputStream in = Files.newInputStream(file)) {
            System.setIn(in);
            Run piped = kith("fit", "-", "--task", "shop", "--target", "y", "--method", "mean", "-o", model);
            assertThat(piped.err()).isEmpty();
        } finally {
            System.setIn(before);
        }
        assertThat(((LinearModel) ModelFile.read(model)).weights().data()).isEqualTo(found.data());
    }

    /** The same table from the rows and from a pipe, but for the folds and what intervals leave out. */
    @Test
    void aPipeIsComparedOutOfOnePass() throws IOException {
        Path file = table();
        Path json = dir.resolve("c.json");
        String[] options = {"--task", "shop", "--target", "y", "--methods", "mean", "--lambda", "0.001", "--gamma", "1"
        };
        List<Object> command = new ArrayList<>(List.of("compare", "-"));
        command.addAll(List.of(options));
        command.addAll(List.of("--json", json));
        InputStream before = System.in;
        Run piped;
        try (InputStream in = Files.newInputStream(file)) {
            System.setIn(in);
            piped = kith(command.toArray());
        } finally {
            System.setIn(before);
        }
        assertThat(piped.err()).isEmpty();
        assertThat(piped.out().replaceAll("\\s+", " "))
                .contains("300,000 labels; rows collapsed into moments")
                .contains(
                        "Rows were collapsed into moments: errors are those of all rows, and intervals come from leaving"
                                + " out one of 25 blocks of them at a time.");
        command.set(1, file);
        Run whole = kith(command.toArray());
        assertThat(whole.out()).doesNotContain("collapsed");
        assertThat(rmse(piped, "mean")).isCloseTo(rmse(whole, "mean"), within(1e-3));
        assertThat(rmse(piped, "stl")).isCloseTo(rmse(whole, "stl"), within(1e-3));
    }

    private static double rmse(Run run, String method) {
        Matcher row = Pattern.compile("(?m)^ *" + method + " +([0-9.]+)").matcher(run.out());
        assertThat(row.find()).as(run.out()).isTrue();
        return Double.parseDouble(row.group(1));
    }

    @Test
    void whatNeedsEachRowSaysSo() throws IOException {
        Run run = kith(
                "fit",
                table(),
                "--task",
                "shop",
                "--target",
                "y",
                "--method",
                "stl",
                "--lambda",
                1,
                "--loss",
                "absolute",
                "--max-iterations",
                1,
                "-o",
                dir.resolve("m.kith"));
        assertThat(run.out()).contains("All rows are kept in memory: --loss absolute needs each of them.");
    }
}
