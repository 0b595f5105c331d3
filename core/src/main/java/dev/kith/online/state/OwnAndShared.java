package dev.kith.online.state;

import dev.kith.online.Row;
import dev.kith.online.Snapshot;

/** The two sums behind uniform sharing: v_j of the updates of task j, u of all updates. Either costs O(non-zeros). */
public final class OwnAndShared {
    private final TaskVectors own;
    private final TaskVectors shared;

    public OwnAndShared() {
        this(new TaskVectors(), new TaskVectors());
        shared.grow(1);
    }

    private OwnAndShared(TaskVectors own, TaskVectors shared) {
        this.own = own;
        this.shared = shared;
    }

    public void grow(int tasks) {
        own.grow(tasks);
    }

    public int tasks() {
        return own.size();
    }

    /** v_task'x. */
    public double own(int task, Row x) {
        return own.of(task).dot(x);
    }

    /** u'x. */
    double shared(Row x) {
        return shared.of(0).dot(x);
    }

    /** out = (v_task'x, u'x). */
    public void productsInto(double[] out, int task, Row x) {
        WeightVector.dotsInto(out, own.of(task), shared.of(0), x);
    }

    public void add(int task, double factor, Row x) {
        own.of(task).add(factor, x);
        shared.of(0).add(factor, x);
    }

    public double ownWeight(int task, int feature) {
        return own.of(task).get(feature);
    }

    public double sharedWeight(int feature) {
        return shared.of(0).get(feature);
    }

    /** One more than the largest feature number seen in an update. */
    int width() {
        return shared.of(0).width();
    }

    public void save(Snapshot.Builder to, String name) {
        own.save(to, name + " own");
        shared.save(to, name + " shared");
    }

    public static OwnAndShared restore(Snapshot from, String name) {
        return new OwnAndShared(TaskVectors.restore(from, name + " own"), TaskVectors.restore(from, name + " shared"));
    }
}
