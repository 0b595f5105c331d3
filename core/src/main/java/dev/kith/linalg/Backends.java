package dev.kith.linalg;

import java.util.ServiceLoader;

/** Finds the linear algebra in use, once. */
final class Backends {
    private Backends() {}

    static LinearAlgebra best() {
        return Holder.BEST;
    }

    static LinearAlgebra pureJava() {
        return Holder.PURE_JAVA;
    }

    private static final class Holder {
        static final LinearAlgebra PURE_JAVA = new LinearAlgebra(new PureJava());
        static final LinearAlgebra BEST = ServiceLoader.load(Routines.class)
                .findFirst()
                .map(large -> new LinearAlgebra(new BySize(new PureJava(), large)))
                .orElse(PURE_JAVA);
    }
}
