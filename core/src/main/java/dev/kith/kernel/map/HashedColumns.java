package dev.kith.kernel.map;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.FeatureMap;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.numeric.Hashing;
import java.util.List;

/**
 * Numeric features by signed hashing of their names into 2^bits columns. A one-hot feature is named {@code name=value}
 * already, so that value pairs hash as tokens; columns unknown to the training data have their place all the same.
 */
public record HashedColumns(int bits) implements FeatureMap {
    public HashedColumns {
        Hashing.requireTable(bits);
    }

    static HashedColumns parse(String text) {
        return new HashedColumns(Integer.parseInt(text));
    }

    @Override
    public String spec() {
        return "hash:" + bits;
    }

    @Override
    public List<String> views() {
        return List.of("hashed");
    }

    @Override
    public int[] starts() {
        return new int[] {0, new Hashing(bits).columns()};
    }

    @Override
    public SparseRows rows(Inputs x) {
        long[] hashes = x.features().stream().mapToLong(Hashing::hash).toArray();
        Hashing hashing = new Hashing(bits);
        FeatureMaps.RowsBuilder rows = new FeatureMaps.RowsBuilder(x.rows(), x.rows());
        FeatureMaps.RowBuilder row = new FeatureMaps.RowBuilder();
        for (int i = 0; i < x.rows(); i++) {
            row.clear();
            if (x instanceof SparseInputs sparse) {
                SparseRows values = sparse.values();
                for (int k = values.start(i); k < values.end(i); k++) {
                    long hash = hashes[values.indices()[k]];
                    row.add(hashing.column(hash), Hashing.sign(hash) * values.values()[k]);
                }
            } else if (x instanceof DenseInputs dense) {
                Matrix values = dense.values();
                for (int j = 0; j < hashes.length; j++) {
                    row.add(hashing.column(hashes[j]), Hashing.sign(hashes[j]) * values.get(i, j));
                }
            } else {
                throw new DataException("hashing of columns needs numeric features, got strings");
            }
            row.appendTo(rows);
        }
        return rows.build(hashing.columns());
    }
}
