package dev.kith.select;

import dev.kith.convex.CommonTrainer;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.RawInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.transform.Transforming;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.method.Capability;
import dev.kith.method.FeaturesFrom;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.Parameter;
import dev.kith.method.SettingException;
import dev.kith.method.Settings;
import dev.kith.method.Setup;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Training;
import dev.kith.score.ChosenClasses;
import dev.kith.score.Folding;
import dev.kith.score.Measure;
import dev.kith.score.Split;
import dev.kith.select.Comparison.Compared;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which method predicts best, and for which tasks sharing helps: every method is tuned and tested on rows it has not
 * seen, beside every task learned alone.
 *
 * <pre>{@code
 *   Comparison c = Compare.on(shops).methods("mean", "mtfl").folds(5).run();
 *   c.headline();  c.verdict("shop-17");  c.best().model();  c.safeModel();
 * }</pre>
 *
 * A comparison is put together by one thread; running it changes nothing.
 */
public final class Compare {
    /** What every method is compared with. */
    public static final String BASELINE = "stl";

    /**
     * The methods compared when none are named; those that need one loss only where there is one. Methods whose time grows with the cube of the
     * number of tasks take longer than all of these together and were the best nowhere (docs/bench/comparison.md): they are compared by name.
     */
    public static final List<String> USUAL =
            List.of(BASELINE, "pooled", "mean", "mixed", "mtfl", "mtrl", "okl", "cluster", "boosted");

    /** Besides the usual ones where all labels are classes. */
    private static final List<String> FOR_CLASSES = List.of("mkl");

    /** Besides the usual ones where labels are numbers and rows few. */
    private static final String CURVES = "mean-gaussian";

    /** With more labels than this, curves are compared only by name: a system with as many rows is solved in every fold. */
    private static final int MOST_FOR_CURVES = 2_000;

    /** With more rows than this, trees are compared only by name. */
    private static final int MOST_FOR_TREES = 200_000;

    private static final double USUAL_LEVEL = 0.95;
    /** The part of a given time that settings are chosen in; the rest is for the last candidate of a search and the fit after it. */
    private static final double FOR_SEARCHES = 0.8;

    private final Dataset data;
    private List<String> names = List.of();
    private final Map<String, String> given = new LinkedHashMap<>();
    private OptionalDouble lambda = OptionalDouble.empty();
    private @Nullable TaskLosses losses;
    private @Nullable Kernel kernel;
    private UnaryOperator<Training> training = usual -> usual;
    private Approximation approximation = Approximation.AUTO;
    private Transforming transforming = Transforming.NONE;
    private FeaturesFrom featuresFrom = FeaturesFrom.NONE;
    private @Nullable Measure measure;
    private double level = USUAL_LEVEL;
    private int folds = Search.USUAL_FOLDS;
    private Folding folding = Folding.random();
    private List<Split> splits = List.of();
    private int threads = Runtime.getRuntime().availableProcessors();
    private double seconds = Double.POSITIVE_INFINITY;

    private Compare(Dataset data) {
        this.data = data;
    }

    /** Hears how a comparison goes. Methods are called by the threads that train, one at a time if nothing else is said. */
    public interface Listener {
        /** One that does not listen. */
        Listener NONE = new Listener() {};

        /** A training tries a candidate for its settings. Unlike the others called by several threads at once. */
        default void trying(String method, int candidate) {}

        /** A step of a training whose settings are chosen. Called by several threads at once. */
        default void fitting(String method, Progress step) {}

        /** A training ended: whose, how long it took, and how many have ended, of how many. */
        default void trained(String method, double seconds, int done, int of) {}

        /**
         * All trainings of another method have ended, or nothing has yet.
         *
         * @param done the methods that are done, not all of them
         * @param result what they show; empty unless the baseline is among them, and another one to compare with it
         */
        default void soFar(List<String> done, int of, Optional<Comparison> result) {}
    }

