package dev.kith.check;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.DdMatrix;
import dev.kith.check.exact.Design;
import dev.kith.check.exact.KernelKind;
import dev.kith.check.exact.KnownPenalty;
import dev.kith.check.exact.LossKind;
import dev.kith.check.exact.Penalty;
import dev.kith.check.exact.Reference;
import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.Solver;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * sum of w loss(y, phi(x)'w_t + b_t) + R(W), every task with weights of its own; or with {@code pooled} the same for all
 * tasks.
 *
 * @param relation the trainer's own description of the relation
 * @param penalty of a linear model, in place of a relation
 * @param charge R, from its definition
 */
record ConvexMethod(
        String name,
        @Nullable Function<List<String>, Relation> relation,
        @Nullable WeightPenalty penalty,
        Charge charge,
        boolean pooled)
        implements Method {
    /** Makes R for a problem whose features number {@code dim}. */
    interface Charge {
        Penalty of(Problem problem, Saved saved, int dim);
    }

    ConvexMethod(String name, Function<List<String>, Relation> relation, Charge charge) {
        this(name, relation, null, charge, false);
    }

    ConvexMethod(WeightPenalty penalty, Charge charge) {
        this(penalty.name(), null, penalty, charge, false);
    }

    static Training training(Problem problem) {
        Problem.Setup setup = problem.setup();
        return Training.defaults()
                .withIntercept(setup.intercept())
                .withScaling(setup.standardize(), TargetScale.valueOf(setup.targetScale()))
                .withWeighting(setup.byTask() ? Training.Weighting.TASK : Training.Weighting.OBSERVATION)
                .withStopping(setup.tolerance(), setup.maxIterations())
                .withSeed(problem.seed());
    }

    static Kernel kernel(KernelKind kernel) {
        return Kernels.parse(
                switch (kernel.name()) {
                    case "linear" -> "linear";
                    case "polynomial" -> "polynomial:" + (int) kernel.first() + ":" + kernel.second();
                    default -> kernel.name() + ":" + kernel.first();
                });
    }

    static Loss loss(LossKind loss) {
        return Losses.parse(loss.written);
    }

    @Override
    public Trainer<? extends Model> trainer(Problem problem) {
        if (relation == null) {
            return new LinearTrainer(
                    loss(problem.loss()), Objects.requireNonNull(penalty), problem.lambda(), training(problem));
        }
        return new ConvexTrainer(
                        loss(problem.loss()),
                        kernel(problem.kernel()),
                        relation.apply(problem.taskNames()),
                        problem.lambda(),
                        training(problem))
                .withSolver(Solver.valueOf(problem.setup().solver()))
                .withApproximation(Approximation.parse(problem.setup().approximation()));
    }

    @Override
    public Reference reference(Problem problem, Saved saved) {
        FeatureSpace space = FeatureSpace.of(problem, saved);
        List<String> complaints = new ArrayList<>(space.complaints());
        Scaling.complain(problem, saved, complaints);
        for (Dd b : space.intercepts()) {
            if (!problem.setup().intercept() && (b.hi() != 0 || b.lo() != 0)) {
                complaints.add("an intercept was saved though there should be none: " + b);
                break;
            }
        }
        int dim = space.phi().cols;
        DdMatrix own = unknowns(space);
        Design design = design(problem, saved, space.phi(), false);
        if (!pooled) {
            Penalty penalty = charge.of(problem, saved, dim);
            Dd objective = design.exact(design.predict(own)).plus(penalty.exact(own));
            return new Reference(design, penalty, own, objective, complaints);
        }
        Penalty each = new KnownPenalty(DdMatrix.identity(problem.tasks()), Dd.of(problem.lambda()), dim);
        Dd objective = design.exact(design.predict(own)).plus(each.exact(own));
        return new Reference(
                design(problem, saved, space.phi(), true),
                charge.of(problem, saved, dim),
                common(own, dim, saved, complaints),
                objective,
                complaints);
    }

    private static DdMatrix unknowns(FeatureSpace space) {
        int dim = space.phi().cols;
        int tasks = space.intercepts().length;
        DdMatrix u = new DdMatrix(tasks * (dim + 1), 1);
        for (int t = 0; t < tasks; t++) {
            for (int j = 0; j < dim; j++) {
                u.set(t * dim + j, 0, space.weights().get(j, t));
            }
            u.set(tasks * dim + t, 0, space.intercepts()[t]);
        }
        return u;
    }

    /** The weights of the first task; all others must have the same but for rounding. */
    private static DdMatrix common(DdMatrix own, int dim, Saved saved, List<String> complaints) {
        int tasks = saved.intercept().length;
        DdMatrix u = new DdMatrix(dim + 1, 1);
        double close = 1e-9 * own.maxAbs().hi();
        for (int t = 0; t < tasks; t++) {
            // intercepts in the user's units are rounded there
            close += 1e-15 * (Math.abs(saved.intercept()[t]) + Math.abs(saved.labelMean()[t])) / saved.labelScale()[t];
        }
        for (int j = 0; j <= dim; j++) {
            u.set(j, 0, own.get(j < dim ? j : tasks * dim, 0));
            for (int t = 1; t < tasks; t++) {
                Dd other = own.get(j < dim ? t * dim + j : tasks * dim + t, 0);
                if (Math.abs(other.minus(u.get(j, 0)).hi()) > close) {
                    complaints.add("pooled tasks have different weights");
                }
            }
        }
        return u;
    }

    private static Design design(Problem problem, Saved saved, DdMatrix phi, boolean pooled) {
        int dim = phi.cols;
        int models = pooled ? 1 : problem.tasks();
        int[][] starts = new int[problem.size()][];
        Dd[][] factors = new Dd[problem.size()][];
        int[] intercept = new int[problem.size()];
        Dd[] y = new Dd[problem.size()];
        for (int o = 0; o < y.length; o++) {
            int t = problem.task()[o];
            int model = pooled ? 0 : t;
            starts[o] = new int[] {model * dim};
            factors[o] = new Dd[] {Dd.ONE};
            intercept[o] = problem.setup().intercept() ? models * dim + model : -1;
            y[o] = Dd.of(problem.label()[o]).minus(Dd.of(saved.labelMean()[t])).over(saved.labelScale()[t]);
        }
        return new Design(
                models * (dim + 1),
                problem.loss(),
                phi,
                Arrays.copyOf(problem.row(), problem.size()),
                starts,
                factors,
                intercept,
                y,
                problem.objectiveWeights());
    }
}
