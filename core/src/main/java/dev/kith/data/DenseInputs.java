package dev.kith.data;

import dev.kith.linalg.Matrix;
import java.util.List;

/** Inputs as rows of numbers: {@code values} is n x d, column j named by {@code features.get(j)}. */
public record DenseInputs(Matrix values, List<String> features) implements Inputs {
    public DenseInputs {
        features = List.copyOf(features);
        if (values.cols() != features.size()) {
            throw new DataException("inputs have " + values.cols() + " columns but " + features.size() + " names");
        }
        for (int i = 0; i < values.rows(); i++) {
            for (int j = 0; j < values.cols(); j++) {
                if (!Double.isFinite(values.get(i, j))) {
                    throw new DataException("input " + i + ", feature '" + features.get(j)
                            + "': must be a finite number, got " + values.get(i, j));
                }
            }
        }
    }

    /** Inputs whose features are called x1, x2, ... */
    public static DenseInputs of(Matrix values) {
        return new DenseInputs(values, Names.numbered("x", values.cols()));
    }

    @Override
    public int rows() {
        return values.rows();
    }

    @Override
    public DenseInputs select(int... rows) {
        return new DenseInputs(values.selectRows(rows), features);
    }
}
