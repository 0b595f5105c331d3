package dev.kith.file.codec;

import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.Matrix;
import dev.kith.model.KernelSumModel;
import dev.kith.model.ModelInfo;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Text: kernel (views as {@link Kernels#parse} reads their sum). Tensors: coefficients_v (n x T) of view v, intercepts (T), structure
 * (T x T) where there is one, structure_of_v (as {@link StructureCodec} has it) where every view has one, feature_mean and feature_scale (of the features that are numbers), label_mean and label_scale (T),
 * the support inputs of {@link InputsCodec}, and the weights that learning found as in {@link NodeCodec}.
 */
final class KernelSumCodec implements Codec<KernelSumModel> {
    private static final String SUPPORT = "support";
    private static final String OF_VIEW = "structure_of_";

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
        for (int v = 0; v < model.structures().size(); v++) {
            StructureCodec.write(OF_VIEW + v, model.structures().get(v), to);
        }
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
        int tasks = info.tasks().size();
        List<TaskMatrix> structures = new ArrayList<>();
        for (int v = 0; v < coefficients.size(); v++) {
            StructureCodec.read(OF_VIEW + v, from, tasks).ifPresent(structures::add);
        }
        return new KernelSumModel(
                info,
                kernels,
                ScalingCodec.read(from),
                InputsCodec.read(SUPPORT, info.features(), from),
                coefficients,
                from.row("intercepts"),
                NodeCodec.readKernels(from),
                StructureCodec.read(from, tasks),
                structures);
    }
}
