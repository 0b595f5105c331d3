package dev.kith.data.simulated;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.data.table.DatasetCsv;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.util.List;

/**
 * A stream of two-class rows of several linear tasks, for learning online: long, in order, classes -1 and 1. Row s of a
 * random task t has label y = sgn(w_t(s)' x), flipped with probability {@code noise}, with ||x|| = 1 and
 *
 * <pre>
 *     w_t(s) = sqrt(r) u(s) + sqrt(1 - r) v_t(s)
 * </pre>
 *
 * <p>where r is the relatedness (1: all tasks are the same, 0: they have nothing in common), u and the v_t are random
 * directions that turn by {@code drift} radians a row, each in a plane of its own, and from row {@code turn} on r
 * becomes 1 - r. Rows are dense, or have {@code nonzeros} non-zero features when that is not 0. The truth is the matrix
 * of cosines between the tasks at the start, left out above {@value #LARGEST_TRUTH} tasks. There is no test set.
 */
record Stream(
        int tasks,
        int dimensions,
        int nonzeros,
        int train,
        double related,
        double drift,
        int turn,
        double noise,
        long seed)
        implements Simulation {
    private static final Parameter TASKS = Parameter.whole("tasks", 10, 1, 100_000, "number of tasks K");
    private static final Parameter DIMENSIONS =
            Parameter.whole("dimensions", 100, 2, 10_000_000, "number of features d");
    private static final Parameter NONZEROS =
            Parameter.whole("nonzeros", 0, 0, 10_000, "non-zero features of a row, at most d; 0 = dense rows");
    private static final Parameter TRAIN = Parameter.whole("train", 10_000, 1, 100_000_000, "rows of the stream");
    private static final Parameter RELATED =
            Parameter.number("related", 0.9, 0, 1, "how alike the tasks are: 0 = unrelated, 1 = the same");
    private static final Parameter DRIFT =
            Parameter.number("drift", 0, 0, 1, "angle in radians by which every direction turns per row");
    private static final Parameter TURN = Parameter.whole(
            "turn", 0, 0, 100_000_000, "row from which related becomes 1 - related (related tasks part); 0 = never");
    private static final Parameter NOISE = Parameter.number("noise", 0, 0, 0.5, "share of labels that are flipped");
    private static final int LARGEST_TRUTH = 1000;
    private static final long LARGEST_WEIGHTS = 50_000_000;

    static final Scenario SCENARIO = new Scenario(
            "stream",
            "two-class rows of linear tasks that may drift or part, for learning online (long; truth: cosines)",
            List.of(TASKS, DIMENSIONS, NONZEROS, TRAIN, RELATED, DRIFT, TURN, NOISE, Parameter.SEED),
            s -> new Stream(
                    s.whole(TASKS),
                    s.whole(DIMENSIONS),
                    s.whole(NONZEROS),
                    s.whole(TRAIN),
                    s.number(RELATED),
                    s.number(DRIFT),
                    s.whole(TURN),
                    s.number(NOISE),
                    s.seed(Parameter.SEED)));

    public Stream {
        TASKS.require(tasks);
        DIMENSIONS.require(dimensions);
        NONZEROS.require(nonzeros);
        TRAIN.require(train);
        RELATED.require(related);
        DRIFT.require(drift);
        TURN.require(turn);
        NOISE.require(noise);
        if ((long) tasks * dimensions > LARGEST_WEIGHTS) {
            throw new IllegalArgumentException(
                    "tasks * dimensions must be <= " + LARGEST_WEIGHTS + ", got " + (long) tasks * dimensions);
        }
        if (nonzeros > dimensions) {
            throw new IllegalArgumentException("nonzeros must be <= dimensions = " + dimensions + ", got " + nonzeros);
        }
    }

    @Override
    public Simulated draw() {
        Dice dice = new Dice(seed);
        Dice directions = dice.split();
        Turning shared = new Turning(directions, dimensions);
        Turning[] own = new Turning[tasks];
        for (int t = 0; t < tasks; t++) {
            own[t] = new Turning(directions, dimensions);
        }
        Inputs inputs = nonzeros == 0 ? dense(dice.split()) : sparse(dice.split());
        Dataset data = label(dice.split(), inputs, shared, own);
        Simulated drawn = Simulated.of(SCENARIO.name(), seed, DatasetCsv.Shape.LONG, data, data.select());
        return tasks > LARGEST_TRUTH ? drawn : drawn.withTruth(NamedMatrix.ofTasks(data.tasks(), cosines(shared, own)));
    }

    private Inputs dense(Dice dice) {
        Matrix x = Matrix.zeros(train, dimensions);
        for (int i = 0; i < train; i++) {
            double[] row = dice.gaussians(dimensions);
            Products.normalize(row);
            System.arraycopy(row, 0, x.data(), i * dimensions, dimensions);
        }
        return DenseInputs.of(x);
    }

    private Inputs sparse(Dice dice) {
        int[] starts = new int[train + 1];
        int[] indices = new int[Math.multiplyExact(train, nonzeros)];
        double[] values = new double[indices.length];
        for (int i = 0; i < train; i++) {
            double[] row = dice.gaussians(nonzeros);
            Products.normalize(row);
            System.arraycopy(dice.choose(nonzeros, dimensions), 0, indices, i * nonzeros, nonzeros);
            System.arraycopy(row, 0, values, i * nonzeros, nonzeros);
            starts[i + 1] = starts[i] + nonzeros;
        }
        return new SparseInputs(new SparseRows(dimensions, starts, indices, values), Names.numbered("x", dimensions));
    }

    private Dataset label(Dice dice, Inputs inputs, Turning shared, Turning[] own) {
        int[] taskOf = new int[train];
        double[] labels = new double[train];
        for (int s = 0; s < train; s++) {
            int t = dice.below(tasks);
            double r = turn > 0 && s >= turn ? 1 - related : related;
            double angle = drift * s;
            double margin = StrictMath.sqrt(r) * shared.dot(angle, inputs, s)
                    + StrictMath.sqrt(1 - r) * own[t].dot(angle, inputs, s);
            boolean flip = dice.uniform() < noise;
            taskOf[s] = t;
            labels[s] = (margin >= 0) == flip ? -1 : 1;
        }
        return Signs.dataset(inputs, Names.numbered("t", tasks), taskOf, labels);
    }

    private Matrix cosines(Turning shared, Turning[] own) {
        double[][] weights = new double[tasks][dimensions];
        for (int t = 0; t < tasks; t++) {
            Products.add(weights[t], StrictMath.sqrt(related), shared.start());
            Products.add(weights[t], StrictMath.sqrt(1 - related), own[t].start());
            Products.normalize(weights[t]);
        }
        Matrix w = Matrix.of(weights);
        return Products.multiply(w, w.transpose());
    }
}
