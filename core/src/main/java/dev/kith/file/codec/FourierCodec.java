package dev.kith.file.codec;

import dev.kith.model.FourierModel;
import dev.kith.model.ModelInfo;

/**
 * Tensors: frequencies (d x m), weights (2 m x T), intercepts (T), structure (T x T) where there is one, and the units of
 * the fit as {@link ScalingCodec} writes them.
 */
final class FourierCodec implements Codec<FourierModel> {
    @Override
    public String kind() {
        return "fourier";
    }

    @Override
    public Class<FourierModel> type() {
        return FourierModel.class;
    }

    @Override
    public void write(FourierModel model, Parts to) {
        to.add("frequencies", model.frequencies());
        to.add("weights", model.weights());
        to.addRow("intercepts", model.intercept());
        StructureCodec.write(model.structure(), to);
        ScalingCodec.write(model.scaling(), to);
    }

    @Override
    public FourierModel read(ModelInfo info, Parts from) {
        return new FourierModel(
                info,
                ScalingCodec.read(from),
                from.matrix("frequencies"),
                from.matrix("weights"),
                from.row("intercepts"),
                StructureCodec.read(from, info.tasks().size()));
    }
}
