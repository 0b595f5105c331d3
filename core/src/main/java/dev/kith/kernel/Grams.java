package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.NumericalException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Matrices between items: reads them from files, and tells whether they can be Gram matrices. Files have a header line, then one line
 * per item. With names, the first column names the row's item and the
 * header the columns' items; without, all columns are values and items are numbered from 1.
 */
final class Grams {
    /** Larger matrices are checked by their pairs of items only: the whole check takes n^3 / 3 operations. */
    private static final int MOST = 5_000;

    /** How far below zero an eigenvalue may be, against the largest diagonal value: digits lost in writing the matrix down. */
    private static final double ROUNDING = 1e-8;

    private Grams() {}

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

    /** Every pair of items must obey k(x, z)^2 <= k(x, x) k(z, z); of up to 5,000 items the whole matrix is checked. */
    static void requireSemidefinite(String name, Matrix gram) {
        double[] diagonal = gram.diagonal();
        double slack = ROUNDING * gram.maxAbs();
        for (int i = 0; i < diagonal.length; i++) {
            for (int j = 0; j <= i; j++) {
                double most = Math.sqrt(Math.max(diagonal[i], 0)) * Math.sqrt(Math.max(diagonal[j], 0));
                if (!(diagonal[i] >= 0 && Math.abs(gram.get(i, j)) <= most + slack)) {
                    throw new IllegalArgumentException(name + " must be positive semidefinite, got " + gram.get(i, j)
                            + " at (" + i + ", " + j + ") with diagonal values " + diagonal[i] + " and " + diagonal[j]);
                }
            }
        }
        if (diagonal.length <= MOST && slack > 0) {
            try {
                LinearAlgebra.best().cholesky(gram.plusDiagonal(slack));
            } catch (NumericalException e) {
                throw new IllegalArgumentException(
                        name + " must be positive semidefinite, it has an eigenvalue below -" + slack, e);
            }
        }
    }
}
