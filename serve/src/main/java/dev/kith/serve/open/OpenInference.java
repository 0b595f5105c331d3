package dev.kith.serve.open;

import dev.kith.data.Rows;
import dev.kith.model.Predictions;
import dev.kith.serve.http.Answer;
import dev.kith.serve.http.Call;
import dev.kith.serve.http.Refused;
import dev.kith.serve.http.Route;
import dev.kith.serve.http.Route.About;
import dev.kith.serve.models.ServedModel;
import dev.kith.serve.predict.Asked;
import dev.kith.serve.predict.Lookup;
import dev.kith.serve.predict.Meter;
import dev.kith.serve.predict.RowsIn;
import dev.kith.text.Version;
import dev.kith.trust.Question;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The Open Inference Protocol, version 2, over HTTP. */
public final class OpenInference {
    private final Lookup lookup;
    private final Meter meter;
    private final int mostRows;

    public OpenInference(Lookup lookup, Meter meter, int mostRows) {
        this.lookup = lookup;
        this.meter = meter;
        this.mostRows = mostRows;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.add(Route.get("/v2", About.of("Open Inference Protocol: the server."), call -> server())
                .opened());
        routes.add(Route.get(
                        "/v2/health/live",
                        About.of("Open Inference Protocol: alive?"),
                        call -> Answer.json(Map.of("live", true)))
                .opened());
        routes.add(Route.get("/v2/health/ready", About.of("Open Inference Protocol: ready?"), call -> ready())
                .opened());
        for (Route route : ofModels()) {
            routes.add(route.at("/v2/models/{model}" + route.path()));
            routes.add(route.at("/v2/models/{model}/versions/{version}" + route.path()));
        }
        return routes;
    }

    /** Of one model, after its address. */
    private List<Route> ofModels() {
        return List.of(
                Route.get("", About.of("Open Inference Protocol: inputs and outputs of a model."), this::model),
                Route.get("/ready", About.of("Open Inference Protocol: is the model ready?"), this::modelReady),
                Route.post(
                        "/infer",
                        About.ofJson(
                                "Open Inference Protocol: predict. Inputs are 'task' (BYTES) and a tensor per column,"
                                        + " or one matrix 'x' of all columns of numbers; outputs are prediction and on request class,"
                                        + " probability, low, high, decision."),
                        this::infer));
    }

    private static Answer server() {
        Map<String, Object> server = new LinkedHashMap<>();
        server.put("name", "kith");
        server.put("version", Version.current());
        server.put("extensions", List.of());
        return Answer.json(server);
    }

    private Answer ready() {
        if (lookup.directory().ids().isEmpty()) {
            throw Refused.unavailable("there is no model to ask");
        }
        return Answer.json(Map.of("ready", true));
    }

    private Answer modelReady(Call call) {
        Map<String, Object> ready = new LinkedHashMap<>();
        ready.put("name", lookup.model(call).name().id());
        ready.put("ready", true);
        return Answer.json(ready);
    }

    private Answer model(Call call) {
        ServedModel model = lookup.model(call);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("name", model.name().id());
        all.put(
                "versions",
                lookup.directory().versions(model.name().id()).stream()
                        .map(one -> Integer.toString(one.name().version()))
                        .toList());
        all.put("platform", "kith");
        all.put("inputs", new InferInputs(model, Question.USUAL).described());
        all.put("outputs", InferOutputs.described(model.info(), Question.USUAL.scope(model.info())));
        return Answer.json(all);
    }

    private Answer infer(Call call) {
        if (!call.type().equals(Answer.JSON)) {
            throw Refused.type("inputs are application/json: say so by Content-Type, got '" + call.type() + "'");
        }
        ServedModel model = lookup.model(call);
        InferRequest request = InferRequest.read(call.text());
        Predictions found = predictions(call, model, request);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("model_name", model.name().id());
        answer.put("model_version", Integer.toString(model.name().version()));
        if (!request.id().isEmpty()) {
            answer.put("id", request.id());
        }
        answer.put("outputs", new InferOutputs(model.info(), found).tensors(request.outputs()));
        return Answer.json(answer);
    }

    private Predictions predictions(Call call, ServedModel model, InferRequest request) {
        Call.requireKnown(request.parameters(), Asked.words().keySet());
        Call asking = call.asking(request.parameters());
        Asked asked = Asked.of(asking, model);
        boolean decision = request.outputs().contains("decision") && !asking.flag("decision");
        return RowsIn.explained(model, asked.question(), () -> {
            Rows rows = new InferInputs(model, asked.question()).rows(request.inputs(), mostRows);
            meter.predicted(model, rows);
            return Question.predict(decision ? asked.predictor().decisions() : asked.predictor(), rows);
        });
    }
}
