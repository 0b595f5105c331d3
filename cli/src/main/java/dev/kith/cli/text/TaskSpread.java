package dev.kith.cli.text;

import dev.kith.data.Dataset;
import dev.kith.text.Words;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How labels are spread over tasks, in one line, where it is uneven. */
public final class TaskSpread {
    private static final int UNEVEN = 2;

    private TaskSpread() {}

    /** Empty where no task has more than twice the labels of another. */
    public static Optional<String> of(Dataset data) {
        long[] sizes = data.labelsPerTask();
        Arrays.sort(sizes);
        int last = sizes.length - 1;
        if (last < 1 || sizes[last] <= UNEVEN * sizes[0]) {
            return Optional.empty();
        }
        long single = Arrays.stream(sizes).filter(size -> size == 1).count();
        return Optional.of(String.format(
                        Locale.ROOT,
                        "Tasks have %,d to %,d labels, half of them %,d or fewer",
                        sizes[0],
                        sizes[last],
                        sizes[sizes.length / 2])
                + (single == 0
                        ? "."
                        : "; " + Words.count(single, "task") + " of one label, of which nothing can be held out."));
    }
}
