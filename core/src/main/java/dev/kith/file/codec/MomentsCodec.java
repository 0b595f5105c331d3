package dev.kith.file.codec;

import dev.kith.data.moments.Moments;
import dev.kith.model.ModelInfo;
import java.util.Optional;

/** Tensor, optional: optional_moments (bytes), as {@link Moments#bytes} writes them. */
public final class MomentsCodec {
    private static final String MOMENTS = Parts.OPTIONAL + "moments";

    private MomentsCodec() {}

    public static void write(Moments moments, Parts to) {
        to.add(MOMENTS, moments.bytes());
    }

    static Optional<Moments> read(Parts from, ModelInfo info) {
        return from.has(MOMENTS)
                ? Optional.of(Moments.read(from.bytes(MOMENTS)).with(info.data(), info.columns()))
                : Optional.empty();
    }
}
