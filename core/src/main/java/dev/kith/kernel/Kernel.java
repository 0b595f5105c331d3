package dev.kith.kernel;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import java.util.Optional;
import java.util.function.Function;

/**
 * A positive semidefinite function k(x, z) of two inputs. Inputs of a kind the kernel does not understand (strings for a
 * vector kernel, say) are refused with a {@link dev.kith.data.DataException}.
 */
public interface Kernel {
    /** The text that {@link Kernels#parse} turns back into this kernel: {@code linear}, {@code gaussian:2}. */
    String spec();

    /** k(x_i, z_j) for all i and j. */
    Matrix cross(Inputs x, Inputs z);

    /** k(x_i, x_j) for all i and j; exactly symmetric. */
    Matrix gram(Inputs x);

    /** k(x_i, x_i) for all i. */
    double[] diagonal(Inputs x);

    /**
     * The function x -> cross(x, z), for many calls with one z: what only z decides is computed once. For one thread at a
     * time.
     */
    default Function<Inputs, Matrix> against(Inputs z) {
        return x -> cross(x, z);
    }

    /**
     * The values of {@link #cross} to more digits, for proofs. A kernel that does not say otherwise has those of doubles,
     * with an error of a few units in the last place of the largest.
     */
    default PreciseRows precisely(Inputs x, Inputs z) {
        return new PlainRows(this, x, z);
    }

    /** As {@link #precisely}, with fewer digits where that is much faster. */
    default PreciseRows plainly(Inputs x, Inputs z) {
        return precisely(x, z);
    }

    /**
     * Explicit features phi with k(x, z) = phi(x)'phi(z) for inputs of so many features, where they can be written out; empty for
     * kernels that have none, or whose features are not numbers.
     */
    default Optional<FeatureMap> explicit(int features) {
        return Optional.empty();
    }

    /** Whether features may be standardised before the kernel sees them. */
    default boolean scalable() {
        return true;
    }

    /** Whether it has a width that follows the data, which {@link #on} and {@link #times} make a number. */
    default boolean open() {
        return false;
    }

    /** Whether a search shall choose which multiple of what follows the data its widths are. */
    default boolean searched() {
        return false;
    }

    /**
     * The same kernel, its open widths now known to be multiples of the median distance between these inputs.
     *
     * @param x as the kernel will see them: standardised where that is done
     * @param seed of the inputs that are picked from many
     */
    default Kernel on(Inputs x, long seed) {
        return this;
    }

    /** The same kernel, its open widths so many times the median distance that {@link #on} found; no longer open. */
    default Kernel times(double factor) {
        return this;
    }
}
