package dev.kith.checks;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.mixed.Covariance;
import dev.kith.mixed.MixedTrainer;
import dev.kith.mixed.Slopes;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Mixed models keep all laws; with one task they are least squares. */
@ParameterizedClass
@CsvSource({"none,full", "x2,full", "'x1,x3',diagonal", "all,low-rank:1", "auto,full"})
class MixedTrainerTest implements TrainerChecks {
    private final Slopes slopes;
    private final Covariance covariance;

    MixedTrainerTest(String slopes, String covariance) {
        this.slopes = Slopes.parse(slopes);
        this.covariance = Covariance.parse(covariance);
    }

    @Override
    public Trainer<? extends Model> trainer(List<String> tasks, int threads) {
        return new MixedTrainer(
                slopes,
                covariance,
                Training.defaults().withStopping(1e-9, 10_000).withThreads(threads));
    }

    @Override
    public double largestGap() {
        return Double.POSITIVE_INFINITY;
    }

    /** Variances at a violation of 1e-9. */
    @Override
    public double tolerance() {
        return 1e-6;
    }

    @Override
    public Map<String, String> exceptions() {
        String few = "variances need more labels than free columns: refused by name";
        return Map.of(
                "collinearFeaturesShareTheirWeight",
                "common effects are not penalised: the second of equal features is left out",
                "manyMoreFeaturesThanRowsAreFine",
                few,
                "oneRowIsEnough",
                few);
    }

    /** Least squares, by the normal equations. */
    @Override
    public Matrix oneTask(Dataset data, Inputs at) {
        Matrix f = withOne(CheckData.values(data.inputs()));
        Matrix y = Matrix.zeros(f.rows(), 1);
        for (int o = 0; o < data.size(); o++) {
            y.set(data.row(o), 0, data.label(o));
        }
        LinearAlgebra algebra = LinearAlgebra.pureJava();
        Matrix beta = algebra.cholesky(algebra.multiplyTransposeA(f, f)).solve(algebra.multiplyTransposeA(f, y));
        return algebra.multiply(withOne(CheckData.values(at)), beta);
    }

    private static Matrix withOne(Matrix x) {
        Matrix f = Matrix.zeros(x.rows(), x.cols() + 1);
        for (int i = 0; i < x.rows(); i++) {
            f.set(i, 0, 1);
            for (int j = 0; j < x.cols(); j++) {
                f.set(i, j + 1, x.get(i, j));
            }
        }
        return f;
    }
}
