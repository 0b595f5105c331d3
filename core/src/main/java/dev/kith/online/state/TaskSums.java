package dev.kith.online.state;

import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.Matrix;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.Weights;
import java.util.Arrays;

/** The columns v_j of V, one per task, seen only through inner products, so that they may live in a feature space. */
public sealed interface TaskSums permits TaskSums.Primal, TaskSums.Dual {
    void grow(int tasks);

    /** out_j = v_j'x. */
    void productsInto(double[] out, Row x);

    /** x'x. */
    double self(Row x);

    /** v_task += factor x. */
    void add(int task, double factor, Row x);

    /** The predictor with weights W = V mix. */
    Weights weights(int features, double[][] mix);

    void save(Snapshot.Builder to);

    static TaskSums restore(Snapshot from) {
        return from.has("kernel") ? new Dual(Supports.restore(from)) : new Primal(FeatureRows.restore(from, "sums"));
    }

    /** Explicit vectors. */
    record Primal(FeatureRows rows) implements TaskSums {
        @Override
        public void grow(int tasks) {
            rows.grow(tasks);
        }

        @Override
        public void productsInto(double[] out, Row x) {
            rows.productsInto(out, x);
        }

        @Override
        public double self(Row x) {
            return x.squaredNorm();
        }

        @Override
        public void add(int task, double factor, Row x) {
            for (int k = x.start(); k < x.end(); k++) {
                rows.touch(x.indices()[k])[task] += factor * x.values()[k];
            }
        }

        @Override
        public Weights weights(int features, double[][] mix) {
            Matrix v = rows.toMatrix(features);
            Matrix w = Matrix.zeros(features, mix.length);
            for (int f = 0; f < features; f++) {
                for (int t = 0; t < mix.length; t++) {
                    for (int j = 0; j < mix.length; j++) {
                        w.add(f, t, v.get(f, j) * mix[j][t]);
                    }
                }
            }
            return new Weights.Linear(w);
        }

        @Override
        public void save(Snapshot.Builder to) {
            rows.save(to, "sums");
        }
    }

    /** Sums of feature maps of inputs remembered. */
    final class Dual implements TaskSums {
        private final Supports supports;
        private double[] kernels = new double[16];
        private int tasks;

        public Dual(Supports supports) {
            this.supports = supports;
        }

        /** Whether it remembers all inputs. */
        public boolean unlimited() {
            return supports.unlimited();
        }

        /** Points the row at the input that the next one will take the place of; -1 when there is room, else its slot. */
        public int oldest(Row row) {
            int slot = supports.nextSlot();
            if (slot == supports.size()) {
                return -1;
            }
            supports.point(row, slot);
            return slot;
        }

        /** The task of the input in a slot. */
        public int task(int slot) {
            return supports.task(slot);
        }

        /** Takes the input in a slot out of the sums; its place stays. */
        public double forget(int slot) {
            double coefficient = supports.coefficient(slot);
            supports.clear(slot);
            return coefficient;
        }

        public VectorKernel kernel() {
            return supports.kernel();
        }

        @Override
        public void grow(int newTasks) {
            tasks = Math.max(tasks, newTasks);
        }

        @Override
        public void productsInto(double[] out, Row x) {
            if (kernels.length < supports.size()) {
                kernels = new double[2 * supports.size()];
            }
            Arrays.fill(out, 0, tasks, 0);
            supports.kernelInto(kernels, x);
            for (int s = 0; s < supports.size(); s++) {
                out[supports.task(s)] += supports.coefficient(s) * kernels[s];
            }
        }

        @Override
        public double self(Row x) {
            return supports.self(x);
        }

        @Override
        public void add(int task, double factor, Row x) {
            supports.add(task, factor, x);
        }

        @Override
        public Weights weights(int features, double[][] mix) {
            Matrix b = Matrix.zeros(supports.size(), mix.length);
            for (int s = 0; s < supports.size(); s++) {
                for (int t = 0; t < mix.length; t++) {
                    b.set(s, t, supports.coefficient(s) * mix[supports.task(s)][t]);
                }
            }
            return new Weights.Expansion(supports.kernel(), supports.rows(features), b);
        }

        @Override
        public void save(Snapshot.Builder to) {
            supports.save(to);
        }
    }
}
