package dev.kith.model.transform;

import dev.kith.data.Dataset;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import dev.kith.data.transform.Transforming;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.Workspace;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Learns g(y) in place of labels y, by any trainer of numbers, which does not know of it; the models predict in the units of y. So
 * whoever trains and measures, on whatever rows, sees labels and predictions in their own units only.
 *
 * @param trainer learns the transformed labels
 * @param means whether predictions of the squared loss are means of y, by {@link Corrections}; those of other losses are quantiles,
 *     which are taken back as they are
 * @param ownUnits whether labels of different tasks are in different units
 */
public record TransformedTrainer<M extends Model>(
        Trainer<M> trainer, Transform transform, boolean means, boolean ownUnits) implements Trainer<M> {
    private record Key(Transform transform) {}

    @Override
    public Fit<M> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return completed(data, trainer.train(learned(data), progress));
    }

    @Override
    public Fit<M> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        Workspace own = workspace.reuse(new Key(transform), Workspace.class, () -> {
            Dataset learned = learned(workspace.data());
            return workspace.proving() ? new Workspace(learned) : Workspace.forTrials(learned);
        });
        return completed(workspace.data(), trainer.train(own, progress));
    }

    /** The data as the trainer sees them. */
    public Dataset learned(Dataset data) {
        return Transforming.learned(data, transform);
    }

    /** The model without the way back: it predicts transformed labels. */
    public static Model plain(Model model) {
        ModelInfo info = model.info();
        return info.schema().transform().isEmpty()
                ? model
                : model.withInfo(info.with(info.schema().withTransform(Optional.empty())));
    }

    private Fit<M> completed(Dataset data, Fit<M> fit) {
        M model = fit.model();
        TargetTransform back = new Corrections(transform, means, ownUnits).of(model, data);
        ModelInfo info = model.info();
        @SuppressWarnings("unchecked") // a model with other info is of its own kind
        M complete = (M) model.withInfo(info.with(info.schema().withTransform(Optional.of(back))));
        return new Fit<>(complete, fit.report());
    }
}
