package dev.kith.export.onnx;

import dev.kith.data.DataException;
import dev.kith.data.prepare.Dated;
import dev.kith.data.prepare.Filling;
import dev.kith.data.prepare.Hashed;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.prepare.Step;
import dev.kith.export.onnx.Graph.Kind;
import dev.kith.export.part.TextTable;
import dev.kith.model.ModelInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What goes into a graph, and the matrix of features that is made of it: the preparation of a model as operations. */
final class InputGraph {
    /** The input that is all columns side by side. */
    private static final String MATRIX = "x";

    private final Maths maths;
    private final ModelInfo info;
    private final boolean columns;
    private Optional<Value> task = Optional.empty();

    /** @param columns whether each column is an input; else all are one matrix */
    InputGraph(Maths maths, ModelInfo info, boolean columns) {
        this.maths = maths;
        this.info = info;
        this.columns = columns;
    }

    /** Whether a model reads texts as features, so that its columns are no matrix of numbers. */
    static boolean readsTexts(ModelInfo info) {
        return !texts(info).isEmpty();
    }

    private static List<String> texts(ModelInfo info) {
        return info.schema().preparation().map(Preparation::steps).orElse(List.of()).stream()
                .filter(InputGraph::text)
                .map(Step::column)
                .toList();
    }

    private static boolean text(Step step) {
        return !(step instanceof Step.Numeric || step instanceof Step.Truth || step instanceof Step.Omitted);
    }

    /** The names of the rows' tasks. */
    Value task() {
        String name = columns ? info.columns().task().orElse("task") : "task";
        Value given = maths.graph().input(name, Kind.TEXT, columns ? 1 : 0);
        Value flat = columns ? maths.squeeze(given, 1) : given;
        task = Optional.of(flat);
        return flat;
    }

    /**
     * rows x features.
     *
     * @throws DataException if a column is something ONNX cannot read
     */
    Value features() {
        Optional<Preparation> preparation = info.schema().preparation();
        if (preparation.isPresent()) {
            return prepared(preparation.get());
        }
        return columns
                ? maths.concat(info.features().stream().map(this::column).toList(), 1)
                : maths.graph().input(MATRIX, Kind.REAL, info.features().size());
    }

    private Value column(String name) {
        return maths.graph().input(name, Kind.REAL, 1);
    }

    private Value prepared(Preparation preparation) {
        preparation.steps().forEach(InputGraph::requirePossible);
        List<String> texts = texts(info);
        if (!columns && !texts.isEmpty()) {
            throw new DataException("columns " + texts
                    + " are texts, which a matrix of numbers cannot hold: export with --inputs columns");
        }
        List<String> names = preparation.columns();
        Optional<Value> matrix =
                columns ? Optional.empty() : Optional.of(maths.graph().input(MATRIX, Kind.REAL, names.size()));
        List<Value> features = new ArrayList<>();
        for (Step step : preparation.steps()) {
            if (step instanceof Step.Numeric || step instanceof Step.Truth) {
                Value cells = matrix.map(x -> maths.columns(x, names.indexOf(step.column())))
                        .orElseGet(() -> column(step.column()));
                features.add(numbers(cells, step, preparation.impute()));
            } else if (text(step)) {
                features.add(texts(step, preparation));
            }
        }
        return maths.concat(features, 1);
    }

    private static void requirePossible(Step step) {
        if (step instanceof Dated) {
            throw new DataException(
                    "column '" + step.column()
                            + "' holds dates, which ONNX has no operation to read; export to SQL, or fit on numbers made of them");
        }
        if (step instanceof Hashed) {
            throw new DataException("column '" + step.column()
                    + "' is dealt to places by the spelling of its texts (hashing), for which ONNX has no operation; fit it as a category"
                    + " (--one-hot " + step.column() + ")");
        }
    }

    /** Numbers as they are, what stands in for the missing ones, and where those are. */
    private Value numbers(Value cells, Step step, boolean impute) {
        if (!impute) {
            return cells;
        }
        Filling filling = step instanceof Step.Numeric numeric ? numeric.filling() : ((Step.Truth) step).filling();
        Value missing = maths.notNumber(cells);
        Value filled = maths.where(missing, fill(filling), cells);
        return filling.flagged() ? maths.concat(List.of(filled, maths.indicator(missing)), 1) : filled;
    }

    private Value fill(Filling filling) {
        Graph graph = maths.graph();
        if (filling.within().isEmpty() || task.isEmpty()) {
            return graph.number(filling.overall());
        }
        List<String> names = List.copyOf(filling.within().keySet());
        double[] each = new double[names.size() + 1];
        for (int k = 0; k < names.size(); k++) {
            each[k] = filling.of(Optional.of(names.get(k)));
        }
        each[names.size()] = filling.overall();
        Value place = maths.positions(task.get(), names, names.size());
        return maths.unsqueeze(maths.rows(graph.reals(each, each.length), place), 1);
    }

    /** Texts by a table of what each becomes; the empty text is a missing one. */
    private Value texts(Step step, Preparation preparation) {
        TextTable table = TextTable.of(step, preparation);
        Value cells = maths.squeeze(maths.graph().input(step.column(), Kind.TEXT, 1), 1);
        Value place = maths.positions(cells, table.keys(), table.keys().size());
        return maths.rows(maths.graph().matrix(table.features()), place);
    }
}
