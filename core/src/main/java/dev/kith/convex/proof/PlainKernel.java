package dev.kith.convex.proof;

import dev.kith.convex.basis.KernelBlocks;
import dev.kith.convex.basis.TiedCoefficients;
import dev.kith.kernel.PreciseRows;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.TwofoldSum;
import dev.kith.numeric.Concurrent;
import java.util.Arrays;
import java.util.Optional;

/**
 * Kernel values of the training inputs against themselves, f_t = sum_i k(., x_i) B_it, where both values and their sums are
 * doubles with bounds of their errors.
 *
 * <p>The penalty of a learned structure has a kink where weights have fewer directions than tasks, and an error of C K C'
 * counts there by its root. So coefficients are turned first, to directions Q'C of which the superfluous ones are rounding
 * alone: errors are relative to what is summed up, and stay as small as that. Where inputs have one task each and its
 * coefficients are a_s alpha_i for the inputs i of task s, as those of an exact minimum are, the penalty is A N A' with N =
 * (alpha'K alpha)_st, which takes as many products as K has entries and no root either.
 */
final class PlainKernel extends KernelExpansion {
    /** Terms of a gathered sum that are added up before they are added to the others. */
    private static final int RUN = 64;
    /** Coefficients further from a_s alpha_i than this, relative to their sizes, are not of that form. */
    private static final double TIED = 0x1p-48;

    private final KernelBlocks k;
    /** The only task that an input has labels of; -1 where there are several, or none. */
    private final int[] owner;

    PlainKernel(PreciseRows values, int n, ProofData data) {
        super(n, values);
        k = new KernelBlocks(values, n);
        owner = new int[n];
        Arrays.fill(owner, Integer.MAX_VALUE);
        for (int o = 0; o < data.size(); o++) {
            int row = data.seen.row[o];
            owner[row] = owner[row] == Integer.MAX_VALUE || owner[row] == data.task[o] ? data.task[o] : -1;
        }
        Arrays.setAll(owner, i -> owner[i] == Integer.MAX_VALUE ? -1 : owner[i]);
    }

    @Override
    public boolean plain() {
        return true;
    }

    @Override
    public double error() {
        return k.error();
    }

    @Override
    public double largest() {
        return k.largest();
    }

    @Override
    public double reach() {
        return Math.sqrt(k.largest() + k.error());
    }

    /** What a sum of values times numbers with this absolute sum may be off by. */
    private double off(double absolute, double roundings) {
        return absolute * (k.error() + (roundings + 1) * KernelBlocks.UNIT * k.largest())
                + k.size() * Double.MIN_NORMAL;
    }

    private static double absolute(Matrix c, int t) {
        double sum = 0;
        for (int i = t * c.cols(); i < (t + 1) * c.cols(); i++) {
            sum += Math.abs(c.data()[i]);
        }
        return sum * (1 + c.cols() * KernelBlocks.UNIT);
    }

    @Override
    public void predictInto(double[] hi, double[] lo, double[] error, ProofData data, Coefficients model) {
        double[] off = new double[data.seen.tasks];
        Arrays.setAll(off, t -> off(absolute(model.c(), t), k.dotRoundings()));
        Concurrent.blocks(hi.length, RUN, (from, to) -> {
            for (int o = from; o < to; o++) {
                int t = data.task[o];
                hi[o] = k.dot(data.seen.row[o], model.c().data(), t * k.size()) + model.intercept()[t];
                error[o] = off[t] + Math.abs(hi[o]) * Proof.UNITS;
            }
        });
    }

    /** Multipliers are sorted by group. */
    @Override
    public void gatherInto(Matrix hi, Matrix lo, ProofData data, Multipliers theta) {
        gatherInto(hi, theta);
    }

    private void gatherInto(Matrix sums, Multipliers theta) {
        int[] start = starts(theta);
        Concurrent.forEach(theta.groups(), g -> {
            double[] sum = new double[k.size()];
            double[] run = new double[k.size()];
            for (int from = start[g]; from < start[g + 1]; from += RUN) {
                for (int o = from; o < Math.min(start[g + 1], from + RUN); o++) {
                    if (theta.hi()[o] != 0) {
                        k.addRowInto(run, theta.hi()[o], theta.row()[o]);
                    }
                }
                for (int j = 0; j < run.length; j++) {
                    sum[j] += run[j];
                }
                Arrays.fill(run, 0);
            }
            System.arraycopy(sum, 0, sums.data(), g * sum.length, sum.length);
        });
    }

    private static int[] starts(Multipliers theta) {
        int[] start = new int[theta.groups() + 1];
        for (int group : theta.group()) {
            start[group + 1]++;
        }
        for (int g = 0; g < theta.groups(); g++) {
            start[g + 1] += start[g];
        }
        return start;
    }

    @Override
    public Factor penalty(Matrix c, double[] units) {
        return KernelExpansion.inUnits(c, units, each -> tied(each).orElseGet(() -> turned(each)));
    }

