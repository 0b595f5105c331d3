package dev.kith.boost;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Asked;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.FitReport.Status;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.TreeModel;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Boosted trees for all tasks together, {@code boosted}: rows of all tasks, with the task as a code and its mean label among the features,
 *
 * <pre>  minimise  sum_o w_o loss(y_o, trees(x_o, t_o, m_o))</pre>
 *
 * greedily, tree by tree, until rows that were held out are predicted no better: how many trees and of how many leaves is found on five
 * folds inside tasks. Every observation counts by its weight; {@link Training#weighting} has no meaning here, nor have scaling of features
 * and tolerance. Greedy trees are nobody's optimum: the objective reported is the mean held-out loss, in the units of the fit, and there is
 * no gap.
 *
 * @param leaves of a tree; empty to try few and many
 * @param trees as many; empty to find out, at most {@link #MOST}
 */
public record BoostedTrainer(OptionalInt leaves, OptionalInt trees, Training training) implements Trainer<TreeModel> {
    /** Trees at most, where their number is found out. */
    public static final int MOST = 1000;

    /** Squared errors beyond this would overflow. */
    private static final double LARGEST = 1e150;

    public BoostedTrainer {
        if (leaves.isPresent() && leaves.getAsInt() < 2) {
            throw new IllegalArgumentException("leaves must be a whole number >= 2, got " + leaves.getAsInt());
        }
        if (trees.isPresent() && trees.getAsInt() < 1) {
            throw new IllegalArgumentException("trees must be a whole number >= 1, got " + trees.getAsInt());
        }
    }

    @Override
    public Fit<TreeModel> train(Dataset data, Consumer<Progress> progress) {
        return Fit.prepared(
                data, prepared -> LinearAlgebra.withThreads(training.threads(), () -> fit(prepared, progress)));
    }

    /**
     * A fit, and what trees say of its rows that were grown on other folds.
     *
     * @param outOfFold by observation, in units of the labels; log odds for classes; where no other fold has rows, what is said of any row
     */
    @SuppressWarnings("ArrayRecordComponent") // read, never compared
    record Learned(Fit<TreeModel> fit, double[] outOfFold) {}

    /** Learns from data that have features. */
    Learned learned(Dataset data) {
        return LinearAlgebra.withThreads(training.threads(), () -> learned(data, true, step -> {}));
    }

    private Fit<TreeModel> fit(Dataset raw, Consumer<Progress> progress) {
        return learned(raw, false, progress).fit;
    }

    private Learned learned(Dataset raw, boolean outOfFold, Consumer<Progress> progress) {
        long started = System.nanoTime();
        raw.requireRows("method 'boosted'");
        Learnable.requireLabels(raw);
        Learnable.requireBelow(LARGEST, raw, "");
        boolean classes = raw.classes().isPresent();
        if (classes && !allClasses(raw)) {
            throw new DataException("method 'boosted' takes tasks whose labels are all numbers or all classes");
        }
        Standardizer scaling = classes
                ? Standardizer.none(raw.inputs().features().size(), raw.taskCount())
                : Standardizer.fit(raw, training.targetScale(), true);
        Growing growing = new Growing(this, raw, scaling, classes);
        Growing.Found found = growing.run(outOfFold);
        Progress end = new Progress(
                found.trees().roots().size(), found.loss(), Double.NaN, (System.nanoTime() - started) / 1e9);
        progress.accept(end);
        Status status = Thread.currentThread().isInterrupted() ? Status.INTERRUPTED : Status.CONVERGED;
        FitReport report = new FitReport(
                status,
                found.loss(),
                Double.NaN,
                found.trees().roots().size(),
                end.seconds(),
                LinearAlgebra.best().name(),
                List.of(end));
        int tasks = raw.taskCount();
        Matrix means = Matrix.wrap(1, tasks, found.taskMeans());
        TreeModel model = new TreeModel(
                info(raw, found, classes, report), found.trees(), means, scaling.labelMean(), scaling.labelScale());
        double[] held = found.outOfFold();
        for (int o = 0; o < held.length; o++) {
            int t = raw.task(o);
            held[o] = scaling.labelMean().get(0, t) + scaling.labelScale().get(0, t) * held[o];
        }
        return new Learned(new Fit<>(model, report), held);
    }

    private static boolean allClasses(Dataset data) {
        for (int t = 0; t < data.taskCount(); t++) {
            if (!data.hasClasses(t)) {
                return false;
            }
        }
        return true;
    }

    private ModelInfo info(Dataset data, Growing.Found found, boolean classes, FitReport report) {
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("leaves", Integer.toString(found.leaves()));
        parameters.put("trees", Integer.toString(found.trees().roots().size()));
        parameters.put("rate", Double.toString(Growing.RATE));
        parameters.put("target-scale", training.targetScale().name().toLowerCase(Locale.ROOT));
        return new ModelInfo(
                new Asked(
                        "boosted",
                        (classes ? Losses.logistic() : Losses.squared()).name(),
                        new Linear().spec(),
                        OptionalDouble.empty(),
                        parameters),
                Schema.of(data),
                Outcome.of(report),
                Origin.of(data, training.seed(), training.threads()));
    }
}
