package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import dev.kith.model.EnsembleModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import java.util.ArrayList;
import java.util.List;

/** Texts: part_0, part_1, ... (the descriptions of the parts). Tensors: ensemble_weights (K x T), ensemble_common (K), and each part's own, named part_k.NAME. */
final class EnsembleCodec implements Codec<EnsembleModel> {
    private static final String PART = "part_";

    @Override
    public String kind() {
        return "ensemble";
    }

    @Override
    public Class<EnsembleModel> type() {
        return EnsembleModel.class;
    }

    @Override
    public void write(EnsembleModel model, Parts to) {
        to.add("ensemble_weights", model.weights());
        to.addRow("ensemble_common", model.common());
        for (int k = 0; k < model.parts().size(); k++) {
            to.addModel(PART + k, model.parts().get(k));
        }
    }

    @Override
    public EnsembleModel read(ModelInfo info, Parts from) {
        Matrix weights = from.matrix("ensemble_weights");
        Matrix common = from.row("ensemble_common");
        List<Model> parts = new ArrayList<>();
        for (int k = 0; k < weights.rows(); k++) {
            Model part = from.model(PART + k);
            if (part instanceof EnsembleModel) {
                throw new DataException("parts of an ensemble must not be ensembles");
            }
            parts.add(part);
        }
        return new EnsembleModel(info, parts, weights, common);
    }
}
