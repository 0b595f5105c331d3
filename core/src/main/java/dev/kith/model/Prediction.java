package dev.kith.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a model says of one row and one task.
 *
 * @param row the position of the row among all, from 0
 * @param ids the text in the row's id columns
 * @param task the name of the task; where tasks are classes and one was chosen, the chosen one
 * @param value the number predicted; for classes the decision value, positive for the second class
 * @param category the name of the predicted class; empty for numbers
 * @param probability of the second of two classes or, where tasks are classes, of the chosen one; empty where none is known
 * @param low the least the label should be; empty without intervals, and for classes
 * @param high the most it should be
 * @param extrapolating whether some task has hardly any data near the row, where the model can tell
 * @param unproven whether other outputs that obey the model's relation may fit the row better; never without a relation
 * @param unknown whether the model does not have the task, so that the value is that of {@link Predictions.Unknown#COMMON}, or NaN
 */
public record Prediction(
        int row,
        List<String> ids,
        String task,
        double value,
        Optional<String> category,
        OptionalDouble probability,
        OptionalDouble low,
        OptionalDouble high,
        boolean extrapolating,
        boolean unproven,
        boolean unknown) {
    public Prediction {
        ids = List.copyOf(ids);
    }
}
