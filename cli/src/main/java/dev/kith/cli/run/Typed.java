package dev.kith.cli.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What was typed behind a run file.
 *
 * @param options those given
 * @param rest their words as typed, values included
 * @param words what is neither option nor value
 */
record Typed(Set<ArgSpec> options, List<String> rest, List<String> words) {
    static Typed of(CommandSpec command, List<String> line) {
        Set<ArgSpec> options = new LinkedHashSet<>();
        List<String> rest = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (int k = 0; k < line.size(); k++) {
            String word = line.get(k);
            if (!word.startsWith("-") || word.length() == 1) {
                words.add(word);
                continue;
            }
            rest.add(word);
            OptionSpec option = option(command, word);
            if (option == null) {
                continue; // who reads the line will say so
            }
            options.add(option);
            boolean attached = !word.equals(word.split("=", 2)[0])
                    || !List.of(option.names()).contains(word);
            if (option.arity().min() > 0 && !attached && k + 1 < line.size()) {
                rest.add(line.get(++k));
            }
        }
        return new Typed(options, rest, words);
    }

    /** {@code --folds}, {@code --folds=10}, {@code -o}, {@code -oFILE}. */
    private static @Nullable OptionSpec option(CommandSpec command, String word) {
        OptionSpec named = command.findOption(word.split("=", 2)[0]);
        return named == null && !word.startsWith("--") ? command.findOption(word.substring(0, 2)) : named;
    }
}
