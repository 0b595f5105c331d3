package dev.kith.adapt;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.CodedModel;
import dev.kith.model.EnsembleModel;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.NodeModel;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.model.TreeModel;
import dev.kith.model.grouping.Grouping;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One task of a model as a model of its own: f_t alone, without what only the other tasks need. */
public final class SingleTask {
    private SingleTask() {}

    /**
     * The same predictions for the task, up to the rounding of sums whose zeros are gone. Objective and gap speak of all
     * tasks together and are left out, as is the structure.
     *
     * @throws DataException if there is no such task, or its predictions need the other tasks
     */
    public static Model of(Model model, String task) {
        int t = model.info().task(task);
        ModelInfo info = info(model.info(), t);
        if (model instanceof LinearModel linear) {
            return new LinearModel(
                    info,
                    column(linear.weights(), t),
                    column(linear.intercept(), t),
                    Optional.empty(),
                    linear.scaling().map(scaling -> scaling(scaling, t)));
        }
        if (model instanceof KernelModel kernel) {
            return kernel(kernel, info, t);
        }
        if (model instanceof KernelSumModel sum) {
            return new KernelSumModel(
                    info,
                    sum.kernels(),
                    scaling(sum.scaling(), t),
                    sum.support(),
                    sum.coefficients().stream().map(own -> column(own, t)).toList(),
                    column(sum.intercept(), t),
                    sum.weights(),
                    Optional.empty());
        }
        if (model instanceof FourierModel fourier) {
            return new FourierModel(
                    info,
                    scaling(fourier.scaling(), t),
                    fourier.frequencies(),
                    column(fourier.weights(), t),
                    column(fourier.intercept(), t),
                    Optional.empty());
        }
        if (model instanceof NodeModel nodes) {
            return nodes(nodes, info, t);
        }
        if (model instanceof TreeModel trees) {
            return trees.alone(t, info);
        }
        if (model instanceof TreeModel.AsFeature feature) {
            return new TreeModel.AsFeature(info, (TreeModel) of(feature.trees(), task), of(feature.base(), task));
        }
        if (model instanceof EnsembleModel ensemble) {
            return ensemble.alone(
                    t,
                    info,
                    ensemble.parts().stream().map(part -> of(part, task)).toList());
        }
        if (model instanceof CodedModel coded && coded.linear().isPresent()) {
            return of(coded.linear().get(), task);
        }
        if (model instanceof LinearModel.Crossed crossed) {
            throw new DataException("task '" + task + "' cannot be taken out: its rows also belong to levels of '"
                    + String.join(
                            "', '",
                            crossed.further().stream().map(Grouping::name).toList())
                    + "', whose effects all tasks share");
        }
        throw new DataException("task '" + task + "' cannot be taken out: the outputs of method "
                + model.info().method() + " obey a relation between all tasks");
    }

    /** As of wide data: rows to predict need no column that names their task. */
    private static ModelInfo info(ModelInfo all, int t) {
        String task = all.tasks().get(t);
        List<String> classes = all.hasClasses(t) ? all.classes() : List.of();
        ModelInfo own = all.withoutParameters(name -> name.startsWith(ModelInfo.LOSS_OF));
        return own.with(own.asked().withLoss(all.loss(t)))
                .with(new Schema(List.of(task), all.features(), classes, Columns.WIDE)
                        .withTransform(all.schema().transform().map(whole -> whole.task(t))))
                .with(Outcome.uncertified(all.iterations(), all.status()));
    }

    /** Inputs without a coefficient are left behind, except one where there would be none. */
    private static KernelModel kernel(KernelModel model, ModelInfo info, int t) {
        Matrix b = model.coefficients();
        int[] used = IntStream.range(0, b.rows()).filter(i -> b.get(i, t) != 0).toArray();
        int[] kept = used.length > 0 ? used : new int[] {0};
        Matrix coefficients = Matrix.zeros(kept.length, 1);
        for (int k = 0; k < kept.length; k++) {
            coefficients.set(k, 0, b.get(kept[k], t));
        }
        return new KernelModel(
                info,
                model.kernel(),
                scaling(model.scaling(), t),
                model.support().select(kept),
                coefficients,
                column(model.intercept(), t),
                Optional.empty());
    }

    private static NodeModel nodes(NodeModel model, ModelInfo info, int t) {
        SparseRows nodesOf = model.members().transpose();
        int from = nodesOf.start(t);
        int count = nodesOf.end(t) - from;
        int[] nodes =
                IntStream.range(0, count).map(k -> nodesOf.indices()[from + k]).toArray();
        double[] shares = IntStream.range(0, count)
                .mapToDouble(k -> nodesOf.values()[from + k])
                .toArray();
        int[] starts = IntStream.rangeClosed(0, count).toArray();
        return new NodeModel(
                info,
                model.map(),
                scaling(model.scaling(), t),
                new SparseRows(1, starts, new int[count], shares),
                model.weights().selectRows(nodes),
                model.kernels(),
                IntStream.of(nodes).mapToObj(model.kernelOf()::get).toList(),
                column(model.intercept(), t));
    }

    private static Standardizer scaling(Standardizer all, int t) {
        return new Standardizer(
                all.featureMean(), all.featureScale(), column(all.labelMean(), t), column(all.labelScale(), t));
    }

    private static Matrix column(Matrix of, int t) {
        Matrix column = Matrix.zeros(of.rows(), 1);
        for (int i = 0; i < of.rows(); i++) {
            column.set(i, 0, of.get(i, t));
        }
        return column;
    }
}
