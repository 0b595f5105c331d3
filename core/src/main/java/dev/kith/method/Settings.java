package dev.kith.method;

import static dev.kith.method.Parameter.AUTO;
import static dev.kith.method.Parameter.NONE;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Values for all parameters of a method, as text. Immutable; made by {@link Method#settings} and {@link Method#open}. */
public final class Settings {
    private final Method method;
    private final Map<String, String> values;

    Settings(Method method, Map<String, String> values) {
        this.method = method;
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The values by name, in the order of the method's parameters. */
    public Map<String, String> values() {
        return values;
    }

    Parameter parameter(String name) {
        return method.parameter(name);
    }

    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("method '" + method.name() + "' has no parameter '" + name + "'");
        }
        return value;
    }

    /** Whether a parameter that may be left out has a value; false for one the method does not have. */
    public boolean has(String name) {
        return values.containsKey(name)
                && !text(name).equals(NONE)
                && !text(name).equals(Parameter.FREE);
    }

    public boolean isAuto(String name) {
        return text(name).equals(AUTO);
    }

    public Path file(String name) {
        List<Path> files = files(name);
        if (files.size() > 1) {
            throw new SettingException(
                    name, "must be given once to method '" + method.name() + "', got " + files.size());
        }
        return files.get(0);
    }

    /** The files of a parameter that may be given several times. */
    public List<Path> files(String name) {
        return text(name).lines().map(Path::of).toList();
    }

    public double number(String name) {
        Parameter parameter = method.parameter(name);
        double value;
        try {
            value = Double.parseDouble(text(name));
        } catch (NumberFormatException e) {
            throw new SettingException(
                    name,
                    "must be a number" + (parameter.searchable() ? " or auto" : "") + ", got '" + text(name) + "'");
        }
        parameter.range().ifPresent(range -> requireWithin(parameter, range, value));
        return value;
    }

    private static void requireWithin(Parameter parameter, Range range, double value) {
        if (!range.holds(value)) {
            String what = parameter.kind() == Parameter.Kind.NUMBER ? "a finite number " : "a whole number ";
            throw new SettingException(parameter.name(), "must be " + what + range + ", got " + Parameter.text(value));
        }
    }

    public int whole(String name) {
        double value = number(name);
        if (value != Math.rint(value)) {
            throw new SettingException(name, "must be a whole number, got '" + text(name) + "'");
        }
        return (int) value;
    }

    /** A number of bytes: 4g, 500m, 64k or a plain number. */
    public long bytes(String name) {
        String lower = text(name).toLowerCase(Locale.ROOT);
        int unit = "kmg".indexOf(lower.isEmpty() ? ' ' : lower.charAt(lower.length() - 1));
        try {
            double number = Double.parseDouble(unit < 0 ? lower : lower.substring(0, lower.length() - 1));
            double bytes = number * Math.pow(1024, unit + 1);
            if (bytes >= 1 && bytes < Long.MAX_VALUE) {
                return (long) bytes;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new SettingException(name, "must be a size such as 500m or 4g, got '" + text(name) + "'");
    }

    public Settings with(String name, String value) {
        text(name);
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.put(name, value);
        return new Settings(method, changed);
    }

    public Settings with(String name, double value) {
        return with(name, Parameter.text(value));
    }

    /** The parameters that a search has to choose. */
    public List<Parameter> open() {
        return method.parameters().stream()
                .filter(parameter -> parameter.searchable() && isAuto(parameter.name()))
                .toList();
    }

    /** With the first value of its grid in place of everything open: enough to see whether the rest makes sense. */
    public Settings first() {
        Settings settings = this;
        for (Parameter parameter : open()) {
            settings = settings.with(parameter.name(), parameter.grid().get(0));
        }
        return settings;
    }

    /**
     * With the default, or else the middle of its grid, in place of everything open: where a search starts. Without what it
     * looks for last.
     */
    public Settings start(int tasks) {
        Settings settings = this;
        for (Parameter parameter : open()) {
            settings = parameter.searchedLast()
                    ? settings.with(parameter.name(), parameter.fallback())
                    : settings.with(parameter.name(), parameter.start(tasks));
        }
        return settings;
    }

    /** What people are shown of a value: a file by its name, without its directory. */
    public String shown(String name) {
        Parameter.Kind kind = method.parameter(name).kind();
        return (kind == Parameter.Kind.FILE || kind == Parameter.Kind.FILES) && has(name) && !isAuto(name)
                ? files(name).stream()
                        .map(file -> String.valueOf(file.getFileName()))
                        .collect(Collectors.joining(", "))
                : text(name);
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof Settings settings
                && method.name().equals(settings.method.name())
                && values.equals(settings.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return method.name() + values;
    }
}
