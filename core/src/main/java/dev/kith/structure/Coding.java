package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.List;
import java.util.Map;

/**
 * Tasks described by codes or label embeddings, {@code coding}: A = L'L + ridge I with L the codes x tasks matrix and
 * the ridge relative to the mean of the diagonal of L'L.
 */
public record Coding(NamedMatrix codes, double ridge) implements Structure {
    /** The ridge when none is given. */
    public static final double DEFAULT_RIDGE = 1e-6;

    public Coding {
        Checks.requireNonNegative("eps", ridge);
    }

    @Override
    public String name() {
        return "coding";
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        Map<String, Integer> positions = Checks.positions(codes.cols());
        int[] at = new int[tasks.size()];
        for (int t = 0; t < at.length; t++) {
            at[t] = Checks.position(positions, tasks.get(t), "coding");
        }
        Matrix columns = codes.values().transpose().selectRows(at);
        Matrix a = LinearAlgebra.best().multiplyTransposeB(columns, columns).symmetrized();
        if (!(a.trace() > 0)) {
            throw new DataException("coding: all codes are zero");
        }
        return a.plusDiagonal(ridge * a.trace() / at.length);
    }
}