    public static Compare on(Dataset data) {
        if (!data.columns().groupings().isEmpty()) {
            throw new DataException("methods are compared with one task column, got also '"
                    + String.join("', '", data.columns().groupings())
                    + "'; several are for a fit by method 'mixed'");
        }
        return new Compare(data);
    }

    /** What to compare with {@link #BASELINE}, which need not be named. */
    public Compare methods(String... methods) {
        return methods(Arrays.asList(methods));
    }

    public Compare methods(List<String> methods) {
        List<String> all = new ArrayList<>(List.of(BASELINE));
        methods.stream().filter(name -> !all.contains(name)).forEach(all::add);
        all.forEach(Methods::named);
        if (all.size() == 1) {
            throw new SettingException(
                    "methods", "must name a method besides " + BASELINE + ", which every comparison has");
        }
        names = all;
        return this;
    }

    /** A value for a parameter, for all methods that have it, instead of a search or its default. */
    public Compare set(String parameter, String value) {
        given.put(parameter, value);
        return this;
    }

    /** The strength of every penalty, instead of a search for it. */
    public Compare lambda(double value) {
        lambda = OptionalDouble.of(value);
        return this;
    }

    public Compare loss(Loss value) {
        return losses(TaskLosses.all(value));
    }

    public Compare losses(TaskLosses value) {
        losses = value;
        return this;
    }

    public Compare kernel(Kernel value) {
        kernel = value;
        return this;
    }

    /** Changes every method's usual training; its seed is that of the folds too. Trainings themselves run on one thread. */
    public Compare training(UnaryOperator<Training> change) {
        training = change;
        return this;
    }

    public Compare approximation(Approximation value) {
        approximation = value;
        return this;
    }

    /** What is learned from beside the features of the table; methods that cannot are left as they are. */
    public Compare featuresFrom(FeaturesFrom value) {
        featuresFrom = value;
        return this;
    }

    /** The scale that labels are learned on; predictions, and all measures, are in the labels' own units. */
    public Compare transform(Transforming value) {
        transforming = value;
        return this;
    }

    /** How predictions are judged; left out, what suits the losses. */
    public Compare measure(Measure value) {
        measure = value;
        return this;
    }

    /** The probability that intervals are made for. */
    public Compare level(double value) {
        level = value;
        return this;
    }

    /** Folds of the comparison, and inside each of them of every method's search. */
    public Compare folds(int value) {
        folds = value;
        return this;
    }

    /** How rows are held out, in the comparison and inside every method's search; at random if nothing is said. */
    public Compare folding(Folding value) {
        folding = value;
        return this;
    }

    /** One given split, instead of folds; settings are chosen as {@link #folding} says. */
    public Compare split(Split value) {
        splits = List.of(value);
        return this;
    }

    /** How many trainings run at once; the results do not depend on it. */
    public Compare threads(int value) {
        threads = value;
        return this;
    }

