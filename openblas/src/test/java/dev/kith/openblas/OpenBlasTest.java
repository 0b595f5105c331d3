package dev.kith.openblas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.LinearAlgebraContract;
import dev.kith.linalg.Matrix;
import org.bytedeco.openblas.global.openblas_full;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract at every size, small ones included, which the size choice would give to pure Java. */
final class OpenBlasTest extends LinearAlgebraContract {
    private static final OpenBlas ROUTINES = new OpenBlas();

    @BeforeAll
    static void load() {
        ROUTINES.load();
    }

    @Override
    protected LinearAlgebra algebra() {
        return new LinearAlgebra(ROUTINES);
    }

    @Test
    void theNameTellsTheVersionThatRuns() {
        assertThat(openblas_full.openblas_get_config().getString()).startsWith("OpenBLAS " + OpenBlas.VERSION + " ");
        assertThat(ROUTINES.name()).isEqualTo("openblas 0.3.31");
    }

    @Test
    void oneNativeThreadUnlessTold() {
        Matrix a = Matrix.identity(10);
        algebra().multiply(a, a);
        assertThat(openblas_full.openblas_get_num_threads()).isEqualTo(1);
        LinearAlgebra.withThreads(2, () -> algebra().multiply(a, a));
        assertThat(openblas_full.openblas_get_num_threads()).as("small work").isEqualTo(1);
        Matrix large = Matrix.identity(500);
        LinearAlgebra.withThreads(2, () -> algebra().multiply(large, large));
        assertThat(openblas_full.openblas_get_num_threads()).isEqualTo(2);
        algebra().cholesky(a);
        assertThat(openblas_full.openblas_get_num_threads()).isEqualTo(1);
    }
}
