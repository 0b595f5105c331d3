package dev.kith.select.detail;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.numeric.Sampling;
import dev.kith.score.Interval;
import dev.kith.select.Comparison;
import dev.kith.select.Comparison.Compared;
import dev.kith.select.HeldOut;
import dev.kith.select.detail.Importance.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Finds {@link Importance}: shuffles one column after the other and predicts again. */
final class Shuffled {
    static final int SHUFFLES = 3;
    /** Labels that are predicted again and again at most. */
    private static final int MOST_ROWS = 5_000;
    /** Beyond this many columns none is shuffled. */
    private static final int MOST_COLUMNS = 500;
    /** Predictions in all, of linear models and of others, whose predictions cost as much as all rows they keep. */
    private static final int LINEAR_BUDGET = 3_000_000;

    private static final int BUDGET = 100_000;
    /** With more tasks, or for more columns, no task is looked at by itself. */
    private static final int MOST_TASKS = 300;

    private static final int COLUMNS_PER_TASK = 12;

    private final Dataset data;
    private final double level;
    private final List<Model> models;
    private final ErrorUnit unit;
    private final double[] deviations;
    private final double[] predictions;
    private final int of;
    private final int[] splits;
    private final int[] units;
    private final long seed;
    private final int[] sample;
    private final Inputs inputs;
    private final List<int[]> byTask;

    private Shuffled(Comparison result, Compared method, ErrorUnit unit, long seed) {
        HeldOut held = method.heldOut();
        this.data = result.data();
        this.level = result.level();
        this.models = held.fits().stream().map(fit -> fit.model()).toList();
        this.unit = unit;
        this.predictions = held.predictions();
        this.deviations = unit.deviations(data, predictions);
        this.splits = held.splits();
        this.seed = seed;
        int[] all = IntStream.range(0, data.size())
                .filter(o -> !Double.isNaN(predictions[o]))
                .toArray();
        this.of = all.length;
        this.sample = Sampling.some(all, rows(), new SplittableRandom(seed));
        this.units = numbered(held.units(), sample);
        this.inputs = data.inputs().select(Arrays.stream(sample).map(data::row).toArray());
        this.byTask = places(sample, data);
    }

    /** Empty where columns cannot be shuffled one by one: {@link #refusal} says why. */
    static Optional<Importance> of(Comparison result, Compared method, ErrorUnit unit, long seed) {
        return refusal(result).isPresent()
                ? Optional.empty()
                : Optional.of(new Shuffled(result, method, unit, seed).importance());
    }

    static Optional<String> refusal(Comparison result) {
        if (result.data().collapsed().isPresent()) {
            return Optional.of("the rows were collapsed into moments");
        }
        if (InUnits.chooses(result)) {
            return Optional.of("several questions about a row choose its class together");
        }
        Inputs inputs = result.data().inputs();
        int columns = inputs.features().size();
        return !Shuffling.possible(inputs)
                ? Optional.of("its columns are not kept side by side, as of sparse rows, strings and files")
                : columns > MOST_COLUMNS
                        ? Optional.of("there are more than " + MOST_COLUMNS + " columns")
                        : Optional.empty();
    }

    private int rows() {
        boolean linear = models.stream().allMatch(LinearModel.class::isInstance);
        int columns = Math.max(1, data.inputs().features().size());
        return Math.max(1, Math.min(MOST_ROWS, (linear ? LINEAR_BUDGET : BUDGET) / (SHUFFLES * columns)));
    }

    private static int[] numbered(int[] units, int[] sample) {
        Map<Integer, Integer> number = new HashMap<>();
        return Arrays.stream(sample)
                .map(o -> number.computeIfAbsent(units[o], unit -> number.size()))
                .toArray();
    }

