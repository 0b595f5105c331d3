package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.Names;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.FileBytes;
import dev.kith.data.read.Formulas;
import dev.kith.data.read.NumberForm;
import dev.kith.data.read.csv.CsvLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** What a table says of tasks, one row each: columns beside that of their names. */
final class TaskTable {
    private final String name;
    private final List<String> columns = new ArrayList<>();
    private final Map<String, List<Cell>> rows = new HashMap<>();

    /**
     * A cell.
     *
     * @param text as it stands there, guards included
     * @param number what it means, where it is written otherwise than numbers usually are
     */
    record Cell(String text, Optional<Double> number) {
        static final Cell BLANK = new Cell("", Optional.empty());
    }

    private TaskTable(String name) {
        this.name = name;
    }

    /** @param told what was assumed of its layout */
    static TaskTable read(Path file, String taskColumn, Consumer<String> told) {
        String name = FileBytes.name(file);
        Path text = Tables.text(file);
        Format format = text.equals(file) ? Format.of(name) : Format.CSV;
        if (format == Format.LIBSVM) {
            throw new DataException(name + ": a LIBSVM file has no columns, so it says nothing of tasks");
        }
        TaskTable table = new TaskTable(name);
        FileBytes bytes = FileBytes.open(text);
        try (CsvLines lines = CsvLines.open(name, format, Reading.AUTO, bytes.stream())) {
            lines.dialect().words(name, lines.columns(), j -> true).forEach(told);
            table.fill(lines, taskColumn);
        } finally {
            bytes.close();
        }
        return table;
    }

    private void fill(CsvLines lines, String taskColumn) {
        int task = lines.header().indexOf(taskColumn);
        if (task < 0) {
            throw new DataException(name + ": " + Names.unknown("column", taskColumn, lines.header())
                    + "; the table of tasks names them in a column that is called as in the rows");
        }
        int[] own = IntStream.range(0, lines.header().size())
                .filter(j -> j != task
                        && !lines.columns().aside().contains(lines.header().get(j)))
                .toArray();
        if (own.length == 0) {
            throw new DataException(name + ": has no column beside '" + taskColumn + "', so it says nothing of tasks");
        }
        IntStream.of(own).mapToObj(lines.header()::get).forEach(columns::add);
        Map<String, Long> seen = new HashMap<>();
        while (lines.next()) {
            String one = Formulas.unguard(lines.text(task));
            if (one.isBlank()) {
                throw new DataException(name + ":" + lines.line() + ": column '" + taskColumn
                        + "' is blank, the name of a task is needed");
            }
            Long before = seen.put(one, lines.line());
            if (before != null) {
                throw new DataException(name + ":" + lines.line() + ": task '" + one + "' has a row already, in line "
                        + before + "; a table of tasks has one row for each");
            }
            rows.put(one, IntStream.of(own).mapToObj(j -> cell(lines, j)).toList());
        }
    }

    private static Cell cell(CsvLines lines, int j) {
        NumberForm form = lines.dialect().form(j);
        double number = form.parse(lines.chars(), lines.from(j), lines.to(j));
        return new Cell(
                lines.text(j),
                form.equals(NumberForm.PLAIN) || Double.isNaN(number) ? Optional.empty() : Optional.of(number));
    }

    String name() {
        return name;
    }

    List<String> columns() {
        return columns;
    }

    List<String> tasks() {
        return rows.keySet().stream().sorted().toList();
    }

    boolean has(String task) {
        return rows.containsKey(task);
    }

    /** The cells of a task, blank where it has no row. */
    List<Cell> of(String task) {
        List<Cell> cells = rows.get(task);
        return cells == null ? columns.stream().map(column -> Cell.BLANK).toList() : cells;
    }
}
