package dev.kith.serve.predict;

import dev.kith.data.Columns;
import dev.kith.data.Roles;
import dev.kith.model.ModelInfo;
import dev.kith.serve.http.Answer;
import dev.kith.serve.http.Call;
import dev.kith.serve.http.Refused;
import dev.kith.serve.http.Route;
import dev.kith.serve.http.Route.About;
import dev.kith.serve.models.ServedModel;
import dev.kith.trust.Question;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What models there are, and whether the server is well. */
public final class ModelRoutes {
    private final Lookup lookup;

    public ModelRoutes(Lookup lookup) {
        this.lookup = lookup;
    }

    public List<Route> routes() {
        About one = About.of("What a model is, and which columns it looks at.");
        return List.of(
                Route.get("/models", About.of("The models there are."), call -> models()),
                Route.get("/models/{model}", one, this::model),
                Route.get("/models/{model}/versions/{version}", one, this::model),
                Route.get(
                                "/health",
                                About.of("Whether the server is alive."),
                                call -> Answer.json(Map.of("status", "ok")))
                        .opened(),
                Route.get("/ready", About.of("Whether there is a model to ask."), call -> ready())
                        .opened());
    }

    private Answer ready() {
        if (lookup.directory().ids().isEmpty()) {
            throw Refused.unavailable("there is no model to ask");
        }
        return Answer.json(Map.of("status", "ready"));
    }

    private Answer models() {
        return Answer.json(Map.of(
                "models",
                lookup.directory().ids().stream()
                        .flatMap(id -> lookup.directory().current(id).stream())
                        .map(this::summary)
                        .toList()));
    }

    private Map<String, Object> summary(ServedModel model) {
        ModelInfo info = model.info();
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("id", model.name().id());
        summary.put("version", Integer.toString(model.name().version()));
        summary.put(
                "versions",
                lookup.directory().versions(model.name().id()).stream()
                        .map(one -> Integer.toString(one.name().version()))
                        .toList());
        summary.put("method", info.method());
        summary.put("loss", info.loss());
        summary.put("kernel", info.kernel());
        summary.put("tasks", info.tasks().size());
        summary.put("features", info.features().size());
        return summary;
    }

    private Answer model(Call call) {
        ServedModel model = lookup.model(call);
        ModelInfo info = model.info();
        Columns columns = info.columns();
        Map<String, Object> all = new LinkedHashMap<>(summary(model));
        all.put("shape", columns.shape().name().toLowerCase(Locale.ROOT));
        columns.task().ifPresent(name -> all.put("taskColumn", name));
        columns.target().ifPresent(name -> all.put("targetColumn", name));
        all.put("inputs", inputs(info));
        all.put("taskNames", info.namedTasks());
        if (!info.classes().isEmpty()) {
            all.put("classes", info.classes());
        }
        columns.choice().ifPresent(choice -> all.put("classes", choice.classes()));
        all.put("observations", info.observations());
        info.gap().ifPresent(gap -> all.put("gap", gap));
        all.put("status", info.status().name().toLowerCase(Locale.ROOT));
        all.put("trainedBy", "kith " + info.version());
        return Answer.json(all);
    }

    /** The columns that rows must have beside that of the task, and what they are. */
    private static List<Map<String, Object>> inputs(ModelInfo info) {
        Roles roles = Question.USUAL.roles(info);
        List<String> texts = Stream.of(
                        roles.treated(), roles.columns(Roles.Part.STRINGS), roles.columns(Roles.Part.TEXTS))
                .flatMap(List::stream)
                .toList();
        return Stream.concat(roles.columns(Roles.Part.FEATURE).stream(), texts.stream())
                .distinct()
                .map(column -> input(column, texts.contains(column)))
                .toList();
    }

    private static Map<String, Object> input(String column, boolean text) {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("name", column);
        input.put("kind", text ? "text" : "number");
        return input;
    }
}
