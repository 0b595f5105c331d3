package dev.kith.model;

/** Tensors: weights (d x T), intercepts (T), structure (T x T) where there is one. */
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
        model.structure().ifPresent(structure -> to.add("structure", structure));
    }

    @Override
    public LinearModel read(ModelInfo info, Parts from) {
        return new LinearModel(info, from.matrix("weights"), from.row("intercepts"), from.optionalMatrix("structure"));
    }
}
