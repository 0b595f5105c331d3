package dev.kith.openblas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.LinearAlgebraContract;
import dev.kith.linalg.Matrix;
import org.junit.jupiter.api.Test;

/** What users get with this module on the class path: pure Java below some size, OpenBLAS from there on. */
final class BestTest extends LinearAlgebraContract {
    @Override
    protected LinearAlgebra algebra() {
        return LinearAlgebra.best();
    }

    @Test
    void theModuleIsFoundAndUsed() {
        String name = LinearAlgebra.best().name();
        assertThat(name).startsWith("openblas 0.3.31 (java").endsWith(" below n = 200)");
        LinearAlgebra.best().eigen(Matrix.identity(300));
        assertThat(LinearAlgebra.best().name()).isEqualTo(name);
    }
}
