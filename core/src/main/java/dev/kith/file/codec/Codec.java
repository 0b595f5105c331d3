package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import java.util.List;
import java.util.stream.Collectors;

/** How one kind of model becomes {@link Parts} and comes back. A new kind of {@link Model} adds its codec to the list. */
public interface Codec<M extends Model> {
    List<Codec<?>> ALL = List.of(
            new LinearCodec(),
            new KernelCodec(),
            new FourierCodec(),
            new NodeCodec(),
            new ConstrainedCodec(),
            new KernelSumCodec(),
            new CodedCodec(),
            new TreeCodec(),
            new EnsembleCodec(),
            new TreeCodec.AsFeature(),
            new LinearCodec.Crossed());

    /** The kind's name in files; never changes. */
    String kind();

    Class<M> type();

    void write(M model, Parts to);

    M read(ModelInfo info, Parts from);

    static Codec<?> ofKind(String kind) {
        for (Codec<?> codec : ALL) {
            if (codec.kind().equals(kind)) {
                return codec;
            }
        }
        throw new DataException("kind of model must be one of "
                + ALL.stream().map(Codec::kind).collect(Collectors.joining(", ")) + ", got '" + kind
                + "'; update Kith if a newer one wrote this file");
    }

    /** The kind and the parts of a model. */
    static String encode(Model model, Parts to) {
        for (Codec<?> codec : ALL) {
            if (encodeIfOf(codec, model, to)) {
                return codec.kind();
            }
        }
        throw new IllegalArgumentException("no codec for " + model.getClass());
    }

    private static <M extends Model> boolean encodeIfOf(Codec<M> codec, Model model, Parts to) {
        if (!codec.type().isInstance(model)) {
            return false;
        }
        codec.write(codec.type().cast(model), to);
        return true;
    }
}
