package dev.kith.select.detail;

import dev.kith.data.Dataset;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.score.Confusion;
import dev.kith.score.Measure;
import dev.kith.score.Split;
import dev.kith.select.Comparison;
import dev.kith.select.Comparison.Compared;
import dev.kith.select.Contender.Trained;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a comparison shows of its best method beyond verdicts. Errors, importance, predictions and classes are those of held-out rows, each predicted
 * by the fit that did not see it; coefficients are those of the fit to all rows.
 *
 * <pre>{@code
 *   Details details = Details.of(comparison, 1);
 *   details.importance().get().columns().get(0).name();
 * }</pre>
 *
 * Parts that the data or the model do not allow are empty; {@link #notes} say why where that is not plain.
 *
 * @param method that all this is of; empty where it is of a model that nothing was compared with
 * @param inUnits all methods, and the constant answer
 * @param worst largest error first
 * @param rowsNeeded where it was tested how new tasks are predicted
 */
public record Details(
        Optional<String> method,
        Optional<InUnits> inUnits,
        Optional<Importance> importance,
        Optional<Coefficients> coefficients,
        Optional<ErrorByRows> byRows,
        Optional<PredictedActual> actual,
        Optional<Confusion> confusion,
        List<WorstTask> worst,
        Optional<RowsNeeded> rowsNeeded,
        List<String> notes) {
    private static final double USUAL_LEVEL = 0.95;

    public Details {
        worst = List.copyOf(worst);
        notes = List.copyOf(notes);
    }

    /**
     * Of the best method of a comparison; trains it on all rows if that was not done yet.
     *
     * @param seed of what is shuffled and sampled
     */
    public static Details of(Comparison result, long seed) {
        Compared method = result.winner();
        Dataset data = result.judged();
        boolean rows = result.data().collapsed().isEmpty();
        boolean chooses = InUnits.chooses(result);
        // only wrong choices are a share of rows; by other measures what is judged has no unit
        Optional<ErrorUnit> unit = chooses && !result.measure().equals(Measure.ERROR)
                ? Optional.empty()
                : ErrorUnit.of(data, result.labels());
        Optional<LinearModel> linear = linear(result.shown(method));
        boolean numbers = unit.filter(any -> any.kind() != ErrorUnit.Kind.SHARE).isPresent();
        return new Details(
                Optional.of(method.name()),
                unit.map(any -> InUnits.of(result, any)),
                unit.flatMap(any -> Shuffled.of(result, method, any, seed)),
                linear.map(model -> Coefficients.of(model, folds(result, method), result.level())),
                ErrorByRows.of(result, method),
                unit.filter(any -> numbers && rows)
                        .flatMap(any -> PredictedActual.of(data, method.heldOut(), any, seed)),
                confusion(result, method, unit.isPresent() && !numbers && rows),
                unit.filter(any -> rows)
                        .map(any -> WorstTasks.of(result, method, any, linear))
                        .orElse(List.of()),
                Optional.empty(),
                notes(result, unit));
    }

    private static Optional<Confusion> confusion(Comparison result, Compared method, boolean classes) {
        double[] predictions = method.heldOut().predictions();
        if (InUnits.chooses(result)) {
            return Confusions.ofChoices(result.data(), predictions);
        }
        return classes
                ? Confusions.of(result.judged(), result.labels().severalClasses(), predictions)
                : Optional.empty();
    }

    /** Also how many rows a new task needs. */
    public Details with(RowsNeeded found) {
        return new Details(
                method, inUnits, importance, coefficients, byRows, actual, confusion, worst, Optional.of(found), notes);
    }

    /** Of a model that nothing was compared with: its coefficients, where it is linear. */
    public static Details of(Model model) {
        return new Details(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                model.linear().map(linear -> Coefficients.of(linear, USUAL_LEVEL)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of());
    }

    private static Optional<LinearModel> linear(Trained trained) {
        return trained.model().linear();
    }

    /** The fits without one fold each, where the folds are parts of all rows: only then they say how a fit to all rows moves. */
    private static List<LinearModel> folds(Comparison result, Compared method) {
        List<Split> splits = result.splits();
        boolean parts = splits.size() > 1
                && (result.data().collapsed().isPresent()
                        || splits.stream()
                                .allMatch(split -> split.trainObservations().length + split.testObservations().length
                                        == result.data().size()));
        List<LinearModel> fits = new ArrayList<>();
        if (parts) {
            method.heldOut().fits().forEach(fit -> linear(fit).ifPresent(fits::add));
        }
        return fits.size() == splits.size() ? List.copyOf(fits) : List.of();
    }

    private static List<String> notes(Comparison result, Optional<ErrorUnit> unit) {
        List<String> notes = new ArrayList<>();
        if (unit.isEmpty()) {
            notes.add(
                    "Some tasks have numbers and some classes, so errors of all together have no unit: columns were not"
                            + " shuffled, and predictions are not drawn.");
        } else {
            Shuffled.refusal(result)
                    .ifPresent(why -> notes.add("Which features matter most was not measured, as " + why + "."));
        }
        return List.copyOf(notes);
    }
}
