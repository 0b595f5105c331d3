package dev.kith.serve.learn;

import dev.kith.data.Names;
import dev.kith.serve.http.Answer;
import dev.kith.serve.http.Call;
import dev.kith.serve.http.Refused;
import dev.kith.serve.http.Route;
import dev.kith.serve.http.Route.About;
import dev.kith.stream.Example;
import dev.kith.stream.StreamSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code POST /models/M/learn}: labelled rows in, what was learned out. */
public final class LearnRoutes {
    private final Learners learners;
    private final int mostRows;

    public LearnRoutes(Learners learners, int mostRows) {
        this.learners = learners;
        this.mostRows = mostRows;
    }

    public List<Route> routes() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put(Examples.TASK, "the member that names a row's task; 'task' where nothing is said");
        words.put(Examples.LABEL, "the member that names its class; 'label' where nothing is said");
        About learn = new About(
                "Learn from labelled rows, all or none. They are on the disk before the answer.",
                words,
                List.of(Answer.JSON),
                List.of(Answer.JSON));
        return List.of(
                Route.post("/models/{model}/learn", learn, this::learn).answeredApart(),
                Route.get("/models/{model}/learn", About.of("What a learner has learned."), this::learned)
                        .answeredApart());
    }

    private ServedLearner learner(Call call) {
        String id = call.part("model");
        return learners.learner(id).orElseThrow(() -> Refused.missing(Names.unknown("learner", id, learners.ids())));
    }

    private Answer learn(Call call) {
        ServedLearner learner = learner(call);
        if (!call.type().equals(Answer.JSON)) {
            throw Refused.type(
                    "rows to learn from are application/json: say so by Content-Type, got '" + call.type() + "'");
        }
        Examples columns = new Examples(
                call.asked(Examples.TASK).orElse(Examples.TASK),
                call.asked(Examples.LABEL).orElse(Examples.LABEL));
        List<Example> examples = columns.read(call.text(), mostRows);
        ServedLearner.Learned learned = learner.take(examples);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("model", learner.id());
        answer.put("rows", learned.rows());
        answer.put("mistakes", learned.mistakes());
        answer.put("total", learned.total());
        return Answer.json(answer);
    }

    private Answer learned(Call call) {
        ServedLearner learner = learner(call);
        StreamSummary summary = learner.summary();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("model", learner.id());
        answer.put("learner", summary.learner());
        answer.put("classes", learner.classes());
        answer.put("total", summary.all().rows());
        answer.put("mistakes", summary.all().mistakes());
        answer.put("tasks", summary.tasks().size());
        return Answer.json(answer);
    }
}
