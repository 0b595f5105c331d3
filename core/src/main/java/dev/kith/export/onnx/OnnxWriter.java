package dev.kith.export.onnx;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.DataException;
import dev.kith.export.part.Odds;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.text.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Puts a graph together: inputs, features, functions, answers. */
public final class OnnxWriter {
    private final Model model;
    private final ModelInfo info;
    private final Odds odds;
    private final Scope scope;
    private final Unknown unknown;
    private final Graph graph;
    private final Maths maths;
    private final Functions functions;
    private final InputGraph inputs;

    /**
     * Builds the graph.
     *
     * @param columns whether each column is an input of its own
     * @param singles whether numbers are of single precision
     * @throws DataException if ONNX cannot say it
     */
    public OnnxWriter(ModelFile.Content content, Scope scope, Unknown unknown, boolean columns, boolean singles) {
        model = content.model();
        info = model.info();
        this.scope = scope;
        this.unknown = unknown;
        odds = Odds.of(model, content.uncertainty());
        graph = new Graph(singles);
        maths = new Maths(graph);
        functions = new ModelGraph(maths).of(model);
        inputs = new InputGraph(maths, info, columns);
        answers();
    }

    /** Whether a model's columns can only be inputs of their own. */
    public static boolean readsTexts(ModelInfo info) {
        return InputGraph.readsTexts(info);
    }

    /** The file. */
    public byte[] bytes() {
        Map<String, String> properties = new TreeMap<>();
        properties.put("kith.method", info.method());
        properties.put("kith.tasks", Json.of(info.tasks()));
        properties.put("kith.features", Json.of(info.features()));
        if (!info.classes().isEmpty()) {
            properties.put("kith.classes", Json.of(info.classes()));
        }
        return graph.bytes(info.version(), properties);
    }

    /** Name, type and shape of each input. */
    public List<String> inputs() {
        return graph.inputWords();
    }

    /** Name, type and shape of each output. */
    public List<String> outputs() {
        return graph.outputWords();
    }

    private void answers() {
        AnswerGraph answers = new AnswerGraph(maths, info, odds);
        switch (scope) {
            case OWN_TASK -> own(answers);
            case CHOICE -> choice(answers);
            case ALL_TASKS -> {
                Value x = inputs.features();
                answers.all(answers.known(functions.all(x), x, true));
            }
            case ONE_CLASS -> {
                Value x = inputs.features();
                answers.oneClass(answers.known(functions.all(x), x, true));
            }
        }
    }

    private void own(AnswerGraph answers) {
        int tasks = info.tasks().size();
        Value index = maths.positions(inputs.task(), info.tasks(), tasks);
        Value x = inputs.features();
        Value nearest = maths.min(index, graph.whole(tasks - 1L));
        Value z = functions.own(x, nearest);
        Value known = maths.less(index, graph.whole(tasks));
        answers.own(answers.known(maths.where(known, z, stranger(x)), x, false), index);
    }

    /** Of a row whose task the model does not have: a number, or one per row. */
    private Value stranger(Value x) {
        if (unknown == Unknown.MISSING) {
            return graph.number(Double.NaN);
        }
        Model common = model.commonModel(Unknown.COMMON)
                .map(Model.class::cast)
                .orElseThrow(() -> new DataException("the model has nothing its tasks have in common, by which unknown"
                        + " ones could be predicted; export with --unknown nan"));
        return maths.squeeze(new ModelGraph(maths).of(common).all(x), 1);
    }

    private void choice(AnswerGraph answers) {
        ClassChoice choice = info.columns().choice().orElseThrow();
        boolean parts = info.columns().task().isPresent();
        if (unknown == Unknown.COMMON && parts) {
            throw new DataException("a choice among classes has no common model; export with --unknown nan");
        }
        int questions = choice.questions();
        if (!parts) {
            Value x = inputs.features();
            Value z = answers.known(functions.all(x), x, true);
            answers.choice(z, yes(z, graph.row(of(odds.slopes())), graph.row(of(odds.offsets()))));
            return;
        }
        List<String> names = choice.parts(info.tasks());
        Value index = maths.positions(inputs.task(), names, names.size());
        Value x = inputs.features();
        long[] each = new long[questions];
        Arrays.setAll(each, q -> q);
        Value nearest = maths.unsqueeze(maths.min(index, graph.whole(names.size() - 1L)), 1);
        Value places = maths.plus(maths.times(nearest, graph.whole(questions)), graph.wholes(each, 1, questions));
        Value known = maths.unsqueeze(maths.less(index, graph.whole(names.size())), 1);
        Value own = maths.entries(functions.all(x), places);
        Value z = answers.known(maths.where(known, own, graph.number(Double.NaN)), x, true);
        answers.choice(
                z, yes(z, maths.rows(list(of(odds.slopes())), places), maths.rows(list(of(odds.offsets())), places)));
    }

    private double[] of(double... withStranger) {
        return Arrays.copyOf(withStranger, info.tasks().size());
    }

    private Value list(double... numbers) {
        return graph.reals(numbers, numbers.length);
    }

    private Optional<Value> yes(Value z, Value slopes, Value offsets) {
        return odds.any() ? Optional.of(maths.sigmoid(maths.plus(maths.times(slopes, z), offsets))) : Optional.empty();
    }
}
