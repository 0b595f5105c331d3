package dev.kith.select.unseen;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Which tasks are held out together, and which of their rows are known.
 *
 * @param folds the tasks of each fold
 * @param order the observations of each task: first those that become known, in their order, then those that are tested
 * @param most how many of them may become known
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Deal(Dataset data, List<int[]> folds, int[][] order, int most) {
    /** A task is tested on so many rows at least. */
    private static final int FEWEST_TESTED = 2;

    static Deal of(Dataset data, int folds, int most, long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        int[][] order = new int[data.taskCount()][];
        Arrays.setAll(
                order,
                t -> shuffled(
                        IntStream.range(0, data.size())
                                .filter(o -> data.task(o) == t)
                                .toArray(),
                        dice));
        int[] large = shuffled(
                IntStream.range(0, order.length)
                        .filter(t -> order[t].length >= most + FEWEST_TESTED)
                        .toArray(),
                dice);
        if (large.length < 2 || data.taskCount() < 3) {
            throw new DataException("new tasks are tested on at least " + FEWEST_TESTED + " rows beside the " + most
                    + " known ones, on two of at least three tasks; " + large.length + " of " + data.taskCount()
                    + " tasks have " + (most + FEWEST_TESTED) + " labels");
        }
        int count = Math.min(folds, large.length);
        List<int[]> dealt = new ArrayList<>();
        for (int f = 0; f < count; f++) {
            int fold = f;
            dealt.add(IntStream.range(0, large.length)
                    .filter(k -> k % count == fold)
                    .map(k -> large[k])
                    .sorted()
                    .toArray());
        }
        return new Deal(data, dealt, order, most);
    }

    private static int[] shuffled(int[] numbers, SplittableRandom dice) {
        for (int i = numbers.length - 1; i > 0; i--) {
            int j = dice.nextInt(i + 1);
            int kept = numbers[i];
            numbers[i] = numbers[j];
            numbers[j] = kept;
        }
        return numbers;
    }

    int tested() {
        return folds.stream().mapToInt(fold -> fold.length).sum();
    }

    /** The observations of a task that are known. */
    int[] known(int task, int rows) {
        return Arrays.copyOf(order[task], rows);
    }

    /** The observations of a task that are predicted, however many are known. */
    int[] predicted(int task) {
        return Arrays.copyOfRange(order[task], most, order[task].length);
    }

    /** All rows of the tasks that are not in a fold. */
    Dataset others(int fold) {
        int[] out = folds.get(fold);
        int[] tasks = IntStream.range(0, data.taskCount())
                .filter(t -> Arrays.binarySearch(out, t) < 0)
                .toArray();
        return part(
                tasks,
                IntStream.range(0, data.size())
                        .filter(o -> Arrays.binarySearch(tasks, data.task(o)) >= 0)
                        .toArray());
    }

    /** These observations as data of these tasks alone; tasks ascending. */
    Dataset part(int[] tasks, int[] observations) {
        Dataset chosen = data.select(observations);
        int[] rows = IntStream.range(0, chosen.size()).map(chosen::row).toArray();
        return Dataset.of(
                        chosen.inputs(),
                        Arrays.stream(tasks).mapToObj(t -> data.tasks().get(t)).toList(),
                        rows,
                        IntStream.range(0, chosen.size())
                                .map(o -> Arrays.binarySearch(tasks, chosen.task(o)))
                                .toArray(),
                        IntStream.range(0, chosen.size())
                                .mapToDouble(chosen::label)
                                .toArray(),
                        chosen.weighted()
                                ? IntStream.range(0, chosen.size())
                                        .mapToDouble(chosen::weight)
                                        .toArray()
                                : null,
                        data.classes().orElse(null))
                .withColumns(data.columns());
    }
}
