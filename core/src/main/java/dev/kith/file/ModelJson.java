package dev.kith.file;

import dev.kith.file.codec.InfoJson;
import dev.kith.linalg.Matrix;
import dev.kith.model.EnsembleModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.NodeModel;
import dev.kith.model.derived.SharingTree;
import dev.kith.model.grouping.Grouping;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.ties.SharedDirections;
import dev.kith.structure.ties.WeightParts;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What is inside a model as one JSON object: every member of {@link ModelInfo}, then {@code structure} (T x T;
 * left out, and {@code structureOmitted} says so, with more than 1,000 tasks),
 * {@code weights} (features x tasks, linear kernel only, the user's units) and {@code intercepts}; linear models whose fit charges for
 * directions (mtfl, okl, schatten, schatten-norm, mtrl, logdet, dirty) add {@code sharedDirections} (largest first: {@code share} of the squared weights,
 * {@code eigenvalue} of D, {@code entries} by feature) and {@code featureMatrix} (D), models with a structure {@code dictionary} (C of problem (Q): features x
 * tasks, or for kernels the model's inputs x tasks), all in the units of the fit and of up to 1,000 features and tasks and a million numbers; kernel combinations
 * add {@code viewWeights}, largest first, and {@code tree}: nodes with name, parent (a position in the list, -1 for a
 * root), weight and number of tasks; mixed models add {@code effects}: the common intercept and slopes ({@code fixed}) with standard
 * {@code errors}, the names of what is {@code varying} by task with its {@code covariance}, the variance within tasks ({@code residual}),
 * {@code between} them, and the latter's {@code share}; with several task columns also {@code groupings}, the tasks first: {@code name}, what is
 * {@code varying}, {@code covariance}, {@code between}, {@code share}, {@code levels} and what each has of its {@code own} (varying x levels); where weights are two parts, {@code sparsePart} (features x tasks) is the one that is
 * not shared; where tasks combine latent ones, {@code factors} has their weights ({@code basis}, features x latent, units of the fit) and what tasks take
 * of them ({@code codes}, latent x tasks); where tasks lean on each other, {@code helps} lists {@code from}, {@code to} and {@code weight}, strongest
 * first; an ensemble has its {@code parts}, with method, lambda, gap and the weight of each task. What a model does not have is null, as is a number that is not finite. With
 * weights, prediction = intercepts + x' weights.
 */
public final class ModelJson {
    /** With more tasks the structure, T x T, is left out. */
    private static final int MOST_TASKS = 1000;
    /** With more numbers the dictionary is left out. */
    private static final int MOST_NUMBERS = 1_000_000;

    private ModelJson() {}

    /** Writes the object; leaves {@code to} open. */
    public static void write(Model model, Writer to) {
        write(new ModelFile.Content(model, Uncertainty.none()), to);
    }

    /**
     * The same for all that a model file holds: adds {@code tieStability}, with the number of {@code refits} and the
     * shares of them (T x T) in which two tasks were tied and {@code alike} or {@code opposite}, where it was found out.
     */
    public static void write(ModelFile.Content content, Writer to) {
        Model model = content.model();
        Optional<LinearModel> linear = model.linear();
        JsonFactory factory = JsonFactory.builder()
                .disable(tools.jackson.core.StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build();
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), to)) {
            json.writeStartObject();
            InfoJson.write(json, model.info());
            writeStructure(json, model);
            writeMatrix(json, "weights", linear.map(LinearModel::weights));
            json.writeName("intercepts");
            writeRow(json, linear.map(LinearModel::intercepts).orElseGet(model::intercepts));
            linear.ifPresent(own -> writeShared(json, own));
            writeDictionary(json, model);
            writeViewWeights(json, model);
            if (model instanceof EnsembleModel several) {
                writeParts(json, several);
            }
            if (model instanceof LinearModel own) {
                own.parts().ifPresent(parts -> writeParts(json, model.info(), parts));
                own.effects().ifPresent(effects -> {
                    startEffects(json, model.info(), effects);
                    InfoJson.writeNumber(json, "share", effects.share());
                    json.writeEndObject();
                });
            }
            if (model instanceof LinearModel.Crossed crossed) {
                writeCrossed(json, crossed);
            }
            content.stability().ifPresent(stability -> {
                json.writeName("tieStability").writeStartObject();
                json.writeNumberProperty("refits", stability.refits());
                writeMatrix(json, "alike", Optional.of(stability.alike()));
                writeMatrix(json, "opposite", Optional.of(stability.opposite()));
                json.writeEndObject();
            });
            json.writeEndObject();
        }
    }

    private static void writeStructure(JsonGenerator json, Model model) {
        boolean many = model.info().tasks().size() > MOST_TASKS;
        writeMatrix(
                json, "structure", model.structure().filter(structure -> !many).map(TaskMatrix::dense));
        if (many && model.structure().isPresent()) {
            json.writeStringProperty(
                    "structureOmitted",
                    "tasks x tasks numbers are too many; the model file holds what they are made of");
        }
    }

    private static void writeShared(JsonGenerator json, LinearModel model) {
        if (model.info().tasks().size() > MOST_TASKS || model.info().features().size() > MOST_TASKS) {
            return;
        }
        model.sharedDirections().ifPresent(shared -> {
            json.writeName("sharedDirections").writeStartArray();
            for (SharedDirections.Direction direction : shared.directions()) {
                json.writeStartObject();
                InfoJson.writeNumber(json, "share", direction.share());
                InfoJson.writeNumber(json, "eigenvalue", direction.eigenvalue());
                json.writeName("entries");
                writeRow(json, direction.entries().data());
                json.writeEndObject();
            }
            json.writeEndArray();
            writeMatrix(json, "featureMatrix", Optional.of(shared.matrix()));
        });
    }

    private static void writeDictionary(JsonGenerator json, Model model) {
        Model shown = model.linear().<Model>map(own -> own).orElse(model);
        if (shown.structure().isEmpty() || shown.info().tasks().size() > MOST_TASKS) {
            return;
        }
        shown.dictionary().ifPresent(c -> {
            if (c.data().length <= MOST_NUMBERS) {
                writeMatrix(json, "dictionary", Optional.of(c));
            } else {
                json.writeStringProperty(
                        "dictionaryOmitted", "inputs x tasks numbers are too many; they follow from the model file");
            }
        });
    }

    private static void writeViewWeights(JsonGenerator json, Model model) {
        if (model instanceof KernelSumModel sum) {
            writeViewWeights(json, sum.sortedWeights());
            writeStructures(json, sum);
        }
        if (!(model instanceof NodeModel nodes)) {
            return;
        }
        writeViewWeights(json, nodes.sortedWeights());
        json.writeName("tree").writeStartArray();
        for (SharingTree.Node node : SharingTree.of(nodes).nodes()) {
            json.writeStartObject();
            json.writeStringProperty("name", node.name());
            json.writeNumberProperty("parent", node.parent());
            InfoJson.writeNumber(json, "weight", node.weight());
            json.writeNumberProperty("tasks", node.tasks().size());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeStructures(JsonGenerator json, KernelSumModel sum) {
        if (sum.structures().isEmpty() || sum.info().tasks().size() > MOST_TASKS) {
            return;
        }
        json.writeName("structures").writeStartArray();
        for (int v = 0; v < sum.structures().size(); v++) {
            json.writeStartObject();
            json.writeStringProperty("kernel", sum.kernels().views().get(v).spec());
            writeMatrix(json, "matrix", Optional.of(sum.structures().get(v).dense()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeViewWeights(JsonGenerator json, List<NodeModel.KernelWeight> sorted) {
        json.writeName("viewWeights").writeStartArray();
        for (NodeModel.KernelWeight weight : sorted) {
            json.writeStartObject();
            json.writeStringProperty("view", weight.view());
            json.writeStringProperty("tasks", weight.tasks());
            InfoJson.writeNumber(json, "weight", weight.weight());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeParts(JsonGenerator json, EnsembleModel several) {
        json.writeName("parts").writeStartArray();
        for (int k = 0; k < several.parts().size(); k++) {
            ModelInfo part = several.parts().get(k).info();
            json.writeStartObject();
            json.writeStringProperty("method", part.method());
            InfoJson.writeNumber(json, "lambda", part.lambda().orElse(Double.NaN));
            InfoJson.writeNumber(json, "gap", part.gap().orElse(Double.NaN));
            json.writeName("weights");
            writeRow(json, several.weights().row(k));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeParts(JsonGenerator json, ModelInfo info, WeightParts parts) {
        if (parts instanceof WeightParts.Own own) {
            writeMatrix(json, "sparsePart", Optional.of(own.weights()));
        } else if (parts instanceof WeightParts.Factors factors) {
            json.writeName("factors").writeStartObject();
            writeMatrix(json, "basis", Optional.of(factors.basis()));
            writeMatrix(json, "codes", Optional.of(factors.codes()));
            json.writeEndObject();
        } else if (parts instanceof WeightParts.Transfer transfer) {
            json.writeName("helps").writeStartArray();
            for (WeightParts.Transfer.Help help : transfer.helps()) {
                json.writeStartObject();
                json.writeStringProperty("from", info.tasks().get(help.from()));
                json.writeStringProperty("to", info.tasks().get(help.to()));
                InfoJson.writeNumber(json, "weight", help.weight());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    /** The effects of the tasks, and every grouping with its levels; the tasks are the first. */
    private static void writeCrossed(JsonGenerator json, LinearModel.Crossed crossed) {
        startEffects(json, crossed.info(), crossed.tasks().effects().orElseThrow());
        InfoJson.writeNumber(json, "share", crossed.share(0));
        json.writeName("groupings").writeStartArray();
        List<Grouping> groupings = crossed.groupings();
        for (int g = 0; g < groupings.size(); g++) {
            Grouping grouping = groupings.get(g);
            json.writeStartObject();
            json.writeStringProperty("name", grouping.name());
            writeVarying(json, crossed.info(), grouping.varying());
            writeMatrix(json, "covariance", Optional.of(grouping.covariance()));
            InfoJson.writeNumber(json, "between", grouping.between());
            InfoJson.writeNumber(json, "share", crossed.share(g));
            json.writeName("levels").writeStartArray();
            grouping.levels().forEach(json::writeString);
            json.writeEndArray();
            writeMatrix(json, "own", Optional.of(grouping.own()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeVarying(JsonGenerator json, ModelInfo info, List<Integer> varying) {
        json.writeName("varying").writeStartArray();
        for (int column : varying) {
            json.writeString(column == 0 ? "intercept" : info.features().get(column - 1));
        }
        json.writeEndArray();
    }

    /** Leaves the object open. */
    private static void startEffects(JsonGenerator json, ModelInfo info, LinearModel.Effects effects) {
        json.writeName("effects").writeStartObject();
        json.writeName("fixed");
        writeRow(json, effects.fixed().row(0));
        json.writeName("errors");
        writeRow(json, effects.errors().row(0));
        writeVarying(json, info, effects.varying());
        writeMatrix(json, "covariance", Optional.of(effects.covariance()));
        InfoJson.writeNumber(json, "residual", effects.residual());
        InfoJson.writeNumber(json, "between", effects.between());
    }

    private static void writeMatrix(JsonGenerator json, String name, Optional<Matrix> matrix) {
        json.writeName(name);
        if (matrix.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        for (int i = 0; i < matrix.get().rows(); i++) {
            writeRow(json, matrix.get().row(i));
        }
        json.writeEndArray();
    }

    private static void writeRow(JsonGenerator json, double[] row) {
        json.writeStartArray();
        for (double value : row) {
            InfoJson.writeNumber(json, value);
        }
        json.writeEndArray();
    }
}
