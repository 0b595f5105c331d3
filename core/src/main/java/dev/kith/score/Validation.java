package dev.kith.score;

import dev.kith.data.Dataset;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Trainer;
import dev.kith.model.Training.Weighting;
import dev.kith.model.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One data set divided into folds, on which trainers are scored one after another. Fits to the same fold share what they
 * have worked out about it, and each starts where the one before it ended: give lambdas from large to small. Keeps the
 * preparation of every fold; serves one thread.
 */
public final class Validation {
    private record Fold(Workspace training, Supplier<Dataset> heldOut) {}

    private final List<Fold> folds = new ArrayList<>();
    private final List<Loss> losses;
    private final Matrix labelScale;
    private final Weighting weighting;

    Validation(CrossValidation settings, Dataset data) {
        losses = settings.losses().of(data.tasks());
        weighting = settings.weighting();
        labelScale =
                settings.losses().scaling(data, settings.targetScale(), true).labelScale();
        for (Split split : Split.folds(data, settings.folds(), settings.seed())) {
            Dataset heldOut = split.test();
            if (heldOut.size() > 0) {
                // Those of collapsed rows are as large as what is trained on, and soon made again.
                Supplier<Dataset> test = data.collapsed().isPresent() ? split::test : () -> heldOut;
                folds.add(new Fold(Workspace.forTrials(split.train()), test));
            }
        }
    }

    /** The mean held-out loss of what {@code trainer} learns without each fold; NaN if nothing could be held out. */
    public double score(Trainer<?> trainer) {
        HeldOutLoss heldOut = new HeldOutLoss(losses, labelScale);
        for (Fold fold : folds) {
            heldOut.add(trainer.train(fold.training, step -> {}).model(), fold.heldOut.get());
        }
        return heldOut.mean(weighting);
    }
}
