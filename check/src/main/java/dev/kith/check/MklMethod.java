package dev.kith.check;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.DdMatrix;
import dev.kith.check.exact.Design;
import dev.kith.check.exact.NormPenalty;
import dev.kith.check.exact.Penalty;
import dev.kith.check.exact.Reference;
import dev.kith.linalg.SparseRows;
import dev.kith.mkl.MklOptions;
import dev.kith.mkl.MklTrainer;
import dev.kith.mkl.TaskKernels;
import dev.kith.mkl.Views;
import dev.kith.model.Model;
import dev.kith.model.NodeModel;
import dev.kith.model.Trainer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Multiple kernel learning with one view of all features: node vectors v_g, f_t(x) = b_t + sum over nodes g of t of v_g'x,
 *
 * <pre>  1/2 (sum_m r_m^(p/(p+1)))^((p+1)/p) + sum_i c_i loss,   r_m = sum over nodes g of kernel m of |v_g|^2 / a^2,  </pre>
 *
 * a^2 the factor that brings |x|^2 to 1 on average by cost. C is 1/(2 lambda).
 *
 * @param kernels the tasks of every node of every kernel
 * @param union whether all tasks are one, with one intercept
 */
record MklMethod(String name, TaskKernels described, List<List<List<Integer>>> kernels, double p, boolean union)
        implements Method {
    private static double cost(Problem problem) {
        return Math.min(1e300, 1 / (2 * problem.lambda()));
    }

    @Override
    public Trainer<? extends Model> trainer(Problem problem) {
        return new MklTrainer(
                name,
                ConvexMethod.loss(problem.loss()),
                Views.all(),
                described,
                p,
                cost(problem),
                ConvexMethod.training(problem),
                MklOptions.defaults());
    }

    /** C times weight, times (mean total of the tasks) / (total of the task) where tasks count alike. */
    private static Dd[] costs(Problem problem) {
        Dd[] total = new Dd[problem.tasks()];
        Arrays.fill(total, Dd.ZERO);
        for (int o = 0; o < problem.size(); o++) {
            total[problem.task()[o]] = total[problem.task()[o]].plus(problem.weight()[o]);
        }
        Dd sum = Dd.ZERO;
        int used = 0;
        for (Dd own : total) {
            sum = sum.plus(own);
            used += own.isPositive() ? 1 : 0;
        }
        Dd[] c = new Dd[problem.size()];
        for (int o = 0; o < c.length; o++) {
            c[o] = Dd.of(cost(problem)).times(problem.weight()[o]);
            if (problem.setup().byTask() && total[problem.task()[o]].isPositive()) {
                c[o] = c[o].times(sum).over(used).over(total[problem.task()[o]]);
            }
        }
        return c;
    }

    private List<List<Integer>> nodes() {
        return kernels.stream().flatMap(List::stream).toList();
    }

    @Override
    public Reference reference(Problem problem, Saved saved) {
        NodeModel model = java.util.Objects.requireNonNull(saved.nodes());
        int d = problem.features();
        List<List<Integer>> nodes = nodes();
        List<String> complaints = new ArrayList<>();
        Scaling.complain(problem, saved, complaints);
        DdMatrix phi = new DdMatrix(problem.x().length, d);
        for (int i = 0; i < phi.rows; i++) {
            for (int j = 0; j < d; j++) {
                Dd centred = Dd.of(problem.x()[i][j]).minus(Dd.of(saved.featureMean()[j]));
                phi.set(i, j, centred.over(saved.featureScale()[j]));
            }
        }
        Dd[] c = costs(problem);
        int[] component = new int[nodes.size() * d];
        for (int m = 0, g = 0; m < kernels.size(); m++) {
            for (int k = 0; k < kernels.get(m).size(); k++, g++) {
                Arrays.fill(component, g * d, (g + 1) * d, m);
            }
        }
        Penalty penalty = new NormPenalty(component, kernels.size(), p, viewScale(problem, phi, c));
        DdMatrix u = unknowns(problem, saved, model, complaints);
        Design design = design(problem, saved, phi, c);
        Dd objective = design.exact(design.predict(u)).plus(penalty.exact(u));
        return new Reference(design, penalty, u, objective, complaints);
    }

    /** sum of costs over sum of costs times |x|^2. */
    private static Dd viewScale(Problem problem, DdMatrix phi, Dd[] c) {
        Dd sum = Dd.ZERO;
        Dd total = Dd.ZERO;
        for (int o = 0; o < c.length; o++) {
            int i = problem.row()[o];
            sum = sum.plus(c[o].times(DdMatrix.dot(phi, i, phi, i, phi.cols)));
            total = total.plus(c[o]);
        }
        return sum.isPositive() ? total.over(sum) : Dd.ONE;
    }

    private DdMatrix unknowns(Problem problem, Saved saved, NodeModel model, List<String> complaints) {
        int d = problem.features();
        List<List<Integer>> nodes = nodes();
        DdMatrix u = new DdMatrix(nodes.size() * d + problem.tasks(), 1);
        SparseRows members = model.members();
        int first = 0;
        for (int g = 0; g < members.rows(); g++) {
            List<Integer> tasks = new ArrayList<>();
            double value = 1;
            for (int k = members.start(g); k < members.end(g); k++) {
                tasks.add(members.index(k));
                value = members.value(k);
            }
            int kernel = model.kernelOf().get(g);
            first = kernels.stream().limit(kernel).mapToInt(List::size).sum();
            int at = kernels.get(kernel).indexOf(tasks);
            if (at < 0) {
                complaints.add("a node of tasks " + tasks + " was saved that kernel " + kernel + " does not have");
                continue;
            }
            SparseRows weights = model.weights();
            for (int k = weights.start(g); k < weights.end(g); k++) {
                u.add(
                        (first + at) * d + weights.index(k),
                        0,
                        Dd.of(weights.value(k)).times(value));
            }
        }
        for (int t = 0; t < problem.tasks(); t++) {
            Dd b = Dd.of(saved.intercept()[t])
                    .minus(Dd.of(saved.labelMean()[t]))
                    .over(saved.labelScale()[t]);
            u.set(nodes.size() * d + t, 0, b);
        }
        return u;
    }

    private Design design(Problem problem, Saved saved, DdMatrix phi, Dd[] c) {
        int d = phi.cols;
        List<List<Integer>> nodes = nodes();
        int[][] starts = new int[problem.size()][];
        Dd[][] factors = new Dd[problem.size()][];
        int[] intercept = new int[problem.size()];
        Dd[] y = new Dd[problem.size()];
        for (int o = 0; o < y.length; o++) {
            int t = problem.task()[o];
            starts[o] = java.util.stream.IntStream.range(0, nodes.size())
                    .filter(g -> nodes.get(g).contains(t))
                    .map(g -> g * d)
                    .toArray();
            factors[o] = new Dd[starts[o].length];
            Arrays.fill(factors[o], Dd.ONE);
            intercept[o] = problem.setup().intercept() ? nodes.size() * d + (union ? 0 : t) : -1;
            y[o] = Dd.of(problem.label()[o]).minus(Dd.of(saved.labelMean()[t])).over(saved.labelScale()[t]);
        }
        return new Design(
                nodes.size() * d + problem.tasks(),
                problem.loss(),
                phi,
                problem.row().clone(),
                starts,
                factors,
                intercept,
                y,
                c);
    }
}
