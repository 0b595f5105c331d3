package dev.kith.data;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The two classes behind the labels -1 and +1, and which tasks have them.
 *
 * @param names of the classes behind -1 and +1, in that order
 * @param tasks the tasks whose labels are classes; null when all are
 */
record Classes(List<String> names, @Nullable BitSet tasks) {
    Classes {
        if (names.size() != 2) {
            throw new IllegalArgumentException("classes must name two classes, got " + names);
        }
        names = List.copyOf(names);
    }

    static Classes ofAll(List<String> names) {
        return new Classes(names, null);
    }

    static Classes of(double[] values, BitSet tasks, int taskCount) {
        List<String> names = ClassNames.ofNumbers(values[0], values[1]).list();
        return new Classes(names, tasks.cardinality() == taskCount ? null : tasks);
    }

    /** Whether the labels of task t are classes. */
    boolean of(int t) {
        return tasks == null || tasks.get(t);
    }

    /** The two values, sorted, that the labels of some tasks take. */
    static double[] twoValues(double[] labels, int[] taskOf, BitSet tasks) {
        double[] values = IntStream.range(0, labels.length)
                .filter(o -> tasks.get(taskOf[o]))
                .mapToDouble(o -> labels[o] + 0.0) // -0 is 0
                .distinct()
                .sorted()
                .limit(3)
                .toArray();
        if (values.length != 2) {
            throw new DataException("two-class learning needs labels with exactly two values, got "
                    + (values.length > 2
                            ? "more than two: " + Arrays.toString(values) + "..."
                            : Arrays.toString(values)));
        }
        return values;
    }
}
