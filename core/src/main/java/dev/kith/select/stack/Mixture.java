package dev.kith.select.stack;

import dev.kith.data.Standardizer;
import dev.kith.data.transform.TargetTransform;
import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Outcome;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Two models of the same tasks made one: some tasks predict as in the second, the others as in the first. Linear models
 * and kernel models with the same inputs behind them can be mixed; the result is a model of the same kind.
 */
public final class Mixture {
    /** The name the mixture goes by, as a method. */
    public static final String METHOD = "safe";

    /** Up to so many tasks structures are T x T numbers where need be. */
    private static final int SMALL = 1000;

    private Mixture() {}

    /**
     * {@code shared}, with the tasks named in {@code alone} as in {@code single}: their weights, intercepts, and no tie
     * to any other task in the structure. No certificate: the mixture minimises nothing.
     *
     * @throws IllegalArgumentException if the models are not of the same tasks and features, or cannot be mixed
     */
    public static Model of(Model shared, Model single, Set<String> alone) {
        List<String> tasks = shared.info().tasks();
        if (!tasks.equals(single.info().tasks())
                || !shared.info().features().equals(single.info().features())) {
            throw new IllegalArgumentException("models to mix must have the same tasks and features");
        }
        if (!tasks.containsAll(alone)) {
            throw new IllegalArgumentException("tasks must be the models', got " + alone);
        }
        boolean[] second = new boolean[tasks.size()];
        for (int t = 0; t < second.length; t++) {
            second[t] = alone.contains(tasks.get(t));
        }
        ModelInfo info = mixed(info(shared.info(), single.info(), alone), single.info(), second);
        Optional<TaskMatrix> structure = shared.structure().flatMap(matrix -> untied(matrix, second));
        if (shared instanceof KernelModel a && single instanceof KernelModel b && sameInputs(a, b)) {
            return new KernelModel(
                    info,
                    a.kernel(),
                    a.scaling(),
                    a.support(),
                    columns(a.coefficients(), b.coefficients(), second),
                    columns(a.intercept(), b.intercept(), second),
                    structure);
        }
        if (shared instanceof KernelSumModel a && single instanceof KernelModel b && sameInputs(a, b)) {
            return new KernelSumModel(
                    info,
                    a.kernels(),
                    a.scaling(),
                    a.support(),
                    a.coefficients().stream()
                            .map(own -> columns(own, b.coefficients(), second))
                            .toList(),
                    columns(a.intercept(), b.intercept(), second),
                    a.weights(),
                    structure);
        }
        if (shared instanceof FourierModel a
                && single instanceof FourierModel b
                && a.frequencies().equals(b.frequencies())
                && sameFeatures(a.scaling(), b.scaling())) {
            return new FourierModel(
                    info,
                    a.scaling(),
                    a.frequencies(),
                    columns(a.weights(), b.weights(), second),
                    columns(a.intercept(), b.intercept(), second),
                    structure);
        }
        Optional<LinearModel> a = shared.linear();
        Optional<LinearModel> b = single.linear();
        if (a.isEmpty() || b.isEmpty()) {
            throw new IllegalArgumentException("models of methods '"
                    + shared.info().method() + "' and '" + single.info().method()
                    + "' cannot be mixed: they must be linear, or have the same kernel inputs");
        }
        return new LinearModel(
                info,
                columns(a.get().weights(), b.get().weights(), second),
                columns(a.get().intercept(), b.get().intercept(), second),
                structure);
    }

    /** Tasks alone are taken back to the labels' units as in the second. */
    private static ModelInfo mixed(ModelInfo shared, ModelInfo single, boolean[] second) {
        Optional<TargetTransform> first = shared.schema().transform();
        Optional<TargetTransform> other = single.schema().transform();
        if (!first.map(TargetTransform::transform).equals(other.map(TargetTransform::transform))) {
            throw new IllegalArgumentException("models to mix must have learned the same transform of labels");
        }
        return first.isEmpty()
                ? shared
                : shared.with(
                        shared.schema().withTransform(Optional.of(first.get().mixed(other.orElseThrow(), second))));
    }

    private static boolean sameFeatures(Standardizer a, Standardizer b) {
        return a.featureMean().equals(b.featureMean()) && a.featureScale().equals(b.featureScale());
    }

    private static boolean sameInputs(KernelModel a, KernelModel b) {
        return a.kernel().spec().equals(b.kernel().spec())
                && sameFeatures(a.scaling(), b.scaling())
                && a.support().equals(b.support());
    }

    private static boolean sameInputs(KernelSumModel a, KernelModel b) {
        return a.kernels().spec().equals(b.kernel().spec())
                && sameFeatures(a.scaling(), b.scaling())
                && a.support().equals(b.support());
    }

    private static Matrix columns(Matrix first, Matrix other, boolean[] second) {
        Matrix mixed = first.copy();
        for (int i = 0; i < mixed.rows(); i++) {
            for (int t = 0; t < second.length; t++) {
                mixed.set(i, t, second[t] ? other.get(i, t) : first.get(i, t));
            }
        }
        return mixed;
    }

    /** Of many tasks in a graph, the graph without the edges of those alone; empty where directions would be too many. */
    private static Optional<TaskMatrix> untied(TaskMatrix structure, boolean[] second) {
        if (structure instanceof TaskForest forest) {
            return Optional.of(forest.untied(second));
        }
        if (second.length > SMALL && structure instanceof TaskNetwork network) {
            return Optional.of(network.cut(second));
        }
        if (second.length > SMALL && structure instanceof TaskSpectrum spectrum) {
            return spectrum.untied(second, SMALL).map(TaskMatrix.class::cast);
        }
        return Optional.of(TaskMatrix.of(untied(structure.dense(), second)));
    }

    private static Matrix untied(Matrix structure, boolean[] second) {
        Matrix untied = structure.copy();
        for (int t = 0; t < second.length; t++) {
            for (int s = 0; s < second.length; s++) {
                if (s != t && (second[t] || second[s])) {
                    untied.set(t, s, 0);
                }
            }
        }
        return untied;
    }

    private static ModelInfo info(ModelInfo shared, ModelInfo single, Set<String> alone) {
        ModelInfo info = shared.withParameters(Map.of(
                "shared",
                shared.method(),
                "alone",
                single.method(),
                "alone-lambda",
                Double.toString(single.lambda().orElse(Double.NaN)),
                "alone-tasks",
                String.join(",", alone)));
        return info.with(info.asked().withMethod(METHOD))
                .with(Outcome.uncertified(
                        shared.iterations() + single.iterations(),
                        shared.status() == FitReport.Status.CONVERGED ? single.status() : shared.status()));
    }
}
