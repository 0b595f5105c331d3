package dev.kith.score;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training.Weighting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * k-fold cross-validation inside tasks: every candidate is trained k times without one fold and scored by its mean loss
 * there, in the units of standardised labels.
 *
 * @param folds k
 * @param folding how rows are held out
 * @param seed of the folds: same seed and data, same folds, for every candidate
 * @param targetScale the units of the score: labels are divided by their deviation as in training
 * @param weighting whether every task or every observation counts the same in the score
 */
public record CrossValidation(
        int folds, Folding folding, long seed, TaskLosses losses, TargetScale targetScale, Weighting weighting) {
    public CrossValidation {
        if (folds < 2) {
            throw new IllegalArgumentException("folds must be a whole number >= 2, got " + folds);
        }
    }

    /** Random folds. */
    public CrossValidation(int folds, long seed, TaskLosses losses, TargetScale targetScale, Weighting weighting) {
        this(folds, Folding.random(), seed, losses, targetScale, weighting);
    }

    /** Random folds and one loss for all tasks. */
    public CrossValidation(int folds, long seed, Loss loss, TargetScale targetScale, Weighting weighting) {
        this(folds, seed, TaskLosses.all(loss), targetScale, weighting);
    }

    /** Hears of every candidate: how many have a score, of how many. */
    @FunctionalInterface
    public interface Listener {
        void scored(int done, int of);
    }

    /** A candidate and its mean held-out loss. */
    public record Scored<C>(C candidate, double score) {}

    /** The folds of a data set, prepared. */
    public Validation on(Dataset data) {
        return new Validation(this, data);
    }

    /** All candidates with their scores, in the order given. */
    public <C> List<Scored<C>> score(
            Dataset data,
            List<C> candidates,
            Function<? super C, ? extends Trainer<? extends Model>> trainers,
            Listener listener) {
        Validation validation = on(data);
        List<Scored<C>> scored = new ArrayList<>();
        for (C candidate : candidates) {
            scored.add(new Scored<>(candidate, validation.score(trainers.apply(candidate))));
            listener.scored(scored.size(), candidates.size());
        }
        return scored;
    }

    /** The candidate with the smallest score; of equal ones the first. */
    public static <C> Scored<C> best(List<Scored<C>> scored) {
        return scored.stream()
                .filter(s -> !Double.isNaN(s.score()))
                .reduce((a, b) -> b.score() < a.score() ? b : a)
                .orElseThrow(
                        () -> new dev.kith.data.DataException(
                                "cross-validation needs a task with at least two labels, so that one can be held out; or give lambda"));
    }
}
