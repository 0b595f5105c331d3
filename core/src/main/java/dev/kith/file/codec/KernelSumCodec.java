package dev.kith.file.codec;

import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.Matrix;
import dev.kith.model.KernelSumModel;
import dev.kith.model.ModelInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Text: kernel (views as {@link Kernels#parse} reads their sum). Tensors: coefficients_v (n x T) of view v, intercepts (T), structure
 * (T x T) where there is one, feature_mean and feature_scale (of the features that are numbers), label_mean and label_scale (T),
 * the support inputs of {@link InputsCodec}, and the weights that learning found as in {@link NodeCodec}.
 */
final class KernelSumCodec implements Codec<KernelSumModel> {
    private static final String SUPPORT = "support";

    @Override
    public String kind() {
        return "kernel-sum";
    }

    @Override
    public Class<KernelSumModel> type() {
        return KernelSumModel.class;
    }

    @Override
    public void write(KernelSumModel model, Parts to) {
        KernelCodec.writeKernel(model.kernels(), to);
        for (int v = 0; v < model.coefficients().size(); v++) {
            to.add("coefficients_" + v, model.coefficients().get(v));
        }
        to.addRow("intercepts", model.intercept());
        StructureCodec.write(model.structure(), to);
        ScalingCodec.write(model.scaling(), to);
        InputsCodec.write(SUPPORT, model.support(), to);
        NodeCodec.writeKernels(model.weights(), to);
    }

    @Override
    public KernelSumModel read(ModelInfo info, Parts from) {
        KernelSum kernels = (KernelSum) Kernels.parse(from.text("kernel"));
        List<Matrix> coefficients = new ArrayList<>();
        for (int v = 0; v < kernels.views().size(); v++) {
            coefficients.add(from.matrix("coefficients_" + v));
        }
        return new KernelSumModel(
                info,
                kernels,
                ScalingCodec.read(from),
                InputsCodec.read(SUPPORT, info.features(), from),
                coefficients,
                from.row("intercepts"),
                NodeCodec.readKernels(from),
                StructureCodec.read(from, info.tasks().size()));
    }
}
