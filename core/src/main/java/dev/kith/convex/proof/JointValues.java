package dev.kith.convex.proof;

import dev.kith.convex.basis.ClassRows;
import dev.kith.convex.basis.Observations;
import dev.kith.convex.proof.Expansion.Multipliers;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import dev.kith.loss.JointLoss;
import dev.kith.loss.Loss;
import java.util.Arrays;

/**
 * Losses of all classes of a row together, as a proof needs them: their sum from above, and feasible multipliers with the sum
 * of their conjugates. Row i with weight w and shares p (in the simplex) has multipliers w (e_own - p).
 */
final class JointValues {
    private static final double UNITS = 0x1p-48;
    /** What is left for the right class, 1 less the others, is as small as its rounding at times, and its logarithm then large. */
    private static final double ENTROPY = 0x1p-44;
    /** A last bit of share, moved from one class to another, changes a conjugate by this many times as much at most. */
    private static final double STEEPEST = 64;

    private static final double UNBALANCED = 0x1p-98;
    /** Shares of other classes sum to 1 at most, rounding included. */
    private static final double INSIDE = 1 - 0x1p-40;

    private final JointLoss loss;
    private final ClassRows rows;
    private final int tasks;

    JointValues(Observations seen, Loss loss) {
        this.loss = loss.joint().orElseThrow();
        tasks = seen.tasks;
        rows = new ClassRows(seen.classes, seen.start, seen.row, seen.y, seen.w, loss.name());
    }

    /**
     * Adds the losses, and returns how much more they may be at predictions each off by no more than its error: a loss changes
     * by twice as much at most.
     */
    double addTo(TwofoldSum sum, double[] z, double[] error) {
        double off = 0;
        double[] row = new double[rows.classes()];
        for (int i = 0; i < rows.rows(); i++) {
            double farthest = 0;
            double largest = 0;
            for (int t = 0; t < row.length; t++) {
                int o = rows.at(i, t);
                row[t] = z[o];
                farthest = Math.max(farthest, error[o]);
                largest = Math.max(largest, Math.abs(z[o]));
            }
            double value = loss.value(rows.own(i), row);
            sum.add(rows.weight(i) * value);
            off += rows.weight(i) * (2 * farthest + UNITS * (row.length + value + largest));
        }
        return off * (1 + UNITS);
    }

    /**
     * Multipliers near {@code theta} with shares in the simplex and, where asked, as much for each class as it has rows: what
     * a class has too much is taken from its rows in proportion, and each row's part goes to the classes that have too little.
     */
    Multipliers feasible(double[] theta, boolean intercepts, int[] group, int[] row) {
        Twofold[] mass = masses(theta);
        if (intercepts) {
            balance(mass);
        }
        Multipliers made = new Multipliers(new double[theta.length], new double[theta.length], group, row, tasks);
        for (int i = 0; i < rows.rows(); i++) {
            for (int t = 0; t < rows.classes(); t++) {
                int o = rows.at(i, t);
                Twofold own = Twofold.of(t == rows.own(i) ? rows.weight(i) : 0);
                Twofold value = own.minus(mass[o]);
                made.hi()[o] = value.hi();
                made.lo()[o] = value.lo();
            }
        }
        return made;
    }

    /** w p by observation: no entry below 0, and w for each row in real numbers but for 2^-100 of it. */
    private Twofold[] masses(double[] theta) {
        Twofold[] mass = new Twofold[theta.length];
        for (int i = 0; i < rows.rows(); i++) {
            double w = rows.weight(i);
            double[] p = new double[rows.classes()];
            double others = 0;
            for (int t = 0; t < p.length; t++) {
                if (t != rows.own(i)) {
                    p[t] = w > 0 ? Math.max(0, -theta[rows.at(i, t)] / w) : 0;
                    others += p[t];
                }
            }
            double fit = others > INSIDE ? INSIDE / others : 1;
            Twofold left = Twofold.of(w);
            for (int t = 0; t < p.length; t++) {
                if (t != rows.own(i)) {
                    Twofold part = Twofold.of(fit * p[t]).times(w);
                    mass[rows.at(i, t)] = part;
                    left = left.minus(part);
                }
            }
            mass[rows.at(i, rows.own(i))] = left;
        }
        return mass;
    }

