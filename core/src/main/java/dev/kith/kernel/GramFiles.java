package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads matrices between items: a header line, then one line per item. With names, the first column names the row's item and the
 * header the columns' items; without, all columns are values and items are numbered from 1.
 */
final class GramFiles {
    private GramFiles() {}

    static NamedMatrix read(Path file, boolean named) {
        Table table = Tables.read(file);
        List<String> header = table.header();
        if (header.size() < (named ? 2 : 1)) {
            throw new DataException(table.name()
                    + ": must be CSV or TSV with a header line and a column per item, got " + header.size()
                    + " columns");
        }
        List<String> columns = named ? header.subList(1, header.size()) : header;
        Roles features = Roles.none().features(columns);
        Rows rows = table.rows(named ? features.id(header.get(0)) : features);
        DenseInputs values = (DenseInputs) rows.inputs();
        return named
                ? new NamedMatrix(
                        header.get(0), rows.ids().stream().map(id -> id.get(0)).toList(), columns, values.values())
                : new NamedMatrix("", numbers(values.rows()), numbers(columns.size()), values.values());
    }

    /** Square, or a message that says what is likely to be the matter. */
    static NamedMatrix readSquare(Path file, boolean named) {
        NamedMatrix gram = read(file, named);
        int n = gram.values().rows();
        int columns = gram.values().cols();
        if (!named && n != columns) {
            String guess = n == columns - 1
                    ? "; is the header line missing, or does the first column name the rows (precomputed:FILE@COLUMN)?"
                    : "";
            throw new DataException(file.getFileName() + ": a Gram matrix must be square, got " + n + " rows and "
                    + columns + " columns" + guess);
        }
        return gram;
    }

    private static List<String> numbers(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
    }
}
