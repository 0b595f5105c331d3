package dev.kith.method;

import dev.kith.data.DataException;
import dev.kith.structure.StructureFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A value for each task, from a file with lines task,value. */
final class TaskValues {
    private TaskValues() {}

    /**
     * The values of these tasks, in their order.
     *
     * @throws DataException if a task has none, a value is not one, or a line names another task
     */
    static <V> List<V> read(Path file, List<String> tasks, String what, Function<String, V> parse) {
        Map<String, String> pairs = StructureFiles.pairs(file);
        for (String task : pairs.keySet()) {
            if (!tasks.contains(task)) {
                throw new DataException(file.getFileName() + ": there is no task '" + task + "'");
            }
        }
        return tasks.stream().map(task -> value(file, pairs, task, what, parse)).toList();
    }

    private static <V> V value(
            Path file, Map<String, String> pairs, String task, String what, Function<String, V> parse) {
        String text = pairs.get(task);
        if (text == null) {
            throw new DataException(
                    file.getFileName() + ": task '" + task + "' has no " + what + ": name that of every task");
        }
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new DataException(file.getFileName() + ": the " + what + " of '" + task + "': " + e.getMessage(), e);
        }
    }

    static double positive(String text) {
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("must be a finite number > 0, got '" + text + "'");
        }
        return value;
    }
}
