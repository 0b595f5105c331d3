package dev.kith.kernel;

import dev.kith.provider.Providers;
import java.nio.file.Path;
import java.util.List;

/** Kernels by the text users write: Kith's own, then those of {@link KernelProvider}s. */
public final class Kernels {
    private static final Providers<KernelProvider> OTHERS = new Providers<>(
            "kernel",
            KernelProvider.class,
            KernelProvider::name,
            List.of(
                    "linear",
                    "gaussian",
                    "laplace",
                    "polynomial",
                    "unit",
                    "spectrum",
                    "weighted-degree",
                    "precomputed",
                    Blocks.NAME));

    private Kernels() {}

    /** exp(-||x - z|| / width) with the Euclidean distance; width in units of the (standardised) features. */
    public static VectorKernel laplace(double width) {
        return new Laplace(width);
    }

    /** A kernel on the directions of inputs, whatever their lengths. Zero inputs stay zero. */
    public static VectorKernel unit(VectorKernel kernel) {
        return kernel instanceof Unit ? kernel : new Unit(kernel);
    }

    /** Counts every substring of length k, wherever it stands; scaled to k(x, x) = 1. */
    public static StringKernel spectrum(int k) {
        return new Spectrum(k);
    }

    /** Substrings of every length 1 to k at the same position in both strings, longer ones counting less. */
    public static StringKernel weightedDegree(int k) {
        return new WeightedDegree(k);
    }

    /** (x'z + offset)^degree, a kernel of all products of up to {@code degree} features where offset &gt; 0. */
    public static VectorKernel polynomial(int degree, double offset) {
        return new Polynomial(degree, offset);
    }

    /** A kernel per block of the inputs on the right, which stand one after another: what models of tasks with kernels of
     * their own predict with.
     *
     * @param rows of each block
     */
    public static Kernel blocks(List<Kernel> kernels, List<Integer> rows) {
        return new Blocks(kernels, rows);
    }

    /**
     * A Gram matrix from a CSV or TSV file with a header line, for {@link dev.kith.model.Trainer}s. It must be symmetric and positive
     * semidefinite: all pairs of items are checked, up to 5,000 items the whole matrix.
     *
     * @param named true: the first column and the header name the items, and inputs are those names ({@link
     *     dev.kith.data.Roles#strings}); false: items are rows by their order ({@link dev.kith.data.Roles#ROW_NUMBER})
     */
    public static Precomputed gram(Path file, boolean named) {
        return Precomputed.of(String.valueOf(file.getFileName()), Grams.readSquare(file, named));
    }

    /** Values between new rows (lines) and training rows (columns) from a file as {@link #gram} reads, for predictions. */
    public static Precomputed gramBetween(Path file, boolean named) {
        return Precomputed.between(String.valueOf(file.getFileName()), Grams.read(file, named));
    }

    /** What {@link #parse} understands without providers, for messages and help. */
    public static final String SYNTAX =
            "linear | gaussian[:width|auto] | laplace[:width|auto] | polynomial:degree[:offset] | spectrum:k | weighted-degree:k"
                    + " | unit:KERNEL (on inputs scaled to length 1)";

    /**
     * The kernel named by {@code spec}. A width left out follows the data, {@link Kernel#open}: it will be the median distance between
     * inputs, and {@code auto} the multiple of it that a search finds. An offset left out is 1. {@code K1@a,b + K2@c} is a {@link
     * KernelSum} of kernels that look at columns.
     */
    public static Kernel parse(String spec) {
        if (KernelSum.names(spec)) {
            return KernelSum.parse(spec);
        }
        String[] parts = spec.split(":", -1);
        try {
            return switch (parts[0]) {
                case "linear" -> withParts(spec, parts, 1, 1, new Linear());
                case "gaussian", "laplace" -> withParts(spec, parts, 1, 2, radial(parts));
                case "polynomial" -> withParts(spec, parts, 2, 3, new Polynomial(whole(parts, 2), number(parts, 2, 1)));
                case Blocks.NAME -> Blocks.parse(spec);
                case "precomputed" -> named(spec);
                case "unit" -> new Unit(vectorKernel(spec.substring(Math.min(spec.length(), 5))));
                case "spectrum" -> withParts(spec, parts, 2, 2, new Spectrum(whole(parts, 3)));
                case "weighted-degree" -> withParts(spec, parts, 2, 2, new WeightedDegree(whole(parts, 3)));
                default ->
                    OTHERS.find(spec)
                            .orElseThrow(() -> new IllegalArgumentException(
                                    "kernel must be one of " + syntax() + ", got '" + spec + "'"))
                            .make(spec);
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("kernel '" + spec + "': a part is not a number; write " + syntax(), e);
        }
    }

    /** What {@link #parse} understands. */
    public static String syntax() {
        StringBuilder all = new StringBuilder(SYNTAX);
        OTHERS.all().values().forEach(provider -> all.append(" | ").append(provider.syntax()));
        return all.toString();
    }

    /** As a model file says it. A matrix by position cannot be had without its numbers. */
    private static Kernel named(String spec) {
        if (spec.equals(Precomputed.NAMED)) {
            return Precomputed.absent();
        }
        throw new IllegalArgumentException("kernel '" + spec
                + "' is a Gram matrix: read one with Kernels.gram, or with --kernel precomputed:FILE[@COLUMN]");
    }

    private static VectorKernel vectorKernel(String spec) {
        if (parse(spec) instanceof VectorKernel kernel && !(kernel instanceof Unit)) {
            return kernel;
        }
        throw new IllegalArgumentException("unit:KERNEL needs a kernel on vectors, got '" + spec + "'");
    }

    private static Kernel withParts(String spec, String[] parts, int least, int most, Kernel kernel) {
        if (parts.length < least || parts.length > most) {
            throw new IllegalArgumentException(
                    "kernel '" + spec + "' has the wrong number of parts; write " + syntax());
        }
        return kernel;
    }

    private static VectorKernel radial(String... parts) {
        boolean searched = parts.length > 1 && parts[1].equals(Following.AUTO);
        if (parts.length == 1 || searched) {
            return new Following(parts[0], searched);
        }
        double width = number(parts, 1, 1);
        return parts[0].equals("laplace") ? new Laplace(width) : new Gaussian(width);
    }

    private static double number(String[] parts, int position, double otherwise) {
        return parts.length > position ? Double.parseDouble(parts[position]) : otherwise;
    }

    private static int whole(String[] parts, int otherwise) {
        return parts.length > 1 ? Integer.parseInt(parts[1]) : otherwise;
    }

    static void requirePositive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be a finite number > 0, got " + value);
        }
    }

    static void requireLength(int k) {
        if (k < 1) {
            throw new IllegalArgumentException("substring length must be a whole number >= 1, got " + k);
        }
    }
}
