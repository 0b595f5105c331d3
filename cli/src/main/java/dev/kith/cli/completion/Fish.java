package dev.kith.cli.completion;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A script for fish, which picocli does not write: one line per command and per option. */
final class Fish {
    private Fish() {}

    static String script(String name, CommandLine command) {
        List<String> lines = new ArrayList<>();
        lines.add("# Completes " + name + " in fish.");
        for (OptionSpec option : visible(command.getCommandSpec())) {
            lines.add("complete -c " + name + " -n __fish_use_subcommand" + option(option));
        }
        for (Map.Entry<String, CommandLine> sub : command.getSubcommands().entrySet()) {
            CommandSpec spec = sub.getValue().getCommandSpec();
            lines.add("complete -c " + name + " -f -n __fish_use_subcommand -a " + sub.getKey() + " -d "
                    + quoted(first(spec.usageMessage().description())));
            for (OptionSpec option : visible(spec)) {
                lines.add("complete -c " + name + " -n '__fish_seen_subcommand_from " + sub.getKey() + "'"
                        + option(option));
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<OptionSpec> visible(CommandSpec spec) {
        return spec.options().stream().filter(option -> !option.hidden()).toList();
    }

    private static String option(OptionSpec option) {
        StringBuilder words = new StringBuilder();
        for (String name : option.names()) {
            words.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
        }
        if (option.arity().max() > 0) {
            words.append(takesFile(option) ? " -r -F" : " -x");
            if (option.completionCandidates() != null) {
                StringJoiner values = new StringJoiner(" ");
                option.completionCandidates().forEach(values::add);
                words.append(" -a ").append(quoted(values.toString()));
            }
        }
        return words.append(" -d ").append(quoted(first(option.description()))).toString();
    }

    private static boolean takesFile(OptionSpec option) {
        Class<?>[] types = option.auxiliaryTypes();
        Class<?> type = types.length > 0 ? types[0] : option.type();
        return Path.class.isAssignableFrom(type) || File.class.isAssignableFrom(type);
    }

    /** The first sentence of a description: fish has one line for it. */
    private static String first(String[] description) {
        String text = String.join(" ", description).replaceAll("%n|\\s+", " ").strip();
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
