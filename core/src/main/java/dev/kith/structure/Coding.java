package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Names;
import dev.kith.data.read.Texts;
import dev.kith.data.shape.Checks;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import dev.kith.structure.penalty.Definition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tasks described by codes or label embeddings, {@code coding}: A = L'L + ridge I with L the codes x tasks matrix and
 * the ridge relative to the mean of the diagonal of L'L.
 */
record Coding(NamedMatrix codes, double ridge) implements Structure {
    public Coding {
        Checks.requireNonNegative("eps", ridge);
    }

    @Override
    public String name() {
        return "coding";
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of("coding", digest(), "eps", Texts.number(ridge));
    }

    @Override
    public boolean namesTasks() {
        return true;
    }

    /** Codes whose inner products give this structure matrix. */
    static Coding ofStructure(NamedMatrix a, double ridge) {
        return new Coding(root(a, ridge), ridge);
    }

    /** L with L'L = A - ridge I, the ridge relative to the mean of the diagonal of L'L. */
    private static NamedMatrix root(NamedMatrix a, double ridge) {
        int tasks = a.cols().size();
        double added = ridge / (1 + ridge) * a.values().trace() / tasks;
        SymmetricEigen eigen = LinearAlgebra.best().eigen(a.values());
        Matrix root = eigen.rebuild(value -> Math.sqrt(Math.max(0, value - added)));
        return new NamedMatrix("code", Names.numbered("code", tasks), a.cols(), root);
    }

    private String digest() {
        Map<String, double[]> columns = new HashMap<>();
        for (int t = 0; t < codes.cols().size(); t++) {
            columns.put(codes.cols().get(t), codes.values().column(t));
        }
        return Texts.digest(columns);
    }

    /** The codes of these tasks, one row each. */
    private Matrix rows(List<String> tasks) {
        Map<String, Integer> positions = Checks.positions(codes.cols());
        int[] at = new int[tasks.size()];
        for (int t = 0; t < at.length; t++) {
            at[t] = Checks.position(positions, tasks.get(t), "coding");
        }
        return codes.values().transpose().selectRows(at);
    }

    @Override
    public Matrix matrix(List<String> tasks) {
        Matrix rows = rows(tasks);
        Matrix a = LinearAlgebra.best().multiplyTransposeB(rows, rows).symmetrized();
        if (!(a.trace() > 0)) {
            throw new DataException("coding: all codes are zero");
        }
        return a.plusDiagonal(ridge * a.trace() / rows.rows());
    }

    @Override
    public Definition definition(List<String> tasks) {
        Matrix rows = rows(tasks);
        int n = rows.rows();
        Twofold[][] a = new Twofold[n][n];
        Twofold trace = Twofold.ZERO;
        double absolute = 0;
        for (int s = 0; s < n; s++) {
            for (int t = 0; t <= s; t++) {
                TwofoldSum sum = new TwofoldSum();
                sum.addDot(rows, s, rows, t);
                absolute += 2 * sum.absolute();
                a[s][t] = sum.value();
                a[t][s] = a[s][t];
            }
            trace = trace.plus(a[s][s]);
        }
        Twofold added = trace.times(ridge).dividedBy(n);
        for (int t = 0; t < n; t++) {
            a[t][t] = a[t][t].plus(added);
        }
        double terms = rows.cols() + n + 8;
        return Definition.of(a, terms * terms, absolute * (1 + ridge), Math.max(0, Math.nextDown(added.hi())), false);
    }
}
