package dev.kith.model;

import dev.kith.data.Dataset;
import java.util.function.Consumer;

/** An immutable set of parameters that turns data into a model. */
public interface Trainer<M extends Model> {
    /** Trains, telling {@code progress} after every iteration. Interrupting the thread stops early with that status. */
    Fit<M> train(Dataset data, Consumer<FitReport.Progress> progress);

    /** The same on a workspace, using and leaving there what fits to the same data can share. */
    default Fit<M> train(Workspace workspace, Consumer<FitReport.Progress> progress) {
        return train(workspace.data(), progress);
    }

    /**
     * Whether it learns the same from moments of rows ({@link dev.kith.data.moments.Moments}) as from the rows: linear fits of the squared
     * loss do.
     */
    default boolean learnsFromMoments() {
        return false;
    }

    default Fit<M> train(Dataset data) {
        return train(data, step -> {});
    }
}
