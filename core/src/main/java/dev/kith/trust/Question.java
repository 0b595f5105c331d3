package dev.kith.trust;

import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import java.util.List;
import java.util.Optional;

/**
 * What rows of a table are asked, whoever asks: which columns are read of them, and about which tasks they are asked.
 *
 * <pre>{@code
 * Question question = Question.USUAL.ids(List.of("pupil"));
 * Predictor predictor = Predictor.of(content).scope(question.scope(info));
 * Predictions found = Question.predict(predictor, table.rows(question.roles(info)));
 * }</pre>
 *
 * @param task the column that names a row's task, where it is another than the model was trained with
 * @param allTasks whether every row is asked about every task
 * @param ids columns that are copied
 * @param unknown what becomes of rows of tasks that the model does not have; empty where nothing is said, then they are refused
 */
public record Question(Optional<String> task, boolean allTasks, List<String> ids, Optional<Unknown> unknown) {
    /** As the model was trained. */
    public static final Question USUAL = new Question(Optional.empty(), false, List.of(), Optional.empty());

    public Question {
        ids = List.copyOf(ids);
        if (allTasks && task.isPresent()) {
            throw new IllegalArgumentException(
                    "rows that are asked about all tasks name none: got the task column '" + task.get() + "'");
        }
    }

    public Question task(String column) {
        return new Question(Optional.of(column), allTasks, ids, unknown);
    }

    public Question ids(List<String> columns) {
        return new Question(task, allTasks, columns, unknown);
    }

    public Question unknown(Unknown treated) {
        return new Question(task, allTasks, ids, Optional.of(treated));
    }

    /** About every task. */
    public Question aboutAllTasks() {
        return new Question(task, true, ids, unknown);
    }

    /** Whether a task the model does not have is refused. */
    public boolean refusesUnknown() {
        return unknown.isEmpty() || unknown.get() == Unknown.ERROR;
    }

    /** What rows are asked of a model. */
    public Scope scope(ModelInfo info) {
        if (allTasks) {
            return Scope.ALL_TASKS;
        }
        if (info.columns().classes().isPresent()) {
            return info.columns().choice().isPresent() ? Scope.CHOICE : Scope.ONE_CLASS;
        }
        return task.isEmpty() && info.columns().everyTask() ? Scope.ALL_TASKS : Scope.OWN_TASK;
    }

    /** The columns of rows that are read for a model. */
    public Roles roles(ModelInfo info) {
        Optional<String> column = task.or(info.columns()::task);
        boolean own = scope(info) == Scope.OWN_TASK || scope(info) == Scope.CHOICE;
        Roles roles = own ? column.map(Roles::task).orElse(Roles.none()) : Roles.none();
        Roles read = info.inputs(roles).id(ids.toArray(String[]::new));
        return refusesUnknown() ? read.knownTasks(info.namedTasks()) : read;
    }

    /** Whether some rows at a time are predicted as all are, so that they need not be in memory together. */
    public static boolean inBatches(Predictor predictor, Scope scope) {
        Model model = predictor.model();
        return scope == Scope.OWN_TASK && predictor.intervalWords().isEmpty() && model.predictsRowByRow();
    }

    /** On all cores, as far as the model has work for them: values of a kernel, products. */
    public static Predictions predict(Predictor predictor, Rows rows) {
        return LinearAlgebra.withThreads(Runtime.getRuntime().availableProcessors(), () -> predictor.predict(rows));
    }
}
