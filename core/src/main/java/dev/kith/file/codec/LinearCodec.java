package dev.kith.file.codec;

import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import java.util.Optional;

/**
 * Tensors: weights (d x T), intercepts (T), structure (T x T) where there is one, and the units of the fit where they are
 * known, as {@link ScalingCodec} writes them.
 */
final class LinearCodec implements Codec<LinearModel> {
    @Override
    public String kind() {
        return "linear";
    }

    @Override
    public Class<LinearModel> type() {
        return LinearModel.class;
    }

    @Override
    public void write(LinearModel model, Parts to) {
        to.add("weights", model.weights());
        to.addRow("intercepts", model.intercept());
        StructureCodec.write(model.structure(), to);
        model.scaling().ifPresent(scaling -> ScalingCodec.write(scaling, to));
    }

    @Override
    public LinearModel read(ModelInfo info, Parts from) {
        return new LinearModel(
                info,
                from.matrix("weights"),
                from.row("intercepts"),
                StructureCodec.read(from, info.tasks().size()),
                ScalingCodec.has(from) ? Optional.of(ScalingCodec.read(from)) : Optional.empty());
    }
}
