package dev.kith.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Inputs as a table has them: cells may be missing, columns may be texts. Nothing is learned from them directly: every trainer makes features
 * of the rows it is given as {@link #recipe} says ({@link dev.kith.data.prepare.Preparation}), and its model does the same to the rows it
 * predicts. So what is taken from rows, a median say, is taken from training rows only, in every fold anew.
 *
 * @param columns what features are made of, in the order of the recipe
 * @param tasks the name of the task that each row belongs to; empty where rows belong to all tasks
 */
public record RawInputs(List<RawColumn> columns, Optional<RawColumn.Texts> tasks, Recipe recipe) implements Inputs {
    public RawInputs {
        columns = List.copyOf(columns);
        List<String> names = columns.stream().map(RawColumn::name).toList();
        List<String> treated =
                recipe.treatments().stream().map(Recipe.Treatment::column).toList();
        if (columns.isEmpty() || !names.equals(treated)) {
            throw new IllegalArgumentException("columns must be those of the recipe, " + treated + ", got " + names);
        }
        List<RawColumn> all = new ArrayList<>(columns);
        tasks.ifPresent(all::add);
        int rows = columns.get(0).rows();
        for (RawColumn column : all) {
            if (column.rows() != rows) {
                throw new DataException(
                        "column '" + column.name() + "' must have " + rows + " rows, got " + column.rows());
            }
        }
    }

    @Override
    public int rows() {
        return columns.get(0).rows();
    }

    /** The names of the columns, not of the features that will be made of them. */
    @Override
    public List<String> features() {
        return columns.stream().map(RawColumn::name).toList();
    }

    /** The column of this name. */
    public RawColumn column(String name) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new DataException(Names.unknown("column", name, features())));
    }

    @Override
    public RawInputs select(int... rows) {
        return new RawInputs(
                columns.stream().map(column -> column.select(rows)).toList(),
                tasks.map(names -> names.select(rows)),
                recipe);
    }
}
