package dev.kith.convex.solver;

import dev.kith.convex.basis.ClassRows;
import dev.kith.convex.basis.Problem;
import dev.kith.linalg.Matrix;
import dev.kith.loss.JointLoss;
import dev.kith.loss.Loss;
import dev.kith.model.Training;
import java.util.Arrays;

/**
 * A loss of all classes of a row together: V(W) = sum_i w_i loss(own_i, z_i), z_it = (phi(x_i) - mean_t)'w_t + b_t. Intercepts are
 * those of the last step of {@link Splitting}, the one solver for it: with any intercepts a certificate is true.
 */
public final class JointTerm implements DataTerm, Splitting.Losses {
    private final Problem problem;
    private final JointLoss loss;
    private final ClassRows rows;
    private final double[] z;
    private double[] b;

    public JointTerm(Problem problem, Loss loss) {
        this.problem = problem;
        this.loss = loss.joint().orElseThrow();
        rows = new ClassRows(problem.classes, problem.start, problem.row, problem.y, problem.w, loss.name());
        z = new double[problem.size()];
        b = new double[problem.tasks];
    }

    @Override
    public Problem problem() {
        return problem;
    }

    @Override
    public int tasks() {
        return problem.tasks;
    }

    @Override
    public int dim() {
        return problem.dim;
    }

    @Override
    public boolean smooth() {
        return false;
    }

    @Override
    public void proxInto(double[] next, double[] v, double tau) {
        double[] from = new double[rows.classes()];
        double[] to = new double[rows.classes()];
        for (int i = 0; i < rows.rows(); i++) {
            rows.gather(from, i, v);
            rows.gather(to, i, next);
            loss.proxInto(to, rows.own(i), from, tau);
            rows.scatter(next, i, to);
        }
    }

    @Override
    public double evaluate(Matrix wt) {
        problem.passes().predictInto(z, wt);
        for (int t = 0; t < problem.tasks; t++) {
            for (int o = problem.start[t]; o < problem.start[t + 1]; o++) {
                z[o] += b[t];
            }
        }
        return value(z);
    }

    @Override
    public double value(double[] predictions) {
        double sum = 0;
        double[] row = new double[rows.classes()];
        for (int i = 0; i < rows.rows(); i++) {
            rows.gather(row, i, predictions);
            sum += rows.weight(i) * loss.value(rows.own(i), row);
        }
        return sum;
    }

    @Override
    public Certificate certificate(Matrix wt, double[] intercepts, double cost, Regularizer penalty, double[] theta) {
        b = intercepts.clone();
        return new Certificate(evaluate(wt) + cost, dual(penalty, theta));
    }

    @Override
    public Certificate certificate(Regularizer penalty, Matrix wt, double cost) {
        return certificate(wt, b, cost, penalty, new double[problem.size()]);
    }

    /** Multipliers in the simplex, and where there are intercepts with as much for each class as it has rows. */
    private double dual(Regularizer penalty, double[] theta) {
        double[] p = shares(theta);
        if (problem.intercept) {
            balance(p);
        }
        for (int i = 0; i < rows.rows(); i++) {
            for (int t = 0; t < rows.classes(); t++) {
                int o = rows.at(i, t);
                theta[o] = rows.weight(i) * ((t == rows.own(i) ? 1 : 0) - p[o]);
            }
        }
        Matrix half = Matrix.zeros(problem.tasks, problem.dim);
        problem.passes().gatherInto(half, theta);
        for (int k = 0; k < half.data().length; k++) {
            half.data()[k] /= 2;
        }
        Regularizer.DualTerm term = penalty.dual(half);
        double sum = 0;
        double[] row = new double[rows.classes()];
        for (int i = 0; i < rows.rows(); i++) {
            rows.gather(row, i, p);
            for (int t = 0; t < row.length; t++) {
                row[t] = term.c() * row[t] + (t == rows.own(i) ? 1 - term.c() : 0);
            }
            sum += rows.weight(i) * loss.conjugate(rows.own(i), row);
        }
        return -sum - term.sup();
    }

    private double[] shares(double[] theta) {
        double[] p = new double[theta.length];
        for (int i = 0; i < rows.rows(); i++) {
            double sum = 0;
            for (int t = 0; t < rows.classes(); t++) {
                int o = rows.at(i, t);
                double w = rows.weight(i);
                p[o] = Math.max(0, (t == rows.own(i) ? 1 : 0) - (w > 0 ? theta[o] / w : 0));
                sum += p[o];
            }
            for (int t = 0; t < rows.classes(); t++) {
                p[rows.at(i, t)] /= sum;
            }
        }
        return p;
    }

    /** Takes from classes that have too much, in proportion, and gives each row's part to those of its classes that have too little. */
    private void balance(double[] p) {
        double[] excess = new double[problem.tasks];
        double[] mass = new double[problem.tasks];
        for (int i = 0; i < rows.rows(); i++) {
            excess[rows.task(i, rows.own(i))] -= rows.weight(i);
            for (int t = 0; t < rows.classes(); t++) {
                mass[rows.task(i, t)] += rows.weight(i) * p[rows.at(i, t)];
            }
        }
        Arrays.setAll(excess, t -> excess[t] + mass[t]);
        double[] lacking = new double[problem.tasks / rows.classes()];
        for (int t = 0; t < problem.tasks; t++) {
            lacking[t / rows.classes()] += Math.min(0, excess[t]);
        }
        for (int i = 0; i < rows.rows(); i++) {
            if (!(lacking[rows.part(i)] < 0)) {
                continue;
            }
            double freed = 0;
            for (int t = 0; t < rows.classes(); t++) {
                int task = rows.task(i, t);
                if (excess[task] > 0) {
                    double part = p[rows.at(i, t)] * (excess[task] / mass[task]);
                    p[rows.at(i, t)] -= part;
                    freed += part;
                }
            }
            for (int t = 0; t < rows.classes(); t++) {
                double missing = Math.min(0, excess[rows.task(i, t)]);
                p[rows.at(i, t)] += freed * (missing / lacking[rows.part(i)]);
            }
        }
    }

    @Override
    public ProximalSolver proximal() {
        return new Splitting(this);
    }

    @Override
    public Supervised supervised(double lambda, Training training) {
        return new Supervised.Split(new Splitting(this), lambda, training);
    }

    @Override
    public Matrix toBasis(Matrix wt) {
        return wt;
    }

    @Override
    public double[] intercepts(Matrix wt) {
        return b.clone();
    }
}
