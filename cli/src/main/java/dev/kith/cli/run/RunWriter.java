package dev.kith.cli.run;

import dev.kith.cli.option.DataOptions;
import dev.kith.cli.terminal.UsageException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What a command was asked as a run file: only what was said, so that what was not follows the program. */
public final class RunWriter {
    /** What TOML reads as a number. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,15})(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?");

    private static final Set<Class<?>> NUMBERS =
            Set.of(int.class, Integer.class, long.class, Long.class, double.class, Double.class);

    private RunWriter() {}

    /** The file as text. */
    public static String text(ParseResult parsed, Path file) {
        CommandSpec command = parsed.commandSpec();
        if (!Keys.runs(command)) {
            throw new UsageException(
                    "--save-config is for commands that kith run can run; kith " + command.name() + " is none of them");
        }
        Set<ArgSpec> data = new HashSet<>();
        for (CommandSpec mixin : command.mixins().values()) {
            if (mixin.userObject() instanceof DataOptions) {
                data.addAll(mixin.args());
            }
        }
        Map<String, String> shared = new LinkedHashMap<>();
        Map<String, String> own = new LinkedHashMap<>();
        Beside beside = Beside.of(file);
        Keys.of(command).forEach((key, argument) -> {
            boolean said = argument instanceof OptionSpec option
                    ? parsed.hasMatchedOption(option)
                    : !argument.stringValues().isEmpty();
            if (said) {
                boolean share = data.stream().anyMatch(one -> Keys.of(one).equals(key)) && Keys.shareable(argument);
                (share ? shared : own).put(key, value(argument, beside));
            }
        });
        return "# kith run " + file.getFileName() + "\ncommand = " + quoted(command.name()) + "\n"
                + section(Keys.SHARED, shared) + section(command.name(), own);
    }

    private static String section(String name, Map<String, String> lines) {
        return lines.isEmpty()
                ? ""
                : "\n[" + name + "]\n"
                        + lines.entrySet().stream()
                                .map(line -> line.getKey() + " = " + line.getValue() + "\n")
                                .collect(Collectors.joining());
    }

    private static String value(ArgSpec argument, Beside beside) {
        List<String> values = argument.stringValues();
        if (argument.arity().max() == 0) {
            return String.valueOf(argument.<Object>getValue());
        }
        if (argument.isMultiValue()) {
            return values.stream()
                    .map(text -> quoted(beside.written(argument, text)))
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        String text = beside.written(argument, values.get(0));
        return number(argument, text) ? text : quoted(text);
    }

    /** Whether it may stand there as a number: it must be read back as the same text, where a text is what the command takes. */
    private static boolean number(ArgSpec argument, String text) {
        if (!NUMBER.matcher(text).matches()) {
            return false;
        }
        boolean whole = text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        return NUMBERS.contains(argument.type())
                || (whole ? Long.toString(Long.parseLong(text)) : Double.toString(Double.parseDouble(text)))
                        .equals(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
