package dev.kith.trust;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Predictions.Unknown;
import java.util.List;

/** What is said of tasks that a model does not have. */
public final class UnknownTasks {
    private static final String REFUSAL = "unknown task '";

    private UnknownTasks() {}

    /** Whether an error is that a row's task is unknown. */
    public static boolean refused(DataException e) {
        return String.valueOf(e.getMessage()).contains(REFUSAL);
    }

    /**
     * What else there is with this model than to refuse such rows, in words.
     *
     * @param option what is written before each, such as {@code --unknown }
     */
    public static String offers(Model model, String option) {
        return common(model, option) + option + "missing leaves them blank";
    }

    private static String common(Model model, String option) {
        if (model.info().columns().choice().isPresent()) {
            return option + "common predicts such rows by the mean of what the tasks it has answer, ";
        }
        if (model.commonModel(Unknown.COMMON).isEmpty()) {
            return "";
        }
        String common = option + "common predicts such rows by what all tasks have in common, ";
        List<String> attributes = attributes(model);
        return attributes.isEmpty()
                ? common
                : common + option + "attributes by that and their " + Names.some(attributes) + ", ";
    }

    private static List<String> attributes(Model model) {
        return model instanceof LinearModel linear ? linear.attributes() : List.of();
    }

    /** How they are predicted. */
    public static String words(Model model, Unknown treated) {
        if (model.info().columns().choice().isPresent()) {
            return "predicted by the mean of what the tasks it has answer.";
        }
        List<String> attributes = attributes(model);
        return "predicted by what all tasks have in common"
                + (attributes.isEmpty()
                        ? "."
                        : treated == Unknown.ATTRIBUTES
                                ? " and their " + Names.some(attributes) + "."
                                : ", " + Names.some(attributes) + " at the mean over tasks.");
    }
}
