package dev.kith.cli.text;

import dev.kith.decode.Gain;
import dev.kith.decode.Plausibility;
import dev.kith.method.OutputRelation;
import dev.kith.select.RelationStudy;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A relation between outputs, how plausible it is and what it gained, in words and as JSON. */
public record RelationText(OutputRelation relation, Optional<Plausibility> plausibility, RelationStudy study) {
    private static final int MOST_TASKS = 8;

    /** How far the training labels are from the set. */
    public static String plausible(Optional<Plausibility> plausibility) {
        return plausibility
                .map(p -> "Labels and constraint: " + Words.count(p.rows(), "row") + " with all labels, on average "
                        + Words.number(p.rms()) + " away (root mean square; "
                        + Words.percent(p.relative()) + " of their spread), at most " + Words.number(p.max()) + "."
                        + (p.relative() > 0.5 ? " The constraint says little about these labels: is it right?" : ""))
                .orElse("Labels and constraint: no row has labels of all tasks, so their distance is not known.");
    }

    /** What the constraint did to predictions of held-out labels. */
    public List<String> gained() {
        List<Gain> gains = study.gains();
        List<String> lines = new ArrayList<>();
        lines.add("Mean squared error on " + Words.percent(RelationStudy.HELD_OUT)
                + " held out, without and with the constraint:");
        gains.stream().limit(MOST_TASKS).forEach(gain -> lines.add("  " + describe(gain)));
        if (gains.size() > MOST_TASKS) {
            double before = gains.stream().mapToDouble(Gain::before).average().orElseThrow();
            double after = gains.stream().mapToDouble(Gain::after).average().orElseThrow();
            lines.add("  ... " + describe(new Gain("mean of " + gains.size() + " tasks", before, after)));
        }
        return gains.isEmpty() ? List.of() : lines;
    }

    private static String describe(Gain gain) {
        return gain.task() + ": " + Words.number(gain.before()) + " -> " + Words.number(gain.after())
                + (gain.before() > 0
                        ? String.format(Locale.ROOT, " (%+.1f%%)", 100 * (gain.after() / gain.before() - 1))
                        : "");
    }

    /** All of it, to be written as JSON. */
    public Map<String, @Nullable Object> content() {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("spec", relation.spec());
        content.put("relaxation", study.relaxation().kind().name().toLowerCase(Locale.ROOT));
        content.put("relaxationSize", study.relaxation().size());
        content.put("violation", plausibility.map(RelationText::content).orElse(null));
        List<Map<String, Object>> perTask = new ArrayList<>();
        for (Gain gain : study.gains()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("task", gain.task());
            entry.put("before", gain.before());
            entry.put("after", gain.after());
            perTask.add(entry);
        }
        content.put("gains", perTask);
        return content;
    }

    private static Map<String, Object> content(Plausibility plausibility) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("rows", plausibility.rows());
        entry.put("rms", plausibility.rms());
        entry.put("max", plausibility.max());
        entry.put("spread", plausibility.spread());
        entry.put("relative", plausibility.relative());
        return entry;
    }
}
