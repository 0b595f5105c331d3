package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Asked;
import dev.kith.model.CodedModel;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.EnsembleModel;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Outcome;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Verdict;
import dev.kith.select.Comparison.Compared;
import dev.kith.select.Contender.Trained;
import dev.kith.select.stack.StackRows;
import dev.kith.select.stack.StackWeights;
import dev.kith.select.stack.Stacking;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several methods of a comparison together, weighed task by task. Weights are learned from what the methods predicted for labels they had not
 * seen; what is judged here are predictions by weights that were learned from the other folds.
 *
 * @param parts the methods that are kept, in the order of the comparison
 * @param weights of those, from all held-out labels
 * @param shares of those: their weight on average over the labels
 * @param heldOut predictions by weights from other folds; it has no fits
 * @param scores of {@code heldOut}
 * @param gains of {@code heldOut} over the baseline
 * @param overWinner the same over the best single method
 */
public record Ensemble(
        List<Compared> parts,
        StackWeights weights,
        List<Double> shares,
        HeldOut heldOut,
        Scores scores,
        Gains gains,
        Gains overWinner) {
    /** The name it goes by beside methods. */
    public static final String NAME = EnsembleModel.METHOD;

    public Ensemble {
        parts = List.copyOf(parts);
        shares = List.copyOf(shares);
    }

    /** The measure of all tasks, {@link Scores#summary}; NaN where there is none. */
    public double mean() {
        return scores.summary().orElse(Double.NaN);
    }

    /**
     * Whether it is better than the best single method by more than chance and by more than the margin: the whole paired interval. The single
     * method was chosen by the labels it is judged on and the ensemble was not, so that the test leans to the single one.
     */
    public boolean best() {
        return overWinner.verdict() == Verdict.SHARE;
    }

    /** The ensemble of a comparison; empty where {@link #leftOut} says why. */
    static Optional<Ensemble> of(Comparison comparison) {
        if (leftOut(comparison).isPresent()) {
            return Optional.empty();
        }
        List<Compared> candidates = candidates(comparison);
        Judging judging = comparison.judging();
        Stacking.Stacked found =
                Stacking.of(rows(comparison, candidates), judging.folding().forward());
        HeldOut alone = comparison.baseline().heldOut();
        HeldOut held = new HeldOut(NAME, found.predictions(), alone.splits(), alone.units(), List.of(), 0);
        Measure measure = comparison.measure();
        Dataset data = comparison.judged();
        return Optional.of(new Ensemble(
                found.kept().stream().map(candidates::get).toList(),
                found.weights(),
                found.shares(),
                held,
                held.scores(measure, data),
                Gains.of(measure, comparison.level(), data, alone, held),
                Gains.of(measure, comparison.level(), data, comparison.winner().heldOut(), held)));
    }

    /** Why several methods of a comparison are not put together; empty where they are. */
    static Optional<String> leftOut(Comparison comparison) {
        Dataset data = comparison.data();
        if (data.collapsed().isPresent()) {
            return because("rows were collapsed into moments, and weights are learned from single ones");
        }
        if (comparison.splits().size() < 2) {
            return because("weights are learned from labels held out in other folds, and there is one split");
        }
        if (comparison.labels().severalClasses() || data.columns().choice().isPresent()) {
            return because("weights are learned for numbers and for two classes, not for a choice among several");
        }
        ModelInfo info = first(comparison.baseline()).info();
        Optional<String> other = IntStream.range(0, data.taskCount())
                .filter(t -> !data.hasClasses(t)
                        && Losses.find(info.loss(t)).filter(Loss::quadratic).isEmpty())
                .mapToObj(info::loss)
                .findFirst();
        if (other.isPresent()) {
            return because("weights are learned by squared errors of numbers, and the loss is " + other.get());
        }
        return candidates(comparison).size() < 2
                ? because("the methods differ in what their models are made of")
                : Optional.empty();
    }

    private static Optional<String> because(String why) {
        return Optional.of("Several methods together were not tried: " + why + ".");
    }

    private static Model first(Compared compared) {
        return compared.heldOut().fits().get(0).model();
    }

    /** Methods whose models can be parts of one model: of the same kernel and losses, and none that is decoded. */
    private static List<Compared> candidates(Comparison comparison) {
        ModelInfo usual = first(comparison.baseline()).info();
        return comparison.methods().stream()
                .filter(compared -> {
                    Model model = first(compared);
                    return !(model instanceof ConstrainedModel)
                            && !(model instanceof CodedModel)
                            && model.info().kernel().equals(usual.kernel())
                            && model.info().loss().equals(usual.loss())
                            && model.info().features().equals(usual.features());
                })
                .toList();
    }

    private static StackRows rows(Comparison comparison, List<Compared> candidates) {
        Dataset data = comparison.data();
        int n = data.size();
        double[][] predictions = candidates.stream()
                .map(compared -> compared.heldOut().predictions())
                .toArray(double[][]::new);
        int[] splits = comparison.baseline().heldOut().splits();
        int[] folds = IntStream.range(0, n)
                .map(o -> Double.isNaN(predictions[0][o]) ? -1 : splits[o])
                .toArray();
        boolean[] classes = new boolean[data.taskCount()];
        for (int t = 0; t < classes.length; t++) {
            classes[t] = data.hasClasses(t);
        }
        return new StackRows(
                IntStream.range(0, n).mapToDouble(data::label).toArray(),
                IntStream.range(0, n).mapToDouble(data::weight).toArray(),
                IntStream.range(0, n).map(data::task).toArray(),
                folds,
                predictions,
                classes,
                comparison.labels().oneUnit());
    }

    /** {@code 0.56 boosted + 0.44 mean}. */
    public String formula() {
        return IntStream.range(0, parts.size())
                .mapToObj(k -> Words.number(shares.get(k)) + " " + parts.get(k).name())
                .collect(Collectors.joining(" + "));
    }

    /** What it is made of, how well it does, and whether it is the best. */
    List<String> sentences(Compared winner) {
        List<String> sentences = new ArrayList<>();
        boolean common = weights.drawn() == Double.POSITIVE_INFINITY;
        sentences.add("Several together: " + NAME + " = " + formula()
                + (parts.size() == 1
                        ? ", no other adds to it."
                        : common
                                ? ", with the same weights for all tasks."
                                : " on average; weights differ by task, drawn together as if by "
                                        + Words.number(weights.drawn()) + " rows.")
                + " Each label was predicted with weights learned from other folds.");
        if (parts.size() > 1) {
            sentences.add("Beside the best single method, " + winner.name() + ", its error is "
                    + change(overWinner.improvement().estimate()) + ": "
                    + (best()
                            ? "more than chance, so it is the best."
                            : "not better by more than chance and "
                                    + overWinner.measure().marginWords().replace(" alone", "")
                                    + ", so " + winner.name() + " stays the best."));
        }
        return sentences;
    }

    private static String change(double improvement) {
        return Words.percent(Math.abs(improvement)) + (improvement >= 0 ? " smaller" : " larger");
    }

    /**
     * The model, of parts that were trained.
     *
     * @param trained one for each of {@link #parts}
     */
    Trained trained(List<Trained> trained) {
        List<Model> models = trained.stream().map(Trained::model).toList();
        ModelInfo first = models.get(0).info();
        Map<String, String> parameters = new TreeMap<>();
        first.asked().parameters().forEach((name, value) -> {
            if (name.startsWith(ModelInfo.LOSS_OF)) {
                parameters.put(name, value);
            }
        });
        parameters.put("parts", parts.stream().map(Compared::name).collect(Collectors.joining(",")));
        parameters.put("drawn-rows", Double.toString(weights.drawn()));
        FitReport report = new FitReport(
                FitReport.Status.CONVERGED,
                weights.objective(),
                weights.gap(),
                weights.iterations(),
                0,
                LinearAlgebra.best().name(),
                List.of());
        ModelInfo info = first.with(new Asked(NAME, first.loss(), first.kernel(), OptionalDouble.empty(), parameters))
                .with(first.schema().withTransform(Optional.empty()))
                .with(Outcome.of(report));
        return new Trained(new EnsembleModel(info, models, weights.perTask(), weights.common()), report, Map.of());
    }
}
