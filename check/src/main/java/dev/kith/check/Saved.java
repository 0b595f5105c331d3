package dev.kith.check;

import dev.kith.data.DenseInputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.linalg.Matrix;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.NodeModel;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a saved model, in the user's units: weights of features (linear), or coefficients of support points or of
 * frequencies, with the scaling that defines the units of the fit.
 *
 * @param common w_0, and the features that only it has weights for; empty where a model has none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Saved(
        double[] featureMean,
        double[] featureScale,
        double[] labelMean,
        double[] labelScale,
        double[][] coefficients,
        double[] intercept,
        double @Nullable [][] support,
        double @Nullable [][] frequencies,
        double @Nullable [][] structure,
        @Nullable NodeModel nodes,
        double[] common,
        int[] attributes) {
    static Saved of(Model model) {
        if (model instanceof LinearModel m) {
            return make(
                            m.scaling().orElseThrow(),
                            m.weights(),
                            m.intercept(),
                            null,
                            null,
                            m.structure().map(TaskMatrix::dense),
                            null)
                    .with(m.jointly());
        }
        if (model instanceof FourierModel m) {
            return make(
                    m.scaling(),
                    m.weights(),
                    m.intercept(),
                    null,
                    array(m.frequencies()),
                    m.structure().map(TaskMatrix::dense),
                    null);
        }
        if (model instanceof NodeModel m) {
            return make(m.scaling(), Matrix.zeros(0, 0), m.intercept(), null, null, Optional.empty(), m);
        }
        KernelModel m = (KernelModel) model;
        Matrix support = m.support() instanceof DenseInputs dense
                ? dense.values()
                : ((SparseInputs) m.support()).values().toDense();
        return make(
                m.scaling(),
                m.coefficients(),
                m.intercept(),
                array(support),
                null,
                m.structure().map(TaskMatrix::dense),
                null);
    }

    private static Saved make(
            Standardizer scaling,
            Matrix coefficients,
            Matrix intercept,
            double @Nullable [][] support,
            double @Nullable [][] frequencies,
            Optional<Matrix> structure,
            @Nullable NodeModel nodes) {
        return new Saved(
                scaling.featureMean().row(0),
                scaling.featureScale().row(0),
                scaling.labelMean().row(0),
                scaling.labelScale().row(0),
                array(coefficients),
                intercept.row(0),
                support,
                frequencies,
                structure.map(Saved::array).orElse(null),
                nodes,
                new double[0],
                new int[0]);
    }

    private Saved with(Optional<LinearModel.Common> shared) {
        return shared.map(known -> new Saved(
                        featureMean,
                        featureScale,
                        labelMean,
                        labelScale,
                        coefficients,
                        intercept,
                        support,
                        frequencies,
                        structure,
                        nodes,
                        known.weights().row(0),
                        known.attributes().columns().stream()
                                .mapToInt(column -> column)
                                .toArray()))
                .orElse(this);
    }

    private static double[][] array(Matrix m) {
        double[][] rows = new double[m.rows()][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = m.row(i);
        }
        return rows;
    }

    /** The scaled inputs as doubles, as the saved scaling makes them: what a kernel that is not linear is applied to. */
    double[][] scaled(double[][] x) {
        double[][] scaled = new double[x.length][];
        for (int i = 0; i < x.length; i++) {
            scaled[i] = new double[x[i].length];
            for (int j = 0; j < x[i].length; j++) {
                scaled[i][j] = (x[i][j] - featureMean[j]) / featureScale[j];
            }
        }
        return scaled;
    }
}
