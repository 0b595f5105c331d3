package dev.kith.data;

import dev.kith.linalg.SparseRows;
import java.util.List;

/** Inputs as sparse rows: {@code values} is n x d, column j named by {@code features.get(j)}. */
public record SparseInputs(SparseRows values, List<String> features) implements Inputs {
    public SparseInputs {
        features = List.copyOf(features);
        if (values.cols() != features.size()) {
            throw new DataException("inputs have " + values.cols() + " columns but " + features.size() + " names");
        }
        for (int i = 0; i < values.rows(); i++) {
            for (int k = values.start(i); k < values.end(i); k++) {
                if (!Double.isFinite(values.values()[k])) {
                    throw new DataException("input " + i + ", feature '" + features.get(values.indices()[k])
                            + "': must be a finite number, got " + values.values()[k]);
                }
            }
        }
    }

    @Override
    public int rows() {
        return values.rows();
    }

    @Override
    public SparseInputs select(int... rows) {
        return new SparseInputs(values.selectRows(rows), features);
    }
}
