package dev.kith.cli;

import dev.kith.cli.report.Report;
import dev.kith.cli.report.Ties;
import dev.kith.linalg.Matrix;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelFile;
import dev.kith.model.ModelInfo;
import dev.kith.model.NodeModel;
import dev.kith.structure.LearnedGraph;
import dev.kith.structure.TieStability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one model says about its tasks, as a report: structure, ties, training, provenance. Nothing is compared. */
final class ModelReport {
    /** A matrix of more tasks is no picture any more, but megabytes. */
    private static final int MOST_DRAWN = 500;

    private final Model model;
    private final ModelInfo info;
    private final Optional<TieStability> stability;

    private ModelReport(ModelFile.Content content) {
        this.model = content.model();
        this.info = model.info();
        this.stability = content.stability();
    }

    /**
     * @param content all that is known of the model
     * @param file the name to call the model by
     * @param fit how training went, with its curve; null where only the model is known
     * @param labels training labels of each task; empty where only the model is known
     */
    static Report of(ModelFile.Content content, String file, @Nullable FitReport fit, List<Integer> labels) {
        return new ModelReport(content).report(file, fit, labels);
    }

    private Report report(String file, @Nullable FitReport fit, List<Integer> labels) {
        List<Report.Similarity> views = views();
        Report.Training training = fit == null
                ? new Report.Training(
                        info.lambda(),
                        info.parameters(),
                        info.gap(),
                        Report.words(info.status()),
                        Double.NaN,
                        List.of())
                : Report.Training.of(fit, info.lambda(), info.parameters());
        return Report.of("Model " + file, headline(views), info.tasks())
                .withSentences(List.of("What this model holds; to see whether sharing helps, use kith compare."))
                .withMethods(List.of(new Report.MethodResult(info.method(), "", null, null, null, List.of(), training)))
                .withSimilarities(views)
                .withGraph(
                        views.isEmpty()
                                ? null
                                : Ties.graph(info.tasks(), views.get(0).matrix(), stability))
                .withTree(model instanceof NodeModel nodes ? NodeTree.of(nodes).tree() : null)
                .withOrigin(
                        new Report.DataSummary(
                                info.data().name(),
                                info.features().size(),
                                info.data().read(),
                                info.data().skipped(),
                                info.observations(),
                                0,
                                labels,
                                List.of()),
                        provenance());
    }

    /** The structure matrix where there is one, and where weights are explicit, how alike they are; of few tasks only. */
    private List<Report.Similarity> views() {
        List<Report.Similarity> views = new ArrayList<>();
        if (info.tasks().size() < 2 || info.tasks().size() > MOST_DRAWN) {
            return views;
        }
        model.structure()
                .ifPresent(structure -> views.add(new Report.Similarity(
                        "structure",
                        "How alike " + info.method() + " takes two tasks to be (structure matrix, 1 on the diagonal).",
                        LearnedGraph.similarity(structure))));
        if (model instanceof LinearModel linear && info.features().size() > 2) {
            views.add(new Report.Similarity(
                    "weights",
                    "How alike the learned weights of two tasks are (correlation).",
                    Similarities.correlation(linear.weights())));
        }
        return views;
    }

    private String headline(List<Report.Similarity> views) {
        String learned = info.method() + " learned "
                + Terminal.count(info.tasks().size(), "task") + " from " + Terminal.count(info.observations(), "label");
        if (views.isEmpty()) {
            return learned + ".";
        }
        Matrix similarity = views.get(0).matrix();
        int a = 1;
        int b = 0;
        for (int t = 0; t < similarity.rows(); t++) {
            for (int s = 0; s < t; s++) {
                if (Math.abs(similarity.get(t, s)) > Math.abs(similarity.get(a, b))) {
                    a = t;
                    b = s;
                }
            }
        }
        double strength = similarity.get(a, b);
        return learned + "; most "
                + (strength < 0 ? "opposite" : "alike") + ": " + info.tasks().get(b) + " and "
                + info.tasks().get(a) + String.format(Locale.ROOT, " (%+.2f).", strength);
    }

    private Map<String, String> provenance() {
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("Method", info.method() + ", " + info.loss() + " loss, " + info.kernel() + " kernel");
        provenance.put("Version", "kith " + info.version());
        provenance.put("Seed", Long.toString(info.seed()));
        provenance.put("Threads", Integer.toString(info.threads()));
        provenance.put("Linear algebra", info.backend());
        provenance.put("Data (sha256)", info.data().sha256());
        return provenance;
    }
}
