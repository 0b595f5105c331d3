package dev.kith.cli;

import dev.kith.convex.Solver;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The method settings given on a command line, as text, over their defaults. */
record Settings(Map<Setting, String> given) {
    /** Options that are data come after those that are written down, and before help. */
    static final int OPTION_ORDER = 100;

    private static final String AUTO = "auto";

    /** Gives a command one option for each setting. */
    static void addOptions(CommandSpec spec) {
        for (Setting setting : Setting.values()) {
            spec.addOption(OptionSpec.builder(setting.option())
                    .paramLabel(setting.label())
                    .type(String.class)
                    .userObject(setting.role())
                    .order(OPTION_ORDER)
                    .description(setting.help() + " For " + users(setting) + "."
                            + (setting.fallback().isEmpty() ? "" : " Default " + setting.fallback() + "."))
                    .build());
        }
    }

    /** The settings that were given, all of which {@code method} must use. */
    static Settings of(ParseResult parsed, Method method) {
        Map<Setting, String> given = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            String value = parsed.matchedOptionValue(setting.option(), null);
            boolean used = method.settings().contains(setting);
            if (value != null && !used && setting.onTop()) {
                given.put(setting, value);
            } else if (value != null && !used) {
                throw new UsageException(setting.option() + " is not used by method '" + method.name()
                        + "'; it is used by " + users(setting));
            }
            if (used) {
                String chosen = value == null ? method.fallback(setting) : value;
                if (chosen.isEmpty()) {
                    throw new UsageException("method '" + method.name() + "' needs " + setting.option() + " "
                            + setting.label() + ". " + setting.help());
                }
                given.put(setting, chosen);
            }
        }
        if (given.containsKey(Setting.WIDTH) && parsed.hasMatchedOption("--kernel")) {
            if (parsed.hasMatchedOption(Setting.WIDTH.option())) {
                throw new UsageException("--width is for the kernel that is chosen without --kernel: use one of them");
            }
            given.put(Setting.WIDTH, Setting.NONE);
        }
        return new Settings(given);
    }

    /** What was given of a method's settings; numbers that can be chosen are to be chosen, the rest is at its default. */
    static Settings open(ParseResult parsed, Method method) {
        Map<Setting, String> chosen = new EnumMap<>(Setting.class);
        chosen.putAll(auto(method).given);
        for (Setting setting : method.settings()) {
            String value = parsed.matchedOptionValue(setting.option(), null);
            if (value != null) {
                chosen.put(setting, value);
            }
            if (chosen.getOrDefault(setting, "").isEmpty()) {
                throw new UsageException("method '" + method.name() + "' needs " + setting.option() + " "
                        + setting.label() + ". " + setting.help());
            }
        }
        return new Settings(chosen);
    }

    /** Refuses settings that none of the methods uses. */
    static void requireUsed(ParseResult parsed, List<Method> methods) {
        for (Setting setting : Setting.values()) {
            if (parsed.hasMatchedOption(setting.option())
                    && methods.stream().noneMatch(method -> method.settings().contains(setting))) {
                throw new UsageException(setting.option()
                        + " is not used by any of the methods compared; it is used by " + users(setting));
            }
        }
    }

    private static String users(Setting setting) {
        return Methods.using(setting).stream().map(Method::name).collect(Collectors.joining(", "));
    }

    /** Everything at its default, numbers that can be chosen to be chosen. */
    static Settings auto(Method method) {
        Map<Setting, String> given = new EnumMap<>(Setting.class);
        for (Setting setting : method.settings()) {
            given.put(setting, setting.grid().isEmpty() ? method.fallback(setting) : AUTO);
        }
        return new Settings(given);
    }

    /** Settings to be chosen by cross-validation. */
    List<Setting> tuned() {
        return Arrays.stream(Setting.values())
                .filter(setting ->
                        AUTO.equals(given.get(setting)) && !setting.grid().isEmpty())
                .toList();
    }

    /** The settings with a first try in place of every auto: enough to see whether they make sense. */
    Settings first() {
        Settings settings = this;
        for (Setting setting : tuned()) {
            settings = settings.with(setting, setting.grid().get(0));
        }
        return settings;
    }

    /** The settings with the method's default, or the middle of the grid, in place of every auto: a search's start. */
    Settings start(Method method) {
        Settings settings = this;
        for (Setting setting : tuned()) {
            String fallback = method.fallback(setting);
            boolean number = !fallback.equals(AUTO) && !fallback.equals(Setting.NONE) && !fallback.isEmpty();
            double middle = setting.grid().get(setting.grid().size() / 2);
            settings = settings.with(setting, number ? Double.parseDouble(fallback) : middle);
        }
        return settings;
    }

    Path file(Setting setting) {
        return Path.of(text(setting));
    }

    double number(Setting setting) {
        try {
            return Double.parseDouble(text(setting));
        } catch (NumberFormatException e) {
            throw new UsageException(setting.option() + " must be a number"
                    + (setting.grid().isEmpty() ? "" : " or auto") + ", got '" + text(setting) + "'");
        }
    }

    int whole(Setting setting) {
        double value = number(setting);
        if (value != Math.rint(value)) {
            throw new UsageException(setting.option() + " must be a whole number, got '" + text(setting) + "'");
        }
        return (int) value;
    }

    /** Empty where the weight of the structure's penalty is to be lambda itself. */
    OptionalDouble rho() {
        return text(Setting.RHO).equals(Setting.RHO.fallback())
                ? OptionalDouble.empty()
                : OptionalDouble.of(number(Setting.RHO));
    }

    Solver solver() {
        try {
            return Solver.valueOf(text(Setting.SOLVER).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "--solver must be auto, proximal or alternating, got '" + text(Setting.SOLVER) + "'");
        }
    }

    Settings with(Setting setting, double value) {
        Map<Setting, String> changed = new EnumMap<>(Setting.class);
        changed.putAll(given);
        changed.put(setting, value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value));
        return new Settings(changed);
    }

    /** Whether a setting that may be left out was given. */
    boolean has(Setting setting) {
        return !text(setting).equals(Setting.NONE);
    }

    /** Whether the kernel is a Gaussian of the width chosen here. */
    boolean tunesKernel() {
        return given.containsKey(Setting.WIDTH) && has(Setting.WIDTH);
    }

    String text(Setting setting) {
        return given.getOrDefault(setting, setting.fallback());
    }

    /** What a model remembers of a setting: its value, a file by its name. */
    String recorded(Setting setting) {
        String text = text(setting);
        return setting.label().startsWith("FILE") ? String.valueOf(Path.of(text).getFileName()) : text;
    }
}
