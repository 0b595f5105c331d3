package stranger;

import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelProvider;
import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Twofold;

/** k(x, z) = 1 / (1 + ||x - z||^2 / (2 width^2)): a Gaussian kernel of many widths. */
public record RationalQuadratic(double width) implements VectorKernel {
    public RationalQuadratic {
        if (!(width > 0 && width < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("width must be a finite number > 0, got " + width);
        }
    }

    @Override
    public String spec() {
        return "rational:" + width;
    }

    @Override
    public double of(double xz, double xx, double zz) {
        return 1 / (1 + VectorKernel.squaredDistance(xz, xx, zz) / (2 * width * width));
    }

    @Override
    public Twofold of(Twofold xz, Twofold xx, Twofold zz) {
        Twofold distance = xx.plus(zz).minus(xz.plus(xz));
        return Twofold.of(1)
                .dividedBy(distance.dividedBy(Twofold.product(2 * width, width)).plus(1));
    }

    @Override
    public boolean shiftInvariant() {
        return true;
    }

    /** Named in META-INF/services/dev.kith.kernel.KernelProvider. */
    public static final class Provider implements KernelProvider {
        @Override
        public String name() {
            return "rational";
        }

        @Override
        public String syntax() {
            return "rational:width";
        }

        @Override
        public Kernel make(String text) {
            return new RationalQuadratic(Double.parseDouble(text.substring(text.indexOf(':') + 1)));
        }
    }
}
