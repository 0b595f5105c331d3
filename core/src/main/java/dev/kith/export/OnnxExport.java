package dev.kith.export;

import dev.kith.export.onnx.OnnxWriter;
import dev.kith.export.onnx.SingleLoss;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import java.util.Optional;

/**
 * A model as an ONNX graph of opset 17 and ai.onnx.ml 3, which predicts what the model does, row by row:
 *
 * <pre>  columns or matrix [, task] -> features -> functions -> prediction | label, decision, probability</pre>
 *
 * <p>A missing number is NaN, a missing text the empty one; where the model fills missing cells, so does the graph. What cannot be said in ONNX
 * is refused: kernels on texts, dates, hashed texts, relations between outputs that take a search.
 *
 * @param scope what rows are asked; empty: what the model was trained on
 * @param unknown what becomes of rows of tasks the model does not have: {@link Unknown#MISSING}, NaN, or {@link Unknown#COMMON}
 * @param inputs how rows are given; empty: as a matrix unless columns are texts
 * @param singles whether numbers are of single precision: half the size, about 7 digits
 */
public record OnnxExport(Optional<Scope> scope, Unknown unknown, Optional<Inputs> inputs, boolean singles) {
    /** Rows as models were trained on, strangers NaN, doubles. */
    public static final OnnxExport USUAL = new OnnxExport(Optional.empty(), Unknown.MISSING, Optional.empty(), false);

    /** How rows are given. */
    public enum Inputs {
        /** One matrix {@code x}, a column per feature. */
        MATRIX,
        /** One input per column, each rows x 1, named as the column is. */
        COLUMNS
    }

    public OnnxExport {
        if (unknown != Unknown.MISSING && unknown != Unknown.COMMON) {
            throw new IllegalArgumentException("unknown tasks must be nan or common in an ONNX graph, got " + unknown);
        }
    }

    /** The same, with rows asked this. */
    public OnnxExport with(Scope asked) {
        return new OnnxExport(Optional.of(asked), unknown, inputs, singles);
    }

    /** The same, with unknown tasks treated so. */
    public OnnxExport with(Unknown treated) {
        return new OnnxExport(scope, treated, inputs, singles);
    }

    /** The same, with rows given so. */
    public OnnxExport with(Inputs given) {
        return new OnnxExport(scope, unknown, Optional.of(given), singles);
    }

    /** The same in single precision. */
    public OnnxExport inSingles() {
        return new OnnxExport(scope, unknown, inputs, true);
    }

    /**
     * The file.
     *
     * @throws dev.kith.data.DataException if ONNX cannot say what the model does
     */
    public OnnxFile of(ModelFile.Content content) {
        ModelInfo info = content.model().info();
        boolean columns = inputs.orElse(OnnxWriter.readsTexts(info) ? Inputs.COLUMNS : Inputs.MATRIX) == Inputs.COLUMNS;
        OnnxWriter writer = new OnnxWriter(content, scope.orElse(asked(info)), unknown, columns, singles);
        return new OnnxFile(writer.bytes(), writer.inputs(), writer.outputs());
    }

    /**
     * How far predictions in single precision are from those of the model, as a share of the largest of their task: measured on random rows about the
     * training rows, the graph run with every result rounded. Where a row comes close to a split of a tree or to a bound, one may be further off.
     *
     * @throws dev.kith.data.DataException if ONNX cannot say what the model does
     */
    public static double singleLoss(Model model) {
        return SingleLoss.of(model);
    }

    /** How many rows {@link #singleLoss} asks. */
    public static int singleLossRows(Model model) {
        return SingleLoss.rows(model);
    }

    /** What rows are asked where nothing is said. */
    public static Scope asked(ModelInfo info) {
        return switch (info.columns().shape()) {
            case CLASSES -> Scope.ONE_CLASS;
            case CHOICE -> Scope.CHOICE;
            case WIDE -> Scope.ALL_TASKS;
            case LONG, UNKNOWN -> Scope.OWN_TASK;
        };
    }
}
