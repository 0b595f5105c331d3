package dev.kith.method;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The methods there are. */
public final class Methods {
    private static final List<Method> ALL = PlainNames.checked(all(
            ConvexMethods.ALL,
            StationaryMethods.ALL,
            MixedMethod.ALL,
            BoostedMethod.ALL,
            CurveMethod.ALL,
            KernelMethods.ALL,
            ConstrainedMethod.ALL));

    private Methods() {}

    @SafeVarargs
    private static List<Method> all(List<Method>... families) {
        List<Method> all = new ArrayList<>();
        for (List<Method> family : families) {
            all.addAll(family);
        }
        return List.copyOf(all);
    }

    /** All of them, in the order they are shown. */
    public static List<Method> all() {
        return ALL;
    }

    /** The method of this name. */
    public static Method named(String name) {
        return ALL.stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SettingException(
                        "method",
                        "must be one of " + ALL.stream().map(Method::name).collect(Collectors.joining(", ")) + "; got '"
                                + name + "'"));
    }

    /** What people call the method of this name, {@link Method#plainName}; empty of a name that is not in the catalogue. */
    public static Optional<String> plainName(String name) {
        return ALL.stream()
                .filter(method -> method.name().equals(name))
                .map(Method::plainName)
                .findFirst();
    }

    /** A name with what people call it, such as {@code mtfl (few shared directions)}; as it is where that is not in the catalogue. */
    public static String label(String name) {
        return plainName(name).map(plain -> name + " (" + plain + ")").orElse(name);
    }

    /** The methods that take a parameter of this name. */
    public static List<Method> using(String parameter) {
        return ALL.stream().filter(method -> method.has(parameter)).toList();
    }

    /** The methods that are capable of something. */
    public static List<Method> capable(Capability capability) {
        return ALL.stream().filter(method -> method.can(capability)).toList();
    }

    /**
     * Every parameter of any method by its name, with the methods that take it: what a front end makes one option of. In the
     * order of the catalogue.
     */
    public static Map<String, Map<Method, Parameter>> parameters() {
        Map<String, Map<Method, Parameter>> byName = new LinkedHashMap<>();
        for (Method method : ALL) {
            for (Parameter parameter : method.parameters()) {
                byName.computeIfAbsent(parameter.name(), name -> new LinkedHashMap<>())
                        .put(method, parameter);
            }
        }
        return byName;
    }
}
