package dev.kith.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.linalg.Matrix;
import dev.kith.score.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data sets know which columns they came from, whatever is done with them. */
class ColumnsTest {
    private static final String ROWS = "who,y,z,x\na,1,2,0.5\nb,2,1,1.5\na,1,1,2.5\nb,2,2,3.5\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private Columns columns(String name, String content, Roles roles) throws IOException {
        Table table = Tables.read(Files.writeString(dir.resolve(name), content));
        assertThat(table.datasetOnFile(roles).columns())
                .isEqualTo(table.dataset(roles).columns());
        return table.dataset(roles).columns();
    }

    @Test
    void aTableTellsItsColumns() throws IOException {
        assertThat(columns("d.csv", ROWS, Roles.task("who").target("y"))).isEqualTo(Columns.ofLong("who", "y"));
        assertThat(columns("d.csv", ROWS, Roles.targets("y", "z").drop("who"))).isEqualTo(Columns.WIDE);
        assertThat(columns("d.csv", ROWS, Roles.classes("who"))).isEqualTo(Columns.ofClasses("who"));
        assertThat(columns("d.svm", "1 qid:1 1:2\n2 qid:2 1:3\n", Roles.none())).isEqualTo(Columns.LONG);
    }

    @Test
    void dataFromMemoryKnowTheirShapeAtMost() {
        DenseInputs x = DenseInputs.of(Matrix.zeros(2, 1));
        List<String> tasks = List.of("a", "b");
        assertThat(Dataset.ofWide(x, tasks, Matrix.zeros(2, 2)).columns()).isEqualTo(Columns.WIDE);
        assertThat(Dataset.ofLong(x, tasks, new int[] {0, 1}, new double[2]).columns())
                .isEqualTo(Columns.LONG);
        assertThat(Dataset.of(x, tasks, new int[] {0}, new int[] {1}, new double[1], null, null)
                        .columns())
                .isEqualTo(Columns.UNKNOWN);
    }

    @Test
    void everyOperationKeepsThem() throws IOException {
        Path file = Files.writeString(dir.resolve("d.csv"), ROWS);
        Dataset data = Tables.read(file).dataset(Roles.task("who").target("y"));
        Split split = Split.holdOut(data, 0.5, 1);
        Stream.of(
                        data.select(0, 1),
                        data.withInputs(data.inputs()),
                        data.withLabels(1, 2, 3, 4),
                        data.withWeights(1, 2, 3, 4),
                        data.withSource(Source.NONE),
                        data.asClasses(),
                        Standardizer.fit(data, Standardizer.TargetScale.TASK, true)
                                .apply(data),
                        split.train(),
                        split.test())
                .forEach(changed -> assertThat(changed.columns()).isEqualTo(Columns.ofLong("who", "y")));
    }

    @Test
    void filesKeepThemAsParameters() {
        assertThat(Columns.ofLong("who", "y").parameters())
                .isEqualTo(Map.of("shape", "long", "task-column", "who", "target-column", "y"));
        assertThat(Columns.ofClasses("kind").parameters()).isEqualTo(Map.of("shape", "wide", "class-column", "kind"));
        assertThat(Columns.UNKNOWN.parameters()).isEmpty();
        Columns stream = new Columns(Columns.Shape.LONG, Optional.of("who"), Optional.empty(), Optional.empty());
        for (Columns columns : List.of(
                Columns.UNKNOWN,
                Columns.WIDE,
                Columns.LONG,
                Columns.ofLong("a", "b"),
                Columns.ofClasses("c"),
                stream)) {
            assertThat(Columns.ofParameters(columns.parameters())).isEqualTo(columns);
            assertThat(columns.parameters().keySet()).allMatch(Columns::names);
        }
        assertThatThrownBy(() -> Columns.ofParameters(Map.of("shape", "round")))
                .isInstanceOf(DataException.class)
                .hasMessage("shape must be wide, long or choice, got 'round'");
        assertThatThrownBy(
                        () -> new Columns(Columns.Shape.CLASSES, Optional.empty(), Optional.empty(), Optional.empty()))
                .hasMessage(
                        "a class column must be named where tasks are classes and nowhere else, got CLASSES and none");
    }
}
