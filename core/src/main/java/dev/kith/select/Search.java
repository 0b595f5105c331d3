package dev.kith.select;

import dev.kith.convex.evidence.Evidence;
import dev.kith.data.Dataset;
import dev.kith.data.transform.Transforming;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.loss.Loss;
import dev.kith.loss.TaskLosses;
import dev.kith.method.Capability;
import dev.kith.method.FeaturesFrom;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.Settings;
import dev.kith.method.Setup;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.score.Folding;
import dev.kith.select.grid.EvidenceSearch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A tuned fit of one method: lambda, and the method's own parameters that can be searched for, are chosen by
 * cross-validation inside tasks unless they are given.
 *
 * <pre>{@code
 *   Fit<Model> fit = Search.on(shops).method("mtfl").run();
 *   Choice choice = Search.on(shops).method("sparse").set("mu", 0.5).folds(10).choose();
 * }</pre>
 *
 * What is not said is as {@link Setup#usual} has it. A search is put together by one thread; running it changes nothing.
 */
public final class Search {
    /** Folds when nothing is said. */
    public static final int USUAL_FOLDS = 5;

    private final Dataset data;
    private @Nullable Method method;
    private final Map<String, String> given = new LinkedHashMap<>();
    private boolean closed;
    private OptionalDouble lambda = OptionalDouble.empty();
    private @Nullable TaskLosses losses;
    private @Nullable Kernel kernel;
    private UnaryOperator<Training> training = usual -> usual;
    private Approximation approximation = Approximation.AUTO;
    private Transforming transforming = Transforming.NONE;
    private FeaturesFrom featuresFrom = FeaturesFrom.NONE;
    private int folds = USUAL_FOLDS;
    private Folding folding = Folding.random();
    private double seconds = Double.POSITIVE_INFINITY;
    private boolean evidence;

    private Search(Dataset data) {
        this.data = data;
    }

    /** Hears what a search is doing. */
    public interface Listener {
        /** One that does not listen. */
        Listener NONE = (method, candidate) -> {};

        /** Candidate number so and so is about to be cross-validated. */
        void trying(String method, int candidate);

        /** A step of the final fit. */
        default void fitting(Progress step) {}
    }

    public static Search on(Dataset data) {
        return new Search(data);
    }

    /** The method, by the name users write. */
    public Search method(String name) {
        return method(Methods.named(name));
    }

    public Search method(Method value) {
        method = value;
        return this;
    }

    /** A value for one of the method's parameters; {@code auto} where a search shall choose it. */
    public Search set(String parameter, String value) {
        given.put(parameter, value);
        return this;
    }

    public Search set(String parameter, double value) {
        return set(parameter, Double.toString(value));
    }

    /**
     * Parameters that are not set stay at their defaults; only lambda, unless given, and what is set to auto is chosen. What
     * is auto by default is chosen along with them, and is where a search would start if there is nothing else to choose.
     */
    public Search defaultsForTheRest() {
        closed = true;
        return this;
    }

    /** The strength of the penalty, instead of a search for it. */
    public Search lambda(double value) {
        lambda = OptionalDouble.of(value);
        return this;
    }

    public Search loss(Loss value) {
        return losses(TaskLosses.all(value));
    }

    public Search losses(TaskLosses value) {
        losses = value;
        return this;
    }

    public Search kernel(Kernel value) {
        kernel = value;
        return this;
    }

    /** Changes the method's usual training; its seed is that of the folds too. */
    public Search training(UnaryOperator<Training> change) {
        training = change;
        return this;
    }

    public Search approximation(Approximation value) {
        approximation = value;
        return this;
    }

    /** What is learned from beside the features of the table. */
    public Search featuresFrom(FeaturesFrom value) {
        featuresFrom = value;
        return this;
    }

    /** The scale that labels are learned on; predictions are in the labels' own units. */
    public Search transform(Transforming value) {
        transforming = value;
        return this;
    }

    public Search folds(int value) {
        folds = value;
        return this;
    }

    /** How rows are held out to choose by; at random if nothing is said. */
    public Search folding(Folding value) {
        folding = value;
        return this;
    }

    /** About how long the search may take, instead of a grid; what is found then depends on the machine. */
    public Search seconds(double value) {
        seconds = value;
        return this;
    }

    /**
     * Chooses where the labels are most likely under the Gaussian process behind the fit, {@link Evidence}, without holding out rows:
     * for the squared loss with a known structure. Observations should count the same ({@link Training.Weighting#OBSERVATION}) where
     * they are equally noisy.
     */
    public Search byEvidence() {
        evidence = true;
        return this;
    }

    /**
     * Refuses a setup that {@link #byEvidence} has no Gaussian process for, before any data are known.
     *
     * @throws dev.kith.method.SettingException saying why
     */
    public static void requireEvidence(Method method, Setup setup) {
        EvidenceSearch.requireSuits(method, setup);
    }

    /** Chooses what is open. */
    public Choice choose() {
        return choose(Listener.NONE);
    }

    public Choice choose(Listener listener) {
        Tuning tuning = tuning();
        return tuning.choose(tuning.setup().losses().labelled(data), listener);
    }

    /** Chooses what is open and trains on all the data. */
    public Fit<Model> run() {
        return run(Listener.NONE);
    }

    public Fit<Model> run(Listener listener) {
        Choice choice = choose(listener);
        Fit<? extends Model> fit =
                choice.trainer().train(choice.setup().losses().labelled(data), listener::fitting);
        return new Fit<>(fit.model(), fit.report());
    }

    private Tuning tuning() {
        Method chosen = method;
        if (chosen == null) {
            throw new IllegalStateException("a search needs a method: Search.on(data).method(\"mtfl\")");
        }
        if (lambda.isPresent() && !chosen.can(Capability.LAMBDA)) {
            throw new IllegalArgumentException("lambda is not used by method '" + chosen.name() + "'"
                    + (chosen.has("C") ? "; it has C instead" : ""));
        }
        Settings settings = closed ? chosen.settings(given) : chosen.open(given);
        if (closed && !chosen.searches(given, lambda.isPresent())) {
            settings = settings.start(data.taskCount());
        }
        Setup setup = Setup.usual(chosen, settings, data);
        setup = losses == null ? setup : setup.with(losses);
        setup = setup.with(training.apply(setup.training()));
        setup = kernel == null ? setup : setup.with(kernel);
        setup = setup.with(approximation).with(transforming).with(featuresFrom);
        if (evidence) {
            EvidenceSearch.requireSuits(chosen, setup);
        }
        return new Tuning(
                chosen, setup, given, lambda, folds, folding, seconds, evidence || chosen.can(Capability.EVIDENCE));
    }
}
