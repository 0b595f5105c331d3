package dev.kith.cli.text;

import dev.kith.model.LinearModel;
import dev.kith.model.LinearModel.Effects;
import dev.kith.model.ModelInfo;
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

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("effects   common (standard error), deviation between tasks:");
        int count = effects.fixed().cols();
        int width = 9;
        for (int c = 0; c < Math.min(count, MOST); c++) {
            width = Math.max(width, name(c).length());
        }
        for (int c = 0; c < Math.min(count, MOST); c++) {
            lines.add(String.format(Locale.ROOT, "          %-" + width + "s  %s", name(c), effect(c)));
        }
        if (count > MOST) {
            lines.add("          ... (" + (count - MOST) + " more; --json has all)");
        }
        correlations(lines);
        lines.add(String.format(
                Locale.ROOT,
                "between   %.0f%% of what the common effects leave lies between tasks: variance %s between, %s within",
                100 * effects.share(),
                Words.number(effects.between()),
                Words.number(effects.residual())));
        return lines;
    }

    private String name(int column) {
        return column == 0 ? "intercept" : info.features().get(column - 1);
    }

    private String effect(int column) {
        double error = effects.errors().get(0, column);
        String common = error == 0
                ? "none, or a combination of others"
                : Words.number(effects.fixed().get(0, column)) + " (" + Words.number(error) + ")";
        int at = effects.varying().indexOf(column);
        return at < 0 ? common : common + ", " + Words.number(deviation(at));
    }

    private double deviation(int at) {
        return Math.sqrt(Math.max(0, effects.covariance().get(at, at)));
    }

    private void correlations(List<String> lines) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < effects.varying().size(); i++) {
            for (int j = 0; j < i; j++) {
                double size = deviation(i) * deviation(j);
                if (size > 0 && pairs.size() < MOST) {
                    pairs.add(String.format(
                            Locale.ROOT,
                            "%s ~ %s %+.2f",
                            name(effects.varying().get(j)),
                            name(effects.varying().get(i)),
                            effects.covariance().get(i, j) / size));
                }
            }
        }
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
