package dev.kith.adapt;

import dev.kith.score.Interval;
import java.util.List;

/**
 * What became of one task that joined a model.
 *
 * @param labels how many labelled rows it brought
 * @param nearest every trained task, the most alike (or most opposite) first; none of trees, whose tasks are no vectors
 * @param own the share of its predictor that no combination of trained tasks explains, 0 to 1
 * @param residual relative violation of the optimality conditions; 0 is exact
 */
public record NewTask(String name, int labels, List<Neighbour> nearest, double own, double residual, Gain gain) {
    private static final double LEAST_SIMILARITY = 0.3;
    private static final double MOST_OWN = 0.8;

    public NewTask {
        nearest = List.copyOf(nearest);
    }

    /** Whether anything in the model is like it, as far as its rows tell. */
    public boolean alike() {
        return nearest.isEmpty() || (own <= MOST_OWN && Math.abs(nearest.get(0).similarity) >= LEAST_SIMILARITY);
    }

    /** A trained task and the cosine of the angle between the predictors: 1 is the same, -1 the opposite. */
    public record Neighbour(String task, double similarity) {}

    /**
     * Errors on rows left out in turn: root mean squared error in the units of the labels, or the mean of another loss.
     *
     * @param joined of the task that joined
     * @param alone of a ridge on its rows alone, its strength chosen inside them
     * @param share 1 - loss joined / loss alone, with a 90% interval; NaN where too few rows can be left out
     * @param rows rows that were left out
     */
    public record Gain(double joined, double alone, Interval share, int rows) {}
}
