package dev.kith.cli.text;

import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.text.Words;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What tasks have of their own, where a model's weights are the sum of that and of what they share. */
public final class PartsText {
    private static final int MOST = 20;

    private PartsText() {}

    private record Own(int feature, int task, double weight) {}

    /** Prints what there is to say of a model; nothing where it has no such parts. */
    public static void print(LinearModel model, PrintWriter out) {
        model.sparsePart().ifPresent(part -> lines(model, part).forEach(out::println));
    }

    private static List<String> lines(LinearModel model, Matrix part) {
        List<Own> own = new ArrayList<>();
        for (int j = 0; j < part.rows(); j++) {
            for (int t = 0; t < part.cols(); t++) {
                if (part.get(j, t) != 0) {
                    own.add(new Own(j, t, part.get(j, t)));
                }
            }
        }
        own.sort(Comparator.comparingDouble(weight -> -Math.abs(weight.weight)));
        List<String> lines = new ArrayList<>();
        lines.add("own       " + own.size() + " weights of " + (long) part.rows() * part.cols()
                + (own.isEmpty() ? "" : ", the largest:"));
        for (Own weight : own.subList(0, Math.min(MOST, own.size()))) {
            lines.add("          " + model.info().features().get(weight.feature) + " of "
                    + model.info().tasks().get(weight.task) + "  " + Words.number(weight.weight));
        }
        if (own.size() > MOST) {
            lines.add("          ... (" + (own.size() - MOST) + " more; --json has all)");
        }
        return lines;
    }
}
