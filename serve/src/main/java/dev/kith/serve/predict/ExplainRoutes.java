package dev.kith.serve.predict;

import dev.kith.data.Rows;
import dev.kith.model.ModelInfo;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.serve.http.Answer;
import dev.kith.serve.http.Call;
import dev.kith.serve.http.Refused;
import dev.kith.serve.http.Route;
import dev.kith.serve.http.Route.About;
import dev.kith.serve.models.ServedModel;
import dev.kith.trust.Explainer;
import dev.kith.trust.Explanation;
import dev.kith.trust.Question;
import dev.kith.trust.TaskCard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code POST /models/M/explain} and {@code GET /models/M/tasks/T}: why, and who is like whom. */
public final class ExplainRoutes {
    /** Parts of all explanations of a request together. */
    private static final long MOST_PARTS = 2_000_000;

    private static final String USUAL_NEIGHBOURS = "10";

    private final Lookup lookup;
    private final int mostRows;

    public ExplainRoutes(Lookup lookup, int mostRows) {
        this.lookup = lookup;
        this.mostRows = mostRows;
    }

    public List<Route> routes() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("task", Asked.words().get("task"));
        words.put("unknown", "rows of tasks the model does not have: error (default), common or attributes");
        About explain = new About(
                "Take predictions apart: what each feature adds, what the task's own rows say and what it borrowed from"
                        + " whom. Exact for linear models; for models of one kernel by task only.",
                words,
                RowsIn.TYPES,
                List.of(Answer.JSON));
        About task = new About(
                "A task: its coefficients, and the tasks most like it.",
                Map.of("top", "how many neighbours are named, " + USUAL_NEIGHBOURS + " by default"),
                List.of(),
                List.of(Answer.JSON));
        Route why = Route.post("/models/{model}/explain", explain, this::explain);
        Route one = Route.get("/models/{model}/tasks/{task}", task, this::task);
        return List.of(
                why,
                why.at("/models/{model}/versions/{version}/explain"),
                one,
                one.at("/models/{model}/versions/{version}/tasks/{task}"));
    }

    private Answer explain(Call call) {
        ServedModel model = lookup.model(call);
        Explainer explainer = model.explainer().orElseThrow(() -> Refused.wrong(model.unexplained()));
        Asked asked = Asked.of(call, model);
        if (asked.question().unknown().equals(Optional.of(Unknown.MISSING))) {
            throw Refused.wrong("'unknown' missing leaves nothing to explain: say common, attributes or error");
        }
        return RowsIn.explained(model, asked.question(), () -> {
            Rows rows = RowsIn.of(call, model, asked.question(), mostRows);
            requireFew(model.info(), asked.question(), rows);
            return Answer.json(answer(model, explanations(explainer, model, asked.question(), rows)));
        });
    }

    private static Map<String, Object> answer(ServedModel model, List<Map<String, Object>> explanations) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("model", model.name().id());
        answer.put("version", Integer.toString(model.name().version()));
        answer.put("explanations", explanations);
        return answer;
    }

    private static List<Map<String, Object>> explanations(
            Explainer explainer, ServedModel model, Question question, Rows rows) {
        Unknown treated = question.unknown().orElse(Unknown.ERROR);
        List<Map<String, Object>> all = new ArrayList<>();
        for (int i = 0; i < rows.inputs().rows(); i++) {
            for (Explanation why : explainer.all(model.model(), treated, rows, i)) {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("row", i + 1);
                one.putAll(why.members());
                all.add(one);
            }
        }
        return all;
    }

    /** An explanation is as long as the model is wide. */
    private static void requireFew(ModelInfo info, Question question, Rows rows) {
        long each = (long) info.features().size() + info.tasks().size();
        long asked = question.scope(info) == Scope.OWN_TASK ? 1 : info.tasks().size();
        if (each * asked * rows.inputs().rows() > MOST_PARTS) {
            throw Refused.large("explanations of this model have " + each * asked + " parts for each row: ask for "
                    + Math.max(1, MOST_PARTS / (each * asked)) + " rows at a time");
        }
    }

    private Answer task(Call call) {
        ServedModel model = lookup.model(call);
        String top = call.asked("top").orElse(USUAL_NEIGHBOURS);
        if (!top.matches("[1-9][0-9]{0,5}")) {
            throw Refused.wrong("'top' must be a number from 1 to 999999, got '" + top + "'");
        }
        String task = call.part("task");
        if (!model.info().tasks().contains(task)) {
            throw Refused.missing(
                    dev.kith.data.Names.unknown("task", task, model.info().tasks()));
        }
        return Answer.json(
                TaskCard.of(model.content(), task, Integer.parseInt(top)).members());
    }
}
