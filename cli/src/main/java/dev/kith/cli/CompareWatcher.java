package dev.kith.cli;

import dev.kith.cli.terminal.Ending;
import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.TimeLeft;
import dev.kith.model.FitReport.Progress;
import dev.kith.select.Compare;
import dev.kith.select.Comparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows how a comparison goes, and keeps what it has found for when it is cut short. */
final class CompareWatcher implements Compare.Listener {
    private static final long SHOWN_NANOS = 100_000_000;

    private final TimeLeft clock;
    private final Terminal terminal;
    private final Ending ending;
    private final SavedModel saved;
    private final CompareOutputs outputs;
    private final Found found;
    private volatile String done = "";
    private volatile long shown;

    /** What was found until now, with the sentences to say about it. */
    interface Found {
        CompareOutputs.Found of(Comparison soFar, List<String> sentences);
    }

    CompareWatcher(
            TimeLeft clock, Terminal terminal, Ending ending, SavedModel saved, CompareOutputs outputs, Found found) {
        this.clock = clock;
        this.terminal = terminal;
        this.ending = ending;
        this.saved = saved;
        this.outputs = outputs;
        this.found = found;
    }

    @Override
    public void trained(String name, double seconds, int done, int of) {
        clock.ended(name, seconds);
        this.done = done + " of " + of + " trainings done, " + clock.text() + "; ";
        terminal.progress("comparing: training " + done + " of " + of + " (" + name + ") done, " + clock.text());
    }

    @Override
    public void trying(String method, int candidate) {
        step(method + ": candidate " + candidate);
    }

    @Override
    public void fitting(String method, Progress step) {
        step(method + ": final fit, iteration " + step.iteration());
    }

    /** What one of the threads is at; steps may be many, and nobody reads ten in a second. */
    private void step(String words) {
        long now = System.nanoTime();
        if (now - shown > SHOWN_NANOS) {
            shown = now;
            terminal.progress("comparing: " + done + words);
        }
    }

    @Override
    public void soFar(List<String> done, int of, Optional<Comparison> result) {
        ending.keep(keeper(done, of, result));
        if (!done.isEmpty()) {
            terminal.progress(
                    "comparing: " + done.size() + " of " + of + " methods done (" + String.join(", ", done) + ")");
        }
    }

    /** Of a comparison cut short: what its finished methods show, and the model to save as one of its folds trained it. */
    private Ending.Keeper keeper(List<String> done, int of, Optional<Comparison> result) {
        String words = "Cut short: " + done.size() + " of " + of + " methods had finished"
                + (done.isEmpty() ? "" : " (" + String.join(", ", done) + ")")
                + saved.shortWords(result) + ".";
        if (result.isEmpty()) {
            return () -> terminal.note(words);
        }
        List<String> sentences = new ArrayList<>(List.of(words));
        sentences.addAll(result.get().sentences());
        List<String> lines = new CompareWords(result.get()).lines();
        Map<Path, String> files = outputs.files(found.of(result.get(), sentences));
        return () -> {
            terminal.note(words);
            outputs.write(files, terminal);
            if (saved.possible(result)) {
                saved.write(result.get().asTrained(), terminal);
            }
            lines.forEach(terminal::say);
        };
    }
}
