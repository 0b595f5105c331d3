package dev.kith.convex.dual;

import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Margins;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.Supervised;
import dev.kith.linalg.Matrix;
import dev.kith.model.Training;
import dev.kith.structure.matrix.TaskMatrix;

/** The supervised step for losses with kinks by dual ascent, which ends at all digits where splitting would go on for long. */
public final class AscentStep implements Supervised {
    private final Margins margins;
    private final KnownAscent ascent;
    private final double lambda;
    private final Training training;
    private Minimum last;
    private long work;

    public AscentStep(Margins margins, KnownAscent ascent, double lambda, Training training) {
        this.margins = margins;
        this.ascent = ascent;
        this.lambda = lambda;
        this.training = training;
        last = new Minimum(Matrix.zeros(margins.tasks(), margins.dim()), new Certificate(0, 0), 0);
    }

    @Override
    public Matrix solve(Matrix a, double tolerance) {
        last = ascent.solve(TaskMatrix.of(a), lambda, Monitor.silent(training, tolerance));
        work += last.iterations();
        return last.wt();
    }

    @Override
    public double loss(Matrix wt) {
        return margins.evaluate(wt);
    }

    @Override
    public Certificate certificate(Regularizer penalty, double cost) {
        return last.dual()
                .multipliers()
                .map(theta -> margins.certificate(last.wt(), new double[0], cost, penalty, theta.clone()))
                .orElseGet(() -> margins.certificate(penalty, last.wt(), cost));
    }

    @Override
    public long work() {
        return work;
    }

    @Override
    public Minimum.Dual dual() {
        return last.dual();
    }
}
