package dev.kith.data.inspect;

import dev.kith.data.inspect.Inspection.Guess;
import dev.kith.data.inspect.Inspection.Kind;
import dev.kith.data.inspect.scan.TableScan;
import java.util.List;
import java.util.Optional;

/** A table and what was guessed about it. */
record Judged(
        TableScan scan,
        List<Sampled> columns,
        Optional<Sampled> task,
        List<Sampled> targets,
        List<Guess> guesses,
        List<Leak> leaks) {
    /** Whether a label is a class: one of two values, a text, or a number that is called a label. */
    static boolean classes(Sampled target) {
        Kind kind = target.column().kind();
        return kind == Kind.CATEGORY
                || kind == Kind.BOOLEAN
                || target.column().distinct() == 2
                || TargetGuess.severalClasses(target);
    }

    boolean classes() {
        return !targets.isEmpty() && classes(targets.get(0));
    }
}
