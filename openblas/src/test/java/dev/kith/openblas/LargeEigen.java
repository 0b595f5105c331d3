package dev.kith.openblas;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;

/** A program that decomposes a matrix large enough for native routines and says by what it was done. */
final class LargeEigen {
    private LargeEigen() {}

    public static void main(String[] args) {
        String before = LinearAlgebra.best().name();
        double largest =
                LinearAlgebra.best().eigen(Matrix.identity(300)).values().get(0, 299);
        String after = LinearAlgebra.best().name();
        System.out.println((largest == 1 && before.equals(after) ? "ok " : before + " then ") + after);
    }
}
