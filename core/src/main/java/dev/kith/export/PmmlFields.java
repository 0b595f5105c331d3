package dev.kith.export;

import dev.kith.data.DataException;
import dev.kith.data.prepare.Dated;
import dev.kith.data.prepare.Filling;
import dev.kith.data.prepare.Preparation;
import dev.kith.data.prepare.Step;
import dev.kith.export.part.TextTable;
import dev.kith.export.part.Xml;
import dev.kith.model.ModelInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The columns of a PMML document and the features made of them: derived fields f1, f2, ... where a model prepares its columns. */
final class PmmlFields {
    private static final String NUMBER = "double";

    private final Xml xml;
    private final Optional<Preparation> preparation;
    private final List<String> features;
    private final Optional<String> task;

    /** @param byTask whether rows name their task */
    PmmlFields(Xml xml, ModelInfo info, boolean byTask) {
        this.xml = xml;
        preparation = info.schema().preparation();
        features = info.features();
        task = byTask ? Optional.of(info.columns().task().orElse("task")) : Optional.empty();
        preparation.ifPresent(made -> made.steps().forEach(PmmlFields::requirePossible));
        List<String> all = columns();
        boolean taken = all.contains(PmmlExport.TARGET) || (task.isPresent() && all.contains(task.get()));
        if (taken) {
            throw new DataException("columns must not be called '" + PmmlExport.TARGET
                    + "' or as the column of tasks to be exported to PMML, where they are fields side by side, got "
                    + all);
        }
    }

    private static void requirePossible(Step step) {
        boolean possible = number(step)
                || step instanceof Step.Omitted
                || TextTable.texts(step).isPresent();
        if (!possible) {
            throw new DataException("column '" + step.column() + "' holds "
                    + (step instanceof Dated ? "dates" : "texts dealt by their spelling")
                    + ", which PMML is not told how to read; export to "
                    + (step instanceof Dated ? "SQL" : "no other format but .kith"));
        }
    }

    private static boolean number(Step step) {
        return step instanceof Step.Numeric || step instanceof Step.Truth;
    }

    private List<String> columns() {
        return preparation.map(Preparation::columns).orElse(features);
    }

    /** The field that names a row's task. */
    String task() {
        return task.orElseThrow();
    }

    /** The field of a feature. */
    String feature(int j) {
        return preparation.isPresent() ? derived(j) : features.get(j);
    }

    private static String derived(int j) {
        return "kith f" + (j + 1);
    }

    /** All fields, with the classes where predictions are such. */
    void dictionary(ModelInfo info, boolean classes) {
        xml.begin("DataDictionary");
        task.ifPresent(name -> xml.empty("DataField", "name", name, "optype", "categorical", "dataType", "string"));
        for (String column : columns()) {
            boolean text = preparation.isPresent()
                    && preparation.get().steps().stream()
                            .anyMatch(step -> step.column().equals(column) && !number(step));
            xml.empty(
                    "DataField",
                    "name",
                    column,
                    "optype",
                    text ? "categorical" : "continuous",
                    "dataType",
                    text ? "string" : NUMBER);
        }
        if (classes) {
            xml.begin("DataField", "name", PmmlExport.TARGET, "optype", "categorical", "dataType", "string");
            info.classes().forEach(value -> xml.empty("Value", "value", value));
            xml.end();
        } else {
            xml.empty("DataField", "name", PmmlExport.TARGET, "optype", "continuous", "dataType", NUMBER);
        }
        xml.end();
    }

    /** The fields a model looks at; the task where the model chooses by it. */
    void schema(boolean withTask) {
        xml.begin("MiningSchema");
        task.filter(name -> withTask || usesTask())
                .ifPresent(name -> xml.empty("MiningField", "name", name, "invalidValueTreatment", "asIs"));
        columns().forEach(column -> xml.empty("MiningField", "name", column, "invalidValueTreatment", "asIs"));
        xml.empty("MiningField", "name", PmmlExport.TARGET, "usageType", "target");
        xml.end();
    }

