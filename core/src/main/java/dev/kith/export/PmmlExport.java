package dev.kith.export;

import dev.kith.data.DataException;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import dev.kith.export.part.LinearForm;
import dev.kith.export.part.Odds;
import dev.kith.export.part.Xml;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.model.uncertainty.Sigmoid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A model that is a weighted sum of features, as PMML 4.4 with a RegressionModel per task: segments of one MiningModel, of which that of the row's
 * task answers. Without a task column, or where all tasks are asked, there are models side by side, each called after its task.
 *
 * <p>Classes with the logistic loss are a classification with probabilities, other decision values plain numbers. Labels learned as logarithms and
 * counts go through {@code exp}. What the format cannot say is refused.
 *
 * @param scope {@link Scope#OWN_TASK} or {@link Scope#ALL_TASKS}; empty: what the model was trained on
 * @param unknown what becomes of rows of tasks the model does not have: {@link Unknown#MISSING}, no result, or {@link Unknown#COMMON}
 */
public record PmmlExport(Optional<Scope> scope, Unknown unknown) {
    /** Rows as models were trained on, strangers without a result. */
    public static final PmmlExport USUAL = new PmmlExport(Optional.empty(), Unknown.MISSING);

    static final String TARGET = "prediction";

    public PmmlExport {
        if (unknown != Unknown.MISSING && unknown != Unknown.COMMON) {
            throw new IllegalArgumentException("unknown tasks must be nan or common in PMML, got " + unknown);
        }
    }

    /** The same, with rows asked this. */
    public PmmlExport with(Scope asked) {
        return new PmmlExport(Optional.of(asked), unknown);
    }

    /** The same, with unknown tasks treated so. */
    public PmmlExport with(Unknown treated) {
        return new PmmlExport(scope, treated);
    }

    /**
     * The document.
     *
     * @throws DataException if PMML cannot say what the model does
     */
    public String document(ModelFile.Content content) {
        return new Writer(content).document();
    }

    /** One model in the making. */
    private final class Writer {
        private final Model model;
        private final ModelInfo info;
        private final boolean byTask;
        private final LinearModel linear;
        private final boolean logistic;
        private final PmmlFields fields;
        private final Xml xml = new Xml();

        Writer(ModelFile.Content content) {
            model = content.model();
            info = model.info();
            Scope asked = scope.orElse(OnnxExport.asked(info));
            if (asked != Scope.OWN_TASK && asked != Scope.ALL_TASKS) {
                throw new DataException(
                        "one class among several is no regression per task; export with --all-tasks, which gives a model"
                                + " per class, or to ONNX");
            }
            byTask = asked == Scope.OWN_TASK;
            linear = LinearForm.of(model, "PMML").linear();
            logistic = logistic(Odds.of(model, content.uncertainty()));
            fields = new PmmlFields(xml, info, byTask);
            requirePossible();
        }

        private static boolean logistic(Odds odds) {
            if (odds.tasks().stream()
                    .anyMatch(curve -> curve.isPresent() && !curve.get().equals(new Sigmoid(1, 0)))) {
                throw new DataException(
                        "a calibrated probability is not 1/2 where the label changes, which PMML cannot say of a"
                                + " regression; export to ONNX or SQL, or fit without --calibrate");
            }
            return odds.any() && odds.tasks().stream().allMatch(Optional::isPresent);
        }

        private void requirePossible() {
            Optional<Transform> back = info.schema().transform().map(TargetTransform::transform);
            if (back.isPresent() && back.get() == Transform.SQRT) {
                throw new DataException(
                        "labels were learned as square roots, and PMML has no square to take them back by; export to ONNX or SQL");
            }
        }

        String document() {
            xml.begin("PMML", "xmlns", "http://www.dmg.org/PMML-4_4", "version", "4.4");
            xml.begin("Header")
                    .empty("Application", "name", "kith", "version", info.version())
                    .end();
            fields.dictionary(info, logistic);
            fields.transformations();
            if (byTask) {
                segments();
            } else {
                for (int t = 0; t < info.tasks().size(); t++) {
                    regression(Optional.of(info.tasks().get(t)), linear, t, OptionalInt.of(t));
                }
            }
            return xml.end().document();
        }

        private void segments() {
            xml.begin("MiningModel", "functionName", function());
            fields.schema(true);
            xml.begin("Segmentation", "multipleModelMethod", "selectFirst");
            for (int t = 0; t < info.tasks().size(); t++) {
                xml.begin("Segment", "id", Integer.toString(t + 1));
                xml.empty(
                        "SimplePredicate",
                        "field",
                        fields.task(),
                        "operator",
                        "equal",
                        "value",
                        info.tasks().get(t));
                regression(Optional.empty(), linear, t, OptionalInt.of(t));
                xml.end();
            }
            if (unknown == Unknown.COMMON) {
                LinearModel common = model.commonModel(Unknown.COMMON)
                        .flatMap(Model::linear)
                        .orElseThrow(() -> new DataException(
                                "the model has nothing its tasks have in common, by which unknown ones could"
                                        + " be predicted; export with --unknown nan"));
                xml.begin("Segment", "id", "common").empty("True");
                regression(Optional.empty(), common, 0, OptionalInt.empty());
                xml.end();
            }
            xml.end().end();
        }

        private String function() {
            return logistic ? "classification" : "regression";
        }

        /** @param task empty for what all tasks have in common */
        private void regression(Optional<String> name, LinearModel of, int column, OptionalInt task) {
            Optional<TargetTransform> back = info.schema().transform();
            boolean exp = back.isPresent() || LinearForm.counts(info, task.orElse(0));
            List<String> attributes = new ArrayList<>(List.of("functionName", function()));
            name.ifPresent(text -> attributes.addAll(List.of("modelName", text)));
            attributes.addAll(List.of("normalizationMethod", logistic ? "logit" : exp ? "exp" : "none"));
            xml.begin("RegressionModel", attributes.toArray(String[]::new));
            fields.schema(false);
            double shift = 0;
            if (back.isPresent()) {
                double correction = task.isPresent()
                        ? back.get().corrections().get(task.getAsInt())
                        : back.get().common();
                shift = Math.log(correction);
                if (back.get().transform() == Transform.LOG1P) {
                    // c exp(z) - 1, and 0 where that is less
                    xml.begin("Targets")
                            .empty("Target", "field", TARGET, "min", "1", "rescaleConstant", "-1")
                            .end();
                }
            }
            table(of.intercept().get(0, column) + shift, of.weights(), column);
            if (logistic) {
                xml.empty(
                        "RegressionTable",
                        "intercept",
                        "0",
                        "targetCategory",
                        info.classes().get(0));
            }
            xml.end();
        }

        private void table(double intercept, Matrix weights, int column) {
            List<String> attributes = new ArrayList<>(List.of("intercept", Double.toString(intercept)));
            if (logistic) {
                attributes.addAll(List.of("targetCategory", info.classes().get(1)));
            }
            xml.begin("RegressionTable", attributes.toArray(String[]::new));
            for (int j = 0; j < weights.rows(); j++) {
                xml.empty(
                        "NumericPredictor",
                        "name",
                        fields.feature(j),
                        "coefficient",
                        Double.toString(weights.get(j, column)));
            }
            xml.end();
        }
    }
}
