package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.data.table.CsvRecords;
import dev.kith.select.Comparison.Compared;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Held-out predictions as CSV, see {@link Comparison#writePredictions}. */
record HeldOutCsv(Comparison result) {
    void writeTo(Writer out) throws IOException {
        Dataset data = result.data();
        data.requireRows("a table of held-out predictions");
        List<String> header = new ArrayList<>(List.of("row", "task", "fold", "label"));
        List<double[]> columns = new ArrayList<>();
        for (Compared method : result.methods()) {
            header.add(method.name());
            columns.add(method.heldOut().predictions());
        }
        result.ensemble().ifPresent(several -> {
            header.add(Ensemble.NAME);
            columns.add(several.heldOut().predictions());
        });
        result.constant().ifPresent(constant -> {
            header.add(constant.name());
            columns.add(constant.predictions());
        });
        CsvRecords csv = new CsvRecords(out);
        csv.write(header);
        int[] folds = result.baseline().heldOut().splits();
        for (int o = 0; o < data.size(); o++) {
            if (!Double.isNaN(columns.get(0)[o])) {
                List<String> fields = new ArrayList<>(List.of(
                        Integer.toString(data.sourceRow(data.row(o)) + 1),
                        data.tasks().get(data.task(o)),
                        Integer.toString(folds[o] + 1),
                        label(data, o)));
                for (double[] column : columns) {
                    fields.add(Double.toString(column[o]));
                }
                csv.write(fields);
            }
        }
        csv.flush();
    }

    private static String label(Dataset data, int o) {
        return data.hasClasses(data.task(o))
                ? data.classes().orElseThrow().get(data.label(o) > 0 ? 1 : 0)
                : Double.toString(data.label(o));
    }
}
