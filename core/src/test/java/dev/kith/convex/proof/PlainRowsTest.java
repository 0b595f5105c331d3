package dev.kith.convex.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.basis.FeatureRows;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Scaled;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Linear;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskForest;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums in doubles count their own errors: what they prove is true, if less sharp. */
class PlainRowsTest {
    private static final int TASKS = 3;
    private static final int DIM = 7;

    /** @param far how far from 0 the features are */
    private static Dataset data(double far) {
        SplittableRandom random = new SplittableRandom(5);
        int n = 90;
        Matrix x = Matrix.zeros(n, DIM).map(zero -> random.nextGaussian() + far);
        int[] task = new int[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            task[i] = i % TASKS;
            y[i] = x.get(i, 0) - far + 0.5 * random.nextGaussian() > 0 ? 1 : -1;
        }
        return Dataset.ofLong(DenseInputs.of(x), Names.numbered("t", TASKS), task, y)
                .asClasses();
    }

    private static ProofData proofData(Dataset data) {
        Training training = Training.defaults().withScaling(false, TargetScale.NONE);
        return new ProofData(
                data, Standardizer.none(DIM, TASKS), Collections.nCopies(TASKS, Losses.hinge()), training, false);
    }

    private static Scaled.Saved saved(Expansion.Coefficients model) {
        return new Scaled.Saved(model.c().transpose(), Matrix.wrap(1, TASKS, model.intercept()));
    }

    private static Expansion.Coefficients model(SplittableRandom random) {
        Matrix c = Matrix.zeros(TASKS, DIM).map(zero -> random.nextGaussian());
        return new Expansion.Coefficients(c, new double[] {0.3, -1e3, 1e-7});
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 1e9})
    void predictionsAreWithinTheirErrors(double far) {
        Dataset data = data(far);
        ProofData seen = proofData(data);
        Matrix x = ((DenseInputs) data.inputs()).values();
        Expansion.Coefficients model = model(new SplittableRandom(6));
        double[] hi = new double[seen.size()];
        double[] lo = new double[seen.size()];
        double[] error = new double[seen.size()];
        new PlainRows(x, Standardizer.none(DIM, TASKS).featureScale().row(0)).predictInto(hi, lo, error, seen, model);
        for (int o = 0; o < hi.length; o++) {
            BigDecimal exact = new BigDecimal(model.intercept()[seen.task[o]]);
            for (int j = 0; j < DIM; j++) {
                exact = exact.add(new BigDecimal(x.get(seen.seen.row[o], j))
                        .multiply(new BigDecimal(model.c().get(seen.task[o], j))));
            }
            double miss = exact.subtract(new BigDecimal(hi[o])).abs().doubleValue();
            assertThat(miss).isLessThanOrEqualTo(error[o]);
            assertThat(error[o]).isLessThan(1e-13 * (1e4 + 100 * far));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 1e6})
    void theBracketContainsTheSharpOne(double far) {
        Dataset data = data(far);
        ProofData seen = proofData(data);
        Matrix x = ((DenseInputs) data.inputs()).values();
        double[] scale = Standardizer.none(DIM, TASKS).featureScale().row(0);
        Bounds bounds = new NodeBounds(TaskForest.identity(TASKS), 0.1);
        SplittableRandom random = new SplittableRandom(7);
        double[] theta = new double[seen.size()];
        for (int o = 0; o < theta.length; o++) {
            theta[o] = seen.weight(o) * seen.label(o) * random.nextDouble() / (1 + far * far);
        }
        Certificate sharp = new Proof(seen, new LinearExpansion(new FeatureRows.Dense(x), scale), bounds)
                .certify(saved(model(new SplittableRandom(8))), null, theta);
        Certificate plain = new Proof(seen, new PlainRows(x, scale), bounds)
                .certify(saved(model(new SplittableRandom(8))), null, theta);
        double last = 1e-15;
        assertThat(plain.primal()).isGreaterThanOrEqualTo(sharp.primal() * (1 - last));
        assertThat(plain.dual()).isLessThanOrEqualTo(sharp.dual() * (1 + last));
        assertThat(plain.primal()).isLessThanOrEqualTo(sharp.primal() * (1 + 1e-11));
    }

    /** Features far from 0 leave doubles no digits; the fit is proven all the same. */
    @Test
    void whereDoublesDoNotDoTheProofIsSharp() {
        Training training =
                Training.defaults().withScaling(false, TargetScale.NONE).withStopping(1e-8, 10_000);
        for (double far : new double[] {0, 1e8}) {
            Fit<Model> fit = new ConvexTrainer(Losses.hinge(), new Linear(), Relations.independent(), 0.1, training)
                    .train(data(far));
            assertThat(fit.report().status()).as("far " + far).isEqualTo(FitReport.Status.CONVERGED);
        }
    }

    /** The threads of a fit share its proof. */
    @Test
    void theSameWithAnyNumberOfThreads() {
        Dataset data = data(1);
        ProofData seen = proofData(data);
        Matrix x = ((DenseInputs) data.inputs()).values();
        double[] scale = Standardizer.none(DIM, TASKS).featureScale().row(0);
        Bounds bounds = new NodeBounds(TaskForest.identity(TASKS), 0.1);
        List<Certificate> proofs = List.of(1, 4).stream()
                .map(threads -> LinearAlgebra.withThreads(
                        threads,
                        () -> new Proof(seen, new PlainRows(x, scale), bounds)
                                .certify(saved(model(new SplittableRandom(8))), null, null)))
                .toList();
        assertThat(proofs.get(0)).isEqualTo(proofs.get(1));
    }
}
