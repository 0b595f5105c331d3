package dev.kith.convex.solver;

import dev.kith.convex.basis.TaskGrams;
import dev.kith.linalg.Matrix;
import org.jspecify.annotations.Nullable;

/**
 * min over W of V(W) + R(W) for a smooth loss V and a penalty R with a proximal step, by proximal Newton steps [1]:
 *
 * <pre>
 *   W+ = argmin over X of  V(W) + g'(X - W) + (X - W)'H (X - W) / 2 + R(X),    g, H the derivatives of V at W
 *   W  = W + s (W+ - W),   s = 1, 1/2, 1/4, ... until the objective falls by a share of what was promised
 * </pre>
 *
 * <p>With respect to W the expansion is a squared loss, task by task, and is minimised as one: a linear system where the
 * structure is known, else the splitting, which goes on from the multipliers of the expansion before. A pass over the rows is
 * made for g and the gap; H, which costs as much as {@code dim} / 4 of them, is kept while the gap falls fast without it.
 *
 * <p>[1] Lee, Sun, Saunders, Proximal Newton-type methods for minimizing composite functions, 2014.
 */
public final class ProximalNewton implements ProximalSolver {
    /** H is kept while every step leaves no more than this share of the gap. */
    private static final double FAST = 0.1;
    /** How much of the gap is left to the minimum of the expansion: linear systems are cheap, splitting is not. */
    private static final double KNOWN_SHARE = 1e-3;

    private static final double LEARNED_SHARE = 1e-2;
    private static final double SUFFICIENT = 1e-4;
    private static final double ROUNDING = 1e-14;
    /** Steps shorter than this show that second derivatives say little: upper bounds take their place. */
    private static final double SHORT = 0.05;

    private static final double SHORTEST = 1e-4;
    /** Where no step helps, the next minimum of an expansion is asked for with so much less error. */
    private static final double CLOSER = 0.1;

    /** With a gap like this, and a known structure, the next step does not end anywhere near. */
    private static final double FAR = 0.5;

    private static final int POLISHES = 2;
    private static final double EXACT = 1e-24;

    private static final int WIDEST = 500;
    private static final long MOST_NUMBERS = 1L << 24;

    private final Margins v;
    private Matrix wt;
    private @Nullable TaskGrams bends;
    private @Nullable QuadraticSplitting splitting;
    private boolean bounded;
    private double step;
    private double closer = 1;
    /** Iterations inside the steps of this fit. */
    private long work;

    private double bound;
    private Matrix boundAt;

    public ProximalNewton(Margins v) {
        this.v = v;
        wt = Matrix.zeros(v.tasks(), v.dim());
        boundAt = wt;
    }

    /** The solver for a smooth loss: this one where second derivatives can be had at a price that pays, else gradients. */
    public static ProximalSolver orGradient(Margins v) {
        return suits(v) ? new ProximalNewton(v) : new ProximalGradient(v);
    }

    /** Whether second derivatives can be had at a price that pays. */
    static boolean suits(Margins v) {
        long numbers = (long) v.tasks() * v.dim() * v.dim();
        return v.differentiable() && v.dense() && v.dim() <= WIDEST && numbers <= MOST_NUMBERS;
    }

    /** Where an expansion has its minimum, the penalty there, and weights that may give a better bound. */
    private record Target(Matrix wt, double cost, @Nullable Matrix dual) {}

