package dev.kith.score;

import dev.kith.data.Collapsed.Fold;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Names;
import dev.kith.data.table.Table;
import dev.kith.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A division of the observations of a data set into training and test, task by task.
 *
 * <p>Observations of one group are never separated; unless said otherwise a group is an input, so that all labels of a
 * row of wide data stay together. Every task is divided in proportion, as evenly as its groups allow. A group that is
 * the only one of some task always trains: nothing could be said about that task otherwise; a task with a single
 * observation is thus never tested. The same data, seed and groups give the same split.
 */
public final class Split {
    private final Dataset data;
    private final int[] train;
    private final int[] test;
    private final @Nullable Part part;

    private Split(Dataset data, int[] train, int[] test, @Nullable Part part) {
        this.data = data;
        this.train = train;
        this.test = test;
        this.part = part;
    }

    /** One fold of rows that were collapsed. */
    private record Part(Fold fold, int number, BlockOutcomes blocks) {}

    /** The k folds of the data, each the test part of one split. Rows that were collapsed must have been dealt to k folds with this seed. */
    public static List<Split> folds(Dataset data, int k, long seed) {
        if (data.collapsed().isEmpty()) {
            return repeatedFolds(data, k, 1, seed, data::row);
        }
        List<Fold> folds = data.collapsed().get().folds(k, seed);
        BlockOutcomes blocks = new BlockOutcomes(data, k);
        return IntStream.range(0, k)
                .mapToObj(f -> new Split(data, new int[0], new int[0], new Part(folds.get(f), f, blocks)))
                .toList();
    }

    /** The k folds of the data; observations for which {@code group} gives the same number stay together. */
    public static List<Split> folds(Dataset data, int k, long seed, IntUnaryOperator group) {
        return repeatedFolds(data, k, 1, seed, group);
    }

    /** {@code times} different divisions into k folds, one after the other. */
    public static List<Split> repeatedFolds(Dataset data, int k, int times, long seed, IntUnaryOperator group) {
        if (k < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + k);
        }
        if (times < 1) {
            throw new IllegalArgumentException("times must be at least 1, got " + times);
        }
        data.requireRows("a division by groups");
        Groups groups = new Groups(data, group);
        SplittableRandom random = new SplittableRandom(seed);
        List<Split> splits = new ArrayList<>();
        for (int r = 0; r < times; r++) {
            int[] fold = groups.folds(k, random.split());
            for (int f = 0; f < k; f++) {
                int tested = f;
                splits.add(of(data, o -> fold[o] == tested));
            }
        }
        return List.copyOf(splits);
    }

    /** Tests a fraction of every task: round(fraction * observations), but at least one where there are two groups. */
    public static Split holdOut(Dataset data, double fraction, long seed) {
        return holdOut(data, fraction, seed, data::row);
    }

    /** Tests a fraction of every task, about as much as its groups allow. */
    public static Split holdOut(Dataset data, double fraction, long seed, IntUnaryOperator group) {
        if (!(fraction > 0 && fraction < 1)) {
            throw new IllegalArgumentException("fraction must be a number > 0 and < 1, got " + fraction);
        }
        boolean[] held = new Groups(data, group).holdOut(fraction, new SplittableRandom(seed));
        return of(data, o -> held[o]);
    }

    /**
     * A published split: row k of {@code file} speaks of row k of the file the data came from, rows without labels
     * counted. Rows whose {@code column} says {@code trainValue} train, all others are tested.
     *
     * @throws DataException if the files do not have equally many rows, or the column leaves one of the parts empty
     */
    public static Split given(Dataset data, Table file, String column, String trainValue) {
        List<String> values = file.column(column);
        long rows =
                data.source().read() > 0 ? data.source().read() : data.inputs().rows();
        if (values.size() != rows) {
            throw new DataException(file.name() + ": a split must have one row for each of the " + rows
                    + " rows of the data, got " + values.size());
        }
        int blank = values.indexOf("");
        if (blank >= 0) {
            throw new DataException(file.name() + ": column '" + column + "' is blank in row " + (blank + 1));
        }
        if (!values.contains(trainValue)) {
            throw new DataException(file.name() + ": column '" + column + "' never says '" + trainValue + "', it says "
                    + Names.some(new TreeSet<>(values)));
        }
        Split split = of(data, o -> !values.get(data.sourceRow(data.row(o))).equals(trainValue));
        if (split.train.length == 0 || split.test.length == 0) {
            throw new DataException(file.name() + ": column '" + column + "' leaves no observation to "
                    + (split.train.length == 0 ? "train on" : "test"));
        }
        return split;
    }

    /** Tests the observations that satisfy {@code tested}, trains on the others. */
    public static Split of(Dataset data, IntPredicate tested) {
        return new Split(
                data,
                IntStream.range(0, data.size()).filter(tested.negate()).toArray(),
                IntStream.range(0, data.size()).filter(tested).toArray(),
                null);
    }

    /** Tests and trains on the observations that say so; those that do neither are left out. */
    public static Split of(Dataset data, IntPredicate trains, IntPredicate tested) {
        if (IntStream.range(0, data.size()).anyMatch(o -> trains.test(o) && tested.test(o))) {
            throw new IllegalArgumentException("an observation must not be trained on and tested in one split");
        }
        return new Split(
                data,
                IntStream.range(0, data.size()).filter(trains).toArray(),
                IntStream.range(0, data.size()).filter(tested).toArray(),
                null);
    }

    /** The data to learn from. */
    public Dataset train() {
        return part == null ? data.select(train) : part.fold.train();
    }

    /** The data to test on, made whenever they are asked for. */
    public Dataset test() {
        return part == null ? data.select(test) : part.fold.test().get();
    }

    /** The observations to learn from, ascending. */
    public int[] trainObservations() {
        data.requireRows("a list of observations to train on");
        return train.clone();
    }

    /** The observations to test on, ascending; of {@link #judged}. */
    public int[] testObservations() {
        return part == null ? test.clone() : part.blocks.observations(part.number);
    }

    /**
     * What predictions are judged on: the data, or, where rows were collapsed, two observations for the rows of every task in every block, whose labels and
     * errors have the mean and mean square of those of the rows. Only squared errors may be made of these.
     */
    public Dataset judged() {
        return part == null ? data : part.blocks.judged();
    }

    /** What a model predicts for the {@link #testObservations}. */
    public double[] predictions(Model model) {
        return part == null ? OutOfFold.predictions(model, test()) : part.blocks.predictions(part.number, model);
    }
}
