package dev.kith.export;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.transform.TargetTransform;
import dev.kith.export.part.LinearForm;
import dev.kith.export.part.Odds;
import dev.kith.file.ModelFile;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A model that is a weighted sum of features, as SQL: a table with a row of weights per task, and a view that joins it to rows,
 *
 * <pre>  prediction = g(intercept_t + sum_j w_tj x_j),   probability = 1 / (1 + exp(-(slope_t prediction + offset_t)))</pre>
 *
 * <p>Missing cells are NULL; so is the prediction of a row that has none. Columns are found by the names they had in training, and names may be any
 * text: they are quoted.
 *
 * @param table the table or view with the rows to predict
 * @param scope {@link Scope#OWN_TASK}: each row of the view is a row of the table; {@link Scope#ALL_TASKS}: a row of the view per row and
 *     task, which {@code kith_task} names; empty: what the model was trained on
 * @param unknown what becomes of rows of tasks the model does not have: {@link Unknown#MISSING}, NULL, or {@link Unknown#COMMON}
 */
public record SqlExport(SqlDialect dialect, String table, Optional<Scope> scope, Unknown unknown) {
    /** The name of the table of weights. */
    public static final String MODEL = "kith_model";

    /** The name of the view. */
    public static final String VIEW = "kith_predictions";

    /** Databases end at some thousand columns or fewer. */
    private static final int MOST_FEATURES = 900;

    private static final int ROWS_TOGETHER = 200;

    public SqlExport {
        if (unknown != Unknown.MISSING && unknown != Unknown.COMMON) {
            throw new IllegalArgumentException("unknown tasks must be nan or common in SQL, got " + unknown);
        }
    }

    /** Of rows as the model was trained on, those of unknown tasks without a prediction. */
    public static SqlExport of(SqlDialect dialect, String table) {
        return new SqlExport(dialect, table, Optional.empty(), Unknown.MISSING);
    }

    /** The same, with rows asked this. */
    public SqlExport with(Scope asked) {
        return new SqlExport(dialect, table, Optional.of(asked), unknown);
    }

    /** The same, with unknown tasks treated so. */
    public SqlExport with(Unknown treated) {
        return new SqlExport(dialect, table, scope, treated);
    }

    /**
     * The statements, one after the other.
     *
     * @throws DataException if SQL cannot say what the model does
     */
    public List<String> statements(ModelFile.Content content) {
        return new Writer(content).statements();
    }

    /** The statements as a script. */
    public String script(ModelFile.Content content) {
        return String.join(";\n\n", statements(content)) + ";\n";
    }

    /** One model in the making. */
    private final class Writer {
        private final Model model;
        private final ModelInfo info;
        private final Scope asked;
        private final LinearModel linear;
        private final Optional<LinearModel> common;
        private final Odds odds;
        private final SqlTerms terms;
        private final List<String> sum;
        private final boolean counts;

        Writer(ModelFile.Content content) {
            model = content.model();
            info = model.info();
            asked = scope.orElse(OnnxExport.asked(info));
            if (asked != Scope.OWN_TASK && asked != Scope.ALL_TASKS) {
                throw new DataException(
                        "one class among several is no expression of a row of weights; export with --all-tasks, which gives"
                                + " the decision of each class, or to ONNX");
            }
            linear = LinearForm.of(model, "SQL").linear();
            if (linear.weights().rows() > MOST_FEATURES) {
                throw new DataException(
                        "the model has " + linear.weights().rows() + " features, more than the " + MOST_FEATURES
                                + " columns that a table of weights may have in every database; export to ONNX");
            }
            common = asked == Scope.OWN_TASK && unknown == Unknown.COMMON ? Optional.of(shared()) : Optional.empty();
            odds = Odds.of(model, content.uncertainty());
            terms = new SqlTerms(dialect, info, asked == Scope.OWN_TASK);
            sum = terms.terms();
            counts = IntStream.range(0, info.tasks().size()).anyMatch(t -> LinearForm.counts(info, t));
        }

        private LinearModel shared() {
            return model.commonModel(Unknown.COMMON)
                    .flatMap(Model::linear)
                    .orElseThrow(() -> new DataException(
                            "the model has nothing its tasks have in common, by which unknown ones could be"
                                    + " predicted; export with --unknown nan"));
        }

        List<String> statements() {
            List<String> all = new ArrayList<>();
            all.add(created());
            List<String> rows = rows();
            for (int from = 0; from < rows.size(); from += ROWS_TOGETHER) {
                List<String> some = rows.subList(from, Math.min(rows.size(), from + ROWS_TOGETHER));
                all.add("INSERT INTO " + dialect.name(MODEL) + " VALUES\n" + String.join(",\n", some));
            }
            all.add("CREATE VIEW " + dialect.name(VIEW) + " AS\n" + select());
            return all;
        }

        private String created() {
            List<String> columns = new ArrayList<>();
            columns.add("id INTEGER" + (dialect.hasKeys() ? " PRIMARY KEY" : ""));
            columns.add("task " + dialect.text() + (dialect.hasKeys() ? " UNIQUE" : ""));
            List<String> numbers = new ArrayList<>(List.of("intercept"));
            IntStream.rangeClosed(1, linear.weights().rows()).forEach(j -> numbers.add("w" + j));
            IntStream.rangeClosed(1, terms.fillings().size()).forEach(k -> numbers.add("fill" + k));
            if (odds.any()) {
                numbers.addAll(List.of("slope", "shift"));
            }
            if (info.schema().transform().isPresent()) {
                numbers.add("correction");
            }
            if (counts) {
                numbers.add("counts");
            }
            numbers.forEach(name -> columns.add(name + " " + dialect.number()));
            String type = dialect == SqlDialect.BIGQUERY
                    ? String.join(", ", columns).replace("INTEGER", "INT64")
                    : String.join(", ", columns);
            return "CREATE TABLE " + dialect.name(MODEL) + " (" + type + ")";
        }

        private List<String> rows() {
            List<String> rows = new ArrayList<>();
            for (int t = 0; t < info.tasks().size(); t++) {
                rows.add(row(t, linear, t, OptionalInt.of(t)));
            }
            common.ifPresent(shared -> rows.add(row(-1, shared, 0, OptionalInt.empty())));
            return rows;
        }

        private String row(int id, LinearModel of, int column, OptionalInt task) {
            List<String> cells = new ArrayList<>();
            cells.add(Integer.toString(id));
            cells.add(task.isPresent() ? dialect.literal(info.tasks().get(task.getAsInt())) : "NULL");
            cells.add(SqlDialect.number(of.intercept().get(0, column)));
            for (double weight : of.weights().column(column)) {
                cells.add(SqlDialect.number(weight));
            }
            Optional<String> name =
                    task.isPresent() ? Optional.of(info.tasks().get(task.getAsInt())) : Optional.empty();
            terms.fillings().forEach(filling -> cells.add(SqlDialect.number(filling.of(name))));
            if (odds.any()) {
                int at = task.orElse(info.tasks().size());
                cells.add(orNull(odds.slopes()[at]));
                cells.add(orNull(odds.offsets()[at]));
            }
            Optional<TargetTransform> back = info.schema().transform();
            back.ifPresent(transform -> cells.add(SqlDialect.number(
                    task.isPresent() ? transform.corrections().get(task.getAsInt()) : transform.common())));
            if (counts) {
                cells.add(LinearForm.counts(info, task.orElse(0)) ? "1E0" : "0E0");
            }
            return "(" + String.join(", ", cells) + ")";
        }

        private static String orNull(double value) {
            return Double.isNaN(value) ? "NULL" : SqlDialect.number(value);
        }

        /** The weighted sum, then what is made of it. */
        private String select() {
            String inner = "SELECT r.*, " + (asked == Scope.ALL_TASKS ? "m.task AS kith_task, " : "") + also()
                    + "m.intercept + " + balanced(sum) + " AS kith_z\nFROM " + from();
            List<String> made = new ArrayList<>();
            made.add(SqlLink.prediction(info.schema().transform(), counts) + " AS kith_prediction");
            if (IntStream.range(0, info.tasks().size()).allMatch(info::hasClasses)) {
                made.add("CASE WHEN s.kith_z >= 0 THEN "
                        + dialect.literal(info.classes().get(1)) + " WHEN s.kith_z < 0 THEN "
                        + dialect.literal(info.classes().get(0)) + " END AS kith_label");
            }
            if (odds.any()) {
                made.add(SqlLink.probability() + " AS kith_probability");
            }
            return "SELECT s.*, " + String.join(", ", made) + "\nFROM (" + inner + ") s";
        }

        private String also() {
            return (odds.any() ? "m.slope AS kith_slope, m.shift AS kith_shift, " : "")
                    + (info.schema().transform().isPresent() ? "m.correction AS kith_correction, " : "")
                    + (counts ? "m.counts AS kith_counts, " : "");
        }

        private String from() {
            String rows = dialect.name(table) + " r";
            String weights = dialect.name(MODEL);
            if (asked == Scope.ALL_TASKS) {
                return rows + " CROSS JOIN " + weights + " m";
            }
            String task = dialect.asText("r." + dialect.name(column()));
            return common.isPresent()
                    ? rows + " LEFT JOIN " + weights + " t ON t.task = " + task + " JOIN " + weights
                            + " m ON m.id = COALESCE(t.id, -1)"
                    : rows + " LEFT JOIN " + weights + " m ON m.task = " + task;
        }

        private String column() {
            Columns columns = info.columns();
            return columns.task().orElse("task");
        }
    }

    /** A sum in pairs of pairs: databases have a limit of how deep an expression goes, not of how long it is. */
    private static String balanced(List<String> terms) {
        if (terms.isEmpty()) {
            return "0E0";
        }
        if (terms.size() == 1) {
            return terms.get(0);
        }
        int half = terms.size() / 2;
        return "(" + balanced(terms.subList(0, half)) + " + " + balanced(terms.subList(half, terms.size())) + ")";
    }
}
