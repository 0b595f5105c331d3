package dev.kith.sql;

import dev.kith.data.DataException;
import dev.kith.data.table.TableProvider;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;
import org.dhatim.fastexcel.reader.Row;

/**
 * Excel ({@code .xlsx}): the first sheet, whose first row names the columns. Formulas are what they were when the file was saved;
 * numbers that are shown as dates are dates.
 */
public final class ExcelFiles implements TableProvider {
    /** A format of dates has a day or a year outside of quotes and colours. */
    private static final Pattern DATE = Pattern.compile("(?i)[dy]");

    private static final Pattern DECORATION = Pattern.compile("\"[^\"]*\"|\\[[^]]*\\]|\\\\.");

    /** For the service loader. */
    public ExcelFiles() {}

    @Override
    public boolean reads(String fileName) {
        return fileName.toLowerCase(Locale.ROOT).endsWith(".xlsx");
    }

    @Override
    public void writeCsv(Path file, Path to) {
        Path last = file.getFileName();
        String name = last == null ? "" : last.toString();
        if (!Files.isRegularFile(file)) {
            throw new DataException(name + ": no such file");
        }
        try (ReadableWorkbook book = new ReadableWorkbook(file.toFile(), new ReadingOptions(true, true));
                Stream<Row> rows = book.getFirstSheet().openStream();
                BufferedWriter out = Files.newBufferedWriter(to)) {
            write(name, rows.iterator(), out);
        } catch (DataException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new DataException(name + ": is not an Excel file (.xlsx) that can be read", e);
        }
    }

    private static void write(String name, Iterator<Row> rows, BufferedWriter out) throws IOException {
        if (!rows.hasNext()) {
            throw new DataException(name + ": the first sheet is empty");
        }
        Row header = rows.next();
        int columns = header.getCellCount();
        line(name, header, columns, out);
        while (rows.hasNext()) {
            Row row = rows.next();
            if (row.getFirstNonEmptyCell().isPresent()) {
                line(name, row, columns, out);
            }
        }
    }

    private static void line(String name, Row row, int columns, BufferedWriter out) throws IOException {
        if (row.stream().skip(columns).anyMatch(cell -> cell != null && cell.getType() != CellType.EMPTY)) {
            throw new DataException(name + ":" + row.getRowNum() + ": has more cells than the " + columns
                    + " columns that the first row names");
        }
        for (int j = 0; j < columns; j++) {
            Optional<Cell> cell = row.getOptionalCell(j);
            ResultCsv.field(out, j + 1, cell.isPresent() ? text(name, row, cell.get()) : "");
        }
        out.write('\n');
    }

    private static String text(String name, Row row, Cell cell) {
        return switch (cell.getType()) {
            case NUMBER -> isDate(cell) ? date(cell.asDate()) : cell.getRawValue();
            case BOOLEAN -> cell.asBoolean().toString();
            case STRING -> cell.asString();
            case FORMULA -> cell.getRawValue() == null ? "" : cell.getRawValue();
            case EMPTY -> "";
            case ERROR ->
                throw new DataException(name + ":" + row.getRowNum() + ": cell " + cell.getAddress()
                        + " holds an error (" + cell.getRawValue() + "); correct it in Excel, or clear it");
        };
    }

    private static boolean isDate(Cell cell) {
        String format = cell.getDataFormatString();
        return format != null
                && DATE.matcher(DECORATION.matcher(format).replaceAll("")).find();
    }

    private static String date(LocalDateTime time) {
        return time.toLocalTime().equals(LocalTime.MIDNIGHT)
                ? time.toLocalDate().toString()
                : time.toString();
    }
}
