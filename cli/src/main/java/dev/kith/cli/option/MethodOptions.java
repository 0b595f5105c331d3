package dev.kith.cli.option;

import dev.kith.cli.terminal.NamedFiles;
import dev.kith.kernel.Kernel;
import dev.kith.method.KernelWidth;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.OutputRelation;
import dev.kith.method.Parameter;
import dev.kith.method.SettingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The catalogue of methods as options and help: one option for each parameter that any method has. */
public final class MethodOptions {
    /** Options that are data come after those that are written down, and before help. */
    public static final int OPTION_ORDER = 100;

    private MethodOptions() {}

    public static String option(String parameter) {
        return "--" + parameter;
    }

    public static void addOptions(CommandSpec spec) {
        Methods.parameters().forEach((name, users) -> {
            Parameter any = users.values().iterator().next();
            if (any.kind() == Parameter.Kind.EACH) {
                return; // said by the option of the value of all tasks
            }
            spec.addOption(OptionSpec.builder(option(name))
                    .paramLabel(label(users.values().stream().toList()))
                    .type(several(users) ? List.class : String.class)
                    .auxiliaryTypes(String.class)
                    .userObject(role(any))
                    .order(OPTION_ORDER)
                    .description(help(users))
                    .build());
        });
    }

    private static boolean several(Map<Method, Parameter> users) {
        return users.values().stream().anyMatch(parameter -> parameter.kind() == Parameter.Kind.FILES);
    }

    /** Methods that mean the same by a parameter share a sentence. */
    private static String help(Map<Method, Parameter> users) {
        Map<String, List<String>> byMeaning = new LinkedHashMap<>();
        users.forEach((method, parameter) -> byMeaning
                .computeIfAbsent(parameter.help() + fallback(parameter), text -> new java.util.ArrayList<>())
                .add(method.name()));
        return byMeaning.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .collect(Collectors.joining(" "));
    }

    private static String fallback(Parameter parameter) {
        String auto = parameter.searchable() ? " auto is cross-validated." : "";
        return auto + (parameter.required() ? "" : " Default " + parameter.fallback() + ".");
    }

    /** The longest tells most: a file for one method may also be auto for another. */
    private static String label(List<Parameter> parameters) {
        return parameters.stream()
                .map(Parameter::label)
                .reduce((a, b) -> b.length() > a.length() ? b : a)
                .orElseThrow();
    }

    /** What happens to the file it names. */
    public static NamedFiles.Role role(Parameter parameter) {
        boolean reads = parameter.kind() == Parameter.Kind.FILE
                || parameter.kind() == Parameter.Kind.FILES
                || List.of("constraint", "coding").contains(parameter.name());
        return reads ? NamedFiles.Role.READ : NamedFiles.Role.NONE;
    }

    /** Lists the methods at the end of a command's help. */
    public static void addToHelp(CommandSpec command) {
        Stream<String> lines = Methods.all().stream()
                .map(method -> String.format("  %-13s %s - %s", method.name(), method.plainName(), method.meaning()));
        command.usageMessage()
                .footer(Stream.concat(Stream.of(command.usageMessage().footer()), lines)
                        .toArray(String[]::new));
    }

    /** All values that were given, by parameter. */
    public static Map<String, String> given(ParseResult parsed) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String name : Methods.parameters().keySet()) {
            Object value = parsed.hasMatchedOption(option(name)) ? parsed.matchedOptionValue(option(name), null) : null;
            if (value instanceof List<?> several) {
                given.put(name, several.stream().map(String::valueOf).collect(Collectors.joining("\n")));
            } else if (value != null) {
                given.put(name, value.toString());
            }
        }
        return given;
    }

    /**
     * The values given for a method's own parameters; any other must describe a relation laid on top of it.
     *
     * @param chosen the kernel, which may say its width or leave it to a search
     */
    public static Map<String, String> of(Method method, ParseResult parsed, Kernel chosen) {
        Map<String, String> own = given(parsed);
        own.keySet().removeIf(name -> !method.has(name) && !method.has("constraint") && OutputRelation.describes(name));
        boolean kernel = parsed.hasMatchedOption("--kernel");
        String said = own.get(KernelWidth.NAME);
        boolean auto = Parameter.AUTO.equals(said);
        if (kernel && said != null && (!chosen.open() || (chosen.searched() && !auto))) {
            throw new SettingException(
                    KernelWidth.NAME,
                    "is for a kernel that leaves its width open, such as gaussian, got --kernel " + chosen.spec());
        }
        if (kernel && method.has(KernelWidth.NAME)) {
            own.putIfAbsent(KernelWidth.NAME, chosen.searched() ? Parameter.AUTO : Parameter.NONE);
        }
        return own;
    }
}
