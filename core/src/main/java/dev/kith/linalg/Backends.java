package dev.kith.linalg;

import java.util.ServiceLoader;

/** Finds the linear algebra in use, once. */
final class Backends {
    private Backends() {}

    static LinearAlgebra best() {
        return Holder.BEST;
    }

    private static final class Holder {
        static final LinearAlgebra BEST =
                ServiceLoader.load(LinearAlgebra.class).findFirst().orElseGet(Ejml::new);
    }
}
