package dev.kith.data.inspect;

import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspection.Finding;
import dev.kith.data.inspect.Inspection.Guess;
import dev.kith.data.inspect.Inspection.Part;
import dev.kith.data.inspect.scan.TableScan;
import dev.kith.data.inspect.words.NameHints;
import dev.kith.data.inspect.words.Scales;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The guesses about one table, in the order in which one depends on the other: task, target, then what the rest is good for. */
final class Guessing {
    private final TableScan scan;
    private final List<Sampled> columns;
    private final Roles given;
    private final List<String> kept;
    private final long bad;
    private final List<Guess> guesses = new ArrayList<>();

    /** @param bad rows that may be left out because a cell in them breaks a rule */
    Guessing(TableScan scan, List<Sampled> columns, Roles given, List<String> kept, long bad) {
        this.scan = scan;
        this.columns = columns;
        this.given = given;
        this.kept = kept;
        this.bad = bad;
    }

    Inspection inspection() {
        List<String> wide = wide();
        boolean labelled = !wide.isEmpty() || !given.columns(Roles.Part.CLASSES).isEmpty();
        Optional<Sampled> task = !labelled ? task() : wide.isEmpty() ? named(Roles.Part.TASK) : Optional.empty();
        Optional<Sampled> target = labelled ? Optional.empty() : target(task.orElse(null));
        List<Sampled> targets = target.map(List::of).orElseGet(() -> targets(wide));
        List<Sampled> free = free(task, targets);
        List<Leak> leaks = leaks(free, task, targets);
        rest(free, task, leaks);
        Roles roles = roles();
        Judged judged = new Judged(scan, columns, task, targets, guesses, leaks);
        List<Finding> findings = new Findings(judged, roles).all();
        return new Inspection(
                scan.name(),
                scan.dialect().separator(),
                written(),
                scan.rows(),
                scan.sample().size(),
                columns.stream().map(Sampled::column).toList(),
                guesses,
                findings,
                task.map(t -> TaskSizes.of(t, targets, judged.classes())),
                judged.classes() ? targets.get(0).scan().values() : Map.of(),
                task.map(t -> TaskSizes.attributes(t, columns)).orElse(List.of()),
                TimeGuess.of(free, task.orElse(null)),
                CompareCost.of(judged, roles),
                roles);
    }

    /** How the file is written, as far as columns of numbers go. */
    private List<String> written() {
        return scan.dialect()
                .words(scan.name(), scan.names(), j -> columns.get(j).numeric());
    }

    private Optional<Sampled> named(Roles.Part part) {
        return given.columns(part).stream().findFirst().map(this::column);
    }

    private Sampled column(String name) {
        return columns.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
    }

    /** Columns without a given part, less the dropped ones and those no feature can be made of. */
    private List<Sampled> open() {
        Set<String> taken = given.parts().entrySet().stream()
                .filter(entry -> entry.getKey() != Roles.Part.FEATURE)
                .flatMap(entry -> entry.getValue().stream())
                .collect(Collectors.toSet());
        return columns.stream().filter(c -> !taken.contains(c.name())).toList();
    }

    /** Open columns but the names of rows and what a separator at the end of lines makes. */
    private List<Sampled> candidates() {
        return open().stream()
                .filter(c -> !scan.names().aside().contains(c.name()))
                .toList();
    }

    /** Given label columns of wide data, or those numbered one after the other and named like labels. */
    private List<String> wide() {
        if (!given.columns(Roles.Part.TARGETS).isEmpty()) {
            return given.columns(Roles.Part.TARGETS);
        }
        if (given.taskColumn().isPresent() || !given.columns(Roles.Part.TARGET).isEmpty()) {
            return List.of();
        }
        if (TaskGuess.of(candidates(), null, scan.name())
                .filter(task -> task.score() >= TaskGuess.SURE)
                .isPresent()) {
            return List.of();
        }
        Map<String, List<String>> families = new LinkedHashMap<>();
        for (Sampled column : open()) {
            String stem = column.name().replaceFirst("[_. ]?\\d+$", "");
            if (column.numeric() && !stem.equals(column.name()) && (NameHints.label(stem) || NameHints.sold(stem))) {
                families.computeIfAbsent(stem, s -> new ArrayList<>()).add(column.name());
            }
        }
        List<String> family = families.values().stream()
                .filter(names -> names.size() > 1)
                .min(Comparator.comparing((List<String> names) -> !NameHints.sold(names.get(0))))
                .orElse(List.of());
        family.forEach(name -> guesses.add(new Guess(
                name,
                Part.TARGET,
                Roles.Part.TARGETS,
                family.size() > 2,
                "one of " + family.size() + " numbered columns named like labels",
                "--targets")));
        return family;
    }

    private Optional<Sampled> task() {
        Optional<Sampled> said = named(Roles.Part.TASK);
        if (said.isPresent()) {
            return said;
        }
        Optional<Sampled> target = named(Roles.Part.TARGET);
        Optional<Candidate> best = TaskGuess.of(candidates(), target.orElse(null), scan.name());
        best.ifPresent(candidate -> guesses.add(new Guess(
                candidate.column().name(),
                Part.TASK,
                Roles.Part.TASK,
                candidate.score() >= TaskGuess.SURE && candidate.alone(),
                candidate.reason(),
                "--task")));
        return best.map(Candidate::column);
    }

