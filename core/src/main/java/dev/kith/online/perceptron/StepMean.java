package dev.kith.online.perceptron;

import dev.kith.online.Snapshot;
import java.util.Arrays;
import java.util.Optional;

/**
 * The mean of a vector that changes at few steps, over the values it had after each of n steps: the sum of all values up to the last
 * change is kept, so that a step without a change costs nothing.
 */
final class StepMean {
    private double[] total = new double[0];
    private long steps;
    private long summed;

    /** The sum of the values after the steps up to the last change, with zeros for entries that came later; live. */
    double[] total(int size) {
        total = total.length < size ? Arrays.copyOf(total, Math.max(size, 2 * total.length)) : total;
        return total;
    }

    /** What is linear in the mean, from the same of the latest value and of {@link #total}. */
    double of(double latest, double ofTotal) {
        return steps == 0 ? latest : (ofTotal + (steps - summed) * latest) / steps;
    }

    /** The mean, from the latest value. */
    double[] of(double[] latest) {
        double[] all = total(latest.length);
        double[] mean = new double[latest.length];
        Arrays.setAll(mean, k -> of(latest[k], all[k]));
        return mean;
    }

    /** The value was this until now and changes at the step that is going on. */
    void beforeChange(double[] value, int size) {
        double[] all = total(size);
        for (int k = 0; k < size; k++) {
            all[k] += (steps - summed) * value[k];
        }
        summed = steps;
    }

    /** A step has ended. */
    void step() {
        steps++;
    }

    void save(Snapshot.Builder to) {
        to.counts("mean steps", steps, summed).numbers("mean total", total.clone());
    }

    static Optional<StepMean> restore(Snapshot from) {
        if (!from.has("mean steps")) {
            return Optional.empty();
        }
        StepMean restored = new StepMean();
        restored.total = from.numbers("mean total").clone();
        restored.steps = from.counts("mean steps")[0];
        restored.summed = from.counts("mean steps")[1];
        return Optional.of(restored);
    }
}
