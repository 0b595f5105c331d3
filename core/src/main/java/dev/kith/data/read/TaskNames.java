package dev.kith.data.read;

import dev.kith.data.Roles;
import java.util.List;
import java.util.Optional;

/** The tasks of a file: numbered as they appear, or given beforehand, and then no other may appear. */
public final class TaskNames {
    private final Symbols symbols;
    private final boolean closed;

    /** Classes that take the place of tasks are known where either is. */
    public TaskNames(Roles roles) {
        this(roles.knownTasks().or(() -> roles.taskColumn().isPresent() ? Optional.empty() : roles.knownClasses()));
    }

    private TaskNames(Optional<List<String>> known) {
        this.closed = known.isPresent();
        this.symbols = Symbols.of(known.orElse(List.of()));
    }

    /** The classes of a file whose rows name their task too, which follow the same rules. */
    public static TaskNames ofClasses(Roles roles) {
        return new TaskNames(roles.knownClasses());
    }

    /** The number of the task in {@code text[from, to)}; -1 when it may not occur. */
    public int number(char[] text, int from, int to) {
        return closed ? symbols.find(text, from, to) : symbols.add(text, from, to);
    }

    public int number(String name) {
        return number(name.toCharArray(), 0, name.length());
    }

    /** The number of the one task of data that names none; -1 when several are given. */
    int only(String name) {
        return closed ? (symbols.size() == 1 ? 0 : -1) : number(name);
    }

    public String name(int task) {
        return symbols.name(task);
    }

    /** A live view. */
    public List<String> names() {
        return symbols.names();
    }
}
