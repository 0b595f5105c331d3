package dev.kith.online.perceptron;

import dev.kith.online.Snapshot;
import dev.kith.online.UniformSharing;

/**
 * How a task's own sum and the shared sum are weighed: margin = ownPart (v_i'x) + sharedPart (u'x). For a fixed b,
 * w_i = (v_i + (b/K) u) / (1 + b).
 */
interface Sharing {
    /** The margin from the two inner products. */
    double margin(double own, double shared, int tasks);

    /** R_ii, by which an update of size 1 moves the margin of its own input (of length 1). */
    double diagonal(int tasks);

    /** Weight of v_i in w_i. */
    double ownPart(int tasks);

    /** Weight of u in w_i. */
    double sharedPart(int tasks);

    /** Whether the shared sum is ever looked at. */
    default boolean shares() {
        return true;
    }

    /** Tells the label of the inputs whose inner products these are. */
    default void observe(double own, double shared, int tasks, double y) {}

    void save(Snapshot.Builder to);

    /** Sharing by a fixed b. */
    record Fixed(UniformSharing uniform) implements Sharing {
        @Override
        public double margin(double own, double shared, int tasks) {
            double b = uniform.b(tasks);
            return (own + b / tasks * shared) / (1 + b);
        }

        @Override
        public double diagonal(int tasks) {
            return uniform.largest(tasks);
        }

        @Override
        public double ownPart(int tasks) {
            return 1 / (1 + uniform.b(tasks));
        }

        @Override
        public double sharedPart(int tasks) {
            return uniform.b(tasks) / tasks / (1 + uniform.b(tasks));
        }

        @Override
        public boolean shares() {
            return uniform.b() > 0;
        }

        @Override
        public void save(Snapshot.Builder to) {
            uniform.save(to);
        }
    }
}