    @Override
    public Minimum solve(Regularizer.Proximal r, Monitor monitor) {
        Matrix gradient = Matrix.zeros(v.tasks(), v.dim());
        double value = v.valueAndGradientInto(gradient, wt);
        double cost = r.value(wt);
        bound = Double.NEGATIVE_INFINITY;
        offer(v.dual(r, gradient), wt);
        Certificate certificate = new Certificate(value + cost, bound);
        int iteration = 0;
        work = 0;
        while (!monitor.done(iteration, certificate) && !monitor.exhausted(work)) {
            iteration++;
            bends = bends == null ? v.bends(bounded, r instanceof FixedRegularizer && certificate.gap() > FAR) : bends;
            Target target = target(r, expanded(bends, gradient, value), certificate.gap(), monitor);
            if (target.dual != null) {
                v.evaluate(target.dual);
                offer(v.dual(r), target.dual);
            }
            cost = move(r, target, gradient, value, cost);
            value = v.gradientInto(gradient);
            offer(v.dual(r, gradient), wt);
            double before = certificate.gap();
            certificate = new Certificate(value + cost, bound);
            bounded = step < SHORT;
            closer = step > 0 ? 1 : CLOSER * closer;
            bends = step < 1 || !(certificate.gap() <= FAST * before) ? null : bends;
        }
        return new Minimum(
                wt, certificate, iteration, boundAt.equals(wt) ? Minimum.Dual.OWN : Minimum.Dual.at(boundAt));
    }

    /**
     * Newton steps to rounding from the last minimum, for a known structure. The objective is flat there: one that is right
     * to all digits leaves half of them to the gradient, from which bounds are made.
     */
    Matrix polished(FixedRegularizer known, int maxIterations) {
        Matrix gradient = Matrix.zeros(v.tasks(), v.dim());
        double objective = v.evaluate(wt) + known.value(wt);
        for (int k = 0; k < POLISHES; k++) {
            double value = v.gradientInto(gradient);
            Quadratic expansion = expanded(v.bends(false, false), gradient, value);
            Matrix next = known.minimum(expansion, wt, EXACT, maxIterations);
            double there = v.evaluate(next) + known.value(next);
            if (!(there <= objective + ROUNDING * Math.abs(objective))) {
                v.evaluate(wt);
                return wt;
            }
            wt = next;
            objective = there;
        }
        return wt;
    }

    /** Keeps the best lower bound, with the weights whose residuals give it. */
    private void offer(double dual, Matrix at) {
        if (dual > bound) {
            bound = dual;
            boundAt = at;
        }
    }

    /** V at W and close to it: W'GW - 2 H'W + a constant, G half the second derivatives. */
    private Quadratic expanded(TaskGrams half, Matrix gradient, double value) {
        Matrix h = Matrix.zeros(v.tasks(), v.dim());
        half.applyInto(h, wt);
        double square = h.dot(wt);
        for (int i = 0; i < h.data().length; i++) {
            h.data()[i] -= gradient.data()[i] / 2;
        }
        return Quadratic.expanded(v.problem, half, h, value - square + 2 * h.dot(wt));
    }

    private Target target(Regularizer.Proximal r, Quadratic expansion, double gap, Monitor monitor) {
        if (r instanceof FixedRegularizer known) {
            Matrix found =
                    known.minimum(expansion, wt, closer * monitor.share(gap, KNOWN_SHARE), monitor.maxIterations());
            return new Target(found, r.value(found), null);
        }
        splitting = splitting == null ? new QuadraticSplitting(expansion) : splitting.on(expansion);
        Minimum found = splitting.solve(r, monitor.inner(closer * monitor.share(gap, LEARNED_SHARE)));
        work += found.iterations();
        return new Target(found.wt().copy(), splitting.cost(), found.dual().wt().orElse(null));
    }

    /** Moves W towards the target as far as the objective falls; V is then evaluated there. Returns the penalty. */
    private double move(Regularizer.Proximal r, Target target, Matrix gradient, double value, double cost) {
        Matrix from = wt;
        double promised = Math.min(0, gradient.dot(target.wt) - gradient.dot(from) + target.cost - cost);
        double objective = value + cost;
        step = 1;
        wt = target.wt;
        double there = target.cost;
        while (!(v.evaluate(wt) + there <= objective + SUFFICIENT * step * promised + ROUNDING * Math.abs(objective))) {
            step = step > SHORTEST ? step / 2 : 0;
            if (step == 0) {
                wt = from;
                v.evaluate(from);
                return cost;
            }
            wt = from.plus(step, target.wt.plus(-1, from));
            there = r.value(wt);
        }
        return there;
    }
}
