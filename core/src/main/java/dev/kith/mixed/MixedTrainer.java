package dev.kith.mixed;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.shape.Learnable;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.loss.Losses;
import dev.kith.mixed.VarianceSearch.Found;
import dev.kith.model.Asked;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Linear mixed models, {@code mixed}: for observation i of task t
 *
 * <pre>  y_i = z_i'(beta + u_t) + e_i,   u_t ~ N(0, Sigma),  e_i ~ N(0, sigma^2),   z_i = (1, x_i)  </pre>
 *
 * beta is common and free, u_t is 0 but for the intercept and the slopes that vary by task. Sigma and sigma^2 minimise the REML criterion (minus twice the
 * log of the restricted likelihood), which takes the place of lambda: nothing is cross-validated. The model is beta + E[u_t | data]; its
 * {@link LinearModel#effects} are beta with standard errors, Sigma and sigma^2. The criterion is not convex: CONVERGED means a stationary
 * point, and there is no gap. The objective reported is the criterion in the user's units, as other programs print it.
 *
 * <p>Every observation counts by its weight, a row of weight 2 as the row twice; {@link Training#weighting} has no meaning here. A task without rows has
 * the common effects.
 *
 * @param slopes whose slopes vary by task; intercepts do, unless the training has none
 */
public record MixedTrainer(Slopes slopes, Covariance covariance, Training training) implements Trainer<LinearModel> {
    /** Sums of squares of larger numbers would overflow. */
    private static final double LARGEST = 1e150;
    /** So many slopes are chosen at most, and so many are tried before one is given up. */
    private static final int MOST_CHOSEN = 12;

    private static final int TRIED = 2;

    @Override
    public boolean learnsFromMoments() {
        return true;
    }

    @Override
    public Fit<LinearModel> train(Dataset data, Consumer<Progress> progress) {
        return Fit.prepared(
                data,
                prepared -> LinearAlgebra.withThreads(training.threads(), () -> new Run(prepared, progress).fit()));
    }

    /** Refuses what no mixed model can be of. */
    static void requireNumbers(Dataset data) {
        Learnable.requireLabels(data);
        if (data.classes().isPresent()) {
            throw new DataException("method 'mixed' is for labels that are numbers, got classes");
        }
        Learnable.requireBelow(LARGEST, data, "");
    }

    /** Refuses rows that do not outnumber the columns. */
    static void requireMore(Design design, int columns) {
        if (!(design.weight > columns)) {
            throw new DataException(
                    "method 'mixed' needs more labels than features that are no combination of others, got "
                            + Words.number(design.weight) + " labels and " + columns
                            + " such columns; name fewer features, or use a method with lambda");
        }
    }

    /** What varies, as columns of the design, all columns, and what came of it. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Candidate(List<Integer> varying, int[] columns, Reml reml, Found found, List<Progress> steps) {}

    private final class Run {
        private final Dataset data;
        private final Consumer<Progress> progress;
        private final long started = System.nanoTime();
        private final Design design;

        Run(Dataset data, Consumer<Progress> progress) {
            requireNumbers(data);
            this.data = data;
            this.progress = progress;
            boolean centred = training.standardize() || covariance.kind() != Covariance.Kind.DIAGONAL;
            this.design = Design.of(data, training, centred);
        }

        Fit<LinearModel> fit() {
            List<Integer> named = slopes.positions(data.inputs().features()).stream()
                    .map(j -> 1 + j)
                    .toList();
            Candidate chosen = candidate(named, design.columns(named));
            if (choosing()) {
                chosen = extended(chosen);
                chosen.steps.forEach(progress);
            }
            FitReport report = new FitReport(
                    chosen.found.status(),
                    chosen.found.point().value() + design.shift(chosen.columns),
                    Double.NaN,
                    chosen.found.iterations(),
                    seconds(),
                    LinearAlgebra.best().name(),
                    chosen.steps);
            return new Fit<>(
                    Estimate.model(design, chosen.columns, chosen.reml, chosen.found.point(), info(chosen, report)),
                    report);
        }

        private Candidate candidate(List<Integer> varying, int[] columns) {
            requireMore(design, columns.length);
            List<Integer> kept = new ArrayList<>();
            for (int c : columns) {
                if (c == 0 || varying.contains(c)) {
                    kept.add(c);
                }
            }
            Reml reml = new Reml(new TaskFactors(design, columns, kept.size()));
            List<Progress> steps = new ArrayList<>();
            double shift = design.shift(columns);
            Found found = new VarianceSearch(reml, covariance, training, value -> {
                        Progress step = new Progress(steps.size() + 1, value + shift, Double.NaN, seconds());
                        steps.add(step);
                        if (!choosing()) {
                            progress.accept(step);
                        }
                    })
                    .run();
            return new Candidate(kept, columns, reml, found, steps);
        }

        /** Whether several models are fitted, so that only the last one's steps are of interest. */
        private boolean choosing() {
            return slopes.choice() == Slopes.Choice.AUTO;
        }

        /** Adds slopes as long as the criterion falls by more than twice the numbers they add to the covariance. */
        private Candidate extended(Candidate start) {
            Candidate current = start;
            boolean better = true;
            while (better && current.varying.size() <= MOST_CHOSEN && design.present() > 1) {
                better = false;
                List<Integer> promising =
                        new SlopeChoice(design, current.columns).candidates(current.reml, current.found.point());
                for (int k = 0; k < Math.min(TRIED, promising.size()) && !better; k++) {
                    Candidate more = with(current, promising.get(k));
                    better = akaike(more) < akaike(current);
                    current = better ? more : current;
                }
            }
            return current;
        }

        private Candidate with(Candidate current, int column) {
            List<Integer> varying = new ArrayList<>(current.varying);
            varying.add(column);
            List<Integer> columns = new ArrayList<>(varying);
            for (int c : current.columns) {
                if (!varying.contains(c)) {
                    columns.add(c);
                }
            }
            return candidate(varying, columns.stream().mapToInt(c -> c).toArray());
        }

        private double akaike(Candidate candidate) {
            return candidate.found.point().value() + 2.0 * covariance.parameters(candidate.varying.size());
        }

        private double seconds() {
            return (System.nanoTime() - started) / 1e9;
        }

        private ModelInfo info(Candidate chosen, FitReport report) {
            List<String> features = data.inputs().features();
            List<String> varying = chosen.varying.stream()
                    .filter(c -> c > 0)
                    .map(c -> features.get(c - 1))
                    .toList();
            return MixedTrainer.this.info(
                    data,
                    Map.of(
                            "random",
                            varying.isEmpty() ? "none" : String.join(",", varying),
                            "rank",
                            Integer.toString(chosen.found.point().lambda().cols()),
                            ModelInfo.VIOLATION,
                            Double.toString(chosen.found.violation())),
                    report);
        }
    }

    /** @param found settings that the fit chose, and what it says of itself */
    ModelInfo info(Dataset data, Map<String, String> found, FitReport report) {
        Map<String, String> parameters = new TreeMap<>(found);
        parameters.put("covariance", covariance.spec());
        parameters.put("intercept", Boolean.toString(training.intercept()));
        parameters.put("standardize", Boolean.toString(training.standardize()));
        parameters.put("target-scale", training.targetScale().name().toLowerCase(Locale.ROOT));
        parameters.put("tolerance", Double.toString(training.tolerance()));
        if (data.collapsed().isPresent()) {
            parameters.put("rows", "collapsed into moments");
        }
        return new ModelInfo(
                new Asked("mixed", Losses.squared().name(), new Linear().spec(), OptionalDouble.empty(), parameters),
                Schema.of(data),
                Outcome.of(report),
                Origin.of(data, training.seed(), training.threads()));
    }
}
