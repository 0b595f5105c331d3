package dev.kith.score;

import dev.kith.model.Training.Weighting;
import java.util.List;

/**
 * The losses of one trainer, fold by fold, against which others race.
 *
 * @param folds one a fold
 * @param mean over all folds
 */
record Trial(List<HeldOutLoss> folds, double mean) {
    /** Fewer tasks say too little about how differences scatter. */
    private static final int LEAST_TASKS = 30;
    /** Who is behind by so many standard errors is out: by chance once in 30,000 times. */
    private static final double STANDARD_ERRORS = 4;

    Trial {
        folds = List.copyOf(folds);
    }

    /**
     * The mean loss: with {@link Weighting#TASK} over tasks of their means, with {@link Weighting#OBSERVATION} over observations; NaN
     * of none.
     */
    static double mean(List<HeldOutLoss> folds, Weighting weighting) {
        double total = 0;
        double count = 0;
        for (int t = 0; t < tasks(folds); t++) {
            double weight = weight(folds, t);
            if (weight > 0) {
                total += share(folds, t, weighting);
                count += weighting == Weighting.TASK ? 1 : weight;
            }
        }
        return total / count;
    }

    /** Whether this is clearly ahead of a trainer that has been through the first folds only: by tasks, on the same observations. */
    boolean beats(List<HeldOutLoss> other, Weighting weighting) {
        double sum = 0;
        double squares = 0;
        int count = 0;
        for (int t = 0; t < tasks(other); t++) {
            if (weight(other, t) > 0) {
                double behind = share(other, t, weighting) - share(folds.subList(0, other.size()), t, weighting);
                sum += behind;
                squares += behind * behind;
                count++;
            }
        }
        double scatter = squares - sum * sum / count;
        return count >= LEAST_TASKS && sum > STANDARD_ERRORS * Math.sqrt(Math.max(0, scatter));
    }

    /** What all folds would come to for a trainer that has been through the first ones. */
    double estimate(List<HeldOutLoss> other, Weighting weighting) {
        return mean * (mean(other, weighting) / mean(folds.subList(0, other.size()), weighting));
    }

    private static int tasks(List<HeldOutLoss> folds) {
        return folds.isEmpty() ? 0 : folds.get(0).tasks();
    }

    private static double weight(List<HeldOutLoss> folds, int task) {
        return folds.stream().mapToDouble(fold -> fold.weight(task)).sum();
    }

    /** What a task adds to the mean, but for a common factor. */
    private static double share(List<HeldOutLoss> folds, int task, Weighting weighting) {
        double sum = folds.stream().mapToDouble(fold -> fold.sum(task)).sum();
        return weighting == Weighting.TASK ? sum / weight(folds, task) : sum;
    }
}
