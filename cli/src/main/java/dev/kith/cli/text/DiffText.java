package dev.kith.cli.text;

import dev.kith.select.ErrorDiff;
import dev.kith.select.ModelDiff;
import dev.kith.select.ModelDiff.Names;
import dev.kith.select.ModelDiff.Setting;
import dev.kith.select.ModelDiff.TieChange;
import dev.kith.select.ModelDiff.WeightChange;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Differences between two models, in words for people and as a tree for programs. */
public record DiffText(ModelDiff diff, Optional<ErrorDiff> errors) {
    /** Of every kind of change people are shown the largest few; programs get all. */
    private static final int SHOWN = 5;

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (diff.nothing()) {
            lines.add("The models agree in settings, tasks, features, ties and weights.");
        }
        for (Setting setting : diff.settings()) {
            lines.add(setting.name() + ": " + Words.shortened(setting.before()) + " -> "
                    + Words.shortened(setting.after()));
        }
        names(lines, "task", diff.tasks());
        names(lines, "feature", diff.features());
        some(lines, diff.ties().stream().map(DiffText::words).toList(), "more ties changed");
        some(lines, diff.weights().stream().map(DiffText::words).toList(), "more tasks changed their weights");
        if (!diff.comparableWeights()) {
            lines.add("weights: cannot be compared, not both models are linear in their features");
        }
        errors.ifPresent(result -> errors(lines, result));
        return lines;
    }

    private static void some(List<String> lines, List<String> all, String more) {
        lines.addAll(all.subList(0, Math.min(SHOWN, all.size())));
        if (all.size() > SHOWN) {
            lines.add("... and " + (all.size() - SHOWN) + " " + more + "; --json lists all");
        }
    }

    private static void names(List<String> lines, String what, Names names) {
        for (boolean added : new boolean[] {true, false}) {
            List<String> changed = added ? names.added() : names.gone();
            if (!changed.isEmpty()) {
                lines.add(Words.count(changed.size(), what) + (added ? " new: " : " gone: ")
                        + changed.stream().limit(SHOWN).collect(Collectors.joining(", "))
                        + (changed.size() > SHOWN ? ", ..." : "") + " (" + names.kept() + " in both)");
            }
        }
    }

    private static String words(TieChange tie) {
        String pair = "'" + tie.a() + "' and '" + tie.b() + "'";
        return switch (tie.change()) {
            case NEW -> pair + " are tied now (" + signed(tie.after()) + ")";
            case GONE -> pair + " are no longer tied (were " + signed(tie.before()) + ")";
            case TURNED ->
                pair + " turned from " + (tie.before() > 0 ? "alike to opposite" : "opposite to alike") + " ("
                        + signed(tie.before()) + " -> " + signed(tie.after()) + ")";
            case STRONGER, WEAKER ->
                pair + " are tied more " + (tie.change() == ModelDiff.Change.STRONGER ? "strongly" : "weakly") + " ("
                        + signed(tie.before()) + " -> " + signed(tie.after()) + ")";
        };
    }

    private static String words(WeightChange change) {
        return String.format(Locale.ROOT, "weights of '%s' moved by %.3g%%", change.task(), 100 * change.moved())
                + ", most '" + change.feature() + "': " + Words.number(change.before()) + " -> "
                + Words.number(change.after());
    }

    private static String signed(double value) {
        return String.format(Locale.ROOT, "%+.2f", value);
    }

    private static void errors(List<String> lines, ErrorDiff result) {
        String measure = result.measure().key();
        ErrorDiff.Change all = result.overall();
        long better = result.perTask().stream().filter(ErrorDiff.Change::better).count();
        long worse = result.perTask().stream().filter(ErrorDiff.Change::worse).count();
        lines.add(measure + " over all rows: " + known(all.before()) + " -> " + known(all.after()) + "; better for "
                + Words.count(better, "task") + ", worse for " + worse);
        result.perTask().stream()
                .limit(SHOWN)
                .forEach(change -> lines.add(measure + " of '" + change.task() + "': " + known(change.before()) + " -> "
                        + known(change.after())));
    }

    private static String known(OptionalDouble value) {
        return value.isPresent() ? Words.number(value.getAsDouble()) : "none";
    }

    public Map<String, Object> json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("same", diff.nothing());
        all.put("settings", diff.settings().stream().map(DiffText::json).toList());
        all.put("tasks", json(diff.tasks()));
        all.put("features", json(diff.features()));
        all.put("ties", diff.ties().stream().map(DiffText::json).toList());
        all.put("weights", diff.weights().stream().map(DiffText::json).toList());
        all.put("weightsComparable", diff.comparableWeights());
        errors.ifPresent(result -> {
            Map<String, Object> measured = new LinkedHashMap<>();
            measured.put("measure", result.measure().key());
            measured.put("overall", json(result.overall()));
            measured.put(
                    "perTask", result.perTask().stream().map(DiffText::json).toList());
            all.put("errors", measured);
        });
        return all;
    }

    private static Map<String, Object> json(Setting setting) {
        return map("name", setting.name(), "before", setting.before(), "after", setting.after());
    }

    private static Map<String, Object> json(Names names) {
        return map("added", names.added(), "gone", names.gone(), "kept", names.kept());
    }

    private static Map<String, Object> json(TieChange tie) {
        return map(
                "a",
                tie.a(),
                "b",
                tie.b(),
                "change",
                tie.change().name().toLowerCase(Locale.ROOT),
                "before",
                tie.before(),
                "after",
                tie.after());
    }

    private static Map<String, Object> json(WeightChange change) {
        return map(
                "task",
                change.task(),
                "moved",
                change.moved(),
                "feature",
                change.feature(),
                "before",
                change.before(),
                "after",
                change.after());
    }

    private static Map<String, Object> json(ErrorDiff.Change change) {
        return map(
                "task",
                change.task(),
                "before",
                change.before().orElse(Double.NaN),
                "after",
                change.after().orElse(Double.NaN));
    }

    private static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int k = 0; k < namesAndValues.length; k += 2) {
            map.put(namesAndValues[k].toString(), namesAndValues[k + 1]);
        }
        return map;
    }
}
