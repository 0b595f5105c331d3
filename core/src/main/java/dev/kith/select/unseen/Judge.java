package dev.kith.select.unseen;

import dev.kith.score.Interval;
import dev.kith.score.MeanCost;
import dev.kith.score.Measure;
import dev.kith.score.Outcomes;
import dev.kith.score.Scores;
import dev.kith.select.unseen.NewTaskResult.Curve;
import dev.kith.select.unseen.NewTaskResult.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Measures what was predicted of new tasks; every task is one observation of how new tasks fare. */
record Judge(Deal deal, Measure measure, double level, List<Integer> rows, int oneClass) {
    NewTaskResult result(List<Predicted> all) {
        List<Curve> curves = new ArrayList<>();
        for (int k = 0; k < all.size(); k++) {
            List<Point> points = new ArrayList<>();
            for (int at = 0; at < rows.size(); at++) {
                Predicted reference = all.get(rows.get(at) == 0 ? 1 : 0);
                points.add(point(all.get(k), k < 2 ? Optional.empty() : Optional.of(reference), at));
            }
            curves.add(new Curve(all.get(k).name(), points, all.get(k).refusal()));
        }
        int tasks = deal.tested();
        return new NewTaskResult(measure, level, rows, tasks, deal.data().taskCount() - tasks, oneClass, curves);
    }

    private Point point(Predicted predicted, Optional<Predicted> reference, int at) {
        double[] values = predicted.values(at);
        boolean complete = deal.folds().stream()
                .flatMapToInt(Arrays::stream)
                .flatMap(task -> Arrays.stream(deal.predicted(task)))
                .noneMatch(o -> Double.isNaN(values[o]));
        if (!complete) {
            return new Point(rows.get(at), OptionalDouble.empty(), Optional.empty());
        }
        Scores own = Scores.of(measure, deal.data(), values);
        return new Point(
                rows.get(at), own.summary(), reference.map(other -> improvement(own, values, other.values(at))));
    }

    /** (E_0 - E) / sqrt(E_0 E), its interval by leaving out tasks. */
    private Interval improvement(Scores own, double[] values, double[] reference) {
        int[][] byTask = Scores.byTask(deal.data(), values);
        int[] tasks = IntStream.range(0, byTask.length)
                .filter(t -> byTask[t].length > 0)
                .toArray();
        int[] unit = IntStream.range(0, tasks.length)
                .flatMap(k -> IntStream.generate(() -> k).limit(byTask[tasks[k]].length))
                .toArray();
        MeanCost before = cost(own, byTask, reference);
        MeanCost after = cost(own, byTask, values);
        return Interval.jackknife(unit, tasks.length, level, keep -> {
            double alone = before.of(keep);
            double shared = after.of(keep);
            return alone == shared ? 0 : (alone - shared) / Math.sqrt(alone * shared);
        });
    }

    private MeanCost cost(Scores own, int[][] byTask, double[] values) {
        List<Outcomes> outcomes = Arrays.stream(byTask)
                .map(observations -> Outcomes.of(deal.data(), values, new int[values.length], observations))
                .toList();
        return new MeanCost(measure, outcomes, own.labels(), own.together());
    }
}
