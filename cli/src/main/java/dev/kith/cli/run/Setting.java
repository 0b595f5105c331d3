package dev.kith.cli.run;

import dev.kith.cli.terminal.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One line of a file: what a setting is to be.
 *
 * @param at file, line and column, for messages
 * @param value a text, a number, true or false, a date, or a list of these
 */
record Setting(String at, String key, Object value) {
    static Setting of(String file, TomlPosition position, String key, Object value) {
        return new Setting(file + ":" + position.line() + ":" + position.column(), key, value);
    }

    /** What the command line would say instead; empty for what is switched off. */
    List<String> arguments(ArgSpec argument, Beside beside) {
        if (!(argument instanceof OptionSpec option)) {
            return List.of(beside.read(argument, single(), at));
        }
        String name = option.longestName();
        if (value instanceof Boolean on && option.arity().min() == 0) {
            return on ? List.of(name) : List.of();
        }
        if (option.arity().max() == 0) {
            throw new UsageException(at + ": " + key + " must be true or false, got " + value);
        }
        List<String> texts = new ArrayList<>();
        for (String text : texts()) {
            texts.add(beside.read(argument, text, at));
        }
        if (option.isMultiValue() && option.splitRegex().isEmpty()) {
            return texts.stream().map(text -> name + "=" + text).toList();
        }
        if (value instanceof TomlArray && texts.stream().anyMatch(text -> text.contains(","))) {
            throw new UsageException(at + ": a name in the list " + key + " has a comma, which " + name
                    + " takes for the end of the name");
        }
        return texts.isEmpty() ? List.of() : List.of(name + "=" + String.join(",", texts));
    }

    private String single() {
        if (value instanceof TomlArray) {
            throw new UsageException(at + ": " + key + " must be one file, got a list");
        }
        return value.toString();
    }

    private List<String> texts() {
        return value instanceof TomlArray array
                ? array.toList().stream().map(Object::toString).collect(Collectors.toList())
                : List.of(value.toString());
    }
}