    private Optional<Sampled> target(@Nullable Sampled task) {
        Optional<Sampled> said = named(Roles.Part.TARGET);
        if (said.isPresent()) {
            return said;
        }
        Optional<Candidate> best = TargetGuess.of(
                candidates(),
                task,
                scan.name(),
                scan.names().aside().contains(columns.get(0).name()));
        best.ifPresent(candidate -> guesses.add(guess(candidate, task)));
        return best.map(Candidate::column);
    }

    private static Guess guess(Candidate target, @Nullable Sampled task) {
        boolean several = TargetGuess.severalClasses(target.column());
        Roles.Part use = several ? Roles.Part.CLASSES : task == null ? Roles.Part.TARGETS : Roles.Part.TARGET;
        return new Guess(
                target.column().name(),
                several ? Part.CLASSES : Part.TARGET,
                use,
                target.score() >= TargetGuess.SURE && target.alone(),
                target.reason(),
                several ? "--classes" : "--target");
    }

    private List<Sampled> targets(List<String> wide) {
        return wide.isEmpty()
                ? named(Roles.Part.CLASSES).map(List::of).orElse(List.of())
                : wide.stream().map(this::column).toList();
    }

    /** Columns that could be learned from. */
    private List<Sampled> free(Optional<Sampled> task, List<Sampled> targets) {
        List<String> features = given.columns(Roles.Part.FEATURE);
        return open().stream()
                .filter(c -> task.isEmpty() || c != task.get())
                .filter(c -> !targets.contains(c))
                .filter(c -> features.isEmpty() || features.contains(c.name()))
                .toList();
    }

    private List<Leak> leaks(List<Sampled> free, Optional<Sampled> task, List<Sampled> targets) {
        List<Leak> leaks = new ArrayList<>();
        List<Sampled> looked = new ArrayList<>(free);
        given.treated().forEach(name -> looked.add(column(name)));
        for (Sampled target : targets) {
            boolean fixed = task.isPresent()
                    && Grouping.constantWithin(
                            target.codes(), task.get().codes(), task.get().levels());
            if (!fixed) {
                Leaks of = new Leaks(target, Judged.classes(target));
                // The mean label of a task may also look like the target cut into pieces: once is enough.
                List<Sampled> rest = new ArrayList<>(looked);
                task.ifPresent(t -> rest.removeIf(
                        column -> of.mean(column, t).map(leaks::add).orElse(false)));
                leaks.addAll(of.find(rest));
            }
        }
        return leaks;
    }

    private void rest(List<Sampled> free, Optional<Sampled> task, List<Leak> leaks) {
        Uses uses = new Uses(Inspect.MOST_VALUES, scan.rows(), bad);
        Map<Sampled, Sampled> repeats = Sameness.of(free);
        task.ifPresent(t -> free.stream().filter(c -> Sameness.renamed(c, t)).forEach(c -> repeats.put(c, t)));
        for (Sampled column : free) {
            if (scan.names().aside().contains(column.name()) && !kept.contains(column.name())) {
                guesses.add(aside(column));
            } else if (!kept.contains(column.name())) {
                leak(column, leaks)
                        .or(() -> Optional.ofNullable(repeats.get(column)).map(other -> repeat(column, other)))
                        .or(() -> uses.of(column))
                        .ifPresent(guesses::add);
            } else if (column.column().kind() == Inspection.Kind.DATE) {
                guesses.add(Uses.date(column));
            } else if (!column.numeric()) {
                guesses.add(new Guess(
                        column.name(), Part.CATEGORY, Roles.Part.CATEGORICAL, true, "a text to be kept", "--drop"));
            }
        }
    }

    private static Guess aside(Sampled column) {
        boolean blank = column.column().kind() == Inspection.Kind.EMPTY;
        return new Guess(
                column.name(),
                Part.ID,
                blank ? Roles.Part.DROP : Roles.Part.ID,
                true,
                blank ? "a separator at the end of every line" : "the names of the rows",
                "--keep");
    }

    private static Optional<Guess> leak(Sampled column, List<Leak> leaks) {
        return leaks.stream()
                .filter(leak -> leak.exact() && leak.columns().equals(List.of(column.name())))
                .findFirst()
                .map(leak -> new Guess(column.name(), Part.LEAK, Roles.Part.DROP, true, leak.text(), "--keep"));
    }

    private static Guess repeat(Sampled column, Sampled other) {
        return new Guess(
                column.name(), Part.DUPLICATE, Roles.Part.DROP, true, "says what " + other.name() + " says", "--keep");
    }

    private Roles roles() {
        Roles roles = given;
        for (Guess guess : guesses) {
            roles = with(roles, guess);
        }
        return taskless(roles);
    }

    private Roles with(Roles roles, Guess guess) {
        if (guess.use() == Roles.Part.ORDERED) {
            List<String> levels = Scales.order(
                            column(guess.column()).scan().values().keySet())
                    .orElseThrow();
            return roles.treating(new Recipe.Ordered(guess.column(), levels));
        }
        List<String> now = new ArrayList<>(roles.columns(guess.use()));
        now.add(guess.column());
        return roles.with(guess.use(), now);
    }

    /** A target without a task is the one column of wide data. */
    private static Roles taskless(Roles roles) {
        boolean alone = roles.taskColumn().isEmpty()
                && !roles.columns(Roles.Part.TARGET).isEmpty();
        return alone
                ? roles.with(Roles.Part.TARGETS, roles.columns(Roles.Part.TARGET))
                        .with(Roles.Part.TARGET, List.of())
                : roles;
    }
}
