package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.file.ModelFile;
import dev.kith.method.Capability;
import dev.kith.method.Method;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.transform.LearnedScale;
import dev.kith.score.Measure;
import dev.kith.score.Scores;
import dev.kith.score.Split;
import dev.kith.score.Verdict;
import dev.kith.select.Contender.Trained;
import dev.kith.select.Gains.TaskGain;
import dev.kith.select.stack.Mixture;
import dev.kith.trust.Calibration;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Does sharing help, and whom: what a comparison found on rows that nobody trained on. The first method is the baseline,
 * every task alone; verdicts are of the best of the others.
 *
 * <p>Models trained on all rows are made when they are first asked for. For use by one thread.
 */
public final class Comparison {
    private final Judging judging;
    private final Dataset data;
    private final Dataset judged;
    private final Measure measure;
    private final List<Compared> methods;
    private final List<MethodContender> contenders;
    private final List<Integer> trainingLabels;
    private final boolean retrained;
    private final Left left;
    private final Map<String, Trained> trained = new HashMap<>();
    private final LabelWords labels;
    private @Nullable Compared sharing;
    private @Nullable Ensemble ensemble;
    private boolean ensembleTried;

    /**
     * One method of a comparison.
     *
     * @param heldOut what it predicted for rows it was not trained on
     * @param scores how well
     * @param gains against the baseline, task by task
     */
    public record Compared(Method method, HeldOut heldOut, Scores scores, Gains gains) {
        public String name() {
            return method.name();
        }

        /** The measure of all tasks, {@link Scores#summary}; NaN where there is none. */
        public double mean() {
            return scores.summary().orElse(Double.NaN);
        }
    }

    /**
     * @param judging by what and on which rows
     * @param contenders of the methods, in their order
     * @param retrained whether the method that verdicts are of is shown as trained on all rows, not as one split trained it
     * @param left the methods that nothing is known of
     */
    Comparison(
            Judging judging, List<Compared> methods, List<MethodContender> contenders, boolean retrained, Left left) {
        this.judging = judging;
        this.data = judging.data();
        this.judged = judging.judged();
        this.measure = judging.measure();
        this.methods = List.copyOf(methods);
        this.contenders = List.copyOf(contenders);
        this.trainingLabels = judging.trainingLabels();
        this.retrained = retrained;
        this.left = left;
        this.labels = LabelWords.of(data);
    }

    /** All rows, those held out included; labels as the losses read them. */
    public Dataset data() {
        return data;
    }

    /**
     * What methods are judged on, {@link #judged(HeldOut)}: the data, blocks of rows that were collapsed ({@link dev.kith.score.Split#judged}), or rows
     * whose class was chosen ({@link dev.kith.score.ChosenClasses}). Its tasks are those that have a verdict.
     */
    public Dataset judged() {
        return judged;
    }

    /** What is judged of predictions: they themselves, or the classes they choose. */
    public HeldOut judged(HeldOut held) {
        return judging.judged(held);
    }

    public Measure measure() {
        return measure;
    }

    /** The probability that intervals are made for. */
    public double level() {
        return judging.level();
    }

    /** How rows were held out, in words, such as {@code 5-fold cross-validation}; a given split is {@code 1 given split}. */
    public String validation() {
        int count = judging.splits().size();
        return count == 1 && judging.folding().equals(dev.kith.score.Folding.random())
                ? "1 given split"
                : judging.folding().name(count);
    }

    /** What was held out, each part once. */
    public List<Split> splits() {
        return judging.splits();
    }

    /** How rows were held out. */
    Judging judging() {
        return judging;
    }

    /** All methods, the baseline first. */
    public List<Compared> methods() {
        return methods;
    }

    /** The methods that were not done when the time for the comparison was over: nothing is known of them. */
    public List<String> missing() {
        return left.late();
    }

    /** The usual methods that were left out as they do not take these data, each with the reason. */
    public Map<String, String> refused() {
        return left.refused();
    }

