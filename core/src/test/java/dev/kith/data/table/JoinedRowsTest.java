package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Roles;
import dev.kith.data.layout.Reading;
import dev.kith.data.prepare.Preparation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Joined rows are the rows as they stand there, with what the second table says of their tasks behind them. */
class JoinedRowsTest {
    private static final String ROWS = "shop,x,y\na,1,2\nb,3,4\na,5,6\n";

    @TempDir
    private Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private String joined(String rows, String tasks) throws IOException {
        return Files.readString(join(rows, tasks).file());
    }

    private Joined join(String rows, String tasks) throws IOException {
        return Tables.join(file("rows.csv", rows), Reading.AUTO, "shop", file("shops.csv", tasks));
    }

    private void refuses(String rows, String tasks, String message) {
        assertThatThrownBy(() -> join(rows, tasks))
                .isInstanceOf(DataException.class)
                .hasMessage(message);
    }

    @Test
    void everyRowOfATaskHasItsCells() throws IOException {
        Joined joined = join(ROWS, "size,shop,region\n10,b,north\n20,a,\"so,uth\"\n30,c,\n");
        assertThat(Files.readString(joined.file()))
                .isEqualTo("shop,x,y,size,region\na,1,2,20,\"so,uth\"\nb,3,4,10,north\na,5,6,20,\"so,uth\"\n");
        assertThat(joined.columns()).containsExactly("size", "region");
        assertThat(joined.tasks()).isEqualTo(2);
        assertThat(joined.lacking()).isEmpty();
        assertThat(joined.file().getFileName()).hasToString("shops.csv joined to rows.csv");
    }

    @Test
    void tasksWithoutARowHaveBlanksAndAreNamed() throws IOException {
        Joined joined = join(ROWS, "shop,size\na,20\n");
        assertThat(Files.readString(joined.file())).isEqualTo("shop,x,y,size\na,1,2,20\nb,3,4,\na,5,6,20\n");
        assertThat(joined.lacking()).containsExactly("b");
        assertThat(joined.tasks()).isEqualTo(2);
    }

    @Test
    void rowsStayLetterForLetter() throws IOException {
        assertThat(joined(
                        "x, shop ,\"y\"\r\n\r\n\"1\n2\", a ,'=sum\r 3,\"a\",\"\"\n",
                        "shop,note\na,\"say \"\"hi\"\"\"\n"))
                .isEqualTo(
                        "x, shop ,\"y\",note\n\"1\n2\", a ,'=sum,\"say \"\"hi\"\"\"\n 3,\"a\",\"\",\"say \"\"hi\"\"\"\n");
    }

    /** A comma there is a point here, and the other way round. */
    @Test
    void numbersAreWrittenAsTheirNewNeighboursAre() throws IOException {
        assertThat(joined(ROWS, "shop;size;open\na;1.234,5;2015-03-01\nb;0,25;2016-04-02\n"))
                .isEqualTo(
                        "shop,x,y,size,open\na,1,2,1234.5,2015-03-01\nb,3,4,0.25,2016-04-02\na,5,6,1234.5,2015-03-01\n");
        Joined commas = join("shop;x;y\na;1,5;2,25\nb;3,5;4,75\n", "shop,size\na,$1234.5\nb,$1.125\n");
        assertThat(Files.readString(commas.file())).isEqualTo("shop;x;y;size\na;1,5;2,25;1234,5\nb;3,5;4,75;1,125\n");
        Dataset data = Tables.read(commas.file(), commas.reading())
                .dataset(Roles.task("shop").target("y"));
        DenseInputs x = (DenseInputs) Preparation.prepared(data).inputs();
        assertThat(x.features()).containsExactly("x", "size");
        assertThat(x.values().data()).containsExactly(1.5, 1234.5, 3.5, 1.125);
    }

