package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.table.Tables;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Predictions;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GramFilesTest {
    @TempDir
    private Path dir;

    private Path write(String name, String... lines) throws IOException {
        return Files.write(dir.resolve(name), List.of(lines));
    }

    @Test
    void namedRowsAreFoundInAnyOrder() throws IOException {
        Path file = write("d.csv", "hospital,id,outcome", "a,p,1", "a,q,3", "b,r,2", "b,s,5");
        Path gramFile = write("g.csv", "id,s,r,q,p", "q,0,0,1,0.5", "p,0,0,1,0.5", "r,0,1,0,0", "s,1,0,0,0");
        assertThatThrownBy(() -> Kernels.gram(gramFile, true))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("g.csv must be symmetric");
        write("g.csv", "id,s,r,q,p", "q,0,0,1,0.5", "p,0,0,0.5,1", "r,0,1,0,0", "s,1,0,0,0");
        Path newGramFile = write("n.csv", "id,p,q,r,s", "new,0.7,0.9,0,0");

        Dataset data = Tables.read(file)
                .dataset(Roles.task("hospital").target("outcome").strings("id"));
        Kernel gram = Kernels.gram(gramFile, true);
        Model model = new ConvexTrainer(Losses.squared(), gram, Relations.mean(1), 0.1)
                .train(data)
                .model();

        assertThat(gram.gram(data.inputs()).row(0)).containsExactly(1, 0.5, 0, 0);
        Rows rows = Tables.read(write("new.csv", "hospital,id", "a,new"))
                .rows(model.info().roles());
        Precomputed values = Kernels.gramBetween(newGramFile, true);
        Predictions predictions = model.withGram(List.of(values)).predict(rows);
        double p = model.predict(data.inputs().select(0)).get(0, 0);
        double q = model.predict(data.inputs().select(1)).get(0, 0);
        double base = model.intercepts()[0];
        // values at p and q are K (c_p, c_q)'; r and s are unlike all three
        double cp = ((p - base) - 0.5 * (q - base)) / 0.75;
        double cq = ((q - base) - 0.5 * (p - base)) / 0.75;
        assertThat(predictions.get(0).value()).isCloseTo(base + 0.7 * cp + 0.9 * cq, within(1e-12));
    }

    @Test
    void namesThatDoNotFitAreSaid() throws IOException {
        assertThatThrownBy(() -> Kernels.gram(write("g.csv", "id,a,b", "a,1,0"), true))
                .hasMessage("g.csv: rows and columns must name the same items, got 1 rows and 2 columns");
        assertThatThrownBy(() -> Kernels.gram(write("g.csv", "id,a,b", "a,1,0", "c,0,1"), true))
                .hasMessage("g.csv: has a row for item 'c' and no column");
        assertThatThrownBy(() -> Kernels.gram(write("g.csv", "id,a,b", "a,1,0", "a,0,1"), true))
                .hasMessage("g.csv: 'a' names two lines or columns, each item must occur once");
        assertThatThrownBy(() -> Kernels.gram(write("g.csv", "a,b", "1,2", "2,1"), false))
                .hasMessage("g.csv must be positive semidefinite, got 2.0 at (1, 0) with diagonal values 1.0 and 1.0");
    }
}
