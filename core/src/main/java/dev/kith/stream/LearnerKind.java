package dev.kith.stream;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The online learners by the names users write, what each of them is for, and the settings it takes. */
public enum LearnerKind {
    /** The multitask Perceptron. */
    PERCEPTRON(
            "perceptron",
            "A mistake moves its own task fully and the others a little.",
            LearnerParameter.B,
            LearnerParameter.INTERACTION,
            LearnerParameter.KERNEL,
            LearnerParameter.BUDGET,
            LearnerParameter.AVERAGED,
            LearnerParameter.PASSIVE_AGGRESSIVE),
    /** The multitask p-norm Perceptron. */
    PNORM(
            "pnorm",
            "The perceptron for tasks that depend on few of many features.",
            LearnerParameter.B,
            LearnerParameter.INTERACTION,
            LearnerParameter.P,
            LearnerParameter.ROOT),
    /** The multitask second-order Perceptron. */
    SECOND_ORDER(
            "second-order",
            "Whitens inputs as it goes: slower, with fewer mistakes.",
            LearnerParameter.B,
            LearnerParameter.INTERACTION,
            LearnerParameter.KERNEL,
            LearnerParameter.BUDGET,
            LearnerParameter.AVERAGED),
    /** The matrix Perceptron. */
    MATRIX(
            "matrix",
            "For tasks that span few directions; made for rounds of all tasks.",
            LearnerParameter.P,
            LearnerParameter.DIRECTIONS,
            LearnerParameter.KERNEL,
            LearnerParameter.BUDGET,
            LearnerParameter.SHARED_LOSS,
            LearnerParameter.C),
    /** Gradient descent with a step of its own for every weight. */
    ADAPTIVE(
            "adaptive",
            "Steps that shrink feature by feature: fewest mistakes on words; weighs rows.",
            LearnerParameter.B,
            LearnerParameter.INTERACTION,
            LearnerParameter.LOSS,
            LearnerParameter.RATE),
    /** Perceptrons over graphs of tasks, some of them inferred. */
    GRAPH(
            "graph",
            "Perceptrons over several graphs of tasks, some inferred while it runs; the best prevail.",
            LearnerParameter.INTERACTION);

    private final String key;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<LearnerParameter> parameters;

    LearnerKind(String key, String meaning, LearnerParameter... parameters) {
        this.key = key;
        this.meaning = meaning;
        this.parameters = List.of(parameters);
    }

    /** The name users write: {@code second-order}. */
    public String key() {
        return key;
    }

    /** What it does, in one sentence. */
    public String meaning() {
        return meaning;
    }

    /** The settings it takes; any other is refused. */
    public List<LearnerParameter> parameters() {
        return parameters;
    }

    /** Whether rows may have weights. */
    public boolean weighsRows() {
        return this == ADAPTIVE;
    }

    /** The learner of that name. */
    public static LearnerKind named(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.key.equals(name))
                .findFirst()
                .orElseThrow(() -> new LearnerException("{learner} must be %s, got '%s'", choices(), name));
    }

    /** {@code perceptron, pnorm, second-order, matrix, adaptive or graph}. */
    public static String choices() {
        String all = Arrays.stream(values()).map(LearnerKind::key).collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return all.substring(0, last) + " or " + all.substring(last + 2);
    }
}
