package dev.kith.check;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.DdMatrix;
import dev.kith.check.exact.Design;
import dev.kith.check.exact.Penalty;
import dev.kith.check.exact.Reference;
import dev.kith.check.exact.SharedPenalty;
import dev.kith.convex.CommonTrainer;
import dev.kith.convex.ConvexTrainer;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * sum of w loss(y, x'(w_0 + v_t) + b_t) + R(V) + cost lambda ||w_0||^2, R that of another method; attributes of tasks, as the saved model
 * names them, have no v_t.
 */
record CommonMethod(String name, ConvexMethod own, double cost) implements Method {
    /** Problems that cannot have a common part are posed without one. */
    private static boolean suits(Problem problem) {
        return problem.kernel().linear()
                && problem.setup().solver().equals("AUTO")
                && !problem.setup().targetScale().equals("TASK");
    }

    @Override
    public Trainer<? extends Model> trainer(Problem problem) {
        Trainer<? extends Model> usual = own.trainer(problem);
        return suits(problem) ? CommonTrainer.of((ConvexTrainer) usual, cost) : usual;
    }

    @Override
    public Reference reference(Problem problem, Saved saved) {
        if (!suits(problem)) {
            return own.reference(problem, saved);
        }
        FeatureSpace space = FeatureSpace.of(problem, saved);
        List<String> complaints = new ArrayList<>(space.complaints());
        Scaling.complain(problem, saved, complaints);
        int dim = space.phi().cols;
        int tasks = problem.tasks();
        DdMatrix u = unknowns(space, saved, dim, tasks);
        Design design = design(problem, saved, space.phi(), dim, tasks);
        Penalty penalty = new SharedPenalty(
                own.charge().of(problem, saved, dim),
                Methods.lambda(problem).times(Dd.of(cost)),
                tasks * dim,
                dim,
                held(saved, dim, tasks));
        return new Reference(design, penalty, u, design.exact(design.predict(u)).plus(penalty.exact(u)), complaints);
    }

    /** v_1, ..., v_T, w_0, b_1, ..., b_T: what is saved is w_0 and their sums. */
    private static DdMatrix unknowns(FeatureSpace space, Saved saved, int dim, int tasks) {
        DdMatrix u = new DdMatrix(tasks * dim + dim + tasks, 1);
        for (int j = 0; j < dim; j++) {
            Dd shared = Dd.of(saved.common()[j]).times(saved.featureScale()[j]).over(saved.labelScale()[0]);
            u.set(tasks * dim + j, 0, shared);
            for (int t = 0; t < tasks; t++) {
                u.set(t * dim + j, 0, space.weights().get(j, t).minus(shared));
            }
        }
        for (int t = 0; t < tasks; t++) {
            u.set(tasks * dim + dim + t, 0, space.intercepts()[t]);
        }
        return u;
    }

    private static int[] held(Saved saved, int dim, int tasks) {
        int[] attributes = saved.attributes();
        int[] held = new int[attributes.length * tasks];
        for (int k = 0; k < held.length; k++) {
            held[k] = k % tasks * dim + attributes[k / tasks];
        }
        return held;
    }

    private static Design design(Problem problem, Saved saved, DdMatrix phi, int dim, int tasks) {
        int size = problem.size();
        int[][] starts = new int[size][];
        Dd[][] factors = new Dd[size][];
        int[] intercept = new int[size];
        Dd[] y = new Dd[size];
        for (int o = 0; o < size; o++) {
            int t = problem.task()[o];
            starts[o] = new int[] {t * dim, tasks * dim};
            factors[o] = new Dd[] {Dd.ONE, Dd.ONE};
            intercept[o] = problem.setup().intercept() ? tasks * dim + dim + t : -1;
            y[o] = Dd.of(problem.label()[o]).minus(Dd.of(saved.labelMean()[t])).over(saved.labelScale()[t]);
        }
        return new Design(
                tasks * dim + dim + tasks,
                problem.loss(),
                phi,
                Arrays.copyOf(problem.row(), size),
                starts,
                factors,
                intercept,
                y,
                problem.objectiveWeights());
    }
}
