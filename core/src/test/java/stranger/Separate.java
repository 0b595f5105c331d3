package stranger;

import dev.kith.linalg.Matrix;
import dev.kith.online.LearnerProvider;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.Snapshot;
import dev.kith.online.Update;
import dev.kith.online.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Every task by itself, its margin w_t'x: w_t moves just far enough for a margin of 1, at most by a step of 1. */
public final class Separate implements OnlineLearner {
    private final Update rule = new Update.PassiveAggressive(1);
    private final List<double[]> w = new ArrayList<>();

    @Override
    public String name() {
        return "separate";
    }

    @Override
    public int tasks() {
        return w.size();
    }

    @Override
    public void announce(int count) {
        while (w.size() < count) {
            w.add(new double[0]);
        }
    }

    @Override
    public double predict(int task, Row x) {
        announce(task + 1);
        double margin = 0;
        for (int k = x.start(); k < x.end() && x.indices()[k] < w.get(task).length; k++) {
            margin += x.values()[k] * w.get(task)[x.indices()[k]];
        }
        return margin;
    }

    @Override
    public void update(int task, Row x, double y, double margin) {
        double[] own = Arrays.copyOf(w.get(task), Math.max(w.get(task).length, x.width()));
        double size = rule.size(y, margin, x.squaredNorm());
        for (int k = x.start(); k < x.end(); k++) {
            own[x.indices()[k]] += size * y * x.values()[k];
        }
        w.set(task, own);
    }

    @Override
    public Snapshot snapshot() {
        Snapshot.Builder to = Snapshot.builder().text("learner", name()).counts("tasks", tasks());
        for (int t = 0; t < tasks(); t++) {
            to.numbers("weights " + t, w.get(t).clone());
        }
        return to.build();
    }

    @Override
    public Weights weights(int features) {
        Matrix all = Matrix.zeros(tasks(), features);
        for (int t = 0; t < tasks(); t++) {
            System.arraycopy(w.get(t), 0, all.data(), t * features, w.get(t).length);
        }
        return new Weights.Linear(all.transpose());
    }

    /** Named in META-INF/services/dev.kith.online.LearnerProvider. */
    public static final class Provider implements LearnerProvider {
        @Override
        public String name() {
            return "separate";
        }

        @Override
        public OnlineLearner restore(Snapshot snapshot) {
            Separate learner = new Separate();
            for (int t = 0; t < snapshot.count("tasks"); t++) {
                learner.w.add(snapshot.numbers("weights " + t).clone());
            }
            return learner;
        }
    }
}
