package dev.kith.boost;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Schema;
import dev.kith.model.Trainer;
import dev.kith.model.TreeModel;
import dev.kith.model.Workspace;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Any trainer with what boosted trees say of a row as one more feature, {@value TreeModel.AsFeature#FEATURE}. For rows that train it comes from trees that were
 * grown on other folds, task means included; for other rows from trees grown on all. Only how many trees, and of how many leaves, was
 * found with all labels. The trainer's report is that of the base; the trees are grown once for all fits on a workspace.
 *
 * @param trees how they are grown; labels must be on one scale, so that they know nothing of a task's labels but through its other rows
 */
public record BoostedFeatureTrainer<M extends Model>(Trainer<M> base, BoostedTrainer trees)
        implements Trainer<TreeModel.AsFeature> {
    public BoostedFeatureTrainer {
        if (trees.training().targetScale() == TargetScale.TASK) {
            throw new IllegalArgumentException("features from boosted trees are for labels on one scale"
                    + " (target scale all or none), got labels scaled task by task");
        }
    }

    private record Key(BoostedTrainer trees) {}

    private record Grown(TreeModel trees, Workspace workspace) {}

    @Override
    public Fit<TreeModel.AsFeature> train(Dataset data, Consumer<Progress> progress) {
        return train(new Workspace(data), progress);
    }

    @Override
    public Fit<TreeModel.AsFeature> train(Workspace workspace, Consumer<Progress> progress) {
        return Fit.prepared(workspace, own -> fit(own, progress));
    }

    private Fit<TreeModel.AsFeature> fit(Workspace workspace, Consumer<Progress> progress) {
        Dataset data = workspace.data();
        Grown grown = workspace.reuse(new Key(trees), Grown.class, () -> {
            requireOneTaskEach(data);
            BoostedTrainer.Learned learned = trees.learned(data);
            double[] feature = new double[data.inputs().rows()];
            for (int o = 0; o < data.size(); o++) {
                feature[data.row(o)] = learned.outOfFold()[o];
            }
            Dataset more = data.withInputs(TreeModel.AsFeature.with(data.inputs(), feature));
            return new Grown(learned.fit().model(), workspace.with(more));
        });
        Fit<M> fit = base.train(grown.workspace, progress);
        return new Fit<>(
                new TreeModel.AsFeature(info(fit.model(), grown.trees, data), grown.trees, fit.model()), fit.report());
    }

    private static ModelInfo info(Model base, TreeModel trees, Dataset data) {
        Map<String, String> grown = trees.info().asked().parameters();
        return base.info()
                .with(Schema.of(data))
                .withParameters(Map.of(
                        TreeModel.AsFeature.FROM,
                        trees.info().method(),
                        TreeModel.AsFeature.FROM + ":trees",
                        String.valueOf(grown.get("trees")),
                        TreeModel.AsFeature.FROM + ":leaves",
                        String.valueOf(grown.get("leaves"))));
    }

    /** What trees say of a row differs by task. */
    private static void requireOneTaskEach(Dataset data) {
        boolean[] seen = new boolean[data.inputs().rows()];
        for (int o = 0; o < data.size(); o++) {
            if (seen[data.row(o)]) {
                throw new DataException("features from boosted trees are for rows that belong to one task each,"
                        + " got rows with labels of several tasks");
            }
            seen[data.row(o)] = true;
        }
    }
}
