package dev.kith.stream;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.online.Interaction;
import dev.kith.online.OnlineLearner;
import dev.kith.online.SharedLoss;
import dev.kith.online.UniformSharing;
import dev.kith.online.Update;
import dev.kith.online.learner.Learners;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An online learner and its settings, by name: {@code LearnerSettings.of("perceptron").with("b", 2)}. Immutable. A
 * setting that does not exist, has no effect with this learner, or is out of range is a {@link LearnerException}.
 */
public final class LearnerSettings {
    /** Tasks times features up to which the second-order learner keeps a matrix of that size. */
    private static final int PRIMAL_LIMIT = 1000;

    private static final String AUTO = "auto";
    private static final String FROM = "from:";

    private final LearnerKind kind;
    private final Map<LearnerParameter, String> values;
    private final @Nullable NamedRelations relations;

    private LearnerSettings(
            LearnerKind kind, Map<LearnerParameter, String> values, @Nullable NamedRelations relations) {
        this.kind = kind;
        this.values = values;
        this.relations = relations;
    }

    /** The learner with everything at its default. */
    public static LearnerSettings of(LearnerKind kind) {
        return new LearnerSettings(kind, Map.of(), null);
    }

    /** The learner of that name, with everything at its default. */
    public static LearnerSettings of(String learner) {
        return of(LearnerKind.named(learner));
    }

    /** The same with one setting changed; {@code value} is a number, a text or a boolean. */
    public LearnerSettings with(String name, Object value) {
        for (LearnerParameter parameter : LearnerParameter.values()) {
            if (parameter.key().equals(name)) {
                return with(parameter, String.valueOf(value));
            }
        }
        throw new LearnerException(
                "%s",
                Names.unknown(
                        "setting",
                        name,
                        kind.parameters().stream().map(LearnerParameter::key).toList()));
    }

