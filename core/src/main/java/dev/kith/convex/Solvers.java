package dev.kith.convex;

import dev.kith.linalg.Matrix;
import dev.kith.structure.StructurePenalty;
import java.util.List;

/** Chooses the solver for a problem and turns its answer into a {@link Solution}. */
final class Solvers {
    /**
     * Known structures with the squared loss are linear systems, solved to rounding whatever tolerance is asked. The
     * objective is flat at its minimum: an excess of 1e-22 is an error of about 1e-11 in the weights.
     */
    private static final double EXACT = 1e-22;

    private Solvers() {}

    static Solution solve(Problem problem, ConvexTrainer trainer, List<String> tasks, Monitor monitor) {
        double lambda = trainer.lambda();
        StructurePenalty penalty = trainer.relation().penalty(tasks, lambda);
        if (!penalty.fixed() || trainer.loss().classification()) {
            throw new IllegalArgumentException("method '" + trainer.relation().name() + "' with loss '"
                    + trainer.loss().name() + "' is not available");
        }
        Quadratic v = new Quadratic(problem);
        KnownStructure step = new KnownStructure(v, lambda);
        Matrix a = penalty.step(Matrix.zeros(problem.tasks, problem.tasks), 0);
        Matrix wt = step.solve(
                a,
                Matrix.zeros(problem.tasks, problem.dim),
                EXACT,
                trainer.options().maxIterations());
        Certificate certificate = QuadraticCertificate.at(v, penalty, lambda, wt);
        monitor.done(step.iterations(), certificate);
        return solution(
                problem, v.toBasis(wt), v.intercepts(), penalty.shown(a), certificate, step.iterations(), monitor);
    }

    private static Solution solution(
            Problem problem,
            Matrix wt,
            double[] centred,
            Matrix structure,
            Certificate certificate,
            int iterations,
            Monitor monitor) {
        Basis.Decoded decoded = problem.basis.decoder().apply(wt);
        double[] b = centred.clone();
        for (int t = 0; t < problem.tasks && problem.intercept; t++) {
            b[t] -= decoded.offset()[t];
            for (int j = 0; j < problem.dim; j++) {
                b[t] -= problem.mean[t * problem.dim + j] * wt.get(t, j);
            }
        }
        return new Solution(
                decoded.coefficients(), b, structure, certificate, iterations, monitor.status(), monitor.history());
    }
}
