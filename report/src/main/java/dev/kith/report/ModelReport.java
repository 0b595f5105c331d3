package dev.kith.report;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.method.Methods;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.NodeModel;
import dev.kith.model.derived.SharingTree;
import dev.kith.model.grouping.Grouping;
import dev.kith.score.RankingCurve;
import dev.kith.select.Likeness;
import dev.kith.select.detail.Details;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.TaskPairs;
import dev.kith.structure.ties.TieStability;
import dev.kith.structure.ties.WeightParts;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What one model says about its tasks, as a report: structure, ties, training, provenance. Nothing is compared. */
public final class ModelReport {
    /** A matrix of more tasks is no picture any more, but megabytes. */
    static final int MOST_DRAWN = 500;

    private static final int MOST_HELPS = 20;

    private final Model model;
    private final ModelInfo info;
    private final Optional<TieStability> stability;

    private ModelReport(ModelFile.Content content) {
        this.model = content.model();
        this.info = model.info();
        this.stability = content.stability();
    }

    /**
     * Everything a model holds that can be drawn.
     *
     * @param name what to call the model, such as the name of its file
     */
    public static Report of(ModelFile.Content content, String name) {
        return new ModelReport(content).report(name, null, List.of());
    }

    /**
     * The same of a model that was trained just now.
     *
     * @param fit how training went, with its curve
     * @param labels how many labels each task was trained on, in task order
     */
    public static Report of(ModelFile.Content content, String name, FitReport fit, List<Integer> labels) {
        return new ModelReport(content).report(name, fit, labels);
    }

    /**
     * Everything a model of two classes holds that can be drawn, and how well its decisions rank rows whose labels are known.
     *
     * @param labelled rows of the model's tasks ({@link ModelInfo#labelledRoles}); best ones it was not trained on
     * @throws DataException if labels are not the model's classes, or no task has both
     */
    public static Report of(ModelFile.Content content, String name, Dataset labelled) {
        return new ModelReport(content).ranked(name, labelled);
    }

    private Report ranked(String name, Dataset labelled) {
        if (info.classes().isEmpty()) {
            throw new DataException("curves are of models of classes, this one predicts numbers");
        }
        Dataset judged = TaskLosses.all(Losses.hinge()).labelled(labelled);
        List<String> classes = judged.classes().orElse(List.of());
        if (!classes.equals(info.classes())) {
            throw new DataException(labelled.source().name() + ": labels must be the model's classes "
                    + String.join(" and ", info.classes()) + ", got " + String.join(" and ", classes));
        }
        Inputs inputs = judged.inputs()
                .select(IntStream.range(0, judged.size()).map(judged::row).toArray());
        int[] tasks = info.positions(IntStream.range(0, judged.size())
                .mapToObj(o -> judged.tasks().get(judged.task(o)))
                .toList());
        double[] decisions = model.predict(inputs, tasks);
        RankingCurve roc = RankingCurve.roc(judged, decisions, new int[decisions.length]);
        if (roc.values().isEmpty()) {
            throw new DataException(labelled.source().name() + ": no task has labels of both classes");
        }
        RankingCurve precision = RankingCurve.precisionRecall(judged, decisions, new int[decisions.length]);
        Report report = report(name, null, List.of());
        List<String> sentences = new ArrayList<>(List.of("Decisions for " + Words.count(decisions.length, "label")
                + " of " + labelled.source().name() + ": AUC " + Words.number(roc.area()) + ", average precision "
                + Words.number(precision.area()) + ", means over tasks. They are honest for rows that the model was not"
                + " trained on."));
        sentences.addAll(report.sentences());
        return report.withSentences(sentences)
                .withMethods(report.methods().stream()
                        .map(method -> method.withRanking(new MethodResult.Ranking(roc, precision)))
                        .toList());
    }

    private Report report(String name, @Nullable FitReport fit, List<Integer> labels) {
        Optional<Likeness> likeness = likeness();
        List<TaskStructure.Similarity> views = views(likeness);
        List<String> sentences =
                new ArrayList<>(List.of("What this model holds; to see whether sharing helps, use kith compare."));
        likeness.flatMap(Likeness::even).ifPresent(sentences::add);
        sentences.addAll(unproven());
        return Report.of("Model " + name, headline(views), info.tasks())
                .withSentences(sentences)
                .withMethods(List.of(
                        new MethodResult(info.method(), "", null, null, null, Double.NaN, List.of(), training(fit))))
                .withStructure(new TaskStructure(
                        views,
                        graph(likeness, views),
                        model instanceof NodeModel nodes ? tree(nodes) : null,
                        Directions.of(model)))
                .withDetails(Details.of(model))
                .withOrigin(summary(labels), Provenance.of(info));
    }

    /** What stands where others have a gap, and who helps whom. */
    private List<String> unproven() {
        List<String> sentences = new ArrayList<>(effects());
        String violation = info.parameters().get(ModelInfo.VIOLATION);
        if (violation != null) {
            sentences.add(
                    "The problem is not convex: a stationary point, not proven global; its conditions are violated by "
                            + Words.number(Double.parseDouble(violation)) + ".");
        }
        if (model instanceof LinearModel linear
                && linear.parts().orElse(null) instanceof WeightParts.Transfer transfer) {
            List<WeightParts.Transfer.Help> helps = transfer.helps();
            sentences.add("Who helps whom, strongest first: "
                    + (helps.isEmpty() ? "nobody" : "")
                    + helps.stream().limit(MOST_HELPS).map(this::words).collect(Collectors.joining(", "))
                    + (helps.size() > MOST_HELPS ? ", ... (" + helps.size() + " in all)." : "."));
        }
        return sentences;
    }

