package dev.kith.convex.stationary;

import dev.kith.convex.basis.Problem;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.numeric.Concurrent;

/**
 * The lasso of every task for a loss with a slope everywhere, by Newton's method: the loss is expanded to second order, the lasso of the expansion
 * solved exactly, and the step towards its solution shortened until the objective falls enough [1]. The intercept is one more variable, free of charge.
 *
 * <p>[1] Lee, Sun and Saunders, Proximal Newton-type methods for minimizing composite functions, 2014.
 */
final class NewtonCodes implements CodeStep {
    private static final int MOST_ROUNDS = 100;
    private static final int MOST_HALVINGS = 40;
    private static final double ENOUGH = 1e-4;
    /** Optimality conditions hold to this, relative to mu. */
    private static final double SETTLED = 1e-11;
    /** Second derivatives below this share of the task's largest count as that. */
    private static final double LEAST_BEND = 1e-7;

    private static final double ROUNDING = 1e-13;

    private final Problem problem;
    private final Loss loss;
    private final double[] b;

    NewtonCodes(Problem problem, Loss loss) {
        this.problem = problem;
        this.loss = loss;
        b = new double[problem.tasks];
    }

    @Override
    public void solveInto(Matrix codes, Matrix basis, double mu) {
        int k = basis.rows();
        double[][] outputs = new double[k][problem.size()];
        Matrix rows = Matrix.zeros(problem.tasks, problem.dim);
        for (int i = 0; i < k; i++) {
            CodeStep.repeatInto(rows, basis, i);
            problem.predictInto(outputs[i], rows);
        }
        Concurrent.blocks(problem.tasks, BLOCK, (from, to) -> {
            for (int t = from; t < to; t++) {
                Task task = new Task(outputs, mu, t, codes.row(t));
                task.solve();
                System.arraycopy(task.s, 0, codes.data(), t * k, k);
                b[t] = task.s[k];
            }
        });
    }

    /** One task; its variables are the codes and, last, the intercept. */
    private final class Task {
        private final double[][] outputs;
        private final int from;
        private final int to;
        private final double[] cost;
        private final double[] gradient;
        private final Matrix q;
        private double[] s;

        Task(double[][] outputs, double mu, int t, double[] codes) {
            this.outputs = outputs;
            from = problem.start[t];
            to = problem.start[t + 1];
            int k = codes.length;
            s = java.util.Arrays.copyOf(codes, k + 1);
            s[k] = b[t];
            cost = new double[k + 1];
            java.util.Arrays.fill(cost, 0, k, mu);
            cost[k] = problem.intercept ? 0 : Double.POSITIVE_INFINITY;
            gradient = new double[k + 1];
            q = Matrix.zeros(k + 1, k + 1);
        }

        void solve() {
            if (from == to) {
                java.util.Arrays.fill(s, 0);
                return;
            }
            for (int round = 0; round < MOST_ROUNDS; round++) {
                expand();
                if (violation() <= SETTLED * cost[0] || !step()) {
                    return;
                }
            }
        }

        private double output(int i, int o) {
            return i < outputs.length ? outputs[i][o] : 1;
        }

        private double margin(double[] at, int o) {
            double z = at[outputs.length];
            for (int i = 0; i < outputs.length; i++) {
                z += at[i] * outputs[i][o];
            }
            return z;
        }

        private double value(double[] at) {
            double sum = 0;
            for (int o = from; o < to; o++) {
                sum += problem.w[o] * loss.value(problem.y[o], margin(at, o));
            }
            return sum + charge(at);
        }

        private double charge(double[] at) {
            double sum = 0;
            for (int i = 0; i < outputs.length; i++) {
                sum += cost[i] * Math.abs(at[i]);
            }
            return sum;
        }

        /** The gradient of the loss, and half its second derivative. */
        private void expand() {
            java.util.Arrays.fill(gradient, 0);
            java.util.Arrays.fill(q.data(), 0);
            double[] bend = new double[to - from];
            double most = 0;
            for (int o = from; o < to; o++) {
                double z = margin(s, o);
                bend[o - from] = loss.bend(problem.y[o], z);
                most = Math.max(most, bend[o - from]);
                double slope = problem.w[o] * loss.slope(problem.y[o], z);
                for (int i = 0; i < gradient.length; i++) {
                    gradient[i] += slope * output(i, o);
                }
            }
            double least = LEAST_BEND * (most > 0 ? most : 1);
            for (int o = from; o < to; o++) {
                double weight = problem.w[o] * Math.max(least, bend[o - from]) / 2;
                for (int i = 0; i < gradient.length; i++) {
                    for (int j = 0; j < gradient.length; j++) {
                        q.add(i, j, weight * output(i, o) * output(j, o));
                    }
                }
            }
        }

        private double violation() {
            double most = problem.intercept ? Math.abs(gradient[outputs.length]) : 0;
            for (int i = 0; i < outputs.length; i++) {
                most = Math.max(most, Stationarity.away(gradient[i], s[i], cost[i]));
            }
            return most;
        }

        /** Moves towards the lasso's solution; false where that lowers nothing any more. */
        private boolean step() {
            int n = s.length;
            double[] r = new double[n];
            for (int i = 0; i < n; i++) {
                r[i] = -gradient[i] / 2;
                for (int j = 0; j < n; j++) {
                    r[i] += q.get(i, j) * s[j];
                }
            }
            double[] target = s.clone();
            new SmallLasso(q, r, cost, false).solveInto(target);
            double promised = charge(target) - charge(s);
            for (int i = 0; i < n; i++) {
                promised += gradient[i] * (target[i] - s[i]);
            }
            double now = value(s);
            if (promised > -ROUNDING * now) {
                // Values no longer tell these points apart, their slopes do: Newton's step is the better one.
                s = target;
                return false;
            }
            double step = 1;
            for (int halving = 0; halving < MOST_HALVINGS; halving++) {
                double[] trial = s.clone();
                for (int i = 0; i < n; i++) {
                    trial[i] = step == 1 ? target[i] : s[i] + step * (target[i] - s[i]);
                }
                if (value(trial) <= now + ENOUGH * step * promised) {
                    s = trial;
                    return true;
                }
                step /= 2;
            }
            return false;
        }
    }
}