    /**
     * About how long to take, instead of a grid: what is found then depends on the machine. Trainings that are not begun by then are left out,
     * and methods that need them, {@link Comparison#missing}; a training that has begun ends. Then models are those of one split, not of all rows.
     * The baseline is always done.
     */
    public Compare seconds(double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new SettingException("budget", "must be a finite number of seconds > 0, got " + value);
        }
        seconds = value;
        return this;
    }

    /** The loss of all tasks, or those there are, in words. */
    public String lossNames() {
        return losses().name();
    }

    /** The methods that would be compared, the baseline first. */
    public List<Method> compared() {
        List<String> chosen = new ArrayList<>(names.isEmpty() ? USUAL : names);
        Optional<Loss> common = losses().common();
        if (names.isEmpty() && common.isPresent() && common.get().classification()) {
            chosen.addAll(FOR_CLASSES);
        }
        if (names.isEmpty() && curves(common)) {
            chosen.add(CURVES);
        }
        return chosen.stream()
                .map(Methods::named)
                .filter(method -> !names.isEmpty() || common.isPresent() || method.can(Capability.LOSS_PER_TASK))
                .filter(method -> !names.isEmpty() || !method.can(Capability.TWO_LOSSES) || trees(common))
                .filter(method -> !names.isEmpty() || method.usualFor(data.taskCount()))
                .filter(method -> !names.isEmpty() || !method.can(Capability.ONE_NOISE) || oneNoise(common))
                .toList();
    }

    /** Whether a method is compared unasked that takes all labels to be equally noisy numbers around what is linear: not where tasks have units of their own. */
    private boolean oneNoise(Optional<Loss> common) {
        boolean squared = common.map(Loss::quadratic).orElse(false);
        return squared && data.columns().shape() != Columns.Shape.WIDE && linear();
    }

    /** Whether curves are compared unasked: labels that are numbers, few, and nothing said that lines alone can do. */
    private boolean curves(Optional<Loss> common) {
        boolean squared = common.map(Loss::quadratic).orElse(false);
        boolean plain = kernel == null && !transforming.wanted() && featuresFrom.equals(FeaturesFrom.NONE);
        boolean side = data.inputs() instanceof DenseInputs || data.inputs() instanceof RawInputs;
        return squared && plain && side && data.collapsed().isEmpty() && data.size() <= MOST_FOR_CURVES;
    }

    private boolean linear() {
        return kernel == null || kernel.spec().equals(new Linear().spec());
    }

    /** Whether trees are compared unasked: their losses, numbers side by side, and not so many rows that they take longer than all others. */
    private boolean trees(Optional<Loss> common) {
        boolean side = data.inputs() instanceof DenseInputs || data.inputs() instanceof RawInputs;
        boolean rows = side && data.collapsed().isEmpty() && data.inputs().rows() <= MOST_FOR_TREES;
        boolean usual = common.map(loss ->
                        loss.quadratic() || loss.name().equals(Losses.logistic().name()))
                .orElse(false);
        return rows && usual && linear();
    }

    /** The gap at which a method's fits stop while its settings are chosen, unless a larger one is asked for. */
    public static double tuningTolerance(Method method) {
        return Tuning.tolerance(method);
    }

    public Comparison run() {
        return run(Listener.NONE);
    }

    /** Trains everything and judges. Interrupting the thread ends it with an exception. */
    public Comparison run(Listener listener) {
        long start = System.nanoTime();
        TaskLosses used = losses();
        Dataset labelled = used.labelled(data);
        boolean oneUnit = training.apply(Training.defaults()).targetScale() != TargetScale.TASK;
        Measure judgedBy = Judging.measure(measure, used, labelled, oneUnit);
        Judging judging = new Judging(
                labelled,
                judgedBy,
                level,
                splits.isEmpty() ? folding : Folding.random(),
                splits.isEmpty() ? folding.folds(labelled, folds, seed()) : splits,
                ChosenClasses.of(
                        labelled,
                        judgedBy,
                        z -> used.common().map(loss -> loss.probability(z)).orElse(OptionalDouble.empty())),
                new Likeness.Memory());
        Dataset seen = judging.judged();
        List<MethodContender> contenders = contenders(judging.splits().size(), listener);
        Finished finished = new Finished(
                contenders,
                held -> judging.judged(held).scores(judging.measure(), seen),
                (alone, held) -> Gains.of(judging.measure(), level, seen, judging.judged(alone), judging.judged(held)),
                done -> comparison(judging, done, contenders, false, Left.NOTHING)
                        .single(),
                listener);
        finished.tell();
        Trials trials =
                new Trials(judging.predicted(), judging.units(), List.copyOf(contenders), judging.splits(), threads);
        boolean limited = seconds < Double.POSITIVE_INFINITY;
        List<Compared> done = finished.of(
                limited
                        ? trials.runInTime(finished, () -> (System.nanoTime() - start) / 1e9 > seconds)
                        : trials.run(finished));
        List<String> missing = contenders.stream()
                .map(MethodContender::name)
                .filter(name -> done.stream().noneMatch(one -> one.name().equals(name)))
                .filter(name -> !finished.refused().containsKey(name))
                .toList();
        Left left = new Left(missing, finished.refused());
        if (done.size() < 2) {
            throw new SettingException(
                    "budget",
                    "of " + Words.number(seconds) + " s ended before any method but " + BASELINE
                            + " was done, so that there is nothing to compare; give more, or fewer methods or folds");
        }
        if (missing.isEmpty()) {
            return comparison(judging, done, contenders, judging.splits().size() > 1, left);
        }
        return comparison(judging, done, contenders, false, left).asTrained();
    }

    private static Comparison comparison(
            Judging judging, List<Compared> done, List<MethodContender> contenders, boolean retrained, Left left) {
        List<MethodContender> theirs = done.stream()
                .map(compared -> contenders.stream()
                        .filter(contender -> contender.method().equals(compared.method()))
                        .findFirst()
                        .orElseThrow())
                .toList();
        return new Comparison(judging, done, theirs, retrained, left);
    }

    private TaskLosses losses() {
        return losses == null ? Setup.usualLosses(data) : losses;
    }

    private long seed() {
        return training.apply(Training.defaults()).seed();
    }

    private List<MethodContender> contenders(int parts, Listener listener) {
        List<Method> methods = compared();
        requireUsed(methods);
        int searches = methods.size() * parts;
        double share = FOR_SEARCHES * seconds * Math.min(threads, searches) / searches;
        return methods.stream()
                .map(method -> new MethodContender(
                        tuning(method, share),
                        listener,
                        names.isEmpty() && !method.name().equals(BASELINE)))
                .toList();
    }

    private Tuning tuning(Method method, double share) {
        Map<String, String> own = new LinkedHashMap<>(given);
        own.keySet().removeIf(parameter -> !method.has(parameter));
        Settings settings = withLast(method, method.open(own), own);
        Setup usual = Setup.usual(method, settings, data);
        usual = losses == null ? usual : usual.with(losses);
        // The linear algebra stays on one thread: the trainings themselves are what runs side by side.
        Setup setup = usual.with(training.apply(usual.training()).withThreads(1))
                .with(approximation)
                .with(transforming)
                .with(method.can(Capability.TREE_FEATURES) ? featuresFrom : FeaturesFrom.NONE);
        setup = kernel == null ? setup : setup.with(kernel);
        // Everything that can be wrong without training is said before anything is trained.
        method.trainer(setup.with(setup.settings().first()), 1);
        OptionalDouble strength = method.can(Capability.LAMBDA) ? lambda : OptionalDouble.empty();
        return new Tuning(method, setup, own, strength, folds, folding, share, method.can(Capability.EVIDENCE));
    }

    /**
     * A comparison also asks whether what is free should be charged, and whether there is a common part beside a structure that does not say where all tasks are;
     * not of the tasks alone, which have nothing in common.
     */
    private static Settings withLast(Method method, Settings settings, Map<String, String> own) {
        Settings all = settings;
        for (Parameter parameter : method.parameters()) {
            boolean common = parameter.name().equals(CommonTrainer.COST);
            boolean shares = !method.name().equals(BASELINE) && (!common || method.can(Capability.ASKS_COMMON));
            if (shares && parameter.searchedLast() && !own.containsKey(parameter.name())) {
                all = all.with(parameter.name(), Parameter.AUTO);
            }
        }
        return all;
    }

    private void requireUsed(List<Method> methods) {
        for (String parameter : given.keySet()) {
            if (methods.stream().noneMatch(method -> method.has(parameter))) {
                throw new SettingException(
                        parameter,
                        "is not used by any of the methods compared; it is used by "
                                + Methods.using(parameter).stream()
                                        .map(Method::name)
                                        .collect(Collectors.joining(", ")));
            }
        }
    }
}
