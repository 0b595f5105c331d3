package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Names;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a model does to columns of a table before it looks at them: a list of declared steps, each of which makes named numeric features of one
 * column. Fitted to the training rows of a model and part of its file, so that rows to predict, whoever reads them, become the same
 * features. Immutable.
 *
 * <pre>{@code
 * Dataset table = Tables.read(file).dataset(roles);          // may have missing cells
 * Preparation preparation = Preparation.fit(table);          // trainers do this themselves
 * DenseInputs features = preparation.apply((RawInputs) table.inputs());
 * }</pre>
 *
 * @param impute whether missing cells are filled; else they are refused
 * @param missing spellings of a missing cell beside the usual ones
 */
public record Preparation(List<Step> steps, boolean impute, List<String> missing) {
    /** The newest version of the steps and what they mean, in model files. */
    public static final int VERSION = 2;

    public Preparation {
        steps = List.copyOf(steps);
        missing = List.copyOf(missing);
        Names.distinct("column", steps.stream().map(Step::column).toList());
        Names.distinct("feature", features(steps));
    }

    /** The version a file must have to say this: 2 with dates, ordered, hashed or drawn texts, else 1. */
    public int version() {
        return steps.stream().mapToInt(Step::version).max().orElse(1);
    }

    /**
     * What the recipe of these inputs makes of these rows, without labels.
     *
     * @throws DataException if no column is left, cells are missing that shall not be filled, or a category has so many values that labels
     *     are needed
     */
    public static Preparation fit(RawInputs rows) {
        return new Fitting(rows, Optional.empty()).preparation();
    }

    /** What is fitted to data, as a model keeps it; empty where inputs are features already. */
    public static Optional<Preparation> fit(Dataset data) {
        return data.inputs() instanceof RawInputs rows
                ? Optional.of(new Fitting(rows, Optional.of(data)).preparation())
                : Optional.empty();
    }

    /** The data with features, prepared by what their own rows say; themselves where they have features already. */
    public static Dataset prepared(Dataset data) {
        return fitted(data).map(Fitted::data).orElse(data);
    }

    /**
     * What was fitted, and the features that a trainer sees of the same rows: those that {@link #apply} makes, but that no row's own labels
     * have a part in the mean labels of its categories.
     */
    public record Fitted(Preparation preparation, Dataset data) {}

    /** Both at once; empty where inputs are features already. */
    public static Optional<Fitted> fitted(Dataset data) {
        if (!(data.inputs() instanceof RawInputs rows)) {
            return Optional.empty();
        }
        Fitting fitting = new Fitting(rows, Optional.of(data));
        return Optional.of(new Fitted(fitting.preparation(), data.withInputs(fitting.features())));
    }

    /** The columns that are read, in order. */
    public List<String> columns() {
        return read().map(Step::column).toList();
    }

    private java.util.stream.Stream<Step> read() {
        return steps.stream().filter(step -> !(step instanceof Step.Omitted));
    }

    /** The features that are made, in order. */
    public List<String> features() {
        return features(steps);
    }

    private static List<String> features(List<Step> steps) {
        return steps.stream().flatMap(step -> step.features().stream()).toList();
    }

    /**
     * The features of rows, whose columns are found by name.
     *
     * @throws DataException if a column is missing, or a cell that shall not be filled
     */
    public DenseInputs apply(RawInputs rows) {
        if (!impute) {
            read().forEach(step -> step.requireComplete(rows));
        }
        List<String> features = features();
        Matrix x = Matrix.zeros(rows.rows(), features.size());
        int at = 0;
        for (Step step : steps) {
            step.writeInto(x, at, rows);
            at += step.features().size();
        }
        return new DenseInputs(x, features);
    }

    private static void requireComplete(RawColumn column) {
        for (int i = 0; i < column.rows(); i++) {
            if (column.missing(i)) {
                throw new DataException("input " + i + ", column '" + column.name()
                        + "': is missing, and the model was fitted to complete rows");
            }
        }
    }

    /** The features of inputs that are columns of this preparation, complete numbers among them. */
    public Inputs apply(Inputs x) {
        if (x instanceof RawInputs rows) {
            return apply(rows);
        }
        if (x instanceof DenseInputs dense && x.features().equals(columns())) {
            return apply(raw(dense));
        }
        throw new DataException(
                "inputs must be rows as a table has them, with columns " + columns() + ", got " + x.features());
    }

    /**
     * Complete numbers as they are, for models that have no preparation.
     *
     * @throws DataException if a column is texts, or misses a number
     */
    public static DenseInputs plain(RawInputs rows) {
        Matrix x = Matrix.zeros(rows.rows(), rows.columns().size());
        for (int j = 0; j < x.cols(); j++) {
            RawColumn column = rows.columns().get(j);
            requireComplete(column);
            double[] values = NumberCells.values(column);
            for (int i = 0; i < values.length; i++) {
                x.set(i, j, values[i]);
            }
        }
        return new DenseInputs(x, rows.features());
    }

    private RawInputs raw(DenseInputs dense) {
        List<RawColumn> columns = new ArrayList<>();
        List<Recipe.Treatment> treatments = new ArrayList<>();
        for (int j = 0; j < dense.features().size(); j++) {
            columns.add(RawColumn.Numbers.owning(
                    dense.features().get(j), dense.values().column(j)));
            treatments.add(new Recipe.Numeric(dense.features().get(j)));
        }
        return new RawInputs(columns, Optional.empty(), new Recipe(treatments, impute, missing));
    }

    /** These roles, and those of the columns that are read. */
    public Roles inputs(Roles others) {
        return others.features(columns())
                .treated(read().map(Step::treatment).toList())
                .impute(impute)
                .missing(missing);
    }

    /** What is assumed, a line per column where anything is: {@code age: missing -> 34.5 (38 of 904 rows)}. */
    public List<String> words() {
        List<String> lines = new ArrayList<>();
        for (Step step : steps) {
            step.words().ifPresent(words -> lines.add(step.column() + ": " + words));
        }
        return lines;
    }
}
