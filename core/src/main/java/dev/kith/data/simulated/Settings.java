package dev.kith.data.simulated;

import java.util.Map;

/** Values given by name as text, over the defaults of the parameters. */
record Settings(Map<String, String> given) {
    int whole(Parameter parameter) {
        return Math.toIntExact(seed(parameter));
    }

    long seed(Parameter parameter) {
        return parameter.parseWhole(text(parameter));
    }

    double number(Parameter parameter) {
        return parameter.parseNumber(text(parameter));
    }

    private String text(Parameter parameter) {
        return given.getOrDefault(parameter.name(), parameter.fallback());
    }
}
