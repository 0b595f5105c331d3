package dev.kith.cli.text;

import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.LinearModel.Effects;
import dev.kith.model.ModelInfo;
import dev.kith.model.grouping.Grouping;
import dev.kith.text.Words;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The common effects of a mixed model with their standard errors, how they vary by task, and how much lies between tasks. */
public final class EffectsText {
    private static final int MOST = 40;

    private final ModelInfo info;
    private final Effects effects;

    private EffectsText(ModelInfo info, Effects effects) {
        this.info = info;
        this.effects = effects;
    }

    /** Prints what there is to say of a model; nothing where it has no such parts. */
    public static void print(LinearModel model, PrintWriter out) {
        model.effects()
                .ifPresent(effects ->
                        new EffectsText(model.info(), effects).lines().forEach(out::println));
    }

    /** The same of a model with several groupings, and how much lies between the levels of each. */
    public static void print(LinearModel.Crossed model, PrintWriter out) {
        Effects effects = model.tasks().effects().orElseThrow();
        new EffectsText(model.tasks().info(), effects).lines(model).forEach(out::println);
    }

    private List<String> lines(LinearModel.Crossed model) {
        List<String> lines = new ArrayList<>();
        fixed(lines, "effects   common (standard error):", false);
        List<Grouping> groupings = model.groupings();
        for (int g = 0; g < groupings.size(); g++) {
            lines.add((g == 0 ? "between   " : "          ") + words(groupings.get(g), model.share(g)));
        }
        lines.add(String.format(
                Locale.ROOT,
                "within    variance %s, deviation %s",
                Words.number(effects.residual()),
                Words.number(Math.sqrt(effects.residual()))));
        singular(lines, groupings);
        return lines;
    }

    private String words(Grouping grouping, double share) {
        List<String> deviations = new ArrayList<>();
        for (int a = 0; a < grouping.varying().size(); a++) {
            double variance = Math.max(0, grouping.covariance().get(a, a));
            deviations.add(name(grouping.varying().get(a)) + " " + Words.number(Math.sqrt(variance)));
        }
        List<String> pairs = pairs(grouping.varying(), grouping.covariance());
        return String.format(
                Locale.ROOT,
                "%s, %s: %.0f%% of what the common effects leave, variance %s; deviation of %s%s",
                grouping.name(),
                Words.count(grouping.levels().size(), "level"),
                100 * share,
                Words.number(grouping.between()),
                String.join(", ", deviations),
                pairs.isEmpty() ? "" : "; correlation " + String.join(", ", pairs));
    }

    /** Ranks are among the settings, in the order of the groupings. */
    private void singular(List<String> lines, List<Grouping> groupings) {
        String[] ranks = info.parameters().getOrDefault("rank", "").split(",", -1);
        for (int g = 0; g < groupings.size() && ranks.length == groupings.size(); g++) {
            int size = groupings.get(g).varying().size();
            if (Integer.parseInt(ranks[g]) < size) {
                lines.add("singular  what varies by " + groupings.get(g).name() + " lies in "
                        + Words.count(Integer.parseInt(ranks[g]), "direction") + " of " + size);
            }
        }
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        fixed(lines, "effects   common (standard error), deviation between tasks:", true);
        correlations(lines);
        lines.add(String.format(
                Locale.ROOT,
                "between   %.0f%% of what the common effects leave lies between tasks: variance %s between, %s within",
                100 * effects.share(),
                Words.number(effects.between()),
                Words.number(effects.residual())));
        return lines;
    }

    private void fixed(List<String> lines, String title, boolean deviations) {
        lines.add(title);
        int count = effects.fixed().cols();
        int width = 9;
        for (int c = 0; c < Math.min(count, MOST); c++) {
            width = Math.max(width, name(c).length());
        }
        for (int c = 0; c < Math.min(count, MOST); c++) {
            lines.add(String.format(Locale.ROOT, "          %-" + width + "s  %s", name(c), effect(c, deviations)));
        }
        if (count > MOST) {
            lines.add("          ... (" + (count - MOST) + " more; --json has all)");
        }
    }

    private String name(int column) {
        return column == 0 ? "intercept" : info.features().get(column - 1);
    }

    private String effect(int column, boolean deviations) {
        double error = effects.errors().get(0, column);
        String common = error == 0
                ? "none, or a combination of others"
                : Words.number(effects.fixed().get(0, column)) + " (" + Words.number(error) + ")";
        int at = effects.varying().indexOf(column);
        return at < 0 || !deviations ? common : common + ", " + Words.number(deviation(at));
    }

    private double deviation(int at) {
        return Math.sqrt(Math.max(0, effects.covariance().get(at, at)));
    }

    private List<String> pairs(List<Integer> varying, Matrix covariance) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < varying.size(); i++) {
            for (int j = 0; j < i; j++) {
                double size = Math.sqrt(Math.max(0, covariance.get(i, i)) * Math.max(0, covariance.get(j, j)));
                if (size > 0 && pairs.size() < MOST) {
                    pairs.add(String.format(
                            Locale.ROOT,
                            "%s ~ %s %+.2f",
                            name(varying.get(j)),
                            name(varying.get(i)),
                            covariance.get(i, j) / size));
                }
            }
        }
        return pairs;
    }

    private void correlations(List<String> lines) {
        List<String> pairs = pairs(effects.varying(), effects.covariance());
        if (!pairs.isEmpty()) {
            lines.add("together  correlation between tasks: " + String.join(", ", pairs));
        }
        int rank = Integer.parseInt(info.parameters().getOrDefault("rank", "0"));
        if (rank < effects.varying().size()) {
            lines.add("singular  what varies by task lies in " + Words.count(rank, "direction") + " of "
                    + effects.varying().size());
        }
    }
}
