package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kernel computed elsewhere: k(i, j) = matrix[i][j] over a fixed set of items. Items are known by their position, which is
 * then the one feature of an input ({@link #items()}), or by name ({@link #of}), which is then the input's string: a column of
 * keys, or the numbers of rows ({@link dev.kith.data.Roles#ROW_NUMBER}).
 *
 * <p>A model file holds the names of the rows a model was trained on and no values of a named kernel; to predict, the values
 * between new rows and those are given ({@link #between}, {@link dev.kith.model.Model#withGram}).
 */
public final class Precomputed implements Kernel {
    /** What it is called where items are positions; its numbers are no part of that. */
    public static final String SPEC = "precomputed";

    /** What it is called where items have names. */
    public static final String NAMED = "precomputed:named";

    private final String source;
    private final Matrix matrix;
    private final @Nullable ItemNames rows;
    private final @Nullable ItemNames columns;

    private Precomputed(String source, Matrix matrix, @Nullable ItemNames rows, @Nullable ItemNames columns) {
        this.source = source;
        this.matrix = matrix.frozen();
        this.rows = rows;
        this.columns = columns;
    }

    /** Items known by their position in a symmetric matrix. */
    public Precomputed(Matrix matrix) {
        this("precomputed kernel", requireGram("precomputed kernel", matrix), null, null);
    }

    /**
     * A Gram matrix of named items. Columns may stand in another order than rows.
     *
     * @param source what messages call it
     * @throws DataException if rows and columns do not name the same items, each once, or the matrix is not symmetric and
     *     positive semidefinite as far as that is checked ({@link Kernels#gram})
     */
    public static Precomputed of(String source, NamedMatrix gram) {
        ItemNames rows = ItemNames.of(source, gram.rows());
        int[] order = gram.rows().stream()
                .mapToInt(ItemNames.of(source, gram.cols())::position)
                .toArray();
        if (order.length != gram.cols().size()) {
            throw new DataException(source + ": rows and columns must name the same items, got " + order.length
                    + " rows and " + gram.cols().size() + " columns");
        }
        Matrix ordered = gram.values().transpose().selectRows(order).transpose();
        try {
            Grams.requireSemidefinite(source, requireGram(source, ordered));
        } catch (IllegalArgumentException e) {
            throw new DataException(String.valueOf(e.getMessage()), e);
        }
        return new Precomputed(source, ordered.symmetrized(), rows, rows);
    }

    /** Values between new items (rows) and those a model was trained on (columns), for its predictions. */
    public static Precomputed between(String source, NamedMatrix values) {
        values.values().requireFinite(source);
        return new Precomputed(
                source, values.values(), ItemNames.of(source, values.rows()), ItemNames.of(source, values.cols()));
    }

    /** Named items whose values are not there: the kernel of a model that was read from its file. */
    public static Precomputed absent() {
        ItemNames none = ItemNames.of(NAMED, List.of());
        return new Precomputed(NAMED, Matrix.zeros(0, 0), none, none);
    }

    private static Matrix requireGram(String name, Matrix matrix) {
        matrix.requireFinite(name);
        if (matrix.rows() != matrix.cols()) {
            throw new IllegalArgumentException(name + " must be square, got " + matrix.rows() + " x " + matrix.cols());
        }
        double tolerance = 1e-10 * matrix.maxAbs();
        for (int i = 0; i < matrix.rows(); i++) {
            for (int j = 0; j < i; j++) {
                if (Math.abs(matrix.get(i, j) - matrix.get(j, i)) > tolerance) {
                    throw new IllegalArgumentException(name + " must be symmetric, got " + matrix.get(i, j) + " at ("
                            + i + ", " + j + ") and " + matrix.get(j, i) + " at (" + j + ", " + i + ")");
                }
            }
        }
        return matrix;
    }

    public Matrix matrix() {
        return matrix;
    }

    /** Whether items are known by name. */
    public boolean named() {
        return rows != null;
    }

    /** Whether values are still to be given. */
    public boolean isAbsent() {
        return rows != null && matrix.rows() == 0;
    }

    /** One input per item of the matrix, in order. */
    public Inputs items() {
        if (rows != null) {
            return new StringInputs(rows.names(), "item");
        }
        double[] positions = new double[matrix.rows()];
        Arrays.setAll(positions, i -> i);
        return new DenseInputs(Matrix.wrap(positions.length, 1, positions), Names.numbered("item", 1));
    }

    @Override
    public String spec() {
        return rows == null ? SPEC : NAMED;
    }

    @Override
    public Matrix cross(Inputs x, Inputs z) {
        int[] left = positions(x, rows, "row");
        int[] right = positions(z, columns, "column");
        Matrix k = Matrix.zeros(left.length, right.length);
        for (int i = 0; i < left.length; i++) {
            for (int j = 0; j < right.length; j++) {
                k.set(i, j, matrix.get(left[i], right[j]));
            }
        }
        return k;
    }

    @Override
    public Matrix gram(Inputs x) {
        return cross(x, x).symmetrized();
    }

    @Override
    public double[] diagonal(Inputs x) {
        int[] left = positions(x, rows, "row");
        int[] right = positions(x, columns, "column");
        double[] diagonal = new double[left.length];
        Arrays.setAll(diagonal, i -> matrix.get(left[i], right[i]));
        return diagonal;
    }

    @Override
    public boolean scalable() {
        return false;
    }

    private int[] positions(Inputs x, @Nullable ItemNames names, String side) {
        int[] positions = new int[x.rows()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = names == null ? position(x, i) : position(x, i, names, side);
        }
        return positions;
    }

    private int position(Inputs x, int i, ItemNames names, String side) {
        if (isAbsent()) {
            throw new DataException("the model's kernel was given as a Gram matrix: predictions need its values between"
                    + " the new rows and the training rows (--kernel precomputed:FILE)");
        }
        if (x instanceof StringInputs strings) {
            return names.position(strings.values().get(i), side, strings.name());
        }
        throw new DataException(source + ": a Gram matrix of named items needs inputs that are names, a column of keys"
                + " or row numbers");
    }

    private int position(Inputs x, int i) {
        if (x instanceof DenseInputs dense && dense.values().cols() == 1) {
            double position = dense.values().get(i, 0);
            if (position >= 0 && position < matrix.rows() && position == Math.rint(position)) {
                return (int) position;
            }
        }
        throw new DataException("a precomputed kernel needs one feature holding positions 0 to " + (matrix.rows() - 1)
                + ", input " + i + " has none");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Precomputed that
                && matrix.equals(that.matrix)
                && Objects.equals(rows, that.rows)
                && Objects.equals(columns, that.columns);
    }

    @Override
    public int hashCode() {
        return Objects.hash(matrix, rows, columns);
    }

    @Override
    public String toString() {
        return spec() + " " + matrix.rows() + " x " + matrix.cols();
    }

    /** Names of the rows, or columns, of a matrix that was given, and where each stands. */
    private record ItemNames(String source, List<String> names, Map<String, Integer> positions) {
        /** @throws DataException if a name occurs twice */
        static ItemNames of(String source, List<String> names) {
            Map<String, Integer> positions = new HashMap<>();
            for (String name : names) {
                if (positions.putIfAbsent(name, positions.size()) != null) {
                    throw new DataException(
                            source + ": '" + name + "' names two lines or columns, each item must occur once");
                }
            }
            return new ItemNames(source, List.copyOf(names), Map.copyOf(positions));
        }

        /** Where an item of this name stands among the columns. */
        int position(String name) {
            Integer at = positions.get(name);
            if (at == null) {
                throw new DataException(source + ": has a row for item '" + name + "' and no column");
            }
            return at;
        }

        /**
         * Where the item of an input stands.
         *
         * @param side what the matrix would have for it: row or column
         * @param column where the input's name was read
         */
        int position(String name, String side, String column) {
            Integer at = positions.get(name);
            if (at != null) {
                return at;
            }
            if (column.equals(Roles.ROW_NUMBER)) {
                throw new DataException(source + ": has " + names.size() + " " + side + "s, row " + name
                        + " of the data has none; rows go by their order unless a column names them"
                        + " (precomputed:FILE@COLUMN)");
            }
            throw new DataException(source + ": has no " + side + " for " + column + " '" + name + "'; "
                    + Names.unknown("item", name, names));
        }
    }
}
