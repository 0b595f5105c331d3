package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatasetLibsvmTest {
    @Test
    void writesLabelTaskAndNonZeros() throws IOException {
        SparseRows rows = new SparseRows(3, new int[] {0, 2, 2}, new int[] {0, 2}, new double[] {0.5, -4});
        Dataset sparse = Dataset.ofLong(
                new SparseInputs(rows, List.of("u", "v", "w")), List.of("a", "b"), new int[] {1, 0}, new double[] {
                    1, -2.5
                });
        assertThat(text(sparse)).isEqualTo("1 qid:b 1:0.5 3:-4\n-2.5 qid:a\n");
        Dataset dense = Dataset.ofLong(
                DenseInputs.of(Matrix.of(new double[] {0, 7})), List.of("a"), new int[] {0}, new double[] {3});
        assertThat(text(dense)).isEqualTo("3 qid:a 2:7\n");
    }

    @Test
    void whatTheLayoutCannotSayIsRefused() {
        Dataset spaced = Dataset.ofLong(
                DenseInputs.of(Matrix.of(new double[] {1})), List.of("New York"), new int[] {0}, new double[] {3});
        assertThatThrownBy(() -> text(spaced))
                .isInstanceOf(DataException.class)
                .hasMessage("a task in a LIBSVM file must have a name without spaces and #, got 'New York'");
        assertThatThrownBy(() -> text(spaced.withWeights(2)))
                .hasMessage("LIBSVM files have no place for weights, write CSV");
        Dataset strings =
                Dataset.ofLong(new StringInputs(List.of("AC"), "dna"), List.of("t"), new int[] {0}, new double[] {1});
        assertThatThrownBy(() -> text(strings)).hasMessage("LIBSVM files hold numeric features, got strings");
    }

    private static String text(Dataset data) throws IOException {
        StringWriter out = new StringWriter();
        DatasetLibsvm.write(data, out);
        return out.toString();
    }
}
