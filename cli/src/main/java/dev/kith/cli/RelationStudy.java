package dev.kith.cli;

import dev.kith.constraint.ConstraintSet;
import dev.kith.data.Dataset;
import dev.kith.data.Split;
import dev.kith.decode.DecodingTrainer;
import dev.kith.decode.Gain;
import dev.kith.decode.Plausibility;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Relaxation;
import dev.kith.model.Trainer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Is a relation between outputs plausible, and what did it gain or cost each task? */
final class RelationStudy {
    /** Share of the data left out, once, to measure gains on. */
    private static final double HELD_OUT = 0.3;

    private static final int MOST_TASKS = 8;

    private final OutputRelation relation;
    private final ConstraintSet set;
    private final Optional<Plausibility> plausibility;
    private List<Gain> gains = List.of();
    private Relaxation relaxation = Relaxation.none();

    RelationStudy(OutputRelation relation, Dataset data) {
        this.relation = relation;
        this.set = relation.on(data.tasks());
        this.plausibility = Plausibility.of(data, set);
    }

    /** What {@link #train} trains, without the study. */
    Trainer<? extends Model> trainer(Tuner.Choice choice, long seed) {
        return choice.method().name().equals(ConstrainedMethod.NAME)
                ? choice.trainer()
                : new DecodingTrainer(choice.trainer(), set, relation.relaxation(), HELD_OUT, seed);
    }

    /** Trains the estimator itself, or another method whose predictions are decoded, and measures the gains. */
    Fit<? extends Model> train(Tuner.Choice choice, long seed, Dataset data, Consumer<Progress> progress) {
        Trainer<? extends Model> trainer = trainer(choice, seed);
        if (trainer instanceof DecodingTrainer decoding) {
            DecodingTrainer.Study study = decoding.study(data, progress);
            gains = study.gains();
            relaxation = relation.relaxation();
            return study.fit();
        }
        Split split = Split.holdOut(data, HELD_OUT, seed);
        ConstrainedModel trial = (ConstrainedModel) trainer.train(split.train()).model();
        gains = Gain.of(trial, split.test());
        relaxation = trial.decoder().relaxation();
        return trainer.train(data, progress);
    }

    /** How far the training labels are from the set. */
    String plausible() {
        return plausibility
                .map(p -> "Labels and constraint: " + Terminal.count(p.rows(), "row") + " with all labels, on average "
                        + Terminal.number(p.rms()) + " away (root mean square; "
                        + percent(p.relative()) + " of their spread), at most " + Terminal.number(p.max()) + "."
                        + (p.relative() > 0.5 ? " The constraint says little about these labels: is it right?" : ""))
                .orElse("Labels and constraint: no row has labels of all tasks, so their distance is not known.");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    /** What the constraint did to predictions of held-out labels. */
    List<String> gained() {
        List<String> lines = new ArrayList<>();
        lines.add("Mean squared error on " + percent(HELD_OUT) + " held out, without and with the constraint:");
        gains.stream().limit(MOST_TASKS).forEach(gain -> lines.add("  " + describe(gain)));
        if (gains.size() > MOST_TASKS) {
            double before = gains.stream().mapToDouble(Gain::before).average().orElseThrow();
            double after = gains.stream().mapToDouble(Gain::after).average().orElseThrow();
            lines.add("  ... " + describe(new Gain("mean of " + gains.size() + " tasks", before, after)));
        }
        return gains.isEmpty() ? List.of() : lines;
    }

    private static String describe(Gain gain) {
        return gain.task() + ": " + Terminal.number(gain.before()) + " -> " + Terminal.number(gain.after())
                + (gain.before() > 0
                        ? String.format(Locale.ROOT, " (%+.1f%%)", 100 * (gain.after() / gain.before() - 1))
                        : "");
    }

    /** All of it, to be written as JSON. */
    Map<String, @Nullable Object> content() {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("spec", relation.spec());
        content.put("relaxation", relaxation.kind().name().toLowerCase(Locale.ROOT));
        content.put("relaxationSize", relaxation.size());
        content.put("violation", plausibility.map(RelationStudy::content).orElse(null));
        List<Map<String, Object>> perTask = new ArrayList<>();
        for (Gain gain : gains) {
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
