package dev.kith.report;

import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.structure.ties.SharedDirections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which directions of the features tasks share, as a report has them: the first few, each with the features that weigh most.
 *
 * @param explain what a direction is here, in a sentence or two
 * @param features how many features the model has
 * @param shown largest share first
 * @param others how many more directions there are
 * @param rest the share of the weights that these have together
 */
public record Directions(String explain, int features, List<Direction> shown, int others, double rest) {
    private static final int MOST = 4;
    /** Features of a direction that the page's table has at most; its bars are fewer. */
    private static final int PARTS = 200;

    public Directions {
        shown = List.copyOf(shown);
    }

    /**
     * A direction.
     *
     * @param share of the weights of all tasks
     * @param eigenvalue of the matrix D along it
     * @param parts features that weigh most in it, largest first
     */
    public record Direction(double share, double eigenvalue, List<SharedDirections.Part> parts) {
        public Direction {
            parts = List.copyOf(parts);
        }
    }

    /** The directions of a linear model, where its fit charged for directions and they are quickly found; else null. */
    static @Nullable Directions of(Model model) {
        return model.linear()
                .filter(linear -> SharedDirections.quick(
                        linear.info().features().size(), linear.info().tasks().size()))
                .flatMap(linear -> linear.sharedDirections()
                        .filter(shared -> !shared.directions().isEmpty())
                        .map(shared -> of(linear, shared)))
                .orElse(null);
    }

    private static Directions of(LinearModel model, SharedDirections shared) {
        int count = shared.worthShowing(MOST);
        List<Direction> shown = IntStream.range(0, count)
                .mapToObj(k -> new Direction(
                        shared.directions().get(k).share(),
                        shared.directions().get(k).eigenvalue(),
                        shared.leading(k, PARTS)))
                .toList();
        return new Directions(
                explain(model),
                shared.features().size(),
                shown,
                shared.directions().size() - count,
                shared.shareFrom(count));
    }

    private static String explain(LinearModel model) {
        return model.info().method() + " lets tasks share directions"
                + (model.sparsePart().isPresent() ? ", beside single weights of their own" : "")
                + ": mixtures of features that each task uses with a strength and a sign of its own. The share is how much of all"
                + (model.sparsePart().isPresent() ? " shared" : "")
                + " squared weights lies along a direction, "
                + (model.scaling().isPresent()
                        ? "features in units of their deviation."
                        : "features in their own units.");
    }
}
