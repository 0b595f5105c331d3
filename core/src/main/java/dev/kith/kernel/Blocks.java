package dev.kith.kernel;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several kernels, each against its own part of the inputs on the right: k(x, z_j) = kernel of the block that row j of z is
 * in. For models whose tasks have kernels of their own, whose training inputs stand one after another; not symmetric, so
 * not a kernel to learn with.
 *
 * @param kernels one per block
 * @param rows of each block
 */
record Blocks(List<Kernel> kernels, List<Integer> rows) implements Kernel {
    static final String NAME = "blocks";

    Blocks {
        kernels = List.copyOf(kernels);
        rows = List.copyOf(rows);
        if (kernels.isEmpty() || kernels.size() != rows.size()) {
            throw new IllegalArgumentException(
                    "blocks must be a kernel for each part, got " + kernels.size() + " and " + rows.size());
        }
        for (Kernel kernel : kernels) {
            if (kernel.scalable() != kernels.get(0).scalable()) {
                throw new IllegalArgumentException("kernels of different tasks must be of the same kind of inputs, got "
                        + kernels.get(0).spec() + " and " + kernel.spec());
            }
        }
    }

    /** The kernels behind {@code blocks:N=KERNEL;N=KERNEL...}. */
    static Blocks parse(String spec) {
        List<Kernel> kernels = new ArrayList<>();
        List<Integer> rows = new ArrayList<>();
        for (String block :
                spec.substring(Math.min(spec.length(), NAME.length() + 1)).split(";", -1)) {
            int equals = block.indexOf('=');
            rows.add(Integer.parseInt(block.substring(0, Math.max(0, equals))));
            kernels.add(Kernels.parse(block.substring(equals + 1)));
        }
        return new Blocks(kernels, rows);
    }

    @Override
    public String spec() {
        return NAME + ":"
                + IntStream.range(0, rows.size())
                        .mapToObj(b -> rows.get(b) + "=" + kernels.get(b).spec())
                        .collect(Collectors.joining(";"));
    }

    @Override
    public boolean scalable() {
        return kernels.get(0).scalable();
    }

    @Override
    public Matrix cross(Inputs x, Inputs z) {
        return against(z).apply(x);
    }

    @Override
    public Function<Inputs, Matrix> against(Inputs z) {
        List<Function<Inputs, Matrix>> parts = new ArrayList<>();
        int from = 0;
        for (int b = 0; b < rows.size(); b++) {
            int first = from;
            int[] own = IntStream.range(first, first + rows.get(b)).toArray();
            parts.add(kernels.get(b).against(z.select(own)));
            from += rows.get(b);
        }
        if (from != z.rows()) {
            throw new IllegalArgumentException("blocks must have " + from + " inputs on the right, got " + z.rows());
        }
        int total = from;
        return x -> {
            Matrix all = Matrix.zeros(x.rows(), total);
            int column = 0;
            for (Function<Inputs, Matrix> part : parts) {
                Matrix own = part.apply(x);
                for (int i = 0; i < own.rows(); i++) {
                    System.arraycopy(own.row(i), 0, all.data(), i * total + column, own.cols());
                }
                column += own.cols();
            }
            return all;
        };
    }

    /** Refused: k(x_i, x_j) depends on the side. */
    @Override
    public Matrix gram(Inputs x) {
        throw new UnsupportedOperationException("kernels in blocks have no Gram matrix");
    }

    /** Refused, as {@link #gram}. */
    @Override
    public double[] diagonal(Inputs x) {
        throw new UnsupportedOperationException("kernels in blocks have no diagonal");
    }
}