    /** Labels of each task that a model learned from, the average over splits. */
    public List<Integer> trainingLabels() {
        return trainingLabels;
    }

    /**
     * Always the mean of a task's labels that were trained on, of classes the one that is there most: what no method must be worse than. Empty
     * where rows were collapsed.
     */
    public Optional<HeldOut> constant() {
        return judging.constant();
    }

    /**
     * Writes what every method predicted for the labels it had not seen, as CSV: the row of the source, counted from 1, task, fold and label, and
     * a column per method. Of classes predictions are decision values, positive for the second class.
     */
    public void writePredictions(Writer out) throws IOException {
        new HeldOutCsv(this).writeTo(out);
    }

    /** Every task alone. */
    public Compared baseline() {
        return methods.get(0);
    }

    /** The method with the smallest mean cost; of equal ones the first, which is the simplest. */
    public Compared winner() {
        return smallest(0, method -> true);
    }

    /** The best method that is not the baseline: the one the verdicts are of. */
    public Compared sharing() {
        Compared known = sharing;
        if (known == null) {
            // Asked for again and again, for every task.
            known = smallest(1, method -> true);
            sharing = known;
        }
        return known;
    }

    private Compared smallest(int from, Predicate<Method> suitable) {
        return methods.subList(from, methods.size()).stream()
                .filter(compared -> suitable.test(compared.method()))
                .min(Comparator.comparingDouble(this::cost))
                .orElseThrow(() -> new IllegalArgumentException("no method of the comparison can be mixed with "
                        + baseline().name()));
    }

