package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Format;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.moments.OnePass;
import dev.kith.data.prepare.Preparation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables with missing cells, categories, yes and no are read as they are. */
class IncompleteTablesTest {
    private static final Roles LONG = Roles.task("t").target("y");

    @TempDir
    Path folder;

    private Table table(String text) throws IOException {
        return Tables.read(Files.writeString(folder.resolve("f.csv"), text));
    }

    private Dataset read(String text, Roles roles) throws IOException {
        return table(text).dataset(roles);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NA", "N/A", "n/a", "#N/A", "<NA>", "null", "NULL", "NaN", "nan", "?", ".", " "})
    void featuresCategoriesAndLabelsMayBeMissing(String word) throws IOException {
        Dataset data = read(
                "t,y,x,c\nA,1,2,red\nA," + word + ",3,red\nA,3," + word + ",blue\nB,4,5," + word + "\n",
                LONG.categorical("c"));
        assertThat(data.size()).isEqualTo(3);
        assertThat(data.source().skipped()).isEqualTo(1);
        RawInputs inputs = (RawInputs) data.inputs();
        assertThat(inputs.column("x").missing(1)).isTrue();
        assertThat(inputs.column("c").missing(2)).isTrue();
        assertThat(inputs.column("c").missing(1)).isFalse();
        assertThat(inputs.tasks().orElseThrow().value(2)).contains("B");
    }

    @Test
    void aTaskMayBeCalledNa() throws IOException {
        Dataset data = read("t,y,x\nNA,1,2\nFR,2,\n", LONG);
        assertThat(data.tasks()).containsExactly("NA", "FR");
    }

    @Test
    void wordsOfOnesOwnAreMissingToo() throws IOException {
        Roles roles = LONG.categorical("c").missing(List.of("-999", "unknown"));
        Dataset data = read("t,y,x,c\nA,1,-999,red\nA,-999.0,3,red\nA,3,-9.99e2,unknown\n", roles);
        RawInputs inputs = (RawInputs) data.inputs();
        assertThat(data.size()).isEqualTo(2);
        assertThat(inputs.column("x").missing(0)).isTrue();
        assertThat(inputs.column("x").missing(1)).isTrue();
        assertThat(inputs.column("c").missing(1)).isTrue();
        assertThat(inputs.recipe().missing()).containsExactly("-999", "unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"inf", "-Infinity", "1e400"})
    void whatIsNotFiniteIsNeverMissing(String word) {
        assertThatThrownBy(() -> read("t,y,x\nA,1," + word + "\n", LONG))
                .isInstanceOf(DataException.class)
                .hasMessage("f.csv:2: column 'x': \"" + word + "\" is not a finite number (task 'A')");
    }

    @Test
    void completeTablesOfNumbersStayDense() throws IOException {
        assertThat(read("t,y,x\nA,1,2\nA,1,\nB,3,4\n", LONG).inputs()).isInstanceOf(RawInputs.class);
        assertThat(read("t,y,x\nA,1,2\nA,,\nB,3,4\n", LONG).inputs())
                .as("a row without a label is not learned from")
                .isInstanceOf(DenseInputs.class);
        assertThat(read("t,y,x\nA,1,2\nA,,7\nB,3,4\n", LONG).inputs()).isInstanceOf(DenseInputs.class);
    }

    @Test
    void yesAndNoAreNumbers() throws IOException {
        Dataset data = read("t,y,m,n\nA,1,yes,2\nA,2,No,3\nA,3,NA,4\nB,4,T,5\n", LONG);
        RawInputs inputs = (RawInputs) data.inputs();
        assertThat(inputs.recipe().treatments()).containsExactly(new Recipe.Truth("m"), new Recipe.Numeric("n"));
        RawColumn.Numbers married = (RawColumn.Numbers) inputs.column("m");
        assertThat(List.of(married.value(0), married.value(1), married.value(3)))
                .containsExactly(1.0, 0.0, 1.0);
        assertThat(married.missing(2)).isTrue();
    }

    @Test
    void yesAmongOtherNumbersIsRefused() {
        assertThatThrownBy(() -> read("t,y,m\nA,1,yes\nA,2,3.5\n", LONG))
                .isInstanceOf(DataException.class)
                .hasMessage("f.csv: column 'm' must be numbers or yes and no, has both, 3.5 among them");
    }

    @Test
    void columnsKeepTheirOrder() throws IOException {
        Dataset data = read("t,y,a,c,b\nA,1,1,red,\nA,2,,blue,3\n", LONG.categorical("c"));
        assertThat(data.inputs().features()).containsExactly("a", "c", "b");
        assertThat(Preparation.prepared(data).inputs().features()).containsExactly("a", "c=blue", "c=red", "b");
    }

    /** Many rows, a missing feature in the last. */
    private static String late() {
        StringBuilder text = new StringBuilder("t,y,x\n");
        for (int i = 0; i < 500; i++) {
            text.append("A,").append(i % 17).append(',').append(i % 13).append('\n');
        }
        return text.append("A,3,NA\n").toString();
    }

    private static final OnePass AT_ONCE = OnePass.folds(0, 1).withNumbers(100).withSquared(true);

    @Test
    void aFileWhoseRowsCannotBecomeMomentsIsReadAgainAsRows() throws IOException {
        Dataset data = table(late()).dataset(LONG, AT_ONCE);
        assertThat(data.collapsed()).isEmpty();
        assertThat(data.size()).isEqualTo(501);
        assertThat(((RawInputs) data.inputs()).column("x").missing(500)).isTrue();
    }

    @Test
    void aPipeCannotBeReadAgainAndSaysSo() {
        ByteArrayInputStream pipe = new ByteArrayInputStream(late().getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> Tables.dataset("standard input", pipe, Format.CSV, LONG, AT_ONCE))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("standard input: line 502 misses a feature after 500 rows that were collapsed");
    }

    /** Many rows of two texts, one of which has more than 50 values in the end. */
    private static String many() {
        StringBuilder text = new StringBuilder("t,y,c,d\n");
        for (int i = 0; i < 3000; i++) {
            text.append("A,").append(i % 17).append(",v").append(i < 2000 ? i % 3 : i % 60);
            text.append(",2024-01-").append(10 + i % 9).append('\n');
        }
        return text.toString();
    }

    @Test
    void aCategoryOfManyValuesIsReadAgainAsRowsUnlessAFeatureForEachIsWanted() throws IOException {
        Roles roles = LONG.drop("d");
        Dataset rows = table(many()).dataset(roles.categorical("c"), AT_ONCE);
        assertThat(rows.collapsed()).isEmpty();
        assertThat(Preparation.prepared(rows).inputs().features()).containsExactly("c: mean label");
        Dataset moments = table(many()).dataset(roles.treated(List.of(new Recipe.OneHot("c"))), AT_ONCE);
        assertThat(moments.collapsed()).isPresent();
        assertThat(moments.inputs().features()).hasSize(60);
    }

    @Test
    void aPipeOfManyValuesSaysSo() {
        ByteArrayInputStream pipe = new ByteArrayInputStream(many().getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> Tables.dataset(
                        "standard input", pipe, Format.CSV, LONG.drop("d").categorical("c"), AT_ONCE))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("standard input: line 2052 has more different texts than features are made of"
                        + " after 2050 rows that were collapsed into moments as they passed by;");
    }

    @Test
    void rowsWithDatesAreKept() throws IOException {
        Dataset data = table(many()).dataset(LONG.drop("c").dates("d"), AT_ONCE);
        assertThat(data.collapsed()).isEmpty();
        assertThat(Preparation.prepared(data).inputs().features()).containsExactly("d: trend");
        Table table = table(many());
        assertThatThrownBy(() -> table.datasetOnFile(LONG.drop("c").dates("d")))
                .isInstanceOf(DataException.class)
                .hasMessage("f.csv: column 'd' cannot be date here: features are made of rows in memory, without string"
                        + " kernels beside them");
    }

    @Test
    void rowsLeftInTheirFileMustBeComplete() throws IOException {
        Table table = table("t,y,x\nA,1,\n");
        assertThatThrownBy(() -> table.datasetOnFile(LONG))
                .isInstanceOf(DataException.class)
                .hasMessage("f.csv:2: column 'x': is blank, a number is needed (task 'A')");
    }
}
