package dev.kith.cli;

import dev.kith.cli.report.Report;
import dev.kith.data.Dataset;
import dev.kith.data.simulated.Simulated;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.model.Model;
import dev.kith.model.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** What the demo found, as lines for the terminal and as a report. The first trial is the baseline: every task alone. */
record DemoResult(Simulated arm, List<MethodTrial> trials, long seed) {
    private static final String MEASURE =
            "How much of the variation in the held-out torques the predictions miss: 0% is"
                    + " perfect, 100% is no better than always answering the average.";

    MethodTrial best() {
        return trials.get(bestIndex());
    }

    private int bestIndex() {
        return IntStream.range(0, trials.size())
                .boxed()
                .min(Comparator.comparingDouble(i -> trials.get(i).error()))
                .orElseThrow();
    }

    /** What this is about, before there is any result. */
    static String story(Simulated arm) {
        Dataset data = arm.data();
        int[] counts = data.countPerTask();
        return "A simulated robot arm has seven joints. For each joint kith learns which torque a motion needs, from only "
                + Arrays.stream(counts).min().orElse(0) + " to "
                + Arrays.stream(counts).max().orElse(0) + " measurements, and is then tested on "
                + Terminal.count(arm.test().orElseThrow().inputs().rows(), "motion") + " nobody trained on.";
    }

    /** The result in one sentence. */
    String headline() {
        MethodTrial best = best();
        MethodTrial alone = trials.get(0);
        if (bestIndex() == 0) {
            return "Here sharing does not help: learning every joint alone predicts best (" + percent(alone.error())
                    + " error).";
        }
        long gain = 0;
        for (int t = 0; t < arm.data().taskCount(); t++) {
            gain += best.errors().get(t) < alone.errors().get(t) ? 1 : 0;
        }
        return "Learning the joints together lowers the error from " + percent(alone.error()) + " to "
                + percent(best.error()) + "; " + gain + " of " + arm.data().taskCount() + " joints gain.";
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f%%", value);
    }

    /** The comparison, to be read after the story. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format("  %-8s %7s   %s", "method", "error", "what it does"));
        for (int i = 0; i < trials.size(); i++) {
            Method method = trials.get(i).choice().method();
            lines.add(String.format(
                    "  %-8s %7s   %s%s",
                    method.name(),
                    percent(trials.get(i).error()),
                    method.summary(),
                    i == bestIndex() ? "   <- best" : ""));
        }
        lines.add("");
        lines.addAll(Terminal.wrapped("error: " + MEASURE));
        lines.add("");
        lines.addAll(Terminal.wrapped(headline()));
        return lines;
    }

    Report report() {
        Dataset data = arm.data();
        Dataset test = arm.test().orElseThrow();
        Model model = best().fit().model();
        List<Report.Similarity> views = new ArrayList<>();
        views.add(new Report.Similarity(
                "predictions",
                "How alike the best method's predictions for two joints are, over the held-out motions (correlation).",
                Similarities.correlation(model.predict(test.inputs()))));
        model.structure()
                .ifPresent(structure -> views.add(new Report.Similarity(
                        "structure",
                        "How alike the best method takes two joints to be (structure matrix, 1 on the diagonal).",
                        Similarities.normalized(structure))));
        return Report.of("Kith demo: a robot arm", headline(), data.tasks())
                .withSentences(List.of(story(arm), "Every method was tuned by cross-validation on its training rows."))
                .withComparison(
                        new Report.Comparison(
                                new Report.Metric("unexplained variation", "%", MEASURE, true),
                                Double.NaN,
                                name(trials.get(0)),
                                name(best()),
                                List.of()),
                        trials.stream().map(DemoResult::result).toList())
                .withSimilarities(views)
                .withOrigin(
                        new Report.DataSummary(
                                data.source().name(),
                                data.inputs().features().size(),
                                data.source().read(),
                                data.source().skipped(),
                                data.size(),
                                test.size(),
                                Arrays.stream(data.countPerTask()).boxed().toList(),
                                List.of()),
                        provenance());
    }

    private static String name(MethodTrial trial) {
        return trial.choice().method().name();
    }

    private static Report.MethodResult result(MethodTrial trial) {
        return new Report.MethodResult(
                name(trial),
                trial.choice().method().summary(),
                Report.Estimate.of(trial.error()),
                null,
                null,
                trial.errors(),
                Report.Training.of(trial.fit().report(), trial.choice().lambda(), Map.of()));
    }

    private Map<String, String> provenance() {
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("Command", "kith demo --seed " + seed);
        provenance.put("Version", "kith " + Version.current());
        provenance.put("Seed", Long.toString(seed));
        provenance.put("Linear algebra", LinearAlgebra.best().name());
        provenance.put("Java", Runtime.version().toString());
        return provenance;
    }
}
