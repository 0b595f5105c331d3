package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.score.Interval;
import dev.kith.score.Measure;
import dev.kith.score.RankingCurve;
import dev.kith.score.Scores;
import java.util.List;

/** What one contender predicted for observations it had not been trained on. Immutable. */
public final class HeldOut {
    private final String name;
    private final double[] predictions;
    private final int[] splits;
    private final int[] units;
    private final List<Contender.Trained> fits;
    private final double seconds;

    HeldOut(
            String name,
            double[] predictions,
            int[] splits,
            int[] units,
            List<Contender.Trained> fits,
            double seconds) {
        this.name = name;
        this.predictions = predictions;
        this.splits = splits;
        this.units = units;
        this.fits = List.copyOf(fits);
        this.seconds = seconds;
    }

    public String name() {
        return name;
    }

    /** One for each observation of the data; NaN for those that were never held out. */
    public double[] predictions() {
        return predictions.clone();
    }

    /** The split in which each observation was predicted, the place of its fit among {@link #fits}. */
    public int[] splits() {
        return splits.clone();
    }

    /** What intervals leave out together, a number per observation of the data. */
    public int[] units() {
        return units.clone();
    }

    /** The fits behind the predictions, one for each split. */
    public List<Contender.Trained> fits() {
        return fits;
    }

    /** Time of all its trainings, tuning included. */
    public double seconds() {
        return seconds;
    }

    /** A measure of all tasks, with its interval. */
    public Interval mean(Measure measure, double level, Dataset data) {
        return Gains.mean(measure, level, data, this);
    }

    /** How well its decisions find the second class, against what they take for it wrongly; empty without classes. */
    public RankingCurve roc(Dataset data) {
        return RankingCurve.roc(data, predictions, splits);
    }

    /** How much of what its decisions take for the second class is, against how much of it they find. */
    public RankingCurve precisionRecall(Dataset data) {
        return RankingCurve.precisionRecall(data, predictions, splits);
    }

    /** How well it predicted. */
    public Scores scores(Measure measure, Dataset data) {
        return Scores.of(measure, data, splits, predictions);
    }
}
