package dev.kith.stream;

import dev.kith.data.Columns;
import dev.kith.data.Names;
import dev.kith.data.Source;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.model.Asked;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Weights;
import dev.kith.text.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What was learned, as a model.
 *
 * @param features names of the features, without the constant one
 * @param intercept whether the learner's feature 0 is a constant
 * @param sparse whether the model will be asked about sparse rows
 * @param settings of the run, in words
 * @param columns where tasks were read from
 * @param rows how many rows were learned from
 */
record StreamModel(
        OnlineLearner learner,
        List<String> tasks,
        List<String> features,
        List<String> classes,
        boolean intercept,
        boolean sparse,
        String settings,
        Columns columns,
        String source,
        long rows,
        long seed) {
    Model model() {
        List<String> all = new ArrayList<>(intercept ? Names.numbered("constant", 1) : List.of());
        all.addAll(features);
        Weights weights = learner.weights(all.size()).explicit();
        String kernel = weights instanceof Weights.Expansion expansion
                ? expansion.kernel().spec()
                : "linear";
        Model model = OnlineModel.of(learner, info(all, kernel), sparse);
        return intercept ? OnlineModel.withIntercept((LinearModel) model, info(features, kernel)) : model;
    }

    private ModelInfo info(List<String> names, String kernel) {
        return new ModelInfo(
                new Asked(learner.name(), "hinge", kernel, OptionalDouble.empty(), Map.of("stream", settings)),
                new Schema(tasks, names, classes, columns),
                Outcome.uncertified(1, FitReport.Status.CONVERGED),
                new Origin(
                        rows,
                        new Source(source, rows, 0, ""),
                        seed,
                        1,
                        LinearAlgebra.best().name(),
                        Version.current()));
    }
}
