package dev.kith.score;

import dev.kith.model.Training.Weighting;
import java.util.List;

/**
 * The losses of one trainer, fold by fold, against which others race.
 *
 * @param folds one a fold
 */
record Trial(List<HeldOutLoss> folds) {
    /** Fewer tasks say too little about how differences scatter. */
    private static final int LEAST_TASKS = 30;
    /** Who is behind by so many standard errors is out: by chance once in 30,000 times. */
    private static final double STANDARD_ERRORS = 4;
    /** A share of the loss that no further fold is worth, if it is certain by so many standard errors that there is no more to gain or lose. */
    private static final double NOT_WORTHWHILE = 1e-3;

    private static final double CERTAIN = 2;

    Trial {
        folds = List.copyOf(folds);
    }

    /** Where another trainer stands. */
    enum Standing {
        BEHIND,
        AHEAD,
        /** Better or worse by next to nothing. */
        EVEN,
        OPEN
    }

    /**
     * The mean loss: with {@link Weighting#TASK} over tasks of their means, with {@link Weighting#OBSERVATION} over observations; NaN
     * of none.
     */
    double mean(Weighting weighting) {
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

    /** How a trainer with these losses, on the same observations, stands beside this one, by tasks. */
    Standing against(List<HeldOutLoss> other, Weighting weighting) {
        double behind = 0;
        double squares = 0;
        double total = 0;
        int count = 0;
        for (int t = 0; t < tasks(folds); t++) {
            if (weight(folds, t) > 0) {
                double own = share(folds, t, weighting);
                double difference = share(other, t, weighting) - own;
                behind += difference;
                squares += difference * difference;
                total += own;
                count++;
            }
        }
        double error = Math.sqrt(Math.max(0, squares - behind * behind / count));
        if (count < LEAST_TASKS) {
            return Standing.OPEN;
        }
        return Math.abs(behind) > STANDARD_ERRORS * error
                ? behind > 0 ? Standing.BEHIND : behind < 0 ? Standing.AHEAD : Standing.EVEN
                : Math.abs(behind) + CERTAIN * error < NOT_WORTHWHILE * Math.abs(total) ? Standing.EVEN : Standing.OPEN;
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
