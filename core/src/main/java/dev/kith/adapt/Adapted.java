package dev.kith.adapt;

import dev.kith.model.Model;
import java.util.List;

/** A model that tasks have joined, and what became of them. */
public record Adapted(Model model, List<NewTask> tasks) {
    public Adapted {
        tasks = List.copyOf(tasks);
    }
}
