package dev.kith.stream;

import dev.kith.online.SharedLoss;
import dev.kith.online.state.StepLoss;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A setting that some online learners take: its name, what may be given, what holds when nothing is, and what it means.
 * Each exists once, here; which learner takes which is said in {@link LearnerKind}.
 */
public enum LearnerParameter {
    /** How much tasks share. */
    B(
            "b",
            Type.TEXT,
            "X|auto|from:MODEL",
            "a number >= 0, auto, or from:MODEL",
            "auto for the perceptron, four times the number of tasks for adaptive, the number of tasks otherwise",
            "How much tasks share: 0 = not at all, the number of tasks = pairwise, auto = found while running,"
                    + " from:MODEL = what suits the weights of a model file best."),
    /** Who shares with whom. */
    INTERACTION(
            "interaction",
            Type.FILE,
            "FILE",
            "a CSV file, graph:FILE, or a model file",
            "",
            "How tasks share: a task x task CSV (positive definite interaction matrix), graph:FILE"
                    + " (task,task[,weight] CSV), or a model file whose structure is taken over."),
    /** A norm. */
    P(
            "p",
            Type.NUMBER,
            "X",
            "pnorm: a number >= 2; matrix: a number >= 1",
            "",
            "pnorm: the norm, >= 2 (default 2 ln max(tasks, features)). matrix: a number >= 1"
                    + " (default ceil(ln min(tasks, features)))."),
    /** The square root of the interaction matrix. */
    ROOT(
            "root",
            Type.FLAG,
            "",
            "true or false",
            "",
            "pnorm: share by the square root of the interaction, of which {p} 2 is the perceptron (remark 7 of the paper)."),
    /** Leading directions. */
    DIRECTIONS(
            "directions",
            Type.WHOLE,
            "N",
            "a whole number >= 1",
            "",
            "matrix: predict by the N leading directions of all weights, in place of {p}."),
    /** A kernel on vectors. */
    KERNEL(
            "kernel",
            Type.TEXT,
            "K",
            "a kernel on numbers: linear, gaussian:WIDTH, ...",
            "linear",
            "A kernel on numbers, as for fit."),
    /** The rows remembered. */
    BUDGET(
            "budget",
            Type.WHOLE,
            "N",
            "a whole number >= 1",
            "",
            "Rows a learner with a kernel, or a second-order one, remembers at most; the oldest go first."),
    /** The mean of all weights. */
    AVERAGED(
            "averaged",
            Type.FLAG,
            "",
            "true or false",
            "",
            "Predict by the mean of all weights so far (perceptron, second-order); updates follow the latest"
                    + " weights."),
    /** Updates without mistakes. */
    PASSIVE_AGGRESSIVE(
            "passive-aggressive",
            Type.NUMBER,
            "C",
            "a number > 0",
            "",
            "Update whenever the margin is below 1, by at most C (perceptron)."),
    /** How the tasks of a round divide an update. */
    SHARED_LOSS(
            "shared-loss",
            Type.CHOICE,
            "l1|l2|linf",
            "l1, l2 or linf",
            "",
            "matrix: how the tasks of a round divide an update, by the norm of their losses."),
    /** A step. */
    C("C", Type.NUMBER, "X", "a finite number > 0", "1", "The step of {shared-loss}."),
    /** What a learner goes down. */
    LOSS(
            "loss",
            Type.CHOICE,
            "logistic|hinge",
            "logistic or hinge",
            "logistic",
            "adaptive: the loss it goes down, log(1 + exp(-z)) or max(0, 1 - z) of the margin z."),
    /** A first step. */
    RATE("rate", Type.NUMBER, "X", "a finite number > 0", "1", "adaptive: the first step of every weight.");

    /** What a value is. */
    public enum Type {
        /** A finite number. */
        NUMBER,
        /** A whole number. */
        WHOLE,
        /** True or false. */
        FLAG,
        /** One of {@link #choices()}, in letters of any case. */
        CHOICE,
        /** The name of a file, perhaps after a word. */
        FILE,
        /** Anything else. */
        TEXT
    }

    private final String key;
    private final Type type;
    private final String label;
    private final String range;
    private final String fallback;
    private final String help;

    LearnerParameter(String key, Type type, String label, String range, String fallback, String help) {
        this.key = key;
        this.type = type;
        this.label = label;
        this.range = range;
        this.fallback = fallback;
        this.help = help;
    }

    /** The name users write: {@code passive-aggressive}. */
    public String key() {
        return key;
    }

    public Type type() {
        return type;
    }

    /** What stands for the value in a synopsis: {@code X|auto}; empty for a flag. */
    public String label() {
        return label;
    }

    /** What may be given, in words. */
    public String range() {
        return range;
    }

    /** What holds when nothing is given, in words; empty when the help says so, or when it is not in force then. */
    public String fallback() {
        return fallback;
    }

    /** What it means, and its default; other settings are called by their keys. */
    public String help() {
        return help(UnaryOperator.identity());
    }

    /** What it means, and its default; other settings are called as {@code naming} says. */
    public String help(UnaryOperator<String> naming) {
        return LearnerException.named(help, naming) + (fallback.isEmpty() ? "" : " Default: " + fallback + ".");
    }

    /** The values there are to choose from; empty when they cannot be listed. */
    public List<String> choices() {
        return switch (this) {
            case SHARED_LOSS ->
                Arrays.stream(SharedLoss.Norm.values()).map(Enum::name).toList();
            case LOSS -> Arrays.stream(StepLoss.values()).map(StepLoss::key).toList();
            default -> List.of();
        };
    }

    /** The value as it is kept, or an exception that says what it must be. */
    String checked(String value) {
        switch (type) {
            case NUMBER -> number(value);
            case WHOLE -> whole(value);
            case FLAG -> require(value.equals("true") || value.equals("false"), value);
            case CHOICE -> {
                return choices().stream()
                        .filter(value::equalsIgnoreCase)
                        .findFirst()
                        .orElseThrow(() -> wrong(value));
            }
            case FILE, TEXT -> require(!value.isBlank(), value);
        }
        return value;
    }

    double number(String value) {
        try {
            double number = Double.parseDouble(value);
            require(Double.isFinite(number), value);
            return number;
        } catch (NumberFormatException e) {
            throw wrong(value);
        }
    }

    int whole(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw wrong(value);
        }
    }

    private void require(boolean right, String value) {
        if (!right) {
            throw wrong(value);
        }
    }

    private LearnerException wrong(String value) {
        return new LearnerException("{" + key + "} must be %s, got '%s'", range, value);
    }
}
