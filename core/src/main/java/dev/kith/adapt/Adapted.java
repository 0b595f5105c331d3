package dev.kith.adapt;

import dev.kith.data.transform.TargetTransform;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import java.util.List;
import java.util.Optional;

/** A model that tasks have joined, and what became of them. */
public record Adapted(Model model, List<NewTask> tasks) {
    public Adapted {
        tasks = List.copyOf(tasks);
    }

    /** The same with predictions taken back to labels' units, as those of the first tasks are. */
    Adapted with(TargetTransform first) {
        ModelInfo info = model.info();
        TargetTransform all =
                first.joined(info.tasks().size() - first.corrections().size());
        return new Adapted(model.withInfo(info.with(info.schema().withTransform(Optional.of(all)))), tasks);
    }
}
