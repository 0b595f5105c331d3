package dev.kith.cli;

import dev.kith.kernel.Kernels;
import dev.kith.kernel.StringKernel;
import dev.kith.model.ModelInfo;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a model remembers of the shape of its data, so that predicting needs no options. */
final class TrainedOn {
    private static final String SHAPE = "shape";
    private static final String WIDE = "wide";
    private static final String TASK_COLUMN = "task-column";
    private static final String TARGET_COLUMN = "target-column";
    private static final String CLASS_COLUMN = "class-column";

    private TrainedOn() {}

    /** To put among a model's parameters. */
    static Map<String, String> recorded(boolean wide, @Nullable String taskColumn) {
        Map<String, String> recorded = new TreeMap<>();
        recorded.put(SHAPE, wide ? WIDE : "long");
        if (taskColumn != null) {
            recorded.put(TASK_COLUMN, taskColumn);
        }
        return recorded;
    }

    /** Of long data: the columns with a row's task and label. */
    static Map<String, String> recordedLong(String taskColumn, String targetColumn) {
        Map<String, String> recorded = recorded(false, taskColumn);
        recorded.put(TARGET_COLUMN, targetColumn);
        return recorded;
    }

    /** Of several classes, each against the rest: every row is asked about every class. */
    static Map<String, String> recordedClasses(String classColumn) {
        Map<String, String> recorded = recorded(true, null);
        recorded.put(CLASS_COLUMN, classColumn);
        return recorded;
    }

    /** The column that named the class of a row, if tasks are classes. */
    static @Nullable String classColumn(ModelInfo info) {
        return info.parameters().get(CLASS_COLUMN);
    }

    static boolean wide(ModelInfo info) {
        return WIDE.equals(info.parameters().get(SHAPE));
    }

    static @Nullable String taskColumn(ModelInfo info) {
        return info.parameters().get(TASK_COLUMN);
    }

    /** The column with the label of a row, if the model was trained on long data. */
    static @Nullable String targetColumn(ModelInfo info) {
        return info.parameters().get(TARGET_COLUMN);
    }

    /** Whether the model's inputs are strings. */
    static boolean strings(ModelInfo info) {
        return Kernels.parse(info.kernel()) instanceof StringKernel;
    }
}
