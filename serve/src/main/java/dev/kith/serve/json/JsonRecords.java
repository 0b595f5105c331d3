package dev.kith.serve.json;

import dev.kith.data.table.Records;
import dev.kith.serve.http.Refused;
import tools.jackson.core.JsonToken;

/** Rows as JSON: an array of objects, each with a member for each column. */
public final class JsonRecords {
    private static final String SHAPE = "rows are an array of records, [{\"column\": value, ...}, ...]";

    private JsonRecords() {}

    /** Reads a whole body. */
    public static void readInto(Records records, String text, int most) {
        try (JsonReader json = new JsonReader(text)) {
            json.expect(JsonToken.START_ARRAY, SHAPE);
            readInto(records, json, most);
            json.end();
        }
    }

    /** Reads the records of an array that has begun, to its end. */
    public static void readInto(Records records, JsonReader json, int most) {
        for (JsonToken token = json.next(); token != JsonToken.END_ARRAY; token = json.next()) {
            if (token != JsonToken.START_OBJECT) {
                throw Refused.wrong("row " + (records.size() + 1) + " is no record: " + SHAPE);
            }
            begin(records, most);
            while (json.next() == JsonToken.PROPERTY_NAME) {
                String column = json.name();
                cell(records, column, json, json.next());
            }
        }
    }

    /** The next row, unless there are too many. */
    public static void begin(Records records, int most) {
        if (records.size() == most) {
            throw Refused.large("a request may have " + most + " rows: send them in several");
        }
        records.begin();
    }

    /** One value, of which the token was read. */
    public static void cell(Records records, String column, JsonReader json, JsonToken token) {
        switch (token) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> records.number(column, json.number(), json.text());
            case VALUE_STRING -> records.text(column, json.text());
            case VALUE_TRUE -> records.truth(column, true);
            case VALUE_FALSE -> records.truth(column, false);
            case VALUE_NULL -> records.missing(column);
            default ->
                throw Refused.wrong("row " + records.size() + ", column '" + column
                        + "': must be a number, a text, true, false or null");
        }
    }
}
