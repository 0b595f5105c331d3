package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.data.moments.Moments;
import dev.kith.data.shape.Shapes;
import dev.kith.linalg.NumericalException;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.ties.TieStability;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What a model file says: a model and what is known about it, as JSON beside tensors, and back. */
public record ModelContent(
        Model model, Uncertainty uncertainty, Optional<TieStability> stability, Optional<Moments> moments) {
    public ModelContent {
        requireFitting(model, uncertainty, stability, moments);
    }

    /** Refuses what is known about another model. */
    public static void requireFitting(
            Model model, Uncertainty uncertainty, Optional<TieStability> stability, Optional<Moments> moments) {
        uncertainty.requireSuits(model);
        int tasks = model.info().tasks().size();
        stability.ifPresent(s -> Shapes.require("stability of ties", s.alike(), tasks, tasks));
        moments.ifPresent(rows -> requireFitting(model.info(), rows));
    }

    private static void requireFitting(ModelInfo info, Moments rows) {
        boolean sameFeatures = Set.copyOf(rows.features()).equals(Set.copyOf(info.features()));
        if (!rows.tasks().equals(info.tasks()) || !sameFeatures) {
            throw new IllegalArgumentException("moments must be of the model's tasks and features, got "
                    + rows.tasks().size() + " tasks and " + rows.features().size() + " features for "
                    + info.tasks().size() + " and " + info.features().size());
        }
    }

    /** The model's description as JSON; its tensors are added to {@code parts}. */
    public static String write(Model model, Parts parts) {
        String kind = Codec.encode(model, parts);
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("kind", kind);
            InfoJson.write(json, model.info());
            InfoJson.writeTexts(json, "texts", parts.texts());
            json.writeEndObject();
        }
        return text.toString();
    }

    /** What a description and its tensors stand for. */
    public static ModelContent read(String description, Map<String, Tensor> tensors) {
        JsonObject json = JsonObject.parse("model", description);
        Codec<?> codec = Codec.ofKind(json.text("kind"));
        Map<String, String> texts = json.object("texts").allTexts();
        try {
            ModelInfo info = InfoJson.read(json);
            json.done();
            Parts parts = new Parts(texts, tensors);
            Model model = codec.read(info, parts);
            Uncertainty uncertainty = UncertaintyCodec.read(parts);
            Optional<TieStability> stability = KnownCodec.stability(parts);
            Optional<Moments> moments = KnownCodec.moments(parts, info);
            parts.done();
            return new ModelContent(model, uncertainty, stability, moments);
        } catch (IllegalArgumentException | NumericalException e) {
            throw new DataException("parts of the model do not fit together: " + e.getMessage(), e);
        }
    }
}
