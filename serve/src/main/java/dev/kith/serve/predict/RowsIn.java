package dev.kith.serve.predict;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.Rows;
import dev.kith.data.layout.Reading;
import dev.kith.data.table.Records;
import dev.kith.data.table.Tables;
import dev.kith.model.ModelInfo;
import dev.kith.serve.http.Answer;
import dev.kith.serve.http.Call;
import dev.kith.serve.http.Refused;
import dev.kith.serve.json.JsonRecords;
import dev.kith.serve.models.ServedModel;
import dev.kith.trust.Question;
import dev.kith.trust.UnknownTasks;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The rows of a body: CSV as {@code kith predict} reads it, or JSON records. */
public final class RowsIn {
    /** What messages call the rows. */
    public static final String NAME = "request";

    /** The media types of rows. */
    public static final List<String> TYPES = List.of(Answer.JSON, "text/csv");

    private RowsIn() {}

    /** Whether a body is CSV; refuses what is neither. */
    public static boolean csv(Call call) {
        if (!TYPES.contains(call.type())) {
            throw Refused.type(
                    "rows are application/json or text/csv: say which by Content-Type, got '" + call.type() + "'");
        }
        return !call.type().equals(Answer.JSON);
    }

    /** The rows of a body. */
    public static Rows of(Call call, ServedModel model, Question question, int most) {
        return csv(call) ? csv(call, model, question, most) : json(call, model, question, most);
    }

    private static Rows csv(Call call, ServedModel model, Question question, int most) {
        byte[] body = call.body();
        if (body.length >= 2 && body[0] == 0x1f && body[1] == (byte) 0x8b) {
            throw Refused.type("the body is packed (gzip): send it unpacked");
        }
        requireRows(body, most);
        return Tables.rows(
                NAME, new ByteArrayInputStream(body), Format.CSV, Reading.AUTO, question.roles(model.info()));
    }

    /** Lines are no fewer than rows. */
    private static void requireRows(byte[] body, int most) {
        int lines = 0;
        for (byte b : body) {
            lines += b == '\n' ? 1 : 0;
        }
        if (lines > most + 1) {
            throw Refused.large("a request may have " + most + " rows: send them in several");
        }
    }

    private static Rows json(Call call, ServedModel model, Question question, int most) {
        Records records = records(model, question);
        JsonRecords.readInto(records, call.text(), most);
        return records.rows();
    }

    /** Records for the columns that a question reads; labels may be there as well. */
    public static Records records(ServedModel model, Question question) {
        ModelInfo info = model.info();
        Columns columns = info.columns();
        List<String> labels = new ArrayList<>();
        columns.task().ifPresent(labels::add);
        columns.target().ifPresent(labels::add);
        columns.classes().ifPresent(labels::add);
        if (columns.shape() == Columns.Shape.WIDE) {
            labels.addAll(info.tasks());
        }
        Records records = Records.of(NAME, question.roles(info)).allow(labels);
        return model.learning() ? records.sparse() : records;
    }

    /** Refusals of unknown tasks say what else there is with this model. */
    public static <T> T explained(ServedModel model, Question question, Supplier<T> work) {
        try {
            return work.get();
        } catch (DataException e) {
            if (question.refusesUnknown() && UnknownTasks.refused(e)) {
                throw new DataException(
                        e.getMessage() + " (" + UnknownTasks.offers(model.model(), "unknown=") + ")", e);
            }
            throw e;
        }
    }
}
