package dev.kith.cli;

import dev.kith.adapt.FittedRelation;
import dev.kith.cli.option.MethodOptions;
import dev.kith.cli.terminal.UsageException;
import dev.kith.method.Methods;
import dev.kith.method.Parameter;
import dev.kith.model.Model;
import dev.kith.model.TreeModel;
import dev.kith.structure.Description;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The relation between tasks a model was fitted with: from what it says of it, or from a file that knows the new tasks. */
final class RecordedRelation {
    private RecordedRelation() {}

    /** The parameters that name a file by which tasks are related: those called as their method is. */
    private static List<Parameter> files() {
        return Methods.all().stream()
                .flatMap(method ->
                        method.parameters().stream().filter(p -> p.name().equals(method.name())))
                .toList();
    }

    static void addOptions(CommandSpec command) {
        for (Parameter parameter : files()) {
            command.addOption(OptionSpec.builder(MethodOptions.option(parameter.name()))
                    .paramLabel("FILE")
                    .type(String.class)
                    .userObject(MethodOptions.role(parameter))
                    .order(MethodOptions.OPTION_ORDER)
                    .description("For a model of method " + parameter.name()
                            + ": the file of its fit, with the new tasks in it.")
                    .build());
        }
    }

    /** @throws dev.kith.data.DataException if the model has no such relation or does not say enough of it */
    static Relation of(Model model, ParseResult parsed) {
        if (model instanceof TreeModel) {
            requireUsed(parsed, model.info().method());
            return Relations.independent(); // trees have none
        }
        Description description = FittedRelation.description(model);
        requireUsed(parsed, description.relation());
        Optional<Parameter> needed = files().stream()
                .filter(parameter -> parameter.name().equals(description.relation()))
                .findFirst();
        return needed.isEmpty() ? FittedRelation.of(model) : ofFile(needed.get(), description, parsed);
    }

    private static void requireUsed(ParseResult parsed, String method) {
        for (Parameter parameter : files()) {
            String option = MethodOptions.option(parameter.name());
            if (parsed.hasMatchedOption(option) && !parameter.name().equals(method)) {
                throw new UsageException(option + " is not used by method '" + method + "'");
            }
        }
    }

    private static Relation ofFile(Parameter parameter, Description description, ParseResult parsed) {
        String option = MethodOptions.option(parameter.name());
        String file = parsed.matchedOptionValue(option, null);
        if (file == null) {
            throw new UsageException("a model of method '" + description.relation() + "' needs " + option
                    + " FILE, with the new tasks in it. " + parameter.help());
        }
        return Relations.read(Path.of(file), description);
    }
}
