package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.score.Measure;
import dev.kith.select.ModelDiff.Change;
import dev.kith.select.ModelDiff.TieChange;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What two models differ in, and their errors on the same rows. */
class ModelDiffTest {
    private static final Roles LABELS = Roles.task("t").target("y");

    @TempDir
    private Path dir;

    /** Rows of these tasks; task k has y = (k + 1) x + slope z. */
    private Table table(String name, double slope, String... tasks) throws IOException {
        StringBuilder rows = new StringBuilder("t,x,z,y\n");
        for (int i = 0; i < 30 * tasks.length; i++) {
            double x = Math.sin(i);
            double z = Math.cos(2.0 * i);
            int k = i % tasks.length;
            rows.append(String.join(
                            ",", tasks[k], Double.toString(x), Double.toString(z), (k + 1) * x + slope * z + ""))
                    .append('\n');
        }
        return Tables.read(Files.writeString(dir.resolve(name), rows));
    }

    private static Model fit(Table table, Kernel kernel, Relation relation) {
        Dataset data = table.dataset(LABELS);
        return new ConvexTrainer(Losses.squared(), kernel, relation, 1e-6, Training.defaults())
                .train(data)
                .model();
    }

    @Test
    void aModelDoesNotDifferFromItself() throws IOException {
        Model model = fit(table("d.csv", 1, "a", "b"), new Linear(), Relations.mean(1));
        ModelDiff diff = ModelDiff.of(model, model);
        assertThat(diff.nothing()).isTrue();
        assertThat(diff.comparableWeights()).isTrue();
        assertThat(diff.tasks().kept()).isEqualTo(2);
    }

    @Test
    void whatChangedIsNamed() throws IOException {
        Model before = fit(table("d.csv", 1, "a", "b"), new Linear(), Relations.independent());
        Model after = fit(table("e.csv", 2, "a", "c"), new Linear(), Relations.mean(1));
        ModelDiff diff = ModelDiff.of(before, after);
        assertThat(diff.settings()).contains(new ModelDiff.Setting("method", "stl", "mean"));
        assertThat(diff.tasks()).isEqualTo(new ModelDiff.Names(List.of("b"), List.of("c"), 1));
        assertThat(diff.features().kept()).isEqualTo(2);
        assertThat(diff.weights()).singleElement().satisfies(change -> {
            assertThat(change.task()).isEqualTo("a");
            assertThat(change.feature()).isEqualTo("z");
            assertThat(change.before()).isCloseTo(1, within(1e-2));
            assertThat(change.after()).isCloseTo(2, within(1e-2));
            // from (1, 1) to (1, 2)
            assertThat(change.moved()).isCloseTo(1 / Math.sqrt(5), within(1e-2));
        });
    }

    @Test
    void weightsOfKernelsAreNotCompared() throws IOException {
        Table table = table("d.csv", 1, "a", "b");
        Model linear = fit(table, new Linear(), Relations.independent());
        Model kernel = fit(table, new Gaussian(1), Relations.independent());
        assertThat(ModelDiff.of(linear, kernel).comparableWeights()).isFalse();
    }

    @Test
    void tiesComeAndGo() {
        assertThat(new TieChange("a", "b", 0, 0.2).change()).isEqualTo(Change.NEW);
        assertThat(new TieChange("a", "b", 0.2, 0).change()).isEqualTo(Change.GONE);
        assertThat(new TieChange("a", "b", 0.2, -0.2).change()).isEqualTo(Change.TURNED);
        assertThat(new TieChange("a", "b", -0.2, -0.4).change()).isEqualTo(Change.STRONGER);
        assertThat(new TieChange("a", "b", 0.4, 0.3).change()).isEqualTo(Change.WEAKER);
    }

    @Test
    void errorsAreOfTheTasksAModelHas() throws IOException {
        Model good = fit(table("d.csv", 1, "a", "b"), new Linear(), Relations.independent());
        Model other = fit(table("e.csv", 3, "a", "c"), new Linear(), Relations.independent());
        ErrorDiff errors = ErrorDiff.of(good, other, table("f.csv", 1, "a", "b", "c"), LABELS);
        assertThat(errors.measure()).isEqualTo(Measure.RMSE);
        assertThat(errors.perTask())
                .extracting(ErrorDiff.Change::task)
                .startsWith("a")
                .contains("b", "c");
        ErrorDiff.Change a = errors.perTask().get(0);
        assertThat(a.before().getAsDouble()).isLessThan(0.01);
        // 2 z, with z a cosine
        assertThat(a.after().getAsDouble()).isCloseTo(2 * Math.sqrt(0.5), within(0.1));
        assertThat(a.worse()).isTrue();
        ErrorDiff.Change c = errors.perTask().get(2);
        assertThat(c.before().isPresent() && c.after().isPresent()).isFalse();
        assertThat(c.size()).isZero();
        assertThat(errors.overall().before()).isPresent();
    }

    @Test
    void rowsOfOtherTasksAreNoneToMeasureOn() throws IOException {
        Model model = fit(table("d.csv", 1, "a", "b"), new Linear(), Relations.independent());
        Table other = table("f.csv", 1, "x", "y");
        assertThatThrownBy(() -> ErrorDiff.of(model, model, other, LABELS))
                .isInstanceOf(DataException.class)
                .hasMessage("f.csv: no labelled row is of a task of the model");
    }

    @Test
    void tiesAreComparedBetweenTasksOfBoth() throws IOException {
        Table table = table("d.csv", 1, "a", "b", "c");
        Model apart = fit(table, new Linear(), Relations.independent());
        Model together = fit(table, new Linear(), Relations.mean(50));
        ModelDiff diff = ModelDiff.of(apart, together);
        assertThat(diff.ties()).isNotEmpty().allMatch(tie -> tie.change() == Change.NEW);
    }
}
