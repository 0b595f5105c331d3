package dev.kith.data.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.data.layout.Reading;
import dev.kith.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was assumed is said with the option that says otherwise; what was asked for is not said. */
class AssumptionsTest {
    private static Dataset data(int features, double... labels) {
        return Dataset.ofLong(
                new DenseInputs(Matrix.zeros(labels.length, features), Names.numbered("x", features)),
                List.of("a"),
                new int[labels.length],
                labels);
    }

    @Test
    void everyLineNamesItsOption() {
        Dataset numbers = data(8, -2, 1.5, 3);
        assertThat(Assumptions.none()
                        .withFeatures(numbers)
                        .withLoss("squared", numbers)
                        .withRandomFolds("5-fold cross-validation")
                        .text())
                .containsExactly(
                        "Assumed:",
                        "  features  all 8 other columns: x1, x2, x3, x4, x5, x6 and 2 more  (--features, --drop)",
                        "  loss      squared, as labels are numbers from -2 to 3  (--loss)",
                        "  held out  rows at random, 5-fold cross-validation  (--time, --hold-out-by)");
    }

    @Test
    void oneColumnIsTheOnlyOne() {
        assertThat(Assumptions.none().withFeatures(data(1, 1, 2)).text())
                .containsExactly("Assumed:", "  features  the only other column: x1  (--features, --drop)");
    }

    @Test
    void classesAreNamed() {
        Dataset classes = data(1, 0, 1, 1).asClasses();
        assertThat(Assumptions.none().withLoss("logistic", classes).byName())
                .containsExactly(
                        java.util.Map.entry("Assumed loss", "logistic, as labels are the classes 0 and 1 (--loss)"));
    }

    @Test
    void nothingAssumedIsNothingSaid() {
        assertThat(Assumptions.none().text()).isEmpty();
        assertThat(Assumptions.none().byName()).isEmpty();
    }

    /** A plain file without gaps says nothing; another one says what was found out and how to say otherwise. */
    @Test
    void howTheFileWasReadIsSaidWhereThatIsNoMatterOfCourse(@TempDir Path dir) throws IOException {
        Path plain = Files.writeString(dir.resolve("plain.csv"), "shop,x,y\na,1,2\nb,3,4.5\n");
        assertThat(Assumptions.none().withFile(plain, Reading.AUTO, List.of()).text())
                .isEmpty();
        Path other = Files.writeString(dir.resolve("other.csv"), ";x;y\n1;1,5;2\n2;3,5;4\n");
        assertThat(Assumptions.none().withFile(other, Reading.AUTO, List.of()).text())
                .containsExactly(
                        "Assumed:",
                        "  file  fields between ';'; decimal comma; nothing learned from 'row', which has no name"
                                + "  (--separator, --decimal, --features)");
        assertThat(Assumptions.none()
                        .withFile(other, Reading.AUTO.separator(';').decimal(','), List.of("row"))
                        .text())
                .isEmpty();
    }

    @Test
    void missingCellsAreCounted() {
        RawColumn x = RawColumn.Numbers.of("x", 1, Double.NaN, Double.NaN);
        RawColumn z = RawColumn.Numbers.of("z", 1, 2, 3);
        Recipe recipe = new Recipe(List.of(new Recipe.Numeric("x"), new Recipe.Numeric("z")), true, List.of());
        Dataset data = Dataset.ofLong(
                new RawInputs(List.of(x, z), Optional.empty(), recipe), List.of("a"), new int[3], new double[] {1, 2, 3
                });
        assertThat(Assumptions.none().withMissing(data).text())
                .containsExactly(
                        "Assumed:",
                        "  missing  2 cells of features (x 2), filled by what training rows say  (--impute, --missing)");
        assertThat(Assumptions.none().withMissing(data(1, 1, 2)).text()).isEmpty();
    }
}
