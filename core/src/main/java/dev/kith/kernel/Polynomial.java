package dev.kith.kernel;

import dev.kith.linalg.Twofold;
import java.util.Optional;

/** k(x, z) = (x'z + offset)^degree, degree a whole number &gt;= 1, offset &gt;= 0. */
record Polynomial(int degree, double offset) implements VectorKernel {
    public Polynomial {
        if (degree < 1) {
            throw new IllegalArgumentException("degree must be a whole number >= 1, got " + degree);
        }
        if (!(offset >= 0 && offset < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("offset must be a finite number >= 0, got " + offset);
        }
    }

    @Override
    public String spec() {
        return "polynomial:" + degree + ":" + offset;
    }

    /** Of degree 2 and 3. */
    @Override
    public Optional<FeatureMap> explicit(int features) {
        return degree == 2 || degree == 3 ? Optional.of(new Monomials(features, degree, offset)) : Optional.empty();
    }

    @Override
    public double of(double xz, double xx, double zz) {
        double power = 1;
        double square = xz + offset;
        for (int left = degree; left > 0; left >>= 1) {
            if ((left & 1) == 1) {
                power *= square;
            }
            square *= square;
        }
        return power;
    }

    @Override
    public Twofold of(Twofold xz, Twofold xx, Twofold zz) {
        return xz.plus(offset).power(degree);
    }
}
