package dev.kith.cli.text;

import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import dev.kith.structure.ties.WeightParts;
import dev.kith.text.Words;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a model's weights are made of: a shared and an own part, latent tasks, or what tasks lend each other. */
public final class PartsText {
    private static final int MOST = 20;
    private static final int FEATURES = 5;

    private PartsText() {}

    private record Own(int feature, int task, double weight) {}

    /** Prints what there is to say of a model; nothing where it has no such parts. */
    public static void print(LinearModel model, PrintWriter out) {
        model.parts().ifPresent(parts -> lines(model, parts).forEach(out::println));
    }

    private static List<String> lines(LinearModel model, WeightParts parts) {
        if (parts instanceof WeightParts.Factors factors) {
            return latent(model.info(), factors);
        }
        return parts instanceof WeightParts.Transfer transfer
                ? helps(model.info(), transfer)
                : lines(model, model.sparsePart().orElseThrow());
    }

    /** Who uses which latent task, and what it weighs. */
    private static List<String> latent(ModelInfo info, WeightParts.Factors factors) {
        List<String> lines = new ArrayList<>();
        Matrix codes = factors.codes();
        lines.add("latent    " + codes.rows() + " tasks, combined by the others:");
        for (int i = 0; i < codes.rows(); i++) {
            String users = largest(info.tasks(), codes.row(i), MOST);
            lines.add("          " + (i + 1) + ": "
                    + (users.isEmpty()
                            ? "used by none"
                            : "used by " + users + "; weighs "
                                    + largest(info.features(), factors.basis().column(i), FEATURES)));
        }
        return lines;
    }

    /** The entries that are not 0, by name, largest first. */
    private static String largest(List<String> names, double[] values, int most) {
        List<Integer> used = IntStream.range(0, values.length)
                .filter(k -> values[k] != 0)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> -Math.abs(values[k])))
                .toList();
        return used.stream()
                        .limit(most)
                        .map(k -> names.get(k) + String.format(Locale.ROOT, " (%+.2g)", values[k]))
                        .collect(Collectors.joining(", "))
                + (used.size() > most ? ", ... (" + used.size() + ")" : "");
    }

    private static List<String> helps(ModelInfo info, WeightParts.Transfer transfer) {
        List<WeightParts.Transfer.Help> helps = transfer.helps();
        List<String> lines = new ArrayList<>();
        int tasks = info.tasks().size();
        lines.add("helps     " + helps.size() + " of " + (long) tasks * (tasks - 1) + " ordered pairs of tasks"
                + (helps.isEmpty() ? "" : ", strongest first:"));
        for (WeightParts.Transfer.Help help : helps.subList(0, Math.min(MOST, helps.size()))) {
            lines.add("          " + info.tasks().get(help.from()) + " -> "
                    + info.tasks().get(help.to()) + "  " + Words.number(help.weight()));
        }
        if (helps.size() > MOST) {
            lines.add("          ... (" + (helps.size() - MOST) + " more; --json has all)");
        }
        return lines;
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