    /** F with F F' = C K C' for coefficients a_s alpha_i; empty for others. */
    private Optional<Factor> tied(Matrix c) {
        int tasks = c.rows();
        TiedCoefficients tied = TiedCoefficients.of(c, owner);
        double size = 0;
        for (int t = 0; t < tasks; t++) {
            size += Math.pow(absolute(c, t), 2);
        }
        if (!(tied.apart() <= TIED * Math.sqrt(size))) {
            return Optional.empty();
        }
        int[] group = Arrays.stream(tied.inputs()).map(i -> owner[i]).toArray();
        Multipliers alpha = new Multipliers(tied.alpha(), new double[group.length], group, tied.inputs(), tasks);
        Matrix sums = Matrix.zeros(tasks, k.size());
        gatherInto(sums, alpha);
        Factor inner = squares(alpha, sums);
        Matrix factor = LinearAlgebra.best().multiply(tied.a(), inner.values());
        double length = tied.a().frobeniusNorm() * (1 + Proof.UNITS);
        double rounding = (tasks + 4) * KernelBlocks.UNIT * inner.values().frobeniusNorm();
        return Optional.of(new Factor(factor, length * (inner.error() + rounding) + reach() * tied.apart()));
    }

    /** F with F F' = C K C', in the directions that K makes of C. */
    private Factor turned(Matrix c) {
        LinearAlgebra algebra = LinearAlgebra.best();
        Matrix near = algebra.multiplyTransposeB(k.leftProduct(c), c);
        Matrix q = algebra.eigen(near.symmetrized()).vectors();
        Matrix along = algebra.multiplyTransposeA(q, c);
        Matrix images = k.leftProduct(along);
        int tasks = c.rows();
        double[] size = new double[tasks];
        Arrays.setAll(size, t -> absolute(along, t));
        Matrix s = Matrix.zeros(tasks, tasks);
        Matrix off = Matrix.zeros(tasks, tasks);
        Concurrent.forEach(tasks, a -> {
            for (int b = 0; b <= a; b++) {
                TwofoldSum sum = new TwofoldSum();
                sum.addShortSums(along.data(), a * k.size(), images.data(), b * k.size(), k.size());
                double value = sum.value().hi();
                double error = TwofoldSum.SHORT_SUMS * sum.absolute() + sum.error() + Math.abs(value) * Proof.UNITS;
                set(s, a, b, value);
                set(off, a, b, (size[a] * off(size[b], k.productRoundings()) + error) * (1 + Proof.UNITS));
            }
        });
        Factor factor = Factor.turned(q, s, off);
        return new Factor(factor.values(), factor.error() + reach() * rounding(q, c));
    }

    /** Bounds the root of the sum of squared sizes of what rounding does to Q'C. */
    private static double rounding(Matrix q, Matrix c) {
        double[] sizes = new double[q.rows()];
        Arrays.setAll(sizes, t -> absolute(c, t));
        double squares = 0;
        for (double size : along(q, sizes)) {
            squares += size * size;
        }
        return (q.rows() + 4) * KernelBlocks.UNIT * Math.sqrt(squares) * (1 + Proof.UNITS);
    }

    /** Absolute sums in directions Q of what has these in its own. */
    private static double[] along(Matrix q, double[] sizes) {
        double[] along = new double[q.cols()];
        for (int a = 0; a < along.length; a++) {
            for (int t = 0; t < sizes.length; t++) {
                along[a] += Math.abs(q.get(t, a)) * sizes[t] * (1 + Proof.UNITS);
            }
        }
        return along;
    }

    @Override
    public Factor dual(Multipliers theta, Matrix sumHi, Matrix sumLo, double unused) {
        return squares(theta, sumHi);
    }

    /** F with F F' = Theta'K Theta, from the sums of theta k(., x). */
    private Factor squares(Multipliers theta, Matrix gathered) {
        int groups = theta.groups();
        int[] start = starts(theta);
        double[] size = new double[groups];
        Matrix n = Matrix.zeros(groups, groups);
        double[] errors = new double[groups];
        int most = 0;
        for (int t = 0; t < groups; t++) {
            most = Math.max(most, start[t + 1] - start[t]);
            for (int o = start[t]; o < start[t + 1]; o++) {
                size[t] += Math.abs(theta.hi()[o]) * (1 + theta.hi().length * Proof.UNITS);
            }
        }
        Concurrent.forEach(groups, t -> {
            for (int s = 0; s <= t; s++) {
                TwofoldSum sum = new TwofoldSum();
                for (int o = start[t]; o < start[t + 1]; o++) {
                    sum.addProduct(theta.at(o), gathered.get(s, theta.row()[o]));
                }
                set(n, t, s, sum.value().hi());
                errors[t] = Math.max(errors[t], sum.error() + Math.abs(n.get(t, s)) * Proof.UNITS);
            }
        });
        // A run of products, as many sums of runs, and theta without lo.
        int roundings = RUN + most / RUN + 4;
        return turned(n, size, Arrays.stream(errors).max().orElse(0), roundings);
    }

    /** The factor of N, entry (s, t) off by no more than values are for sums of these sizes, and {@code error}. */
    private Factor turned(Matrix n, double[] size, double error, int roundings) {
        LinearAlgebra algebra = LinearAlgebra.best();
        int groups = size.length;
        Matrix q = algebra.eigen(n).vectors();
        Matrix s = algebra.multiplyTransposeA(q, algebra.multiply(n, q)).symmetrized();
        double[] along = along(q, size);
        double turning = groups * error + 4 * (groups + 4) * Proof.UNITS * n.frobeniusNorm();
        Matrix off = Matrix.zeros(groups, groups);
        for (int a = 0; a < groups; a++) {
            for (int b = 0; b < groups; b++) {
                off.set(a, b, (along[a] * off(along[b], roundings) + turning) * (1 + Proof.UNITS));
            }
        }
        return Factor.turned(q, s, off);
    }

    private static void set(Matrix symmetric, int i, int j, double value) {
        symmetric.set(i, j, value);
        symmetric.set(j, i, value);
    }
}
