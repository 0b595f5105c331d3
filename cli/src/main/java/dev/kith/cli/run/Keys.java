package dev.kith.cli.run;

import dev.kith.cli.terminal.NamedFiles;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * What the settings of a command are called in a file: an option by its long name without dashes, a parameter by its label in
 * small letters. Whatever the command line has is there by itself.
 */
public final class Keys {
    /** The section whose settings every command takes that has them. */
    public static final String SHARED = "data";

    private Keys() {}

    /** The name of an option or parameter. */
    static String of(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? option.longestName().replaceFirst("^-+", "")
                : argument.paramLabel().toLowerCase(Locale.ROOT);
    }

    /** All settings of a command by name, parameters first and in their order; none of what holds for every command. */
    static Map<String, ArgSpec> of(CommandSpec command) {
        Map<String, ArgSpec> keys = new LinkedHashMap<>();
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            keys.put(of(parameter), parameter);
        }
        for (OptionSpec option : command.options()) {
            if (!option.inherited() && !option.usageHelp() && !option.versionHelp()) {
                keys.put(of(option), option);
            }
        }
        return keys;
    }

    /** Whether a file may have a section for it: {@code [data]} is taken, and a file does not run files. */
    public static boolean runs(CommandSpec command) {
        return !command.name().equals(SHARED) && !(command.userObject() instanceof RunsFiles);
    }

    /** The commands that files may have sections for, by name. */
    static Map<String, CommandSpec> commands(CommandLine program) {
        Map<String, CommandSpec> commands = new LinkedHashMap<>();
        program.getSubcommands().forEach((name, command) -> {
            if (runs(command.getCommandSpec())) {
                commands.put(name, command.getCommandSpec());
            }
        });
        return commands;
    }

    /** Whether several commands may take it: two that write one file would leave one of both. */
    static boolean shareable(ArgSpec argument) {
        return NamedFiles.role(argument) != NamedFiles.Role.WRITTEN;
    }
}