    /** Whether what stands in for a missing number depends on the task. */
    private boolean usesTask() {
        return task.isPresent()
                && preparation.map(Preparation::steps).orElse(List.of()).stream()
                        .anyMatch(
                                step -> number(step) && !filling(step).within().isEmpty());
    }

    private static Filling filling(Step step) {
        return step instanceof Step.Numeric numeric ? numeric.filling() : ((Step.Truth) step).filling();
    }

    /** The features, where columns are prepared. */
    void transformations() {
        if (preparation.isEmpty()) {
            return;
        }
        xml.begin("TransformationDictionary");
        int at = 0;
        for (Step step : preparation.get().steps()) {
            if (number(step)) {
                numbers(step, at);
            } else if (!(step instanceof Step.Omitted)) {
                texts(step, at);
            }
            at += step.features().size();
        }
        xml.end();
    }

    private void field(int j) {
        xml.begin(
                "DerivedField",
                "name",
                derived(j),
                "displayName",
                features.get(j),
                "optype",
                "continuous",
                "dataType",
                NUMBER);
    }

    private void numbers(Step step, int at) {
        Filling filling = filling(step);
        field(at);
        if (preparation.orElseThrow().impute()) {
            xml.begin("Apply", "function", "if");
            missing(step.column());
            fill(filling);
            xml.empty("FieldRef", "field", step.column()).end();
        } else {
            xml.empty("FieldRef", "field", step.column());
        }
        xml.end();
        if (filling.flagged()) {
            field(at + 1);
            xml.begin("Apply", "function", "if");
            missing(step.column());
            xml.text("Constant", "1.0", "dataType", NUMBER)
                    .text("Constant", "0.0", "dataType", NUMBER)
                    .end()
                    .end();
        }
    }

    private void missing(String column) {
        xml.begin("Apply", "function", "isMissing")
                .empty("FieldRef", "field", column)
                .end();
    }

    private void fill(Filling filling) {
        if (filling.within().isEmpty() || task.isEmpty()) {
            xml.text("Constant", Double.toString(filling.overall()), "dataType", NUMBER);
            return;
        }
        List<String> keys = List.copyOf(filling.within().keySet());
        List<Double> values =
                keys.stream().map(key -> filling.of(Optional.of(key))).toList();
        map(task.get(), keys, values, filling.overall(), filling.overall());
    }

    /** @param missing what a missing text becomes; NaN leaves it missing, so that there is no prediction; {@code other} likewise */
    private void map(String field, List<String> keys, List<Double> values, double missing, double other) {
        List<String> attributes = new ArrayList<>(List.of("outputColumn", "value", "dataType", NUMBER));
        if (!Double.isNaN(missing)) {
            attributes.addAll(List.of("mapMissingTo", Double.toString(missing)));
        }
        if (!Double.isNaN(other)) {
            attributes.addAll(List.of("defaultValue", Double.toString(other)));
        }
        xml.begin("MapValues", attributes.toArray(String[]::new));
        xml.empty("FieldColumnPair", "field", field, "column", "key").begin("InlineTable");
        for (int k = 0; k < keys.size(); k++) {
            xml.begin("row")
                    .text("key", keys.get(k))
                    .text("value", Double.toString(values.get(k)))
                    .end();
        }
        xml.end().end();
    }

    private void texts(Step step, int at) {
        TextTable table = TextTable.of(step, preparation.orElseThrow());
        int known = table.keys().size() - 1;
        for (int j = 0; j < table.features().cols(); j++) {
            field(at + j);
            List<Double> values = new ArrayList<>();
            for (int k = 0; k < known; k++) {
                values.add(table.features().get(k, j));
            }
            double missing = table.features().get(known, j);
            double other = table.features().get(known + 1, j);
            map(step.column(), table.keys().subList(0, known), values, missing, other);
            xml.end();
        }
    }
}
