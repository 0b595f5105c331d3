package dev.kith.linalg;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/** Pure Java linear algebra on EJML. */
final class Ejml implements LinearAlgebra {
    @Override
    public String name() {
        return "ejml " + org.ejml.EjmlVersion.VERSION;
    }

    @Override
    public void multiplyInto(
            Matrix c, double alpha, Matrix a, boolean transposeA, Matrix b, boolean transposeB, double beta) {
        DMatrixRMaj product = wrap(c);
        CommonOps_DDRM.scale(beta, product);
        if (transposeA && transposeB) {
            CommonOps_DDRM.multAddTransAB(alpha, wrap(a), wrap(b), product);
        } else if (transposeA) {
            CommonOps_DDRM.multAddTransA(alpha, wrap(a), wrap(b), product);
        } else if (transposeB) {
            CommonOps_DDRM.multAddTransB(alpha, wrap(a), wrap(b), product);
        } else {
            CommonOps_DDRM.multAdd(alpha, wrap(a), wrap(b), product);
        }
    }

    @Override
    public SymmetricEigen eigen(Matrix symmetric) {
        int n = symmetric.rows();
        symmetric.requireFinite("matrix to decompose");
        EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(n, true, true);
        if (n > 0 && !eig.decompose(wrap(symmetric.copy()))) {
            throw new NumericalException("eigendecomposition of a " + n + " x " + n + " matrix did not converge");
        }
        Integer[] order = new Integer[n];
        java.util.Arrays.setAll(order, i -> i);
        java.util.Arrays.sort(
                order,
                java.util.Comparator.comparingDouble(i -> eig.getEigenvalue(i).getReal()));
        Matrix values = Matrix.zeros(1, n);
        Matrix vectors = Matrix.zeros(n, n);
        for (int j = 0; j < n; j++) {
            values.set(0, j, eig.getEigenvalue(order[j]).getReal());
            DMatrixRMaj vector = eig.getEigenVector(order[j]);
            for (int i = 0; i < n; i++) {
                vectors.set(i, j, vector.get(i, 0));
            }
        }
        return new SymmetricEigen(values, vectors);
    }

    @Override
    public Cholesky cholesky(Matrix positiveDefinite) {
        int n = positiveDefinite.rows();
        positiveDefinite.requireFinite("matrix to factor");
        Matrix l = positiveDefinite.copy();
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < j; i++) {
                l.set(i, j, 0);
            }
        }
        var decomposition = DecompositionFactory_DDRM.chol(n, true);
        Matrix full = l.copy();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                full.set(j, i, l.get(i, j));
            }
        }
        if (n > 0 && !decomposition.decompose(wrap(full))) {
            throw new NumericalException("a " + n + " x " + n + " matrix is not positive definite");
        }
        if (n > 0) {
            decomposition.getT(wrap(l));
        }
        return new TriangularCholesky(l);
    }

    @Override
    public ThinSvd svd(Matrix a) {
        a.requireFinite("matrix to decompose");
        int k = Math.min(a.rows(), a.cols());
        Matrix u = Matrix.zeros(a.rows(), k);
        Matrix v = Matrix.zeros(a.cols(), k);
        Matrix s = Matrix.zeros(1, k);
        if (k == 0) {
            return new ThinSvd(u, s, v);
        }
        SingularValueDecomposition_F64<DMatrixRMaj> svd =
                DecompositionFactory_DDRM.svd(a.rows(), a.cols(), true, true, true);
        if (!svd.decompose(wrap(a.copy()))) {
            throw new NumericalException("singular value decomposition did not converge");
        }
        DMatrixRMaj bigU = svd.getU(null, false);
        DMatrixRMaj bigV = svd.getV(null, false);
        Integer[] order = new Integer[k];
        java.util.Arrays.setAll(order, i -> i);
        double[] values = svd.getSingularValues();
        java.util.Arrays.sort(order, java.util.Comparator.comparingDouble(i -> -values[i]));
        for (int j = 0; j < k; j++) {
            s.set(0, j, values[order[j]]);
            for (int i = 0; i < a.rows(); i++) {
                u.set(i, j, bigU.get(i, order[j]));
            }
            for (int i = 0; i < a.cols(); i++) {
                v.set(i, j, bigV.get(i, order[j]));
            }
        }
        return new ThinSvd(u, s, v);
    }

    @Override
    public void threads(int count) {}

    private static DMatrixRMaj wrap(Matrix m) {
        return DMatrixRMaj.wrap(m.rows(), m.cols(), m.data());
    }
}
