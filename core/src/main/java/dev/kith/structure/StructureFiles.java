package dev.kith.structure;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.data.read.Formulas;
import dev.kith.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what describes the relation of tasks from small text files. */
public final class StructureFiles {
    private StructureFiles() {}

    /** {@code task,task[,weight]} with a header line; a weight left out is 1. */
    public static TaskGraph graph(Path file) {
        List<TaskGraph.Edge> edges = new ArrayList<>();
        for (CsvRecord line : body(file, 2, 3)) {
            String where = where(file, line);
            double weight = line.getFieldCount() == 3 ? number(file, line, 2) : 1;
            edges.add(new TaskGraph.Edge(name(line, 0), name(line, 1), weight, where));
        }
        return new TaskGraph(edges);
    }

    /** {@code task,group} with a header line. */
    public static Map<String, String> groups(Path file) {
        return pairs(file);
    }

    /** Newick when the text starts with a parenthesis, else {@code child,parent} lines after a header. */
    public static TaskTree tree(Path file) {
        String text = text(file).strip();
        return text.startsWith("(") ? TaskTree.parseNewick(text) : TaskTree.ofParents(pairs(file));
    }

    /** A header of column names (its first cell is ignored), then lines of a row name and its numbers. */
    public static NamedMatrix matrix(Path file) {
        List<CsvRecord> lines = lines(file);
        if (lines.size() < 2) {
            throw new DataException(file.getFileName() + ": must have a header and at least one row");
        }
        List<String> header =
                lines.get(0).getFields().stream().map(Formulas::unguard).toList();
        List<String> columns = header.subList(1, header.size());
        List<String> rows = new ArrayList<>();
        Matrix values = Matrix.zeros(lines.size() - 1, columns.size());
        for (CsvRecord line : lines.subList(1, lines.size())) {
            if (line.getFieldCount() != header.size()) {
                throw new DataException(
                        where(file, line) + ": must have " + header.size() + " fields, got " + line.getFieldCount());
            }
            for (int j = 0; j < columns.size(); j++) {
                values.set(rows.size(), j, number(file, line, j + 1));
            }
            rows.add(name(line, 0));
        }
        return new NamedMatrix(header.get(0), rows, columns, values);
    }

    /** Lines of two names after a header, the first of them distinct. */
    public static Map<String, String> pairs(Path file) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (CsvRecord line : body(file, 2, 2)) {
            if (pairs.put(name(line, 0), name(line, 1)) != null) {
                throw new DataException(where(file, line) + ": '" + name(line, 0) + "' occurs twice");
            }
        }
        return pairs;
    }

    private static List<CsvRecord> body(Path file, int least, int most) {
        List<CsvRecord> lines = lines(file);
        if (lines.isEmpty()) {
            throw new DataException(file.getFileName() + ": is empty; a header line is required");
        }
        for (CsvRecord line : lines) {
            if (line.getFieldCount() < least || line.getFieldCount() > most) {
                throw new DataException(where(file, line) + ": must have " + least + (most > least ? " to " + most : "")
                        + " fields, got " + line.getFieldCount());
            }
        }
        return lines.subList(1, lines.size());
    }

    private static List<CsvRecord> lines(Path file) {
        // Lines of other lengths are refused by whoever knows which lengths there may be, with the line's number.
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(text(file))) {
            return reader.stream().toList();
        } catch (CsvParseException e) {
            throw new DataException(file.getFileName() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new DataException(file.getFileName() + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new DataException(file + ": cannot be read as UTF-8 text: " + e.getMessage(), e);
        }
    }

    private static String name(CsvRecord line, int field) {
        return Formulas.unguard(line.getField(field));
    }

    private static double number(Path file, CsvRecord line, int field) {
        try {
            double value = Double.parseDouble(line.getField(field));
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below, with the place
        }
        throw new DataException(where(file, line) + ": \"" + line.getField(field) + "\" is not a finite number");
    }

    private static String where(Path file, CsvRecord line) {
        return file.getFileName() + ":" + line.getStartingLineNumber();
    }
}
