package dev.kith.select.fresh;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Roles;
import dev.kith.data.table.Table;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How well a saved model predicts labelled rows. Only of rows it was not trained on does that say how well it predicts.
 *
 * @param tasks those of the model that the rows have, in the order of the lists of {@link Scores}
 * @param scores one per measure, the one that suits the model's loss first
 * @param constants the same for always answering the mean of a task's other rows here (for classes: the class that most rows have); empty
 *     where a measure says nothing of a constant
 * @param strangers tasks of the table that the model does not have; their rows do not count
 * @param skipped labels of such tasks
 */
public record ModelScore(
        List<String> tasks, List<Scores> scores, List<Scores> constants, List<String> strangers, int skipped) {
    public ModelScore {
        tasks = List.copyOf(tasks);
        scores = List.copyOf(scores);
        constants = List.copyOf(constants);
        strangers = List.copyOf(strangers);
    }

    /** Where a table has the tasks and labels of a model, by the names of the columns it was trained with. */
    public static Roles labels(Model model) {
        return FreshRows.labels(model.info());
    }

    /**
     * Measures a model.
     *
     * @param labels which columns hold task and label, usually {@link #labels}; features are found by name
     * @param asked the only measure; empty for all that suit the model
     */
    public static ModelScore of(Model model, Table table, Roles labels, Optional<Measure> asked) {
        FreshRows rows = FreshRows.read(table, labels, model.info(), FreshRows.common(model));
        double[] predictions = rows.predictions(model);
        double[] constants = rows.constants();
        asked.ifPresent(measure -> Judged.requireSuits(measure, model));
        List<Measure> measures = asked.map(List::of).orElseGet(() -> measures(model));
        return new ModelScore(
                new Judged(rows.data(), measures.get(0), model).tasks(),
                measures.stream()
                        .map(measure -> new Judged(rows.data(), measure, model).scores(predictions))
                        .toList(),
                measures.stream()
                        .map(measure -> new Judged(rows.data(), measure, model).scores(constants))
                        .toList(),
                rows.strangers(),
                rows.skipped());
    }

    /** What suits a model, its loss's own measure first. */
    public static List<Measure> measures(Model model) {
        Loss loss = Losses.parse(model.info().loss());
        Optional<ClassChoice> choice = model.info().columns().choice();
        if (choice.isPresent()) {
            return Stream.of(Measure.RANK_ERROR, Measure.ERROR, Measure.LOG_LOSS)
                    .filter(measure -> choice.get().ordered() || !measure.equals(Measure.RANK_ERROR))
                    .filter(measure -> loss.probability(0).isPresent() || !measure.equals(Measure.LOG_LOSS))
                    .toList();
        }
        List<Measure> measures = new ArrayList<>(List.of(Measure.named(loss.measure())));
        List<Measure> more = !loss.classification()
                ? List.of(Measure.RMSE, Measure.MAE)
                : loss.probability(0).isPresent() ? List.of(Measure.AUC, Measure.LOG_LOSS) : List.of(Measure.AUC);
        more.stream().filter(measure -> !measures.contains(measure)).forEach(measures::add);
        return measures;
    }
}
