package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.Names;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.Roles.Part;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows to predict that come as named cells instead of a file, such as the records of a request: the same rows that {@link Table#rows} reads of a
 * table with these cells.
 *
 * <pre>{@code
 * Records records = Records.of("request", model.info().roles());
 * records.begin();
 * records.text("shop", "north");
 * records.number("temperature", 21.5);
 * Rows rows = records.rows();
 * }</pre>
 *
 * Every column that the roles name must be in every record, and none beside those and the {@linkplain #allow allowed} ones; a missing cell is
 * said to be missing. What the model's preparation does not fill is refused, as a table with such a cell is. Texts are taken for missing, for yes and
 * no, and for numbers as {@link RecordCells} says.
 */
public final class Records {
    private final String name;
    private final Roles roles;
    private final Map<String, RecordCells> columns = new LinkedHashMap<>();
    private final Set<String> allowed = new HashSet<>();
    private final List<RecordCells> features = new ArrayList<>();
    private final List<RecordCells> texts = new ArrayList<>();
    private final Map<String, RecordCells> ids = new LinkedHashMap<>();
    private final @Nullable RecordCells task;
    private final @Nullable Set<String> knownTasks;
    private boolean sparse;
    private int count;

    private Records(String name, Roles roles) {
        this.name = name;
        this.roles = roles;
        this.knownTasks = roles.knownTasks().map(HashSet::new).orElse(null);
        this.task = roles.taskColumn().map(column -> text(column, roles)).orElse(null);
        addInputs();
        for (String id : roles.columns(Part.ID)) {
            ids.put(id, RecordCells.id(id));
        }
    }

    /**
     * No records yet.
     *
     * @param name what messages call them
     * @param roles the columns, as for {@link Table#rows}
     * @throws DataException if rows are known by their number, as those of a Gram matrix
     */
    public static Records of(String name, Roles roles) {
        Roles needed = roles.withoutLabels();
        if (needed.columns(Part.STRINGS).contains(Roles.ROW_NUMBER)
                || needed.columns(Part.TEXTS).contains(Roles.ROW_NUMBER)) {
            throw new DataException(name + ": the model looks at a Gram matrix, which rows alone do not have");
        }
        return new Records(name, needed);
    }

    private void addInputs() {
        for (String column : roles.columns(Part.STRINGS)) {
            texts.add(text(column, roles));
        }
        if (!texts.isEmpty()) {
            return;
        }
        List<String> treated = roles.treated();
        List<String> asText = roles.columns(Part.TEXTS);
        Stream.concat(roles.columns(Part.FEATURE).stream(), treated.stream())
                .distinct()
                .filter(column -> !asText.contains(column))
                .forEach(column -> features.add(feature(column, treated.contains(column))));
        asText.forEach(column -> texts.add(text(column, roles)));
    }

    private RecordCells text(String column, Roles of) {
        return columns.computeIfAbsent(column, given -> RecordCells.texts(given, false, of));
    }

    private RecordCells feature(String column, boolean treated) {
        return columns.computeIfAbsent(
                column,
                given -> treated ? RecordCells.texts(given, roles.impute(), roles) : RecordCells.numbers(given, roles));
    }

    /** Columns that may be there and are not looked at, such as labels. */
    public Records allow(List<String> others) {
        allowed.addAll(others);
        return this;
    }

    /**
     * As online learners read rows: a feature left out or missing is 0, one that nobody knows has no weight, a text is the feature {@code name=text}
     * with value 1.
     *
     * @throws IllegalStateException if features are texts
     */
    public Records sparse() {
        if (features.stream().anyMatch(column -> !column.numeric()) || !texts.isEmpty()) {
            throw new IllegalStateException("columns of texts cannot be left out");
        }
        sparse = true;
        return this;
    }

    /** The next record follows. */
    public void begin() {
        complete();
        count++;
    }

    /** How many have begun. */
    public int size() {
        return count;
    }

    /** A cell of the current record: a number, as it was written. */
    public void number(String column, double value, String written) {
        RecordCells cells = column(column, written);
        if (cells != null) {
            checked(column, cells.number(value, written));
        }
    }

    /** A number. */
    public void number(String column, double value) {
        number(column, value, Double.toString(value));
    }

    /** A text. */
    public void text(String column, String value) {
        if (sparse && !ids.containsKey(column) && columns.get(column) != task) {
            if (!value.isEmpty()) {
                number(column + "=" + value, 1);
            }
            return;
        }
        RecordCells cells = column(column, value);
        if (cells != null) {
            checked(column, cells.text(value));
        }
    }

    /** Yes or no. */
    public void truth(String column, boolean value) {
        if (sparse && features.contains(columns.get(column))) {
            number(column, value ? 1 : 0);
            return;
        }
        text(column, Boolean.toString(value));
    }

    /** Nothing is known. */
    public void missing(String column) {
        text(column, "");
    }

    /** @param rule what the cell breaks; empty where it breaks none */
    private void checked(String column, String rule) {
        if (!rule.isEmpty()) {
            throw wrong(column, rule);
        }
    }

    /** Where a cell belongs; null where it is only copied or not looked at. */
    private @Nullable RecordCells column(String column, String written) {
        if (count == 0) {
            throw new IllegalStateException("a record must begin before its cells");
        }
        RecordCells id = ids.get(column);
        RecordCells cells = columns.get(column);
        if (cells == null && id == null && !sparse && !allowed.contains(column)) {
            throw new DataException(where() + Names.unknown("column", column, columns.keySet())
                    + " (columns that the model does not look at are left out)");
        }
        if ((cells != null && cells.size() == count) || (id != null && id.size() == count)) {
            throw wrong(column, "occurs twice in one record");
        }
        if (id != null) {
            checked(column, id.text(written));
        }
        return cells;
    }

    private String where() {
        return name + ", row " + count + ": ";
    }

    private DataException wrong(String column, String rule) {
        return new DataException(where() + "column '" + column + "': " + rule);
    }

    /** Refuses a record without one of the columns, or of a task that there is not. */
    private void complete() {
        columns.forEach(this::requireComplete);
        ids.forEach(this::requireComplete);
        if (count > 0 && task != null && knownTasks != null && !knownTasks.contains(task.last())) {
            throw wrong(task.name(), Names.unknown("task", task.last(), knownTasks(roles)));
        }
    }

    private void requireComplete(String column, RecordCells cells) {
        if (sparse && cells.numeric() && cells.size() < count) {
            cells.number(0, "0");
        } else if (cells.size() < count) {
            throw wrong(column, "is not there; null, or a blank cell, says that it is missing");
        }
    }

    private static List<String> knownTasks(Roles roles) {
        return roles.knownTasks().orElse(List.of());
    }

    /**
     * All of them.
     *
     * @throws DataException if there are none, or the last is not complete
     */
    public Rows rows() {
        complete();
        if (count == 0) {
            throw new DataException(name + ": no rows");
        }
        List<List<String>> idTexts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int row = i;
            idTexts.add(ids.values().stream().map(id -> id.textAt(row)).toList());
        }
        return new Rows(
                inputs(),
                task == null ? List.of() : task.all(),
                roles.columns(Part.ID),
                idTexts,
                0,
                new Source(name, count, 0, ""));
    }

    private Inputs inputs() {
        List<StringInputs> strings = texts.stream()
                .map(column -> new StringInputs(column.all(), column.name()))
                .toList();
        if (features.isEmpty()) {
            return strings.size() == 1 && roles.columns(Part.TEXTS).isEmpty()
                    ? strings.get(0)
                    : new MixedInputs(new DenseInputs(Matrix.zeros(count, 0), List.of()), strings);
        }
        boolean plain = features.stream().allMatch(RecordCells::plain);
        return strings.isEmpty() ? (plain ? dense() : raw()) : new MixedInputs(dense(), strings);
    }

    private DenseInputs dense() {
        Matrix x = Matrix.zeros(count, features.size());
        for (int j = 0; j < features.size(); j++) {
            features.get(j).copyInto(x, j);
        }
        return new DenseInputs(x, features.stream().map(RecordCells::name).toList());
    }

    private RawInputs raw() {
        List<RawColumn> raw = features.stream().map(RecordCells::raw).toList();
        List<Recipe.Treatment> treatments = features.stream()
                .map(column -> column.numeric() ? new Recipe.Numeric(column.name()) : roles.treatment(column.name()))
                .toList();
        return new RawInputs(
                raw,
                Optional.ofNullable(task)
                        .map(column -> RawColumn.Texts.of(column.name(), new ArrayList<>(column.all()))),
                new Recipe(treatments, roles.impute(), roles.missing()));
    }
}
