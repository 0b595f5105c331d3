package dev.kith.model;

import dev.kith.data.Dataset;
import java.util.function.Consumer;

/** An immutable set of parameters that turns data into a model. */
public interface Trainer<M extends Model> {
    /** Trains, telling {@code progress} after every iteration. Interrupting the thread stops early with that status. */
    Fit<M> train(Dataset data, Consumer<FitReport.Progress> progress);

    default Fit<M> train(Dataset data) {
        return train(data, step -> {});
    }
}