    /** The same with one setting changed. A file, for {@link LearnerParameter#INTERACTION}, is read here. */
    public LearnerSettings with(LearnerParameter parameter, String value) {
        if (!kind.parameters().contains(parameter)) {
            throw new LearnerException(
                    "{" + parameter.key() + "} has no effect with {learner} %s: leave it out", kind.key());
        }
        String checked = parameter.checked(value);
        if (parameter == LearnerParameter.INTERACTION) {
            try {
                return with(parameter, checked, NamedRelations.read(checked));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return with(parameter, parameter == LearnerParameter.B ? number(checked) : checked, relations);
    }

    /** b as a number, where it is to be taken from a model. */
    private static String number(String b) {
        if (!b.startsWith(FROM)) {
            return b;
        }
        Path file = Path.of(b.substring(FROM.length()));
        try {
            Comparator model = Comparator.of(ModelFile.read(file))
                    .orElseThrow(() -> new DataException(file + ": a model without weights says nothing about b"));
            return Double.toString(model.bestB());
        } catch (IllegalArgumentException e) {
            throw new DataException(file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with these relations between tasks, in place of {@link LearnerParameter#INTERACTION} from a file. */
    LearnerSettings related(NamedRelations given) {
        if (!kind.parameters().contains(LearnerParameter.INTERACTION)) {
            throw new LearnerException("{interaction} has no effect with {learner} %s: leave it out", kind.key());
        }
        return with(LearnerParameter.INTERACTION, "given for " + String.join(", ", given.tasks()), given);
    }

    private LearnerSettings with(LearnerParameter parameter, String value, @Nullable NamedRelations known) {
        Map<LearnerParameter, String> more = new EnumMap<>(LearnerParameter.class);
        more.putAll(values);
        more.put(parameter, value);
        return new LearnerSettings(kind, Collections.unmodifiableMap(more), known);
    }

    public LearnerKind kind() {
        return kind;
    }

    /** What was given, in the order of {@link LearnerParameter}. */
    public Map<LearnerParameter, String> values() {
        return values;
    }

    /** The relations between tasks, if any were given. */
    Optional<NamedRelations> relations() {
        return Optional.ofNullable(relations);
    }

    /** Whether the learner remembers inputs, by a kernel, in place of explicit weights. */
    public boolean keepsInputs() {
        return given(LearnerParameter.KERNEL) || kind == LearnerKind.SECOND_ORDER;
    }

    private boolean given(LearnerParameter parameter) {
        return values.containsKey(parameter);
    }

    private Optional<String> text(LearnerParameter parameter) {
        return Optional.ofNullable(values.get(parameter));
    }

    private Optional<Double> number(LearnerParameter parameter) {
        return text(parameter).map(parameter::number);
    }

    private boolean averaged() {
        return flag(LearnerParameter.AVERAGED);
    }

    private boolean flag(LearnerParameter parameter) {
        return text(parameter).map(Boolean::parseBoolean).orElse(false);
    }

    /** Refuses settings that make no sense together. */
    public LearnerSettings check() {
        boolean kernel = given(LearnerParameter.KERNEL);
        refuse(
                given(LearnerParameter.B) && given(LearnerParameter.INTERACTION),
                "{b} and {interaction} both say how tasks share: use one");
        refuse(
                averaged() && given(LearnerParameter.BUDGET),
                "{averaged} is the mean of all weights, whose rows {budget} would forget: leave one of them out");
        refuse(
                given(LearnerParameter.BUDGET) && kind != LearnerKind.SECOND_ORDER && !kernel,
                "{budget} has no effect without {kernel}: leave it out");
        refuse(
                given(LearnerParameter.P) && given(LearnerParameter.DIRECTIONS),
                "{p} and {directions} are two norms of the matrix learner: use one");
        refuse(
                given(LearnerParameter.C) && !given(LearnerParameter.SHARED_LOSS),
                "{C} is the step of {shared-loss}: give that too");
        refuse(
                kind == LearnerKind.ADAPTIVE && auto(),
                "{b} auto is for the learners with theorems, its steps would not be those of any b: give a number");
        return this;
    }

    /** Why no theorem bounds the mistakes of this learner, in words; empty where one does. */
    String withoutBound() {
        if (kind == LearnerKind.ADAPTIVE) {
            return "no theorem bounds the mistakes of {learner} adaptive";
        }
        if (kind == LearnerKind.GRAPH) {
            return "the mistakes of {learner} graph are bounded by those of its candidates, not by a comparator";
        }
        if (averaged()) {
            return "theorems bound the mistakes of the latest weights, {averaged} predicts by their mean";
        }
        if (given(LearnerParameter.PASSIVE_AGGRESSIVE)) {
            return "the theorem is for steps of size 1 after mistakes, not for {passive-aggressive}";
        }
        if (given(LearnerParameter.BUDGET)) {
            return "the theorem is for a learner that forgets nothing, {budget} forgets";
        }
        if (given(LearnerParameter.DIRECTIONS) && given(LearnerParameter.SHARED_LOSS)) {
            return "remark 12 is for Schatten norms: leave {directions} or {shared-loss} out";
        }
        return auto() ? "{b} auto changes b while it runs, the theorem is for one b: give {b} a number" : "";
    }

    /** Whether b is found while running. */
    private boolean auto() {
        boolean plain = kind == LearnerKind.PERCEPTRON && !given(LearnerParameter.KERNEL) && relations == null;
        return text(LearnerParameter.B).map(AUTO::equals).orElse(plain);
    }

    private static void refuse(boolean senseless, String rule) {
        if (senseless) {
            throw new LearnerException(rule);
        }
    }

    /** A fresh learner for rows of which nothing is known beforehand, as they are. */
    public OnlineLearner make() {
        return make(0, 0, false);
    }

    /**
     * A fresh learner.
     *
     * @param tasks how many tasks are known to come; 0 when that is not known
     * @param features how many features are known to come; 0 when that is not known
     * @param unitLength whether inputs count as scaled to length 1; a learner that {@link #keepsInputs} scales them
     *     itself, any other must be given them so
     */
    public OnlineLearner make(int tasks, int features, boolean unitLength) {
        check();
        OnlineLearner learner = switch (kind) {
            case PERCEPTRON -> perceptron(unitLength);
            case PNORM -> pNorm(tasks, features);
            case SECOND_ORDER -> secondOrder(tasks, features, unitLength);
            case MATRIX -> matrix(tasks, features, unitLength);
            case ADAPTIVE -> adaptive();
            case GRAPH -> Learners.graph(relations().map(NamedRelations::relations));
        };
        learner.announce(tasks);
        return learner;
    }

    private OnlineLearner perceptron(boolean unitLength) {
        Update rule = number(LearnerParameter.PASSIVE_AGGRESSIVE)
                .<Update>map(Update.PassiveAggressive::new)
                .orElseGet(Update.Mistake::new);
        if (given(LearnerParameter.KERNEL)) {
            VectorKernel kernel = kernel(unitLength);
            if (auto()) {
                return Learners.autoKernel(kernel, rule, limit(), averaged());
            }
            return averaged()
                    ? Learners.averagedKernel(interaction(), kernel, rule)
                    : Learners.kernel(interaction(), kernel, rule, limit());
        }
        if (relations != null) {
            return Learners.related(relations.relations(), rule, averaged());
        }
        return auto()
                ? Learners.auto(rule, averaged())
                : Learners.shared(sharing(text(LearnerParameter.B).orElseThrow()), rule, averaged());
    }

    private OnlineLearner adaptive() {
        Loss loss = Losses.parse(text(LearnerParameter.LOSS).orElse(LearnerParameter.LOSS.fallback()));
        double rate = number(LearnerParameter.RATE).orElse(Double.valueOf(LearnerParameter.RATE.fallback()));
        if (relations != null) {
            return Learners.adaptive(relations.relations(), loss, rate);
        }
        return Learners.adaptive(
                text(LearnerParameter.B).map(LearnerSettings::sharing).orElseGet(Learners::adaptiveSharing),
                loss,
                rate);
    }

    private OnlineLearner secondOrder(int tasks, int features, boolean unitLength) {
        boolean small = tasks > 0 && features > 0 && (long) tasks * features <= PRIMAL_LIMIT;
        boolean plain = !given(LearnerParameter.KERNEL) && !given(LearnerParameter.BUDGET);
        if (small && plain && !unitLength) {
            return sharing(by -> averaged()
                    ? Learners.averagedSecondOrder(by, tasks, features)
                    : Learners.secondOrder(by, tasks, features));
        }
        VectorKernel kernel = kernel(unitLength);
        return sharing(by ->
                averaged() ? Learners.averagedSecondOrder(by, kernel) : Learners.secondOrder(by, kernel, limit()));
    }

    /** One learner, or a vote of several where b is to be found. */
    private OnlineLearner sharing(Function<Interaction, OnlineLearner> make) {
        return auto() ? Learners.voting(make::apply) : make.apply(interaction());
    }

    private OnlineLearner matrix(int tasks, int features, boolean unitLength) {
        Optional<SharedLoss> loss = text(LearnerParameter.SHARED_LOSS)
                .map(norm -> new SharedLoss(
                        SharedLoss.Norm.valueOf(norm),
                        number(LearnerParameter.C).orElse(Double.valueOf(LearnerParameter.C.fallback()))));
        boolean kernel = given(LearnerParameter.KERNEL);
        if (given(LearnerParameter.DIRECTIONS)) {
            int count = text(LearnerParameter.DIRECTIONS)
                    .map(LearnerParameter.DIRECTIONS::whole)
                    .orElseThrow();
            if (count < 1) {
                throw new LearnerException("{directions} must be a whole number >= 1, got %s", count);
            }
            return kernel ? Learners.leading(count, loss, kernel(unitLength), limit()) : Learners.leading(count, loss);
        }
        double exponent = number(LearnerParameter.P).orElseGet(() -> defaultMatrixP(tasks, features));
        if (!(exponent >= 1 && exponent <= 1000)) {
            throw new LearnerException("{p} of the matrix learner must be a number from 1 to 1000, got %s", exponent);
        }
        return kernel ? Learners.matrix(exponent, loss, kernel(unitLength), limit()) : Learners.matrix(exponent, loss);
    }

    private static double defaultMatrixP(int tasks, int features) {
        refuse(
                tasks == 0,
                "{p}, or {tasks} to choose it by, is needed for a stream whose tasks are not known beforehand");
        return Learners.bestMatrixP(tasks, features == 0 ? tasks : features);
    }

    private OnlineLearner pNorm(int tasks, int features) {
        refuse(
                !given(LearnerParameter.P) && features == 0,
                "{p} is needed for a stream whose features are not known beforehand: about 2 ln(features)");
        double p = number(LearnerParameter.P).orElseGet(() -> Learners.bestP(Math.max(1, tasks), features));
        return sharing(by -> flag(LearnerParameter.ROOT) ? Learners.rootPNorm(by, p) : Learners.pNorm(by, p));
    }

    private Interaction interaction() {
        if (relations != null) {
            return relations.relations();
        }
        return text(LearnerParameter.B).map(LearnerSettings::sharing).orElseGet(UniformSharing::pairwise);
    }

    private static UniformSharing sharing(String b) {
        try {
            return new UniformSharing(Double.parseDouble(b));
        } catch (NumberFormatException e) {
            throw new LearnerException("{b} must be a number >= 0, auto or from:MODEL, got '%s'", b);
        }
    }

    private VectorKernel kernel(boolean unitLength) {
        String spec = text(LearnerParameter.KERNEL).orElse(new Linear().spec());
        Kernel asked = Kernels.parse(spec);
        if (asked.searched()) {
            throw new LearnerException("{kernel} of a stream cannot search its width, got '%s'", spec);
        }
        // No rows are known beforehand: a width left out is 1, about the distance between rows of length 1.
        Kernel kernel = asked.on(DenseInputs.of(Matrix.zeros(1, 1)), 0).times(1);
        if (!(kernel instanceof VectorKernel vectors)) {
            throw new LearnerException("{kernel} must be a kernel on numbers, got '%s'", spec);
        }
        return unitLength ? Kernels.unit(vectors) : vectors;
    }

    private int limit() {
        return text(LearnerParameter.BUDGET).map(LearnerParameter.BUDGET::whole).orElse(Integer.MAX_VALUE);
    }

    /** {@code perceptron b=2 averaged=true}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind.key());
        values.forEach((parameter, value) ->
                text.append(' ').append(parameter.key()).append('=').append(value));
        return text.toString();
    }
}
