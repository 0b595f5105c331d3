package dev.kith.online.bound;

import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;
import dev.kith.online.Row;
import dev.kith.online.state.Supports;

/** The inputs of one round that a learner moves by, each times its step: the columns of M_t. */
final class MistakenRound {
    private final VectorKernel kernel;
    private Supports rows;

    MistakenRound(VectorKernel kernel) {
        this.kernel = kernel;
        this.rows = new Supports(kernel, Supports.UNLIMITED);
    }

    void add(int task, double step, Row x) {
        rows.add(task, step, x);
    }

    int size() {
        return rows.size();
    }

    int task(int s) {
        return rows.task(s);
    }

    /** The inner products of the columns, which are then forgotten. */
    Matrix takeGram() {
        int m = rows.size();
        Matrix gram = Matrix.zeros(m, m);
        double[] products = new double[m];
        Row row = new Row();
        for (int s = 0; s < m; s++) {
            rows.kernelInto(products, rows.point(row, s));
            for (int r = 0; r < m; r++) {
                gram.set(s, r, rows.coefficient(s) * rows.coefficient(r) * products[r]);
            }
        }
        rows = new Supports(kernel, Supports.UNLIMITED);
        return gram;
    }
}
