package dev.kith.export;

import dev.kith.data.Columns;
import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import dev.kith.file.Examples;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.Matrix;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Asked;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Schema;
import dev.kith.model.uncertainty.Probabilities;
import dev.kith.model.uncertainty.Sigmoid;
import dev.kith.model.uncertainty.StepCurve;
import dev.kith.model.uncertainty.Uncertainty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Models for exports, random by a seed. */
public final class ExportCases {
    /** Two classes. */
    public static final List<String> CLASSES = List.of("no", "yes \"sure\"");

    private final Examples random;

    public ExportCases(long seed) {
        random = new Examples(seed);
    }

    /** What is said of a model of this loss, of tasks with names that are hard to quote. */
    public ModelInfo info(String loss, int features, int tasks, Columns columns) {
        List<String> names =
                new ArrayList<>(List.of("o'clock", "say \"so\"", "semi;colon -- not", "back\\slash", "\u00fcn\u00ef"));
        for (int t = names.size(); t < tasks; t++) {
            names.add("task " + t);
        }
        return info(loss, features, names.subList(0, tasks), columns);
    }

    public ModelInfo info(String loss, int features, List<String> tasks, Columns columns) {
        boolean classes = List.of("logistic", "hinge", "softmax", "multiclass-hinge", "squared-hinge")
                .contains(loss);
        ModelInfo any = random.info(Names.numbered("x", features), 1, "linear");
        return any.with(new Asked("mean", loss, "linear", 1.0, Map.of()))
                .with(new Schema(tasks, Names.numbered("x", features), classes ? CLASSES : List.of(), columns));
    }

    public LinearModel linear(ModelInfo info) {
        int d = info.features().size();
        int tasks = info.tasks().size();
        return new LinearModel(
                info,
                random.matrix(d, tasks),
                random.matrix(1, tasks),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new LinearModel.Common(0.25, random.matrix(1, d))));
    }

    public KernelModel kernel(ModelInfo info, Kernel kernel, int support) {
        int d = info.features().size();
        int tasks = info.tasks().size();
        Standardizer scaling = new Standardizer(
                random.matrix(1, d),
                random.matrix(1, d).map(x -> 0.5 + x * x),
                Matrix.zeros(1, tasks),
                Matrix.zeros(1, tasks).map(x -> 1));
        return new KernelModel(
                info,
                kernel,
                scaling,
                new DenseInputs(random.matrix(support, d), info.features()),
                random.matrix(support, tasks),
                random.matrix(1, tasks),
                Optional.empty());
    }

    public Matrix rows(int rows, Model model) {
        return random.matrix(rows, model.info().features().size());
    }

    public Matrix matrix(int rows, int cols) {
        return random.matrix(rows, cols);
    }

    /** A transform with a correction per task. */
    public static ModelInfo transformed(ModelInfo info, Transform transform) {
        List<Double> corrections = new ArrayList<>();
        for (int t = 0; t < info.tasks().size(); t++) {
            corrections.add(1 + 0.125 * t);
        }
        return info.with(info.schema().withTransform(Optional.of(new TargetTransform(transform, 1.5, corrections))));
    }

    /** With a loss of its own for some tasks. */
    public static ModelInfo mixed(ModelInfo info, Map<String, String> losses) {
        Map<String, String> all = new TreeMap<>();
        losses.forEach((task, loss) -> all.put(ModelInfo.LOSS_OF + task, loss));
        return info.with(new Asked("mean", TaskLosses.MIXED, "linear", 1.0, all));
    }

    /** Questions about the classes, asked in each of the parts. */
    public ModelInfo choice(String loss, int features, List<String> parts, List<String> classes, boolean ordered) {
        ClassChoice choice = new ClassChoice(classes, ordered);
        Columns columns =
                Columns.ofChoice(parts.equals(List.of("")) ? Optional.empty() : Optional.of("part"), "class", choice);
        return info(loss, features, choice.tasks(parts), columns);
    }

    /** A sigmoid of its own for each task. */
    public static ModelFile.Content calibrated(Model model) {
        int tasks = model.info().tasks().size();
        List<Sigmoid> curves = new ArrayList<>();
        for (int t = 0; t < tasks; t++) {
            curves.add(new Sigmoid(0.5 + t, -0.25 * t));
        }
        StepCurve step = new StepCurve(new double[] {0}, new double[] {0.5});
        Probabilities probabilities = new Probabilities(curves, Collections.nCopies(tasks, step));
        return new ModelFile.Content(
                model, new Uncertainty(Optional.empty(), Optional.empty(), Optional.of(probabilities)));
    }

    /** Nothing but the model. */
    public static ModelFile.Content plain(Model model) {
        return new ModelFile.Content(model, Uncertainty.none());
    }
}
