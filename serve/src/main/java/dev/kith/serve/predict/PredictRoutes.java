package dev.kith.serve.predict;

import dev.kith.data.Rows;
import dev.kith.model.Predictions;
import dev.kith.serve.http.Answer;
import dev.kith.serve.http.Call;
import dev.kith.serve.http.Refused;
import dev.kith.serve.http.Route;
import dev.kith.serve.http.Route.About;
import dev.kith.serve.models.ServedModel;
import dev.kith.text.Words;
import dev.kith.trust.Question;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code POST /models/M/predict}: rows in, predictions out. */
public final class PredictRoutes {
    private final Lookup lookup;
    private final Meter meter;
    private final int mostRows;

    public PredictRoutes(Lookup lookup, Meter meter, int mostRows) {
        this.lookup = lookup;
        this.meter = meter;
        this.mostRows = mostRows;
    }

    public List<Route> routes() {
        About about = new About(
                "Predict for rows: JSON records or CSV, as kith predict does. CSV is answered as CSV and JSON as JSON,"
                        + " unless Accept asks for the other.",
                Asked.words(),
                RowsIn.TYPES,
                RowsIn.TYPES);
        Route predict = Route.post("/models/{model}/predict", about, this::predict);
        return List.of(predict, predict.at("/models/{model}/versions/{version}/predict"));
    }

    /** How the rows of a body are read. */
    @FunctionalInterface
    public interface Reader {
        Rows rows(Call call, Asked asked);
    }

    private Answer predict(Call call) throws IOException {
        return predict(call, lookup.model(call));
    }

    /** What this model says of the rows of a body. */
    public Answer predict(Call call, ServedModel model) throws IOException {
        return predict(call, model, (asking, asked) -> RowsIn.of(asking, asked.model(), asked.question(), mostRows));
    }

    /** The same of rows that are read in this way. */
    public Answer predict(Call call, ServedModel model, Reader reader) throws IOException {
        boolean csv = csvWanted(call);
        Asked asked = Asked.of(call, model);
        Rows rows = RowsIn.explained(model, asked.question(), () -> reader.rows(call, asked));
        Predictions found = RowsIn.explained(model, asked.question(), () -> Question.predict(asked.predictor(), rows));
        meter.predicted(model, rows);
        return csv ? PredictionsOut.csv(found) : PredictionsOut.json(model, found, notes(asked, found));
    }

    /** As the rows came, unless the other is asked for. */
    static boolean csvWanted(Call call) {
        boolean csv = RowsIn.csv(call);
        String accept = call.accept().toLowerCase(Locale.ROOT);
        boolean any = accept.isEmpty() || accept.contains("*/*");
        boolean takesCsv = any || accept.contains("text/csv") || accept.contains("text/*");
        boolean takesJson = any || accept.contains(Answer.JSON) || accept.contains("application/*");
        if (!takesCsv && !takesJson) {
            throw Refused.wrong("predictions are text/csv or application/json, and Accept names neither");
        }
        return csv ? takesCsv : !takesJson;
    }

    private static List<String> notes(Asked asked, Predictions found) {
        List<String> notes = new ArrayList<>();
        asked.predictor().intervalWords().ifPresent(notes::add);
        if (found.unproven() > 0) {
            notes.add(Words.count(found.unproven(), "row")
                    + " with 'unproven' true: other outputs that obey the constraint may fit better.");
        }
        return notes;
    }
}
