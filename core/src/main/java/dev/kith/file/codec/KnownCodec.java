package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.data.moments.Moments;
import dev.kith.model.ModelInfo;
import dev.kith.structure.ties.TieStability;
import java.util.Optional;

/**
 * What else is known about a model. Tensors, all optional: optional_ties_refits (one number), optional_ties_alike and optional_ties_opposite (T x T), and
 * optional_moments (bytes), as {@link Moments#bytes} writes them.
 */
public final class KnownCodec {
    private static final String REFITS = Parts.OPTIONAL + "ties_refits";
    private static final String ALIKE = Parts.OPTIONAL + "ties_alike";
    private static final String OPPOSITE = Parts.OPTIONAL + "ties_opposite";

    private static final String MOMENTS = Parts.OPTIONAL + "moments";

    private KnownCodec() {}

    public static void write(TieStability stability, Parts to) {
        to.add(REFITS, new int[] {stability.refits()});
        to.add(ALIKE, stability.alike());
        to.add(OPPOSITE, stability.opposite());
    }

    static Optional<TieStability> stability(Parts from) {
        if (!from.has(REFITS)) {
            return Optional.empty();
        }
        int[] refits = from.ints(REFITS);
        if (refits.length != 1) {
            throw new DataException("tensor '" + REFITS + "' must have one entry, got " + refits.length);
        }
        return Optional.of(new TieStability(refits[0], from.matrix(ALIKE), from.matrix(OPPOSITE)));
    }

    public static void write(Moments moments, Parts to) {
        to.add(MOMENTS, moments.bytes());
    }

    static Optional<Moments> moments(Parts from, ModelInfo info) {
        return from.has(MOMENTS)
                ? Optional.of(Moments.read(from.bytes(MOMENTS)).with(info.data(), info.columns()))
                : Optional.empty();
    }
}
