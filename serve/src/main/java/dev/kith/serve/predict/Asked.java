package dev.kith.serve.predict;

import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.serve.http.Call;
import dev.kith.serve.http.Refused;
import dev.kith.serve.models.ServedModel;
import dev.kith.trust.Predictor;
import dev.kith.trust.Predictor.IntervalSource;
import dev.kith.trust.Predictor.ProbabilitySource;
import dev.kith.trust.Question;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a query asks of a model, in the words of the options of {@code kith predict}.
 *
 * @param question which columns are read, and about which tasks
 * @param predictor what answers
 */
public record Asked(ServedModel model, Question question, Predictor predictor) {
    private static final Map<String, IntervalSource> BY =
            Map.of("conformal", IntervalSource.CONFORMAL, "gp", IntervalSource.GAUSSIAN_PROCESS);

    /** What a query may say, and what that means. */
    public static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("task", "the column that names a row's task, where it is another than the model was trained with");
        words.put("all-tasks", "true: predict every task for every row");
        words.put("id", "columns to copy in front of the predictions, C1,C2,...");
        words.put("unknown", "rows of tasks the model does not have: error (default), missing, common or attributes");
        words.put("interval", "also give bounds that labels keep with this probability, such as 0.9");
        words.put("interval-by", "with interval: conformal or gp");
        words.put("joint", "with interval and all-tasks: bounds that the labels of all tasks keep together");
        words.put("probabilities", "platt, isotonic or loss");
        words.put("decision", "true: add the decision value of every class");
        return words;
    }

    /** What a query asks. */
    public static Asked of(Call call, ServedModel model) {
        Question question = question(call);
        Scope scope = question.scope(model.info());
        boolean usual = call.query().isEmpty();
        Predictor predictor = usual ? model.predictor() : predictor(call, model, scope);
        return new Asked(
                model,
                question,
                usual ? predictor.scope(scope) : unknown(predictor.scope(scope), question, model, scope));
    }

    private static Question question(Call call) {
        Optional<Unknown> unknown = call.asked("unknown").map(text -> choice("unknown", text, Unknown.values()));
        List<String> ids =
                call.asked("id").map(text -> List.of(text.split(",", -1))).orElse(List.of());
        return new Question(call.asked("task"), call.flag("all-tasks"), ids, unknown);
    }

    private static Predictor unknown(Predictor predictor, Question question, ServedModel model, Scope scope) {
        if (question.unknown().isEmpty()) {
            return predictor;
        }
        boolean choice = scope == Scope.CHOICE && model.info().columns().task().isPresent();
        if (scope != Scope.OWN_TASK && !choice) {
            throw Refused.wrong("'unknown' is for rows that name their task, and these do not");
        }
        return predictor.unknown(question.unknown().get());
    }

    private static Predictor predictor(Call call, ServedModel model, Scope scope) {
        Predictor predictor = model.predictor();
        Optional<String> probabilities = call.asked("probabilities");
        if (probabilities.isPresent()) {
            predictor =
                    predictor.probabilities(choice("probabilities", probabilities.get(), ProbabilitySource.values()));
        }
        if (call.flag("decision")) {
            predictor = predictor.decisions();
        }
        if (call.asked("interval").isPresent()) {
            return intervals(call, predictor, scope);
        }
        if (call.asked("interval-by").isPresent() || call.flag("joint")) {
            throw Refused.wrong("'interval-by' and 'joint' are for intervals: say interval=0.9 too");
        }
        return predictor;
    }

    private static Predictor intervals(Call call, Predictor predictor, Scope scope) {
        double level = level(call.asked("interval").orElseThrow());
        boolean joint = call.flag("joint");
        if (joint && scope != Scope.ALL_TASKS) {
            throw Refused.wrong("'joint' is for rows that are asked about all tasks: say all-tasks=true");
        }
        Optional<IntervalSource> by = call.asked("interval-by").map(Asked::by);
        if (by.isEmpty()) {
            return joint ? predictor.jointIntervals(level) : predictor.intervals(level);
        }
        return joint ? predictor.jointIntervals(level, by.get()) : predictor.intervals(level, by.get());
    }

    private static IntervalSource by(String text) {
        IntervalSource found = BY.get(text);
        if (found == null) {
            throw Refused.wrong("'interval-by' must be conformal or gp, got '" + text + "'");
        }
        return found;
    }

    private static double level(String text) {
        double level = Double.NaN;
        try {
            level = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            // Said below.
        }
        if (!(level > 0 && level < 1)) {
            throw Refused.wrong("'interval' must be a number > 0 and < 1, got '" + text + "'");
        }
        return level;
    }

    /** One of several, by its name in small letters. */
    static <E extends Enum<E>> E choice(String name, String text, E[] among) {
        return Stream.of(among)
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> Refused.wrong("'" + name + "' must be one of "
                        + Stream.of(among)
                                .map(one -> one.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))
                        + ", got '" + text + "'"));
    }
}
