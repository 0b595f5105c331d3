package dev.kith.decode;

import dev.kith.data.Codes;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.read.Texts;
import dev.kith.model.CodedModel;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Schema;
import dev.kith.model.Trainer;
import dev.kith.model.Workspace;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Classes learned as numbers: the coded problem
 *
 * <pre>
 *   min over f: X -> R^l of  sum over rows of loss(L e_y, f(x)) + penalty of the base trainer ,   class(x) = argmin over c of ||f(x) - L e_c||
 * </pre>
 *
 * with L e_y the code of a row's class y. The base trainer learns the l outputs as tasks of their own, with any structure
 * between them; its certificate is that of the coded problem. Codes have one unit, so the base should not scale labels task by
 * task.
 *
 * <p>Data must be as {@code --classes} makes them: every class a task, and every row has the label 1 for one of them.
 *
 * @param base learns numbers
 */
public record CodedTrainer(Trainer<? extends Model> base, Codes codes) implements Trainer<CodedModel> {
    @Override
    public Fit<CodedModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
        return train(new Workspace(data), progress);
    }

    /** Shares what fits to the same coded rows share. */
    @Override
    public Fit<CodedModel> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return Fit.prepared(workspace, prepared -> fit(prepared, progress));
    }

    private Fit<CodedModel> fit(Workspace workspace, Consumer<FitReport.Progress> progress) {
        Dataset data = workspace.data();
        Codes own = codes.of(data.tasks());
        Workspace coded = workspace.reuse(
                own,
                Workspace.class,
                () -> workspace.proving() ? new Workspace(coded(data, own)) : Workspace.forTrials(coded(data, own)));
        Fit<? extends Model> fit = base.train(coded, progress);
        return new Fit<>(new CodedModel(info(data, fit.model().info(), own), fit.model(), own), fit.report());
    }

    /** The method of the base is what relates the outputs. */
    private static ModelInfo info(Dataset data, ModelInfo base, Codes codes) {
        return base.with(base.asked().withMethod("coding"))
                .with(Schema.of(data))
                .with(Origin.of(data, base.seed(), base.threads()))
                .withParameters(Map.of("coding", named(codes), "relation", base.method()));
    }

    private static String named(Codes codes) {
        Map<String, double[]> columns = new HashMap<>();
        for (int c = 0; c < codes.classes().size(); c++) {
            columns.put(codes.classes().get(c), codes.matrix().values().column(c));
        }
        return codes.name().equals(Codes.GIVEN) ? Texts.digest(columns) : codes.name();
    }

    /** The same rows, each with the l numbers that code its class in place of its labels. */
    private static Dataset coded(Dataset data, Codes codes) {
        int[] own = classes(data);
        double[] weight = weights(data);
        int outputs = codes.outputs().size();
        int rows = (int) Arrays.stream(own).filter(c -> c >= 0).count();
        int[] row = new int[rows * outputs];
        int[] task = new int[row.length];
        double[] label = new double[row.length];
        double[] weights = new double[row.length];
        int size = 0;
        for (int i = 0; i < own.length; i++) {
            for (int k = 0; k < outputs && own[i] >= 0; k++) {
                row[size] = i;
                task[size] = k;
                label[size] = codes.at(k, own[i]);
                weights[size++] = weight[i];
            }
        }
        return Dataset.of(data.inputs(), codes.outputs(), row, task, label, data.weighted() ? weights : null, null)
                .withColumns(Columns.WIDE)
                .withSource(data.source());
    }

    /** The class of every row, -1 where it has none. */
    private static int[] classes(Dataset data) {
        int[] own = new int[data.inputs().rows()];
        int[] seen = new int[own.length];
        Arrays.fill(own, -1);
        for (int o = 0; o < data.size(); o++) {
            int i = data.row(o);
            seen[i]++;
            require(data.hasClasses(data.task(o)) && (data.label(o) < 0 || own[i] < 0));
            own[i] = data.label(o) > 0 ? data.task(o) : own[i];
        }
        for (int i = 0; i < own.length; i++) {
            require(seen[i] == 0 || (own[i] >= 0 && seen[i] == data.taskCount()));
        }
        return own;
    }

    private static void require(boolean complete) {
        if (!complete) {
            throw new DataException("codes are of classes: every row must say its one class, and every class be a task;"
                    + " name the column of classes (--classes)");
        }
    }

    private static double[] weights(Dataset data) {
        double[] weights = new double[data.inputs().rows()];
        Arrays.fill(weights, Double.NaN);
        for (int o = 0; o < data.size(); o++) {
            int i = data.row(o);
            if (!Double.isNaN(weights[i]) && weights[i] != data.weight(o)) {
                throw new DataException("codes are of whole rows: all labels of a row must have one weight, got "
                        + weights[i] + " and " + data.weight(o));
            }
            weights[i] = data.weight(o);
        }
        return weights;
    }
}
