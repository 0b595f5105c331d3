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
import org.jspecify.annotations.Nullable;

/**
 * One data set divided into folds, on which trainers are scored one after another. Fits to the same fold share what they
 * have worked out about it, and each starts where the one before it ended: give lambdas from large to small. Keeps the
 * preparation of every fold; serves one thread.
 */
public final class Validation {
    private static final int MANY_TASKS = 100;
    private static final int MANY_LABELS = 2_000;

    private record Fold(Workspace training, Supplier<Dataset> heldOut) {}

    private final List<Fold> folds = new ArrayList<>();
    private final List<Loss> losses;
    private final Matrix labelScale;
    private final Weighting weighting;
    private @Nullable Racer best;

    Validation(CrossValidation settings, Dataset data) {
        losses = settings.losses().of(data.tasks());
        weighting = settings.weighting();
        labelScale =
                settings.losses().scaling(data, settings.targetScale(), true).labelScale();
        for (Split split : settings.folding().inner(data, settings.folds(), settings.seed())) {
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
        return new Trial(losses(trainer, folds.size())).mean(weighting);
    }

    /**
     * The same, or an estimate of it as soon as it is clear that it is not the best: after every fold the tasks' losses are
     * set against those of the best trainer raced before, on the same observations. Where folds are large, it is enough that
     * it is clearly the best, or neither better nor worse by anything worthwhile; elsewhere what was best is given every fold.
     */
    public double race(Trainer<?> trainer) {
        Racer own = new Racer(trainer);
        Racer ahead = best;
        boolean decided = false;
        while (!decided && own.losses.size() < folds.size()) {
            own.next();
            decided = ahead != null && own.losses.size() < folds.size() && decided(own, ahead);
        }
        own.judge(ahead);
        if (!Double.isNaN(own.score) && (ahead == null || own.score < ahead.score)) {
            best = own;
        }
        return own.score;
    }

    private boolean decided(Racer own, Racer ahead) {
        Trial other = ahead.trial(own.losses.size());
        return switch (other.against(own.losses, weighting)) {
            case BEHIND -> true;
            case AHEAD, EVEN -> largeFolds();
            case OPEN -> false;
        };
    }

    /** A trainer on the first folds, and what all would come to. */
    private final class Racer {
        private final Trainer<?> trainer;
        private final List<HeldOutLoss> losses = new ArrayList<>();
        private double score = Double.NaN;
        /** Whether the score is of all folds, not estimated. */
        private boolean exact;

        Racer(Trainer<?> trainer) {
            this.trainer = trainer;
        }

        void next() {
            losses.add(loss(trainer, folds.get(losses.size())));
        }

        /** On so many folds, as many as are missing being trained now. */
        Trial trial(int count) {
            while (losses.size() < count) {
                next();
            }
            return new Trial(losses.subList(0, count));
        }

        /** By all folds, or by how it did on some beside who was ahead. Of two that are even the other stays the best. */
        void judge(@Nullable Racer ahead) {
            Trial own = new Trial(losses);
            exact = losses.size() == folds.size() && (ahead == null || ahead.exact);
            score = own.mean(weighting);
            if (ahead != null && !exact) {
                Trial other = ahead.trial(losses.size());
                double ratio = score / other.mean(weighting);
                boolean even = largeFolds() && other.against(losses, weighting) == Trial.Standing.EVEN;
                score = ahead.score * (even ? Math.max(1, ratio) : ratio);
            }
        }
    }

    /** Whether the first fold alone has labels enough to tell far candidates apart. */
    public boolean largeFolds() {
        return !folds.isEmpty()
                && labelScale.cols() >= MANY_TASKS
                && folds.get(0).heldOut.get().size() >= MANY_LABELS;
    }

    /** The mean held-out loss on the first fold. */
    public double glance(Trainer<?> trainer) {
        return new Trial(losses(trainer, Math.min(1, folds.size()))).mean(weighting);
    }

    private List<HeldOutLoss> losses(Trainer<?> trainer, int count) {
        return folds.subList(0, count).stream().map(fold -> loss(trainer, fold)).toList();
    }

    private HeldOutLoss loss(Trainer<?> trainer, Fold fold) {
        HeldOutLoss loss = new HeldOutLoss(losses, labelScale);
        loss.add(trainer.train(fold.training, step -> {}).model(), fold.heldOut.get());
        return loss;
    }
}
