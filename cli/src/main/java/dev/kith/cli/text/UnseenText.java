package dev.kith.cli.text;

import dev.kith.cli.terminal.Terminal;
import dev.kith.score.Scores;
import dev.kith.select.fresh.UnseenScore;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A model on rows of tasks it does not have, for the terminal and as JSON.
 *
 * @param how they were predicted, a sentence
 */
public record UnseenText(UnseenScore score, String how) {
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(Terminal.wrapped("Tasks the model does not know: " + Words.count(score.labels(), "label") + " of "
                + Words.count(score.tasks().size(), "task") + ", "
                + score.scores().stream()
                        .map(scores -> scores.measure().key() + " "
                                + (scores.overall().isPresent()
                                        ? Words.number(scores.overall().getAsDouble())
                                        : "-"))
                        .collect(Collectors.joining(", "))
                + " over all of them; " + how));
        return lines;
    }

    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("tasks", score.tasks());
        all.put("labels", score.labels());
        Map<String, Double> measures = new LinkedHashMap<>();
        for (Scores scores : score.scores()) {
            measures.put(scores.measure().key(), scores.overall().orElse(Double.NaN));
        }
        all.put("measures", measures);
        return all;
    }
}
