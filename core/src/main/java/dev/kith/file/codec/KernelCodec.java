package dev.kith.file.codec;

import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Precomputed;
import dev.kith.model.KernelModel;
import dev.kith.model.ModelInfo;

/**
 * Text: kernel (as {@link Kernels#parse} reads it, or {@code precomputed}). Tensors: coefficients (n x T), intercepts
 * (T), structure (T x T) where there is one, feature_mean and feature_scale (d), label_mean and label_scale (T),
 * kernel_matrix when precomputed over positions (named items have their names as support inputs and no values), and the support inputs of {@link InputsCodec}.
 */
final class KernelCodec implements Codec<KernelModel> {
    private static final String SUPPORT = "support";

    @Override
    public String kind() {
        return "kernel";
    }

    @Override
    public Class<KernelModel> type() {
        return KernelModel.class;
    }

    @Override
    public void write(KernelModel model, Parts to) {
        writeKernel(model.kernel(), to);
        to.add("coefficients", model.coefficients());
        to.addRow("intercepts", model.intercept());
        StructureCodec.write(model.structure(), to);
        ScalingCodec.write(model.scaling(), to);
        InputsCodec.write(SUPPORT, model.support(), to);
    }

    static void writeKernel(Kernel kernel, Parts to) {
        to.add("kernel", kernel.spec());
        if (kernel instanceof KernelSum sum) {
            sum.views().forEach(view -> requireReadable(view.kernel()));
            return;
        }
        if (kernel instanceof Precomputed precomputed) {
            if (precomputed.named()) {
                return;
            }
            to.add("kernel_matrix", precomputed.matrix());
        } else {
            requireReadable(kernel);
        }
    }

    private static void requireReadable(Kernel kernel) {
        boolean named = kernel instanceof Precomputed gram && gram.named();
        if (!named && !readsBack(kernel)) {
            throw new IllegalArgumentException(
                    "kernel '" + kernel.spec()
                            + "' cannot be kept in a model file: its text must read back to an equal kernel; see KernelProvider");
        }
    }

    private static boolean readsBack(Kernel kernel) {
        try {
            return Kernels.parse(kernel.spec()).equals(kernel);
        } catch (IllegalArgumentException unknown) {
            return false;
        }
    }

    @Override
    public KernelModel read(ModelInfo info, Parts from) {
        return new KernelModel(
                info,
                readKernel(from),
                ScalingCodec.read(from),
                InputsCodec.read(SUPPORT, info.features(), from),
                from.matrix("coefficients"),
                from.row("intercepts"),
                StructureCodec.read(from, info.tasks().size()));
    }

    private static Kernel readKernel(Parts from) {
        String spec = from.text("kernel");
        return spec.equals(Precomputed.SPEC) ? new Precomputed(from.matrix("kernel_matrix")) : Kernels.parse(spec);
    }
}
