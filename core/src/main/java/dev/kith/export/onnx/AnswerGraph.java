package dev.kith.export.onnx;

import dev.kith.export.onnx.Graph.Kind;
import dev.kith.export.part.Odds;
import dev.kith.model.ModelInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What comes out of a graph: numbers, or decisions with labels and probabilities. */
final class AnswerGraph {
    private final Maths maths;
    private final Graph graph;
    private final ModelInfo info;
    private final Odds odds;

    AnswerGraph(Maths maths, ModelInfo info, Odds odds) {
        this.maths = maths;
        this.graph = maths.graph();
        this.info = info;
        this.odds = odds;
    }

    private boolean classes() {
        return IntStream.range(0, info.tasks().size()).allMatch(info::hasClasses);
    }

    /** z, but NaN where one of the row's features is no number; z of one dimension, or a row per row. */
    Value known(Value z, Value x, boolean wide) {
        Value missing = maths.notNumber(maths.sum(x, 1, wide));
        return maths.where(missing, graph.number(Double.NaN), z);
    }

    /** Of every task. */
    void all(Value z) {
        int tasks = info.tasks().size();
        if (classes()) {
            graph.output("labels", Kind.TEXT, tasks, labels(z));
        }
        graph.output(classes() ? "decisions" : "predictions", Kind.REAL, tasks, z);
        if (odds.any()) {
            graph.output("probabilities", Kind.REAL, tasks, yes(z));
        }
    }

    /** rows x tasks. */
    private Value yes(Value z) {
        int tasks = info.tasks().size();
        Value slopes = graph.row(Arrays.copyOf(odds.slopes(), tasks));
        Value offsets = graph.row(Arrays.copyOf(odds.offsets(), tasks));
        return maths.sigmoid(maths.plus(maths.times(slopes, z), offsets));
    }

    /** Of the row's task; {@code index} is the number of tasks where the model does not have it. */
    void own(Value z, Value index) {
        if (classes()) {
            graph.output("label", Kind.TEXT, 0, labels(z));
        }
        graph.output(classes() ? "decision" : "prediction", Kind.REAL, 0, z);
        if (odds.any()) {
            Value slope = maths.rows(list(odds.slopes()), index);
            Value offset = maths.rows(list(odds.offsets()), index);
            graph.output("probability", Kind.REAL, 0, maths.sigmoid(maths.plus(maths.times(slope, z), offset)));
        }
    }

    private Value list(double... numbers) {
        return graph.reals(numbers, numbers.length);
    }

    /** The second class from 0 on, the first below; nothing where z is no number. */
    private Value labels(Value z) {
        Value yes = graph.make("Not", List.of(maths.less(z, graph.number(0))));
        Value number = maths.where(maths.notNumber(z), graph.whole(2), maths.toWhole(yes));
        List<String> words = new ArrayList<>(info.classes());
        words.add("");
        return maths.rows(graph.words(words), number);
    }

    /** The class of the largest decision among all tasks, which are classes. */
    void oneClass(Value z) {
        chosen(z, info.tasks(), odds.any() ? Optional.of(yes(z)) : Optional.empty());
    }

    /** The class whose decision is largest, and the share of each class in the sum of their probabilities. */
    private void chosen(Value z, List<String> classes, Optional<Value> yes) {
        label(maths.place(z, 1), z, classes);
        graph.output("decisions", Kind.REAL, classes.size(), z);
        if (yes.isPresent()) {
            Value sum = maths.sum(yes.get(), 1, true);
            Value some = maths.less(graph.number(0), sum);
            Value none = maths.where(maths.notNumber(sum), sum, graph.number(1.0 / classes.size()));
            Value shares = maths.where(some, maths.dividedBy(yes.get(), sum), none);
            graph.output("probabilities", Kind.REAL, classes.size(), shares);
        }
    }

    private void label(Value place, Value z, List<String> classes) {
        Value missing = maths.notNumber(maths.sum(z, 1, false));
        Value number = maths.where(missing, graph.whole(classes.size()), place);
        List<String> words = new ArrayList<>(classes);
        words.add("");
        graph.output("label", Kind.TEXT, 0, maths.rows(graph.words(words), number));
    }

    /**
     * The class chosen by the questions of the row's part.
     *
     * @param z rows x questions
     * @param yes the probability of yes to each; empty where there is none
     */
    void choice(Value z, Optional<Value> yes) {
        boolean ordered = info.columns().choice().orElseThrow().ordered();
        List<String> classes = info.columns().choice().orElseThrow().classes();
        if (!ordered) {
            chosen(z, classes, yes);
            return;
        }
        int questions = classes.size() - 1;
        Falling falling = new Falling(maths, questions);
        Value up = maths.toWhole(graph.make("Not", List.of(maths.less(falling.of(z), graph.number(0)))));
        label(maths.sum(up, 1, false), z, classes);
        graph.output("decisions", Kind.REAL, questions, z);
        if (yes.isPresent()) {
            Value above = falling.of(yes.get());
            Value from = maths.times(graph.number(0), maths.columns(above, 0));
            Value least = maths.concat(List.of(maths.plus(from, graph.number(1)), above), 1);
            Value most = maths.concat(List.of(above, from), 1);
            graph.output("probabilities", Kind.REAL, classes.size(), maths.minus(least, most));
        }
    }
}
