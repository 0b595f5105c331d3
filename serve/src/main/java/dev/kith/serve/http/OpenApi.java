package dev.kith.serve.http;

import dev.kith.text.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** {@code GET /openapi.json}: what a server can be asked, made from its routes. */
public final class OpenApi {
    private static final String SCHEMA = "schema";
    private static final String DESCRIPTION = "description";

    private OpenApi() {}

    /** The route that describes these, and itself. */
    public static Route of(List<Route> others) {
        List<Route> all = new ArrayList<>(others);
        Route.About about = Route.About.of("This description.");
        all.add(Route.get("/openapi.json", about, call -> Answer.empty()));
        Answer answer = Answer.json(document(all));
        return Route.get("/openapi.json", about, call -> answer);
    }

    private static Map<String, Object> document(List<Route> routes) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("title", "Kith");
        info.put("version", Version.current());
        info.put(DESCRIPTION, "Predictions of models that learned related tasks together.");
        document.put("info", info);
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        for (Route route : routes) {
            paths.computeIfAbsent(route.path(), path -> new LinkedHashMap<>())
                    .put(route.method().toLowerCase(Locale.ROOT), operation(route));
        }
        document.put("paths", paths);
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("type", "object");
        error.put("required", List.of("error"));
        error.put("properties", Map.of("error", Map.of("type", "string")));
        document.put(
                "components",
                Map.of(
                        "schemas", Map.of("Error", error),
                        "securitySchemes", Map.of("token", scheme())));
        return document;
    }

    private static Map<String, Object> scheme() {
        Map<String, Object> scheme = new LinkedHashMap<>();
        scheme.put("type", "http");
        scheme.put("scheme", "bearer");
        return scheme;
    }

    private static Map<String, Object> operation(Route route) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("summary", route.about().summary());
        operation.put("operationId", id(route));
        List<Object> parameters = new ArrayList<>();
        for (String segment : Route.segments(route.path())) {
            if (segment.startsWith("{")) {
                parameters.add(parameter(segment.substring(1, segment.length() - 1), "path", ""));
            }
        }
        route.about().query().forEach((name, meaning) -> parameters.add(parameter(name, "query", meaning)));
        operation.put("parameters", parameters);
        if (!route.about().takes().isEmpty()) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("required", true);
            body.put("content", content(route.about().takes()));
            operation.put("requestBody", body);
        }
        operation.put("responses", responses(route));
        operation.put("security", route.open() ? List.of(Map.of()) : List.of(Map.of("token", List.of()), Map.of()));
        return operation;
    }

    private static Map<String, Object> responses(Route route) {
        Map<String, Object> fine = new LinkedHashMap<>();
        fine.put(DESCRIPTION, "What was asked for.");
        fine.put("content", content(route.about().gives()));
        Map<String, Object> refused = new LinkedHashMap<>();
        refused.put(DESCRIPTION, "What is wrong, and what to do about it.");
        refused.put("content", Map.of(Answer.JSON, Map.of(SCHEMA, Map.of("$ref", "#/components/schemas/Error"))));
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put("200", fine);
        responses.put("default", refused);
        return responses;
    }

    private static Map<String, Object> content(List<String> types) {
        Map<String, Object> content = new LinkedHashMap<>();
        for (String type : types) {
            content.put(type, Map.of(SCHEMA, type.equals(Answer.JSON) ? Map.of() : Map.of("type", "string")));
        }
        return content;
    }

    private static Map<String, Object> parameter(String name, String in, String meaning) {
        Map<String, Object> parameter = new LinkedHashMap<>();
        parameter.put("name", name);
        parameter.put("in", in);
        parameter.put("required", in.equals("path"));
        if (!meaning.isEmpty()) {
            parameter.put(DESCRIPTION, meaning);
        }
        parameter.put(SCHEMA, Map.of("type", "string"));
        return parameter;
    }

    private static String id(Route route) {
        return route.method().toLowerCase(Locale.ROOT)
                + route.path().replaceAll("[{}]", "").replaceAll("[^A-Za-z0-9]+", "-");
    }
}
