package dev.kith.select.unseen;

import dev.kith.data.Dataset;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Model;
import dev.kith.score.OutOfFold;
import dev.kith.score.Scores;
import dev.kith.select.Compare;
import dev.kith.select.Search;
import java.util.Arrays;
import java.util.List;

/** What the known rows of a new task say by themselves. */
record Known(Deal deal, List<Integer> rows, TaskLosses losses) {
    /** With fewer rows nothing can be chosen by leaving some out: their mean is all there is. */
    private static final int FEWEST = 4;

    /** Whether the known rows of a task with classes are all of one. */
    static boolean oneClass(Dataset data, int task, int[] known) {
        return data.hasClasses(task)
                && Arrays.stream(known).mapToDouble(data::label).distinct().count() < 2;
    }

    /** How often known rows were of one class. */
    int oneClass() {
        return (int) deal.folds().stream()
                .flatMapToInt(Arrays::stream)
                .mapToLong(task -> rows.stream()
                        .filter(n -> n > 0 && oneClass(deal.data(), task, deal.known(task, n)))
                        .count())
                .sum();
    }

    Predicted constant() {
        Predicted constant = new Predicted(NewTaskResult.CONSTANT, deal.data(), rows.size());
        for (int fold = 0; fold < deal.folds().size(); fold++) {
            Dataset others = deal.others(fold);
            int[] all = new int[others.size()];
            Arrays.setAll(all, o -> o);
            for (int at = 0; at < rows.size(); at++) {
                for (int task : deal.folds().get(fold)) {
                    double value =
                            rows.get(at) == 0 ? mean(others, all) : mean(deal.data(), deal.known(task, rows.get(at)));
                    fill(constant, at, task, value);
                }
            }
        }
        return constant;
    }

    /** Of classes a value whose sign is the class that is seen most. */
    private static double mean(Dataset data, int[] observations) {
        double sum = 0;
        double weight = 0;
        for (int o : observations) {
            sum += data.weight(o) * data.label(o);
            weight += data.weight(o);
        }
        return Scores.constant(data.classes().isPresent(), sum, weight);
    }

    private void fill(Predicted into, int at, int task, double value) {
        int[] predicted = deal.predicted(task);
        double[] values = new double[predicted.length];
        Arrays.fill(values, value);
        into.write(at, predicted, values);
    }

    Predicted alone() {
        Predicted alone = new Predicted(NewTaskResult.ALONE, deal.data(), rows.size());
        for (int at = 0; at < rows.size(); at++) {
            for (int[] fold : deal.folds()) {
                for (int task : fold) {
                    int[] known = deal.known(task, rows.get(at));
                    if (known.length >= FEWEST && !oneClass(deal.data(), task, known)) {
                        learn(alone, at, task, known);
                    } else if (known.length > 0) {
                        fill(alone, at, task, mean(deal.data(), known));
                    }
                }
            }
        }
        return alone;
    }

    private void learn(Predicted into, int at, int task, int[] known) {
        Loss loss = losses.common().orElseThrow();
        Model model = Search.on(deal.part(new int[] {task}, known))
                .method(Compare.BASELINE)
                .loss(loss)
                .run()
                .model();
        int[] predicted = deal.predicted(task);
        into.write(at, predicted, OutOfFold.predictions(model, deal.part(new int[] {task}, predicted)));
    }
}