    private void balance(Twofold[] mass) {
        int classes = rows.classes();
        Twofold[] wanted = new Twofold[tasks];
        Twofold[] has = new Twofold[tasks];
        sumInto(wanted, has, mass);
        TwofoldSum[] lacking = new TwofoldSum[tasks / classes];
        Arrays.setAll(lacking, part -> new TwofoldSum());
        for (int t = 0; t < tasks; t++) {
            if (!(has[t].minus(wanted[t]).hi() > 0)) {
                lacking[t / classes].add(wanted[t].minus(has[t]));
            }
        }
        Twofold[] part = new Twofold[tasks];
        boolean[] gives = new boolean[tasks];
        for (int t = 0; t < tasks; t++) {
            Twofold excess = has[t].minus(wanted[t]);
            Twofold missing = lacking[t / classes].value();
            gives[t] = excess.hi() > 0;
            if (missing.hi() > 0) {
                part[t] = gives[t]
                        ? excess.dividedBy(has[t])
                        : wanted[t].minus(has[t]).dividedBy(missing);
            }
        }
        for (int i = 0; i < rows.rows(); i++) {
            if (lacking[rows.part(i)].value().hi() > 0) {
                move(mass, part, gives, i);
            }
        }
    }

    /** What every class has, and what it is to have. */
    private void sumInto(Twofold[] wanted, Twofold[] has, Twofold[] mass) {
        TwofoldSum[] own = new TwofoldSum[tasks];
        TwofoldSum[] all = new TwofoldSum[tasks];
        Arrays.setAll(own, t -> new TwofoldSum());
        Arrays.setAll(all, t -> new TwofoldSum());
        for (int i = 0; i < rows.rows(); i++) {
            own[rows.task(i, rows.own(i))].add(rows.weight(i));
            for (int t = 0; t < rows.classes(); t++) {
                all[rows.task(i, t)].add(mass[rows.at(i, t)]);
            }
        }
        Arrays.setAll(wanted, t -> own[t].value());
        Arrays.setAll(has, t -> all[t].value());
    }

    private void move(Twofold[] mass, Twofold[] part, boolean[] gives, int i) {
        Twofold freed = Twofold.of(0);
        for (int t = 0; t < rows.classes(); t++) {
            int task = rows.task(i, t);
            if (gives[task]) {
                int o = rows.at(i, t);
                Twofold moved = mass[o].times(part[task]);
                mass[o] = mass[o].minus(moved);
                freed = freed.plus(moved);
            }
        }
        for (int t = 0; t < rows.classes(); t++) {
            int task = rows.task(i, t);
            if (!gives[task]) {
                int o = rows.at(i, t);
                mass[o] = mass[o].plus(freed.times(part[task]));
            }
        }
    }

    /** No less than the sum of conjugates at c times the multipliers, c in [0, 1]: shares are drawn to the right class. */
    double conjugates(Multipliers theta, double c) {
        double sum = 0;
        double off = 0;
        double[] p = new double[rows.classes()];
        for (int i = 0; i < rows.rows(); i++) {
            double w = rows.weight(i);
            if (!(w > 0)) {
                continue;
            }
            double others = 0;
            for (int t = 0; t < p.length; t++) {
                if (t != rows.own(i)) {
                    p[t] = Math.max(0, -c * theta.hi()[rows.at(i, t)] / w);
                    others += p[t];
                }
            }
            p[rows.own(i)] = Math.max(0, 1 - others);
            double value = loss.conjugate(rows.own(i), p);
            sum += w * value;
            off += w * (p.length + Math.abs(value));
        }
        double moved = (theta.hi().length + 4) * UNBALANCED * theta.absolute() * STEEPEST;
        return sum + ENTROPY * off + (rows.rows() + 8) * 0x1p-50 * Math.abs(sum) + moved;
    }
}
