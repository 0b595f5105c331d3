package dev.kith.cli.text;

import dev.kith.model.LinearModel;
import dev.kith.structure.ties.SharedDirections;
import dev.kith.text.Words;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which directions of the features tasks share, where a model's fit charged for directions: a line for each of the first. */
public final class DirectionsText {
    private static final int MOST = 4;
    private static final int FEATURES = 5;

    private DirectionsText() {}

    /** Prints what there is to say of a model; nothing where the fit did not charge for directions. */
    public static void print(LinearModel model, PrintWriter out) {
        if (SharedDirections.quick(
                model.info().features().size(), model.info().tasks().size())) {
            model.sharedDirections().ifPresent(shared -> lines(model, shared).forEach(out::println));
        }
    }

    private static List<String> lines(LinearModel model, SharedDirections shared) {
        int most = Math.min(model.info().features().size(), model.info().tasks().size());
        int count = shared.directions().size();
        List<String> lines = new ArrayList<>();
        lines.add("shared    " + Words.count(count, "direction") + " of at most " + most
                + (count == 0 ? "" : ": share of the weights, and the features that weigh most in each"));
        int shown = shared.worthShowing(MOST);
        for (int k = 0; k < shown; k++) {
            lines.add(line(shared.directions().get(k).share(), features(shared, k)));
        }
        if (count > shown) {
            String others = "in " + Words.count(count - shown, "other direction") + " (--json has all)";
            lines.add(line(shared.shareFrom(shown), others));
        }
        return lines;
    }

    private static String line(double share, String words) {
        return String.format(Locale.ROOT, "          %4.0f%%  %s", 100 * share, words);
    }

    private static String features(SharedDirections shared, int k) {
        int others = shared.features().size() - FEATURES;
        return shared.leading(k, FEATURES).stream()
                        .map(part -> String.format(Locale.ROOT, "%s %+.2f", part.feature(), part.weight()))
                        .collect(Collectors.joining(", "))
                + (others > 0 ? ", and " + Words.count(others, "other") : "");
    }
}