    @Test
    void oddLayoutsKeepTheirColumns() throws IOException {
        Joined r = join("\"shop\" \"x\" \"y\"\n\"1\" \"a\" 2 3\n\"2\" \"b\" 4 5\n", "shop,size,kind\na,7,big one\n");
        assertThat(Tables.read(r.file(), r.reading()).column("kind")).containsExactly("big one", "");
        assertThat(Tables.read(r.file(), r.reading()).column("size")).containsExactly("7", "");
        Joined ended = join("shop,x,y,\na,1,2,\nb,3,4,\n", "shop,size\na,7\nb,8\n");
        assertThat(Files.readString(ended.file())).isEqualTo("shop,x,y,size\na,1,2,7\nb,3,4,8\n");
    }

    @Test
    void otherEncodingsAndBadRowsAreReadAsEver() throws IOException {
        Path rows = Files.write(
                directory.resolve("old.csv"),
                "shop,y\nZürich,1\nbad\nZürich,2\n".getBytes(StandardCharsets.ISO_8859_1));
        Path shops = file("shops.csv", "shop,size,kind\nZürich,4,x\n");
        Reading reading = Reading.AUTO.encoding(StandardCharsets.ISO_8859_1).skipBad(1);
        Joined joined = Tables.join(rows, reading, "shop", shops);
        Dataset data = Tables.read(joined.file(), joined.reading())
                .dataset(Roles.task("shop").target("y").drop("kind"));
        assertThat(data.tasks()).containsExactly("Zürich");
        assertThat(data.size()).isEqualTo(2);
        assertThat(data.source().taskTable()).contains("shops.csv");
    }

    @Test
    void whatIsAssumedOfTheSecondTableIsTold() throws IOException {
        List<String> told = new ArrayList<>();
        Tables.join(
                file("rows.csv", ROWS),
                Reading.AUTO.telling(told::add),
                "shop",
                file("shops.csv", "shop;size\na;1,5\nb;2,5\n"));
        assertThat(told)
                .containsExactly(
                        "fields separated by ';' in 'shops.csv' (--separator says otherwise)",
                        "decimal comma in 'shops.csv' (--decimal says otherwise)");
    }

    @Test
    void whatCannotBeJoinedIsNamed() {
        refuses(
                ROWS,
                "shop,size\na,1\nb,2\na,3\n",
                "shops.csv:4: task 'a' has a row already, in line 2; a table of tasks has one row for each");
        refuses(ROWS, "shop,size\na,1\n ,2\n", "shops.csv:3: column 'shop' is blank, the name of a task is needed");
        refuses(ROWS, "shop\na\nb\n", "shops.csv: has no column beside 'shop', so it says nothing of tasks");
        refuses(
                ROWS,
                "shop,x,size\na,1,2\n",
                "shops.csv: column 'x' is also in rows.csv: rename or leave out one of them, beside 'shop' the two tables"
                        + " must have different columns");
        refuses(
                ROWS,
                "shop,size\nA,1\nB,2\n",
                "shops.csv: has none of the tasks of rows.csv: column 'shop' has 'A', 'B' here and 'a', 'b' there");
        refuses(
                ROWS,
                "store,size\na,1\n",
                "shops.csv: unknown column 'shop'; there are 'store', 'size'; the table of tasks names them in a column that is"
                        + " called as in the rows");
        refuses(
                "store,y\na,1\n",
                "shop,size\na,1\n",
                "rows.csv: unknown column 'shop'; there are 'store', 'y'; by it shops.csv is joined");
    }

    @Test
    void libsvmHasNoColumns() throws IOException {
        Path svm = file("rows.svm", "1 1:2\n");
        Path shops = file("shops.csv", "shop,size\na,1\n");
        assertThatThrownBy(() -> Tables.join(svm, Reading.AUTO, "shop", shops))
                .hasMessage("rows.svm: a LIBSVM file has no column of tasks, by which shops.csv could be joined");
        assertThatThrownBy(() -> Tables.join(shops, Reading.AUTO, "shop", svm))
                .hasMessage("rows.svm: a LIBSVM file has no columns, so it says nothing of tasks");
    }
}
