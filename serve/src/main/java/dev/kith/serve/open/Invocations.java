package dev.kith.serve.open;

import dev.kith.data.Names;
import dev.kith.data.Rows;
import dev.kith.data.table.Records;
import dev.kith.serve.http.Answer;
import dev.kith.serve.http.Call;
import dev.kith.serve.http.Refused;
import dev.kith.serve.http.Route;
import dev.kith.serve.http.Route.About;
import dev.kith.serve.json.JsonReader;
import dev.kith.serve.json.JsonRecords;
import dev.kith.serve.models.ServedModel;
import dev.kith.serve.predict.Asked;
import dev.kith.serve.predict.Lookup;
import dev.kith.serve.predict.PredictRoutes;
import dev.kith.serve.predict.RowsIn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonToken;

/**
 * The scoring that MLflow and SageMaker ask for: {@code POST /invocations} with CSV or with {@code dataframe_split}, {@code dataframe_records} or
 * {@code instances}, and {@code GET /ping}. Asks the only model there is, or the one that the query names.
 */
public final class Invocations {
    private static final String MODEL = "model";
    private static final String SHAPES = "rows are dataframe_split, dataframe_records or instances";

    private final Lookup lookup;
    private final PredictRoutes predict;
    private final int mostRows;

    public Invocations(Lookup lookup, PredictRoutes predict, int mostRows) {
        this.lookup = lookup;
        this.predict = predict;
        this.mostRows = mostRows;
    }

    public List<Route> routes() {
        Map<String, String> words = new LinkedHashMap<>(Asked.words());
        words.put(MODEL, "which model, where there are several");
        About about = new About("MLflow and SageMaker: predict.", words, RowsIn.TYPES, RowsIn.TYPES);
        return List.of(
                Route.post("/invocations", about, this::invoke),
                Route.get("/ping", About.of("MLflow and SageMaker: ready?"), call -> ping())
                        .opened());
    }

    private Answer ping() {
        if (lookup.directory().ids().isEmpty()) {
            throw Refused.unavailable("there is no model to ask");
        }
        return Answer.empty();
    }

    private ServedModel model(Call call) {
        List<String> ids = lookup.directory().ids();
        String id = call.asked(MODEL).orElse(ids.size() == 1 ? ids.get(0) : "");
        if (id.isEmpty()) {
            throw Refused.wrong("there are models " + Names.some(ids) + ": say which by ?model=NAME");
        }
        return lookup.directory()
                .current(id)
                .orElseThrow(() -> Refused.missing(lookup.directory().unknown(id)));
    }

    private Answer invoke(Call call) throws IOException {
        ServedModel model = model(call);
        Map<String, String> query = new HashMap<>(call.query());
        query.remove(MODEL);
        if (RowsIn.csv(call)) {
            return predict.predict(call.asking(query), model);
        }
        return predict.predict(call.asking(query), model, (asking, asked) -> rows(asking, asked));
    }

    private Rows rows(Call call, Asked asked) {
        Records records = RowsIn.records(asked.model(), asked.question());
        try (JsonReader json = new JsonReader(call.text())) {
            json.expect(JsonToken.START_OBJECT, SHAPES);
            while (json.next() == JsonToken.PROPERTY_NAME) {
                String member = json.name();
                JsonToken token = json.next();
                switch (member) {
                    case "dataframe_records", "instances" -> records(records, json, token);
                    case "dataframe_split" -> split(records, json, token);
                    default -> throw Refused.wrong(SHAPES + ", got '" + member + "'; options go into the query");
                }
            }
            json.end();
        }
        return records.rows();
    }

    private void records(Records records, JsonReader json, JsonToken token) {
        if (token != JsonToken.START_ARRAY) {
            throw Refused.wrong("rows must be an array of records");
        }
        JsonRecords.readInto(records, json, mostRows);
    }

    /** Columns come before data, as pandas writes them. */
    private void split(Records records, JsonReader json, JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            throw Refused.wrong("dataframe_split must be an object with columns and data");
        }
        List<String> columns = new ArrayList<>();
        while (json.next() == JsonToken.PROPERTY_NAME) {
            String member = json.name();
            JsonToken value = json.next();
            if (member.equals("columns") && value == JsonToken.START_ARRAY) {
                while (json.next() != JsonToken.END_ARRAY) {
                    columns.add(json.text());
                }
            } else if (member.equals("data") && value == JsonToken.START_ARRAY) {
                data(records, json, columns);
            } else {
                json.skip();
            }
        }
    }

    private void data(Records records, JsonReader json, List<String> columns) {
        if (columns.isEmpty()) {
            throw Refused.wrong("dataframe_split must have columns before data");
        }
        for (JsonToken row = json.next(); row != JsonToken.END_ARRAY; row = json.next()) {
            JsonRecords.begin(records, mostRows);
            int j = 0;
            for (JsonToken cell = row == JsonToken.START_ARRAY ? json.next() : JsonToken.END_ARRAY;
                    cell != JsonToken.END_ARRAY;
                    cell = json.next()) {
                if (j == columns.size()) {
                    throw Refused.wrong("row " + records.size() + " has more cells than there are columns");
                }
                JsonRecords.cell(records, columns.get(j++), json, cell);
            }
        }
    }
}
