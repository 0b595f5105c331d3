package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.TaskRows;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How rows are spread over tasks. */
final class TaskSizes {
    private TaskSizes() {}

    /** NA is a task like any other; only a blank is none. */
    static Map<String, Long> rows(Sampled task) {
        Map<String, Long> rows = new LinkedHashMap<>(task.scan().values());
        task.scan().spelled().forEach((text, count) -> {
            if (!text.isEmpty()) {
                rows.put(text, count);
            }
        });
        return rows;
    }

    static TaskRows of(Sampled task, List<Sampled> targets, boolean classes) {
        long[] sizes =
                rows(task).values().stream().mapToLong(count -> count).sorted().toArray();
        int oneClass = classes ? oneClass(task, targets.get(0)) : 0;
        return new TaskRows(
                sizes.length,
                sizes[0],
                sizes[sizes.length / 2],
                sizes[sizes.length - 1],
                (int) Arrays.stream(sizes).filter(size -> size == 1).count(),
                oneClass);
    }

    private static int oneClass(Sampled task, Sampled target) {
        int[] first = new int[task.levels()];
        boolean[] several = new boolean[task.levels()];
        Arrays.fill(first, -1);
        for (int i = 0; i < task.rows(); i++) {
            int t = task.code(i);
            int label = target.code(i);
            if (t >= 0 && label >= 0) {
                several[t] |= first[t] >= 0 && first[t] != label;
                first[t] = first[t] < 0 ? label : first[t];
            }
        }
        int one = 0;
        for (int t = 0; t < first.length; t++) {
            one += first[t] >= 0 && !several[t] ? 1 : 0;
        }
        return one;
    }

    /** Columns that vary, but within no task. */
    static List<String> attributes(Sampled task, List<Sampled> columns) {
        return columns.stream()
                .filter(c -> c != task && c.levels() > 1)
                .filter(c -> Grouping.constantWithin(c.codes(), task.codes(), task.levels()))
                .map(Sampled::name)
                .toList();
    }
}