    /** How much lies between the levels of each grouping of a mixed model, and what all have in common. */
    private List<String> effects() {
        if (model instanceof LinearModel linear && linear.effects().isPresent()) {
            LinearModel.Effects effects = linear.effects().get();
            return List.of(
                    common(effects), share(info.columns().task().orElse("task"), effects.share(), effects.between()));
        }
        if (!(model instanceof LinearModel.Crossed crossed)) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(common(crossed.tasks().effects().orElseThrow()));
        List<Grouping> groupings = crossed.groupings();
        for (int g = 0; g < groupings.size(); g++) {
            Grouping grouping = groupings.get(g);
            sentences.add(share(grouping.name(), crossed.share(g), grouping.between()));
        }
        return sentences;
    }

    private String common(LinearModel.Effects effects) {
        List<String> words = new ArrayList<>();
        for (int c = 0; c < Math.min(effects.fixed().cols(), MOST_HELPS); c++) {
            String name = c == 0 ? "intercept" : info.features().get(c - 1);
            words.add(name + " " + Words.number(effects.fixed().get(0, c)) + " ("
                    + Words.number(effects.errors().get(0, c)) + ")");
        }
        int more = effects.fixed().cols() - words.size();
        return "Common effects with standard errors: " + String.join(", ", words)
                + (more > 0 ? ", and " + more + " more." : ".") + " Variance within: "
                + Words.number(effects.residual()) + ".";
    }

    private static String share(String grouping, double share, double between) {
        return String.format(
                Locale.ROOT,
                "Between levels of %s lies %.0f%% of what the common effects leave, a variance of %s.",
                grouping,
                100 * share,
                Words.number(between));
    }

    private String words(WeightParts.Transfer.Help help) {
        return info.tasks().get(help.from()) + " helps " + info.tasks().get(help.to())
                + String.format(Locale.ROOT, " (%.2f)", help.weight());
    }

    private MethodResult.Training training(@Nullable FitReport fit) {
        return fit == null
                ? new MethodResult.Training(
                        info.lambda().orElse(Double.NaN),
                        settings(),
                        info.gap().orElse(Double.NaN),
                        MethodResult.words(info.status()),
                        Double.NaN,
                        List.of())
                : MethodResult.Training.of(fit, info.lambda().orElse(Double.NaN), settings());
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        info.parameters().forEach((name, value) -> settings.put(name, Words.shortened(value)));
        return settings;
    }

    private Report.DataSummary summary(List<Integer> labels) {
        return new Report.DataSummary(
                info.data().name(),
                info.features().size(),
                info.data().read(),
                info.data().skipped(),
                info.observations(),
                0,
                labels,
                List.of());
    }

    /** What the structure says of pairs of tasks, where there is one and tasks are few enough to draw. */
    private Optional<Likeness> likeness() {
        return info.tasks().size() < 2 || info.tasks().size() > MOST_DRAWN
                ? Optional.empty()
                : model.structure()
                        .map(structure ->
                                Likeness.ofStructure(info.method(), LearnedGraph.similarity(structure.dense())));
    }

    /** The structure matrix, and where weights are explicit, how alike they are; only what tells tasks apart. */
    private List<TaskStructure.Similarity> views(Optional<Likeness> likeness) {
        List<TaskStructure.Similarity> views = new ArrayList<>();
        likeness.flatMap(Likeness::similarity)
                .ifPresent(similarity -> views.add(new TaskStructure.Similarity(
                        "structure",
                        "How alike " + info.method() + " takes two tasks to be (structure matrix, 1 on the diagonal).",
                        similarity)));
        boolean drawn = info.tasks().size() > 1 && info.tasks().size() <= MOST_DRAWN;
        if (drawn && model instanceof LinearModel linear && info.features().size() > 2) {
            Matrix similarity = Likeness.correlation(linear.shownWeights());
            if (Likeness.telling(similarity)) {
                views.add(new TaskStructure.Similarity(
                        "weights", "How alike the learned weights of two tasks are (correlation).", similarity));
            }
        }
        return views;
    }

    /** Ties are read off a structure that tells tasks apart, or off weights where there is no structure. */
    private TaskStructure.@Nullable Graph graph(Optional<Likeness> likeness, List<TaskStructure.Similarity> views) {
        boolean even = likeness.flatMap(Likeness::even).isPresent();
        return even || views.isEmpty()
                ? null
                : Ties.graph(info.tasks(), views.get(0).matrix(), stability);
    }

    private static TaskStructure.Tree tree(NodeModel nodes) {
        return new TaskStructure.Tree(
                "Tasks below a node share weights through it; a larger weight means they share more.",
                SharingTree.of(nodes).nodes().stream()
                        .map(node -> new TaskStructure.Node(
                                node.name(),
                                node.parent(),
                                node.weight(),
                                node.tasks().size()))
                        .toList());
    }

    private String headline(List<TaskStructure.Similarity> views) {
        String learned = Methods.label(info.method()) + " learned "
                + Words.count(info.tasks().size(), "task") + " from " + Words.count(info.observations(), "label");
        if (views.isEmpty() || !views.get(0).name().equals("structure")) {
            return learned + ".";
        }
        TaskPairs.Strongest pair = TaskPairs.strongest(views.get(0).matrix());
        return learned + "; most "
                + (pair.strength() < 0 ? "opposite" : "alike") + ": "
                + info.tasks().get(pair.a()) + " and " + info.tasks().get(pair.b())
                + (pair.equals() == 0 ? "" : ", and as much so " + Words.count(pair.equals(), "other pair"))
                + String.format(Locale.ROOT, " (%+.2f).", pair.strength());
    }
}
