package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.NamedMatrix;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DatasetCsvTest {
    private final Inputs inputs = DenseInputs.of(Matrix.of(new double[] {1, 0.1}, new double[] {-2.5, 1e-300}));

    @Test
    void wideLeavesMissingLabelsBlank() throws IOException {
        Dataset data = Dataset.ofWide(
                inputs,
                List.of("left", "right, far"),
                Matrix.of(new double[] {1, Double.NaN}, new double[] {Double.NaN, 7.25}));
        assertThat(text(data, DatasetCsv.Shape.WIDE)).isEqualTo("""
                x1,x2,left,"right, far"
                1,0.1,1,
                -2.5,1.0E-300,,7.25
                """);
    }

    @Test
    void wideWritesARowWithoutAnyLabel() throws IOException {
        Dataset data = Dataset.of(inputs, List.of("t"), new int[] {1}, new int[] {0}, new double[] {3}, null, null);
        assertThat(text(data, DatasetCsv.Shape.WIDE)).isEqualTo("x1,x2,t\n1,0.1,\n-2.5,1.0E-300,3\n");
    }

    @Test
    void longWritesALinePerObservationWithWeightsAndClassNames() throws IOException {
        Dataset data = Dataset.of(
                inputs,
                List.of("a", "b"),
                new int[] {1, 0, 0},
                new int[] {1, 0, 1},
                new double[] {-1, 1, 1},
                new double[] {1, 2, 0.5},
                List.of("no", "yes"));
        assertThat(text(data, DatasetCsv.Shape.LONG)).isEqualTo("""
                task,y,weight,x1,x2
                b,no,1,-2.5,1.0E-300
                a,yes,2,1,0.1
                b,yes,0.5,1,0.1
                """);
    }

    @Test
    void sparseAndStringInputsAreWrittenToo() throws IOException {
        SparseRows rows = new SparseRows(3, new int[] {0, 1, 1}, new int[] {2}, new double[] {4});
        Dataset sparse = Dataset.ofLong(
                new SparseInputs(rows, List.of("u", "v", "w")), List.of("t"), new int[] {0, 0}, new double[] {1, 2});
        assertThat(text(sparse, DatasetCsv.Shape.LONG)).isEqualTo("task,y,u,v,w\nt,1,0,0,4\nt,2,0,0,0\n");
        Dataset strings =
                Dataset.ofLong(new StringInputs(List.of("ACGT"), "dna"), List.of("t"), new int[] {0}, new double[] {1});
        assertThat(text(strings, DatasetCsv.Shape.LONG)).isEqualTo("task,y,dna\nt,1,ACGT\n");
    }

    @Test
    void whatWideCannotSayIsRefused() {
        Dataset twice =
                Dataset.of(inputs, List.of("t"), new int[] {0, 0}, new int[] {0, 0}, new double[] {1, 2}, null, null);
        assertThatThrownBy(() -> text(twice, DatasetCsv.Shape.WIDE))
                .isInstanceOf(DataException.class)
                .hasMessage("input 0 has two labels for task 't', write it long");
        Dataset weighted = twice.withWeights(1, 2);
        assertThatThrownBy(() -> text(weighted, DatasetCsv.Shape.WIDE))
                .hasMessage("weights cannot be written beside wide data, write it long");
    }

    @Test
    void numbersReadBackToTheSameBits() {
        SplittableRandom random = new SplittableRandom(5);
        for (int k = 0; k < 20_000; k++) {
            double value = k % 2 == 0
                    ? Double.longBitsToDouble(random.nextLong())
                    : random.nextInt(2000) * Math.pow(10, random.nextInt(-3, 17));
            if (Double.isFinite(value)) {
                same(value);
            }
        }
        for (double value : new double[] {0, -0.0, 1e15, 1e15 - 1, -1e15, Long.MAX_VALUE, Long.MIN_VALUE, 0.1, 1e22}) {
            same(value);
        }
    }

    private static void same(double value) {
        assertThat(Double.doubleToRawLongBits(Double.parseDouble(DatasetCsv.number(value))))
                .as("%s", value)
                .isEqualTo(Double.doubleToRawLongBits(value));
    }

    @Test
    void matricesCarryTheirNames() throws IOException {
        Matrix a = Matrix.of(new double[] {1, 0.5}, new double[] {0.5, 1});
        assertThat(text(NamedMatrix.ofTasks(List.of("a", "b"), a))).isEqualTo("task,a,b\na,1,0.5\nb,0.5,1\n");
        assertThat(text(NamedMatrix.ofColumns(List.of("y1", "y2"), a))).isEqualTo("y1,y2\n1,0.5\n0.5,1\n");
        assertThatThrownBy(() -> NamedMatrix.ofTasks(List.of("a"), a))
                .hasMessage("a 2 x 2 matrix cannot have 1 row and 1 column names");
    }

    @Test
    void writingDoesNotCloseTheWriter() throws IOException {
        Writer open = new StringWriter() {
            @Override
            public void close() {
                throw new AssertionError("closed");
            }
        };
        DatasetCsv.write(NamedMatrix.ofColumns(List.of("y"), Matrix.zeros(1, 1)), open);
        assertThat(open).hasToString("y\n0\n");
    }

    private static String text(Dataset data, DatasetCsv.Shape shape) throws IOException {
        StringWriter out = new StringWriter();
        DatasetCsv.write(data, shape, out);
        return out.toString();
    }

    private static String text(NamedMatrix matrix) throws IOException {
        StringWriter out = new StringWriter();
        DatasetCsv.write(matrix, out);
        return out.toString();
    }
}
