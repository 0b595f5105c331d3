package dev.kith.export;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A small interpreter of PMML: regression models, alone or as segments of which the first answers, and derived fields. */
final class PmmlRun {
    private static final Schema SCHEMA = schema();

    private final Element root;

    private static Schema schema() {
        try {
            return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(Objects.requireNonNull(PmmlRun.class.getResource("/pmml.xsd")));
        } catch (SAXException e) {
            throw new AssertionError(e);
        }
    }

    /** Refuses what is not by the schema of PMML 4.4. */
    PmmlRun(String document) {
        try {
            SCHEMA.newValidator().validate(new StreamSource(new StringReader(document)));
            Document parsed = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(document)));
            root = parsed.getDocumentElement();
        } catch (Exception e) {
            throw new AssertionError(document, e);
        }
    }

    /**
     * What is predicted.
     *
     * @param value the number; NaN where there is none
     * @param probabilities of each class
     */
    record Answer(double value, Map<String, Double> probabilities) {}

    /** Of a row, whose missing cells are not there, by the first model or by that called {@code model}. */
    Answer answer(Map<String, Object> row, @Nullable String model) {
        Map<String, Object> fields = new HashMap<>(row);
        for (Element dictionary : children(root, "TransformationDictionary")) {
            for (Element field : children(dictionary, "DerivedField")) {
                Object value = evaluate(elements(field).get(0), fields);
                if (value != null) {
                    fields.put(field.getAttribute("name"), value);
                }
            }
        }
        for (Element mining : children(root, "MiningModel")) {
            for (Element segment : children(children(mining, "Segmentation").get(0), "Segment")) {
                Element predicate = elements(segment).get(0);
                boolean holds = predicate.getTagName().equals("True")
                        || predicate.getAttribute("value").equals(fields.get(predicate.getAttribute("field")));
                if (holds) {
                    return regression(children(segment, "RegressionModel").get(0), fields);
                }
            }
        }
        for (Element regression : children(root, "RegressionModel")) {
            if (regression.getAttribute("modelName").equals(model)) {
                return regression(regression, fields);
            }
        }
        return new Answer(Double.NaN, Map.of());
    }

    private static Answer regression(Element model, Map<String, Object> fields) {
        List<Element> tables = children(model, "RegressionTable");
        double z = sum(tables.get(0), fields);
        return switch (model.getAttribute("normalizationMethod")) {
            case "none" -> new Answer(z, Map.of());
            case "exp" -> new Answer(target(model, Math.exp(z)), Map.of());
            case "logit" -> {
                double p = 1 / (1 + Math.exp(-z));
                yield new Answer(
                        z,
                        Map.of(
                                tables.get(0).getAttribute("targetCategory"),
                                p,
                                tables.get(1).getAttribute("targetCategory"),
                                1 - p));
            }
            default -> throw new AssertionError(model.getAttribute("normalizationMethod"));
        };
    }

    private static double target(Element model, double value) {
        double changed = value;
        for (Element targets : children(model, "Targets")) {
            Element target = children(targets, "Target").get(0);
            changed = Math.max(Double.parseDouble(target.getAttribute("min")), changed)
                    + Double.parseDouble(target.getAttribute("rescaleConstant"));
        }
        return changed;
    }

    private static double sum(Element table, Map<String, Object> fields) {
        double sum = Double.parseDouble(table.getAttribute("intercept"));
        for (Element predictor : children(table, "NumericPredictor")) {
            Object x = fields.get(predictor.getAttribute("name"));
            sum += Double.parseDouble(predictor.getAttribute("coefficient")) * (x == null ? Double.NaN : (Double) x);
        }
        return sum;
    }

    private static @Nullable Object evaluate(Element expression, Map<String, Object> fields) {
        return switch (expression.getTagName()) {
            case "FieldRef" -> fields.get(expression.getAttribute("field"));
            case "Constant" -> Double.valueOf(expression.getTextContent());
            case "Apply" -> {
                List<Element> of = elements(expression);
                if (expression.getAttribute("function").equals("isMissing")) {
                    yield evaluate(of.get(0), fields) == null;
                }
                yield evaluate(of.get(Boolean.TRUE.equals(evaluate(of.get(0), fields)) ? 1 : 2), fields);
            }
            case "MapValues" -> mapped(expression, fields);
            default -> throw new AssertionError(expression.getTagName());
        };
    }

    private static @Nullable Object mapped(Element map, Map<String, Object> fields) {
        Object value = fields.get(children(map, "FieldColumnPair").get(0).getAttribute("field"));
        if (value == null) {
            return number(map.getAttribute("mapMissingTo"));
        }
        for (Element row : children(children(map, "InlineTable").get(0), "row")) {
            if (children(row, "key").get(0).getTextContent().equals(value)) {
                return number(children(row, "value").get(0).getTextContent());
            }
        }
        return number(map.getAttribute("defaultValue"));
    }

    private static @Nullable Double number(String text) {
        return text.isEmpty() ? null : Double.valueOf(text);
    }

    private static List<Element> elements(Element of) {
        List<Element> all = new ArrayList<>();
        for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                all.add(element);
            }
        }
        return all;
    }

    private static List<Element> children(Element of, String name) {
        return elements(of).stream()
                .filter(element -> element.getTagName().equals(name))
                .toList();
    }
}
