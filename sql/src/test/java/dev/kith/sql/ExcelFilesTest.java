package dev.kith.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.function.Consumer;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sheets that another library wrote. */
class ExcelFilesTest {
    @TempDir
    Path directory;

    private Path sheet(String name, Consumer<Worksheet> content) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                Workbook book = new Workbook(out, "test", "1.0")) {
            content.accept(book.newWorksheet("first"));
            book.newWorksheet("second").value(0, 0, "other");
        }
        return file;
    }

    @Test
    void cellsAreWhatTheyShow() throws IOException {
        Path file = sheet("shops.xlsx", sheet -> {
            String[] header = {"shop", "price", "day", "open", "note"};
            for (int j = 0; j < header.length; j++) {
                sheet.value(0, j, header[j]);
            }
            sheet.value(1, 0, "A, \"old\"");
            sheet.value(1, 1, 0.1 + 0.2);
            sheet.value(1, 2, LocalDate.of(2024, 2, 29));
            sheet.style(1, 2).format("yyyy-mm-dd").set();
            sheet.value(1, 3, true);
            // row 2 is empty; of row 3 a price and a note are missing
            sheet.value(3, 0, "B");
            sheet.value(3, 2, LocalDate.of(2024, 3, 1));
            sheet.style(3, 2).format("d. mmm yyyy").set();
            sheet.value(3, 3, false);
        });
        Table table = Tables.read(file);
        assertThat(table.name()).isEqualTo("shops.xlsx");
        assertThat(table.header()).containsExactly("shop", "price", "day", "open", "note");
        assertThat(table.column("shop")).containsExactly("A, \"old\"", "B");
        assertThat(Double.parseDouble(table.column("price").get(0))).isEqualTo(0.1 + 0.2);
        assertThat(table.column("price").get(1)).isEmpty();
        assertThat(table.column("day")).containsExactly("2024-02-29", "2024-03-01");
        assertThat(table.column("open")).containsExactly("true", "false");
        assertThat(table.column("note")).containsExactly("", "");
    }

    @Test
    void whatCannotBeReadIsSaid() throws IOException {
        Path wide = sheet("wide.xlsx", sheet -> {
            sheet.value(0, 0, "a");
            sheet.value(1, 0, 1);
            sheet.value(1, 1, 2);
        });
        assertThatThrownBy(() -> Tables.read(wide))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("wide.xlsx:2")
                .hasMessageContaining("more cells");
        Path text = Files.writeString(directory.resolve("text.xlsx"), "a,b\n1,2\n");
        assertThatThrownBy(() -> Tables.read(text))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("text.xlsx")
                .hasMessageNotContaining(directory.toString());
        assertThatThrownBy(() -> Tables.read(directory.resolve("absent.xlsx")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("absent.xlsx: no such file");
        Path empty = sheet("empty.xlsx", sheet -> {});
        assertThatThrownBy(() -> Tables.read(empty))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("empty");
    }
}