    private double cost(Compared compared) {
        return compared.scores().summary().stream()
                .map(measure::cost)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Does sharing help, by the best method that shares? */
    public Answer answer() {
        return Answer.of(sharing().gains());
    }

    /** The answer in one sentence. */
    public String headline() {
        return new Headline(this).toString();
    }

    /** How many tasks gain and lose, who loses, and what else is to be known. */
    public List<String> sentences() {
        return new Findings(this, likeness()).sentences();
    }

    /** Whether this task should share. */
    public Verdict verdict(String task) {
        return gain(task).verdict();
    }

    /** What sharing gained this task, by the best method that shares. */
    public TaskGain gain(String task) {
        int t = judged.tasks().indexOf(task);
        if (t < 0) {
            throw new IllegalArgumentException(dev.kith.data.Names.unknown("task", task, judged.tasks()));
        }
        return sharing().gains().perTask().get(t);
    }

    /** The winner, or the ensemble where that is {@link Ensemble#best}, trained on all rows. */
    public Trained best() {
        return ensemble().filter(Ensemble::best).map(this::trained).orElseGet(() -> trained(winner()));
    }

    /** Several methods together; empty where that was not tried: for one split, a choice among several classes, and losses of numbers that are not squared. */
    public Optional<Ensemble> ensemble() {
        if (!ensembleTried) {
            ensemble = Ensemble.of(this).orElse(null);
            ensembleTried = true;
        }
        return Optional.ofNullable(ensemble);
    }

    /** The same without several methods together, which take a while: for what is shown while trainings go on. */
    Comparison single() {
        ensembleTried = true;
        return this;
    }

    /** Several methods together, each of them trained on all rows. */
    public Trained trained(Ensemble several) {
        return several.trained(parts(several));
    }

    private List<Trained> parts(Ensemble several) {
        return several.parts().stream().map(this::trained).toList();
    }

    /** The same with how far it missed labels that neither its models nor its weights had seen. */
    public ModelFile.Content calibrated(Ensemble several) {
        return calibrated(
                trained(several).model(),
                several.parts().get(0),
                several.heldOut().predictions());
    }

    /** The same with every model as one split trained it: nothing is trained any more, for a comparison that was cut short. */
    public Comparison asTrained() {
        Comparison same = new Comparison(judging, methods, contenders, false, left);
        same.ensemble = ensemble;
        same.ensembleTried = ensembleTried;
        methods.forEach(compared ->
                same.trained.put(compared.name(), compared.heldOut().fits().get(0)));
        return same;
    }

    /** A method of the comparison, trained on all rows. */
    public Trained trained(Compared compared) {
        return trained.computeIfAbsent(
                compared.name(),
                name -> contenders.get(methods.indexOf(compared)).train(data));
    }

    /** The method that verdicts are of, as it would be used: trained on all rows, or on the training rows of a given split. */
    public Trained shown() {
        return shown(sharing());
    }

    /** A method as it would be used: trained on all rows, or on the training rows of a given split. */
    public Trained shown(Compared compared) {
        return retrained ? trained(compared) : compared.heldOut().fits().get(0);
    }

    /**
     * A method trained on all rows, with how far its models of the comparison missed the labels they had not seen: intervals and
     * probabilities without any further training. That the method was chosen by the same labels makes them a touch too narrow.
     */
    public ModelFile.Content calibrated(Compared compared) {
        Model model = trained(compared).model();
        return calibrated(model, compared, learned(model, compared));
    }

    /** The same of {@link #safeModel}, by {@link #safeHeldOut} where there is one. */
    public ModelFile.Content calibratedSafe(Compared sharing) {
        Model model = safeModel(sharing);
        Optional<BitSet> alone = safeChoice(sharing);
        double[] predictions = learned(model, sharing);
        if (alone.isPresent()) {
            replace(predictions, learned(model, baseline()), alone.get());
        }
        return calibrated(model, sharing, predictions);
    }

    /**
     * What choosing between a method and the baseline task by task shows on labels that had no part in the choice: it is made anew for each fold, by
     * the others (forward in time by those before). Empty where one split leaves no others.
     */
    public Optional<HeldOut> safeHeldOut(Compared sharing) {
        return safeChoice(sharing).map(alone -> {
            HeldOut held = sharing.heldOut();
            double[] predictions = held.predictions();
            replace(predictions, baseline().heldOut().predictions(), alone);
            return new HeldOut(Mixture.METHOD, predictions, held.splits(), held.units(), held.fits(), held.seconds());
        });
    }

    private static void replace(double[] predictions, double[] others, BitSet where) {
        where.stream().forEach(o -> predictions[o] = others[o]);
    }

    /** Which held-out labels the baseline would predict. */
    private Optional<BitSet> safeChoice(Compared sharing) {
        if (judging.splits().size() < 2) {
            return Optional.empty();
        }
        int[] folds = baseline().heldOut().splits();
        Dataset predicted = judging.predicted();
        BitSet chosen = new BitSet();
        for (int f = 0; f < judging.splits().size(); f++) {
            int fold = f;
            Set<String> alone =
                    questions(alone(sharing, o -> judging.folding().forward() ? folds[o] < fold : folds[o] != fold));
            for (int o = 0; o < folds.length; o++) {
                if (folds[o] == fold && alone.contains(predicted.tasks().get(predicted.task(o)))) {
                    chosen.set(o);
                }
            }
        }
        return Optional.of(chosen);
    }

    /** What was predicted for labels, on the scale that the model learned them on. */
    private double[] learned(Model model, Compared compared) {
        HeldOut held = compared.heldOut();
        List<Model> models = held.fits().stream().map(Trained::model).toList();
        return LearnedScale.of(model)
                .map(scale -> scale.predictions(models, data, held.splits(), held.predictions()))
                .orElseGet(held::predictions);
    }

    private ModelFile.Content calibrated(Model model, Compared compared, double[] predictions) {
        Training training =
                contenders.get(methods.indexOf(compared)).tuning().setup().training();
        return Calibration.of(model, data, predictions, training.targetScale() != TargetScale.TASK, validation());
    }

    /** How alike that takes tasks to be, and whether that tells tasks apart. */
    public Likeness likeness() {
        return judging.likenesses().of(shown().model(), data.inputs());
    }

    /**
     * For each task whichever of the best method that shares and the baseline predicted it better on held-out labels. How well that does on others
     * is what {@link #safeHeldOut} says.
     */
    public Model safeModel() {
        return safeModel(mixable());
    }

    /** The same with the method that shares given. */
    public Model safeModel(Compared sharing) {
        return Mixture.of(trained(sharing).model(), trained(baseline()).model(), questions(alone(sharing)));
    }

    /** The tasks of the data behind judged ones: where classes are chosen, the questions that choose them. */
    private Set<String> questions(Set<String> alone) {
        return data.columns()
                .choice()
                .filter(choice -> data.columns().task().isPresent())
                .map(choice -> Set.copyOf(choice.tasks(List.copyOf(alone))))
                .orElseGet(() ->
                        data.columns().choice().isPresent() && !alone.isEmpty() ? Set.copyOf(data.tasks()) : alone);
    }

    /** The tasks that the baseline predicted better than a method. */
    public Set<String> alone(Compared sharing) {
        return alone(baseline().scores(), sharing.scores());
    }

    /** The same by some of the predicted observations. */
    private Set<String> alone(Compared sharing, IntPredicate used) {
        return alone(only(baseline().heldOut(), used), only(sharing.heldOut(), used));
    }

    private Scores only(HeldOut held, IntPredicate used) {
        double[] predictions = held.predictions();
        for (int o = 0; o < predictions.length; o++) {
            predictions[o] = used.test(o) ? predictions[o] : Double.NaN;
        }
        return judging.judged(
                        new HeldOut(held.name(), predictions, held.splits(), held.units(), held.fits(), held.seconds()))
                .scores(measure, judged);
    }

    private Set<String> alone(Scores before, Scores shared) {
        Set<String> alone = new TreeSet<>();
        for (int t = 0; t < judged.taskCount(); t++) {
            OptionalDouble own = before.perTask().get(t);
            OptionalDouble other = shared.perTask().get(t);
            if (own.isPresent()
                    && other.isPresent()
                    && measure.cost(own.getAsDouble()) < measure.cost(other.getAsDouble())) {
                alone.add(judged.tasks().get(t));
            }
        }
        return alone;
    }

    /** The best method that can be mixed with the baseline task by task. */
    public Compared mixable() {
        return smallest(1, method -> method.can(Capability.MIXES));
    }

    /** How often a method names the right one of several classes; empty where tasks are not classes. */
    public Optional<ClassAccuracy> accuracy(Compared compared) {
        return labels.severalClasses() ? ClassAccuracy.of(data, compared.heldOut()) : Optional.empty();
    }

    /** What the labels are, for sentences about them. */
    public LabelWords labels() {
        return labels;
    }

    /** How far a method misses in what the labels are counted in, beside the baseline; where they have one unit. */
    Optional<TypicalError> inUnits() {
        return labels.oneUnit() && !labels.severalClasses()
                ? TypicalError.of(judged, baseline().heldOut(), sharing().heldOut())
                : Optional.empty();
    }

    /** By which share the error of a task changes on average, where every task has its own unit. */
    OptionalDouble changePerTask() {
        boolean numbers = IntStream.range(0, data.taskCount()).noneMatch(data::hasClasses);
        return labels.oneUnit() || labels.severalClasses() || !numbers
                ? OptionalDouble.empty()
                : TypicalError.changePerTask(
                        judged, baseline().heldOut(), sharing().heldOut());
    }

    /** The tasks with a verdict, largest gain first; for {@link Verdict#ISOLATE} largest loss first. */
    public List<String> tasks(Verdict verdict) {
        List<TaskGain> gains = sharing().gains().perTask();
        Comparator<Integer> byGain =
                Comparator.comparingDouble(t -> -gains.get(t).gain().estimate());
        List<Integer> found = new ArrayList<>(IntStream.range(0, judged.taskCount())
                .filter(t -> gains.get(t).verdict() == verdict)
                .boxed()
                .toList());
        found.sort(verdict == Verdict.ISOLATE ? byGain.reversed() : byGain);
        return found.stream().map(judged.tasks()::get).toList();
    }
}
