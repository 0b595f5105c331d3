package dev.kith.cli.terminal;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Arguments as a line that a POSIX shell takes apart into the same arguments. */
public final class ShellWords {
    /** Letters that mean nothing to a shell; a leading = would to zsh. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*");

    private ShellWords() {}

    public static String of(List<String> arguments) {
        return arguments.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
