package dev.kith.export.part;

import dev.kith.data.DataException;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.EnsembleModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.grouping.Grouping;

/**
 * A model as weighted sums of features, for formats that know no more:
 *
 * <pre>  f_t(x) = g_t(intercept_t + x'w_t)</pre>
 *
 * with g the way back of a transform of labels, exp of counts, or nothing.
 *
 * @param linear intercepts and weights
 */
public record LinearForm(LinearModel linear) {
    /**
     * That of a model.
     *
     * @param format the format's name, for messages
     * @throws DataException if it has none
     */
    public static LinearForm of(Model model, String format) {
        requireOneGrouping(model, format);
        LinearModel linear = model.linear()
                .orElseThrow(() -> new DataException("the model (method "
                        + model.info().method() + ", kernel "
                        + model.info().kernel() + ") is no weighted sum of features, which is all that " + format
                        + " can hold; export it to ONNX"));
        ModelInfo info = model.info();
        boolean together = Losses.find(info.loss()).flatMap(Loss::joint).isPresent();
        boolean links = model instanceof EnsembleModel && changed(info);
        if (together || links) {
            throw new DataException((together
                            ? "loss '" + info.loss() + "' judges the classes of a row together"
                            : "a mixture of means of counts")
                    + " is no function of one weighted sum, which is all that " + format
                    + " can hold; export it to ONNX");
        }
        for (int t = 0; t < info.tasks().size(); t++) {
            boolean own = !counts(info, t)
                    && Losses.find(info.loss(t)).filter(LinearForm::changes).isPresent();
            if (own) {
                throw new DataException("loss '" + info.loss(t) + "' is not one of kith's own: " + format
                        + " cannot say how it makes predictions of functions");
            }
        }
        return new LinearForm(linear);
    }

    /** Refuses models whose rows also belong to levels of further task columns. */
    public static void requireOneGrouping(Model model, String format) {
        if (model instanceof LinearModel.Crossed crossed) {
            throw new DataException("rows of the model also belong to levels of '"
                    + String.join(
                            "', '",
                            crossed.further().stream().map(Grouping::name).toList())
                    + "', whose effects " + format + " cannot hold here; predict with kith or its Python package");
        }
    }

    /** Whether a task predicts means of counts, exp of its function. */
    public static boolean counts(ModelInfo info, int task) {
        return Losses.find(info.loss(task)).filter(Losses.poisson()::equals).isPresent();
    }

    private static boolean changed(ModelInfo info) {
        for (int t = 0; t < info.tasks().size(); t++) {
            if (Losses.find(info.loss(t)).filter(LinearForm::changes).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static boolean changes(Loss loss) {
        return !loss.scalable() && !loss.classification();
    }
}
