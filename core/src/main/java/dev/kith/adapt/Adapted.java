package dev.kith.adapt;

import dev.kith.data.transform.TargetTransform;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.trust.spread.JoinedErrors;
import java.util.List;
import java.util.Optional;

/**
 * A model that tasks have joined, and what became of them.
 *
 * @param misses how far rows of the new tasks were missed when they were left out in turn
 */
public record Adapted(Model model, List<NewTask> tasks, Misses misses) {
    public Adapted {
        tasks = List.copyOf(tasks);
    }

    /** The same with predictions taken back to labels' units, as those of the first tasks are. */
    Adapted with(TargetTransform first) {
        ModelInfo info = model.info();
        TargetTransform all =
                first.joined(info.tasks().size() - first.corrections().size());
        return new Adapted(model.withInfo(info.with(info.schema().withTransform(Optional.of(all)))), tasks, misses);
    }

    /**
     * With the intervals that the model had: those of its tasks stay to the bit, a new task's are from its own errors and, while it
     * has few of them, from those of the tasks most like it. The Gaussian-process view, probabilities and stability of ties are of the
     * tasks that were trained together, and stay behind.
     */
    public ModelFile.Content content(ModelFile.Content before) {
        Optional<HeldOutErrors> errors = before.uncertainty()
                .errors()
                .map(known -> JoinedErrors.of(known, misses.trained(), misses.joined(), misses.errors()));
        if (errors.isEmpty()) {
            return new ModelFile.Content(model, Uncertainty.none());
        }
        ModelInfo old = before.model().info();
        ModelInfo info =
                model.info().withParameter(ModelInfo.CALIBRATED_TASKS, Integer.toString(old.calibratedTasks()));
        String by = old.parameters().get(ModelInfo.CALIBRATED);
        Model noted = model.withInfo(by == null ? info : info.withParameter(ModelInfo.CALIBRATED, by));
        return new ModelFile.Content(noted, new Uncertainty(errors, Optional.empty(), Optional.empty()));
    }
}
