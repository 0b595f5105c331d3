package dev.kith.cli.run;

import dev.kith.cli.terminal.UsageException;
import dev.kith.data.DataException;
import dev.kith.data.Names;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlInvalidTypeException;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Settings of commands in a TOML file: {@code command} says what to run, {@code [data]} what the commands share, a section
 * per command what is its own.
 *
 * <p>Whatever no command knows is refused with its place and the nearest name, so that nothing is ignored silently.
 */
public final class RunFile {
    private static final String COMMAND = "command";

    private final Path file;
    private final Map<String, CommandSpec> known;
    private final List<String> asked;
    private final Map<String, Map<String, Setting>> sections;

    private RunFile(
            Path file, Map<String, CommandSpec> known, List<String> asked, Map<String, Map<String, Setting>> sections) {
        this.file = file;
        this.known = known;
        this.asked = asked;
        this.sections = sections;
    }

    /** The file, all of it checked against the commands of the program. */
    public static RunFile read(Path file, CommandLine program) throws IOException {
        TomlParseResult read = Toml.parse(file);
        String name = String.valueOf(file.getFileName());
        if (read.hasErrors()) {
            TomlParseError error = read.errors().get(0);
            throw new DataException(name + ":" + error.position().line() + ":"
                    + error.position().column() + ": " + error.getMessage());
        }
        Map<String, CommandSpec> known = Keys.commands(program);
        Map<String, Map<String, Setting>> sections = new LinkedHashMap<>();
        for (String key : read.keySet()) {
            if (!key.equals(COMMAND)) {
                sections.put(key, section(read, name, key, known));
            }
        }
        RunFile run = new RunFile(file, known, commands(read, name, known), sections);
        run.requireKnown();
        return run;
    }

    private static Map<String, Setting> section(
            TomlParseResult read, String name, String key, Map<String, CommandSpec> known) {
        List<String> all = new ArrayList<>(List.of(COMMAND, Keys.SHARED));
        all.addAll(known.keySet());
        TomlPosition at = position(read, key);
        String place = name + ":" + at.line() + ":" + at.column() + ": ";
        if (!all.contains(key)) {
            throw new UsageException(place + Names.unknown("section", key, all));
        }
        if (!(read.get(List.of(key)) instanceof TomlTable table)) {
            throw new UsageException(place + key + " must be a section, [" + key + "], with a line for each setting");
        }
        Map<String, Setting> settings = new LinkedHashMap<>();
        for (String setting : table.keySet()) {
            Object value = table.get(List.of(setting));
            Setting line = Setting.of(name, position(table, setting), setting, value == null ? "" : value);
            if (value instanceof TomlTable) {
                throw new UsageException(
                        line.at() + ": " + setting + " must be a text, a number, true or false, or a list of these");
            }
            settings.put(setting, line);
        }
        return settings;
    }

    private static TomlPosition position(TomlTable table, String key) {
        TomlPosition at = table.inputPositionOf(List.of(key));
        return at == null ? TomlPosition.positionAt(1, 1) : at;
    }

    private static List<String> commands(TomlParseResult read, String name, Map<String, CommandSpec> known) {
        Object value = read.get(List.of(COMMAND));
        if (value == null) {
            return List.of();
        }
        TomlPosition at = position(read, COMMAND);
        String place = name + ":" + at.line() + ":" + at.column() + ": ";
        List<String> asked = new ArrayList<>();
        try {
            TomlArray several = value instanceof TomlArray array ? array : null;
            for (int k = 0; several != null && k < several.size(); k++) {
                asked.add(several.getString(k));
            }
            if (several == null) {
                asked.add(read.getString(List.of(COMMAND)));
            }
        } catch (TomlInvalidTypeException e) {
            throw new UsageException(place + "command must be the name of a command, or a list of names");
        }
        for (String command : asked) {
            if (!known.containsKey(command)) {
                throw new UsageException(place + Names.unknown("command", command, known.keySet()));
            }
        }
        return asked;
    }

    private void requireKnown() {
        Set<String> here = new LinkedHashSet<>(asked);
        here.addAll(sections.keySet());
        here.remove(Keys.SHARED);
        Set<String> shared = new LinkedHashSet<>();
        known.forEach((command, spec) -> {
            if (here.isEmpty() || here.contains(command)) {
                Keys.of(spec).forEach((key, argument) -> {
                    if (Keys.shareable(argument)) {
                        shared.add(key);
                    }
                });
            }
        });
        sections.forEach((section, settings) -> {
            Set<String> keys = section.equals(Keys.SHARED)
                    ? shared
                    : Keys.of(Objects.requireNonNull(known.get(section))).keySet();
            for (Setting setting : settings.values()) {
                if (!keys.contains(setting.key())) {
                    throw new UsageException(setting.at() + ": " + unknown(section, setting.key(), keys));
                }
            }
        });
    }

    private static String unknown(String section, String key, Set<String> keys) {
        List<String> near = Names.closest(key, keys);
        return "unknown setting '" + key + "' in [" + section + "]"
                + (near.isEmpty()
                        ? section.equals(Keys.SHARED)
                                ? "; it has what several commands take, no files that one of them writes"
                                : "; kith " + section + " --help lists them"
                        : "; did you mean '" + String.join("' or '", near) + "'?");
    }

    /** What to run where nothing is named: what the file says, or its only section. */
    public List<String> commands() {
        List<String> own = sections.keySet().stream()
                .filter(section -> !section.equals(Keys.SHARED))
                .toList();
        if (asked.isEmpty() && own.size() != 1) {
            throw new UsageException("say what to run: kith run " + file + " "
                    + String.join("|", own.isEmpty() ? known.keySet() : own)
                    + "; or a line at the top of it: command = \"...\"");
        }
        return asked.isEmpty() ? own : asked;
    }

    /**
     * The command line that a command and its settings come to.
     *
     * @param line what was typed behind: options take the place of the file's, files the places that the section leaves open
     */
    public List<String> arguments(String command, List<String> line) {
        CommandSpec spec = Objects.requireNonNull(known.get(command), command);
        Map<String, Setting> settings = new LinkedHashMap<>(sections.getOrDefault(Keys.SHARED, Map.of()));
        Map<String, Setting> own = sections.getOrDefault(command, Map.of());
        settings.putAll(own);
        Typed typed = Typed.of(spec, line);
        Beside beside = Beside.of(file);
        List<String> arguments = new ArrayList<>(List.of(command));
        List<String> words = new ArrayList<>(typed.words());
        Keys.of(spec).forEach((key, argument) -> {
            @Nullable Setting setting = settings.get(key);
            if (argument instanceof PositionalParamSpec && !own.containsKey(key) && !words.isEmpty()) {
                arguments.add(words.remove(0));
            } else if (setting != null && !typed.options().contains(argument)) {
                arguments.addAll(setting.arguments(argument, beside));
            }
        });
        arguments.addAll(typed.rest());
        arguments.addAll(words);
        return arguments;
    }

    /** The place of the line behind an option or parameter of a command, for messages. */
    public Optional<String> place(String command, ArgSpec argument) {
        String key = Keys.of(argument);
        Setting own = sections.getOrDefault(command, Map.of()).get(key);
        Setting shared = sections.getOrDefault(Keys.SHARED, Map.of()).get(key);
        return Optional.ofNullable(own == null ? shared : own).map(Setting::at);
    }

    public Path file() {
        return file;
    }
}
