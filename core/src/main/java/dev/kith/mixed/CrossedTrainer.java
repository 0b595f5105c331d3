package dev.kith.mixed;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.MixedInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.mixed.CrossedSearch.Found;
import dev.kith.mixed.Estimate.Varying;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.grouping.Grouping;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Linear mixed models of rows that belong to a task and to a level of each further grouping, crossed or nested:
 *
 * <pre>  y_i = z_i'(beta + u_t) + sum over groupings g of z_i'u_g,l + e_i,   u_g,l ~ N(0, Sigma_g),  e_i ~ N(0, sigma^2),   z_i = (1, x_i)  </pre>
 *
 * by the REML criterion as {@link MixedTrainer}, which this is where the data have no further groupings: text columns beside the features, as
 * {@code Roles.task(tasks, further...)} reads them. One sparse factor holds all levels; its size follows from how many levels of different groupings have rows in
 * common, and levels of the smaller grouping that all meet in rows of the larger one become a dense block.
 *
 * @param slopes what varies beside the intercept: of tasks the features named, of a further grouping those named {@code GROUPING:FEATURE}; {@code all} are those of
 *     tasks, and {@code auto}, which looks for slopes where tasks are the only grouping, is none
 * @param covariance of what varies, by grouping
 */
public record CrossedTrainer(Slopes slopes, Covariance covariance, Training training) implements Trainer<Model> {
    /** Where tasks are the only grouping; rows of several are refused as moments. */
    @Override
    public boolean learnsFromMoments() {
        return true;
    }

    @Override
    public Fit<Model> train(Dataset data, Consumer<Progress> progress) {
        if (data.inputs() instanceof MixedInputs inputs) {
            return LinearAlgebra.withThreads(training.threads(), () -> new Run(data, inputs, progress).fit());
        }
        Fit<LinearModel> fit = new MixedTrainer(slopes, covariance, training).train(data, progress);
        return new Fit<>(fit.model(), fit.report());
    }

    private final class Run {
        private final Dataset data;
        private final MixedInputs inputs;
        private final Consumer<Progress> progress;
        private final long started = System.nanoTime();
        private final Design design;
        private final Groupings groupings;
        private final List<Progress> steps = new ArrayList<>();

        Run(Dataset data, MixedInputs inputs, Consumer<Progress> progress) {
            MixedTrainer.requireNumbers(data);
            data.requireRows("a mixed model of several task columns");
            if (training.targetScale() == TargetScale.TASK) {
                throw new IllegalArgumentException(
                        "target-scale must be all or none with several task columns, got task");
            }
            this.data = data;
            this.inputs = inputs;
            this.progress = progress;
            boolean centred = training.standardize() || covariance.kind() != Covariance.Kind.DIAGONAL;
            this.design = Design.of(data.withInputs(inputs.numbers()), training, centred);
            this.groupings = Groupings.of(data, inputs, design);
        }

        Fit<Model> fit() {
            List<List<Integer>> named = named();
            List<Integer> together = new ArrayList<>(
                    named.stream().flatMap(List::stream).collect(Collectors.toCollection(TreeSet::new)));
            int[] columns = design.columns(together);
            MixedTrainer.requireMore(design, columns.length);
            int[][] varying = varying(named, columns);
            CrossedReml reml = new CrossedReml(new CrossedFactors(design, groupings, columns, varying));
            double shift = design.shift(columns);
            Found found = new CrossedSearch(
                            reml,
                            Collections.nCopies(groupings.size(), covariance),
                            training,
                            value -> tell(value + shift))
                    .run();
            FitReport report = new FitReport(
                    found.status(),
                    found.point().value() + shift,
                    Double.NaN,
                    found.iterations(),
                    seconds(),
                    LinearAlgebra.best().name(),
                    steps);
            return new Fit<>(model(reml.factors(), found, report), report);
        }

        /** The columns of the design whose slopes are to vary, by grouping. */
        private List<List<Integer>> named() {
            List<String> features = inputs.numbers().features();
            List<List<Integer>> named = new ArrayList<>();
            for (List<Integer> positions : slopes.positions(features, groupings.names())) {
                named.add(positions.stream().map(j -> 1 + j).toList());
            }
            return named;
        }

        /** Positions among the columns: those not named, and combinations of others, do not vary. */
        private int[][] varying(List<List<Integer>> named, int[] columns) {
            int[][] varying = new int[named.size()][];
            for (int g = 0; g < varying.length; g++) {
                List<Integer> own = named.get(g);
                varying[g] = IntStream.range(0, columns.length)
                        .filter(c -> columns[c] == 0 || own.contains(columns[c]))
                        .toArray();
                if (varying[g].length == 0) {
                    throw new DataException("with no intercept, slopes must vary by every task column, got none for "
                            + (g == 0 ? "the first" : "'" + groupings.names().get(g - 1) + "'"));
                }
            }
            return varying;
        }

        private void tell(double value) {
            Progress step = new Progress(steps.size() + 1, value, Double.NaN, seconds());
            steps.add(step);
            progress.accept(step);
        }

        private double seconds() {
            return (System.nanoTime() - started) / 1e9;
        }

        private LinearModel.Crossed model(CrossedFactors factors, Found found, FitReport report) {
            CrossedReml.Point point = found.point();
            Estimate estimate = new Estimate(design, factors.columns, point.beta(), point.variance(), point.fixed());
            ModelInfo info = info(factors, found, report);
            ModelInfo plain =
                    info.with(info.schema().withFeatures(inputs.numbers().features()));
            LinearModel tasks = estimate.model(plain, varying(factors, point, 0));
            List<Grouping> further = new ArrayList<>();
            for (int g = 1; g < groupings.size(); g++) {
                Varying own = varying(factors, point, g);
                further.add(new Grouping(
                        groupings.names().get(g - 1),
                        groupings.levels().get(g - 1),
                        estimate.numbers(own),
                        estimate.own(own),
                        estimate.covariance(own),
                        estimate.between(own)));
            }
            return new LinearModel.Crossed(info, tasks, further);
        }

        private Varying varying(CrossedFactors factors, CrossedReml.Point point, int g) {
            int levels = groupings.counts()[g];
            Matrix own = Matrix.zeros(factors.q[g], levels);
            for (int l = 0; l < levels; l++) {
                for (int a = 0; a < factors.q[g]; a++) {
                    own.set(a, l, point.own()[factors.at(g, l, a)]);
                }
            }
            return new Varying(factors.varying[g], Factor.product(point.lambda().get(g)), factors.squares(g), own);
        }

        private ModelInfo info(CrossedFactors factors, Found found, FitReport report) {
            List<String> random = new ArrayList<>();
            List<String> ranks = new ArrayList<>();
            for (int g = 0; g < groupings.size(); g++) {
                String prefix = g == 0 ? "" : groupings.names().get(g - 1) + Slopes.OF;
                for (int c : factors.varying[g]) {
                    if (factors.columns[c] > 0) {
                        random.add(prefix + inputs.numbers().features().get(factors.columns[c] - 1));
                    }
                }
                ranks.add(Integer.toString(found.point().lambda().get(g).cols()));
            }
            return new MixedTrainer(slopes, covariance, training)
                    .info(
                            data,
                            Map.of(
                                    "random",
                                    random.isEmpty() ? "none" : String.join(",", random),
                                    "rank",
                                    String.join(",", ranks),
                                    ModelInfo.VIOLATION,
                                    Double.toString(found.violation())),
                            report);
        }
    }
}
