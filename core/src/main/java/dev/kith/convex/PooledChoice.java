package dev.kith.convex;

import dev.kith.data.Columns;
import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Dataset;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.model.Asked;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Schema;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One classifier for all parts of the data: questions about classes are learned from all rows, whichever part they are of, each alone. Questions
 * about an order have one predictor, with an intercept for each: A = 11'/m for m questions, for which lambda tr(A^-1 W'W) = lambda m |w|^2.
 */
record PooledChoice(ConvexTrainer trainer, ClassChoice choice, int parts) {
    static PooledChoice of(ConvexTrainer trainer, Dataset data) {
        ClassChoice choice = data.columns().choice().orElseThrow();
        return new PooledChoice(trainer, choice, data.taskCount() / choice.questions());
    }

    Fit<Model> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        Dataset data = workspace.data();
        Workspace merged = workspace.reuse(
                PooledChoice.class,
                Workspace.class,
                () -> workspace.proving() ? new Workspace(merged(data)) : Workspace.forTrials(merged(data)));
        ConvexTrainer base = choice.ordered()
                ? trainer.with(Relations.metric(same(merged.data().tasks())), trainer.lambda())
                : trainer.with(Relations.independent(), trainer.lambda());
        Fit<Model> fit = base.train(merged, progress);
        return new Fit<>(repeated(fit.model(), info(fit.model().info(), base.relation(), data)), fit.report());
    }

    /** All entries 1/m: the penalty is lambda m times that of one predictor. */
    private static NamedMatrix same(List<String> questions) {
        Matrix ones = Matrix.zeros(questions.size(), questions.size());
        return new NamedMatrix("task", questions, questions, ones.map(zero -> 1.0 / questions.size()));
    }

    /** Each question a task, whatever part it was asked in. */
    private Dataset merged(Dataset data) {
        int size = data.size();
        int[] rows = new int[size];
        int[] tasks = new int[size];
        double[] labels = new double[size];
        double[] weights = new double[size];
        for (int o = 0; o < size; o++) {
            rows[o] = data.row(o);
            tasks[o] = choice.question(data.task(o));
            labels[o] = data.label(o);
            weights[o] = data.weight(o);
        }
        return Dataset.of(
                        data.inputs(),
                        choice.tasks(List.of("")),
                        rows,
                        tasks,
                        labels,
                        data.weighted() ? weights : null,
                        data.classes().orElseThrow())
                .withSource(data.source())
                .withColumns(Columns.WIDE);
    }

    /** The model of all parts, which answer alike. */
    private Model repeated(Model model, ModelInfo info) {
        if (model instanceof LinearModel own) {
            return new LinearModel(info, repeated(own.weights()), repeated(own.intercept()), Optional.empty());
        }
        if (model instanceof FourierModel own) {
            return new FourierModel(
                    info,
                    repeated(own.scaling()),
                    own.frequencies(),
                    repeated(own.weights()),
                    repeated(own.intercept()),
                    Optional.empty());
        }
        KernelModel own = (KernelModel) model;
        return new KernelModel(
                info,
                own.kernel(),
                repeated(own.scaling()),
                own.support(),
                repeated(own.coefficients()),
                repeated(own.intercept()),
                Optional.empty());
    }

    /** What was asked is to pool; how that was done is no parameter of it. */
    private ModelInfo info(ModelInfo base, Relation used, Dataset data) {
        Map<String, String> parameters = new TreeMap<>(base.asked().parameters());
        parameters.keySet().removeAll(used.parameters().keySet());
        Asked asked = new Asked(trainer.relation().name(), base.loss(), base.kernel(), trainer.lambda(), parameters);
        return base.with(asked).with(Schema.of(data)).with(Origin.of(data, base.seed(), base.threads()));
    }

    private Standardizer repeated(Standardizer one) {
        return new Standardizer(
                one.featureMean(), one.featureScale(), repeated(one.labelMean()), repeated(one.labelScale()));
    }

    /** A column for every task from one for every question. */
    private Matrix repeated(Matrix byQuestion) {
        Matrix all = Matrix.zeros(byQuestion.rows(), parts * choice.questions());
        for (int i = 0; i < all.rows(); i++) {
            for (int t = 0; t < all.cols(); t++) {
                all.set(i, t, byQuestion.get(i, choice.question(t)));
            }
        }
        return all;
    }
}