    /** The places in the sample of every task's rows. */
    private static List<int[]> places(int[] sample, Dataset data) {
        List<List<Integer>> places = new ArrayList<>();
        IntStream.range(0, data.taskCount()).forEach(t -> places.add(new ArrayList<>()));
        IntStream.range(0, sample.length)
                .forEach(i -> places.get(data.task(sample[i])).add(i));
        return places.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    private Importance importance() {
        double[] before =
                losses(Arrays.stream(sample).mapToDouble(o -> predictions[o]).toArray());
        List<String> names = data.inputs().features();
        List<double[]> after =
                IntStream.range(0, names.size()).mapToObj(this::losses).toList();
        List<Column> overall = new ArrayList<>();
        for (int j = 0; j < names.size(); j++) {
            int[] all = IntStream.range(0, sample.length).toArray();
            overall.add(new Column(names.get(j), rise(before, after.get(j), all), even(j), List.of()));
        }
        Integer[] order = IntStream.range(0, names.size()).boxed().toArray(Integer[]::new);
        Arrays.sort(
                order, Comparator.comparingDouble(j -> -overall.get(j).rise().estimate()));
        List<Integer> tasks = tasks();
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < order.length; k++) {
            Column column = overall.get(order[k]);
            double[] shuffled = after.get(order[k]);
            columns.add(
                    k < COLUMNS_PER_TASK
                            ? new Column(
                                    column.name(),
                                    column.rise(),
                                    column.even(),
                                    tasks.stream()
                                            .map(t -> rise(before, shuffled, byTask.get(t)))
                                            .toList())
                            : column);
        }
        List<String> named = tasks.stream().map(data.tasks()::get).toList();
        return new Importance(unit, level, whole(before), columns, named, sample.length, of, SHUFFLES);
    }

    private List<Integer> tasks() {
        return data.taskCount() == 1 || data.taskCount() > MOST_TASKS
                ? List.of()
                : IntStream.range(0, data.taskCount())
                        .filter(t -> byTask.get(t).length >= Importance.LEAST)
                        .boxed()
                        .toList();
    }

    private boolean even(int j) {
        return byTask.stream()
                .allMatch(
                        places -> Arrays.stream(places).allMatch(place -> Shuffling.same(inputs, j, place, places[0])));
    }

    /** Of every row in the sample with column j shuffled, the mean over shuffles. */
    private double[] losses(int j) {
        SplittableRandom random = new SplittableRandom(seed * 31 + j);
        double[] sum = new double[sample.length];
        for (int r = 0; r < SHUFFLES; r++) {
            Inputs shuffled = Shuffling.shuffled(inputs, j, Shuffling.cycles(byTask, sample.length, random));
            double[] losses = losses(predictions(shuffled));
            Arrays.setAll(sum, i -> sum[i] + losses[i] / SHUFFLES);
        }
        return sum;
    }

    /** Each row by the model of the fold that held it out. */
    private double[] predictions(Inputs shuffled) {
        double[] z = new double[sample.length];
        for (int s = 0; s < models.size(); s++) {
            int split = s;
            int[] places = IntStream.range(0, sample.length)
                    .filter(i -> splits[sample[i]] == split)
                    .toArray();
            if (places.length > 0) {
                int[] tasks =
                        Arrays.stream(places).map(i -> data.task(sample[i])).toArray();
                double[] found = models.get(s).predict(shuffled.select(places), tasks);
                for (int k = 0; k < places.length; k++) {
                    z[places[k]] = found[k];
                }
            }
        }
        return z;
    }

    private double[] losses(double[] z) {
        double[] losses = new double[z.length];
        Arrays.setAll(losses, i -> unit.loss(data.label(sample[i]), z[i], deviations[data.task(sample[i])]));
        return losses;
    }

    private Interval rise(double[] before, double[] after, int[] places) {
        int[] own = numbered(units, places);
        return Interval.jackknife(
                        own,
                        Arrays.stream(own).max().orElse(-1) + 1,
                        level,
                        keep -> error(after, places, keep) - error(before, places, keep))
                .rounded(whole(before));
    }

    private double whole(double[] losses) {
        double[] keep = new double[sample.length];
        Arrays.fill(keep, 1);
        return error(losses, IntStream.range(0, sample.length).toArray(), keep);
    }

    private double error(double[] losses, int[] places, double[] keep) {
        double sum = 0;
        double weight = 0;
        for (int k = 0; k < places.length; k++) {
            double own = keep[k] * data.weight(sample[places[k]]);
            sum += own * losses[places[k]];
            weight += own;
        }
        return unit.error(sum / weight);
    }
}
