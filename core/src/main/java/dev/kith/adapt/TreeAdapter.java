package dev.kith.adapt;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.TreeModel;
import dev.kith.score.Folding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * New tasks join boosted trees, which stay as they are:
 *
 * <pre>  f(x) = trees(x, a code no split knows, m) + b  </pre>
 *
 * with the mean label m of the new rows, drawn to that of a task nobody has seen as means of trained tasks are ({@link TreeLevel}), and a level b
 * of the task's own.
 */
record TreeAdapter(TreeModel model, Folding folding) {
    Adapted adapt(Dataset given) {
        boolean classes = !model.info().classes().isEmpty();
        Dataset rows = classes ? Newcomers.signs(given, model.info().classes()) : given;
        Loss loss = classes ? Losses.logistic() : Losses.squared();
        Standardizer own = Standardizer.fit(rows, TargetScale.TASK, true);
        boolean ownUnits = !classes && model.ownUnits();
        int count = rows.taskCount();
        Matrix mean = ownUnits ? own.labelMean() : same(count, model.labelMean());
        Matrix scale = ownUnits ? own.labelScale() : same(count, model.labelScale());
        Matrix taskMean = Matrix.zeros(1, count);
        List<NewTask> tasks = new ArrayList<>();
        List<List<Double>> misses = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            double unit = scale.get(0, t);
            Dataset part = rows.select(Newcomers.observations(rows, t));
            double[] labels = labels(part, mean.get(0, t), unit);
            TaskAdapter.requireLearnable(rows.tasks().get(t), labels, loss);
            TreeLevel levels = new TreeLevel(model, loss, inputs(part), labels, weights(part));
            TreeLevel.Found found = levels.of(IntStream.range(0, labels.length).toArray());
            taskMean.set(0, t, found.mean());
            mean.set(0, t, mean.get(0, t) + unit * found.level());
            Trials trials = new Trials(levels, alone(own, part, labels), loss, Trials.parts(folding, part));
            misses.add(trials.misses());
            tasks.add(new NewTask(rows.tasks().get(t), labels.length, List.of(), 0, 0, trials.gain(unit)));
        }
        TreeModel joined = new TreeModel(
                Newcomers.info(model.info(), rows),
                model.trees(),
                beside(model.taskMean(), taskMean),
                beside(model.labelMean(), mean),
                beside(model.labelScale(), scale));
        return new Adapted(joined, tasks, new Misses(model.labelScale(), scale, misses));
    }

    private static Matrix same(int count, Matrix trained) {
        return Matrix.zeros(1, count).map(x -> trained.get(0, 0));
    }

    private static Matrix beside(Matrix old, Matrix more) {
        double[] all = Arrays.copyOf(old.row(0), old.cols() + more.cols());
        System.arraycopy(more.row(0), 0, all, old.cols(), more.cols());
        return Matrix.wrap(1, all.length, all);
    }

    private static Matrix inputs(Dataset part) {
        int[] rows = IntStream.range(0, part.size()).map(part::row).toArray();
        return TreeModel.numbers(part.inputs().select(rows));
    }

    private static double[] labels(Dataset part, double mean, double unit) {
        return IntStream.range(0, part.size())
                .mapToDouble(o -> (part.label(o) - mean) / unit)
                .toArray();
    }

    private static double[] weights(Dataset part) {
        return IntStream.range(0, part.size()).mapToDouble(part::weight).toArray();
    }

    /** The rows as a ridge of the task's own sees them. */
    private static NewRows alone(Standardizer own, Dataset part, double[] labels) {
        Inputs scaled = own.apply(new DenseInputs(inputs(part), part.inputs().features()));
        boolean explicit = scaled.features().size() < labels.length;
        Matrix side = explicit ? ((DenseInputs) scaled).values() : new Linear().gram(scaled);
        return new NewRows(side, explicit, Matrix.zeros(labels.length, 0), labels, weights(part), true, 0, 0);
    }
}
