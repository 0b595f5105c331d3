package dev.kith.select.fresh;

import dev.kith.data.Dataset;
import dev.kith.model.Model;
import dev.kith.score.ChosenClasses;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Labelled rows as a measure of a model sees them: as they are, or by the class that is chosen for each. */
final class Judged {
    private final Measure measure;
    private final Optional<ChosenClasses> chosen;
    private final Dataset data;

    Judged(Dataset rows, Measure measure, Model model) {
        this.measure = measure;
        chosen = ChosenClasses.of(rows, measure, z -> model.probability(0, z));
        data = chosen.map(ChosenClasses::judged).orElse(rows);
    }

    /** Refuses what says nothing of the choice a model makes, or of its lack of one. */
    static void requireSuits(Measure asked, Model model) {
        boolean ordered =
                model.info().columns().choice().filter(of -> of.ordered()).isPresent();
        if (asked.equals(Measure.RANK_ERROR) && !ordered) {
            throw new IllegalArgumentException(
                    "measure rank-error is for a model of classes in an order (fit --order)");
        }
        boolean several = model.info().columns().choice().isPresent();
        if (several && (!asked.ofClasses() || asked.equals(Measure.RELATIVE_ERROR))) {
            throw new IllegalArgumentException("measure " + asked.key()
                    + " is not of a choice among classes; ask for error, log-loss, auc or average-precision");
        }
        OptionalDouble probability = model.probability(0, 0);
        if (several && asked.equals(Measure.LOG_LOSS) && probability.isEmpty()) {
            throw new IllegalArgumentException("measure log-loss needs probabilities, which loss '"
                    + model.info().loss() + "' has none of");
        }
    }

    /** What is judged, {@link #judged(double[])} its predictions. */
    Dataset data() {
        return data;
    }

    /** Those who are judged: tasks, or the parts of the data whose rows choose a class. */
    List<String> tasks() {
        return data.tasks();
    }

    double[] judged(double... predictions) {
        return chosen.map(rows -> rows.predictions(predictions)).orElse(predictions);
    }

    Scores scores(double... predictions) {
        return Scores.of(measure, data, judged(predictions));
    }
}
