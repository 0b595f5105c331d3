package dev.kith.cli.stream;

import dev.kith.data.DataException;
import dev.kith.data.RowStream;
import dev.kith.data.TextLines;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * Rows of a JSON lines stream: one flat object a line. The members named as task and target say whose row it is and its
 * label; a number is a feature, a boolean is 0 or 1, a text is the feature {@code name=text} with value 1, null and
 * members left out are 0.
 */
final class JsonRows implements RowStream {
    private static final int MAX_LINE = 1 << 24;

    private final String name;
    private final TextLines lines;
    private final String taskMember;
    private final String targetMember;
    private final Set<String> chosen;
    private final Set<String> dropped;
    // The table of known names is switched off: names come from strangers.
    private final TokenStreamFactory json = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();
    private final Numbering tasks = new Numbering();
    private final Numbering features = new Numbering();
    private final Numbering classes = new Numbering();
    private int task;
    private double label;
    private int[] index = new int[16];
    private double[] values = new double[16];
    private int size;

    /** Names by number of first appearance. */
    private static final class Numbering {
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> names = new ArrayList<>();

        int of(String name) {
            Integer number = numbers.putIfAbsent(name, names.size());
            if (number == null) {
                names.add(name);
                return names.size() - 1;
            }
            return number;
        }
    }

    /** @param chosen members to learn from; empty for all that have no other part */
    JsonRows(String name, InputStream in, String task, String target, List<String> chosen, List<String> dropped) {
        this.name = name;
        this.lines = new TextLines(name, in, MAX_LINE);
        this.taskMember = task;
        this.targetMember = target;
        this.chosen = new HashSet<>(chosen);
        this.dropped = new HashSet<>(dropped);
        chosen.forEach(features::of);
    }

    @Override
    public boolean next() {
        @Nullable String text;
        do {
            text = lines.next();
            if (text == null) {
                return false;
            }
        } while (text.isBlank());
        parse(text);
        return true;
    }

    private void parse(String text) {
        size = 0;
        task = -1;
        label = Double.NaN;
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw wrong("must be a JSON object");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String member = parser.currentName();
                read(member, parser, parser.nextToken());
            }
            if (parser.nextToken() != null) {
                throw wrong("must be one JSON object a line");
            }
        } catch (JacksonException e) {
            throw new DataException(name + ":" + line() + ": not JSON: " + e.getOriginalMessage(), e);
        }
        if (task < 0) {
            throw wrong("member '" + taskMember + "' with the name of the task is missing");
        }
    }

    private void read(String member, JsonParser parser, JsonToken token) {
        if (member.equals(taskMember)) {
            if (!token.isScalarValue() || token == JsonToken.VALUE_NULL) {
                throw wrong("member '" + member + "' must be the name of a task");
            }
            task = tasks.of(parser.getString());
        } else if (member.equals(targetMember)) {
            label = label(member, parser, token);
        } else if (!dropped.contains(member) && (chosen.isEmpty() || chosen.contains(member))) {
            feature(member, parser, token);
        } else {
            parser.skipChildren();
        }
    }

    private double label(String member, JsonParser parser, JsonToken token) {
        if (token == JsonToken.VALUE_NULL) {
            return Double.NaN;
        }
        if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return token == JsonToken.VALUE_TRUE ? 1 : 0;
        }
        boolean text = token == JsonToken.VALUE_STRING;
        if (text && (line() == 1 || !classes.names.isEmpty())) {
            int number = classes.of(parser.getString());
            if (number > 1) {
                throw wrong("member '" + member + "' must have two values, got " + classes.names);
            }
            return number;
        }
        if (text || !classes.names.isEmpty() || !token.isNumeric()) {
            throw wrong("member '" + member + "' must be all numbers or all texts");
        }
        return finite(member, parser);
    }

    private void feature(String member, JsonParser parser, JsonToken token) {
        switch (token) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> add(features.of(member), finite(member, parser));
            case VALUE_TRUE -> add(features.of(member), 1);
            case VALUE_FALSE -> features.of(member);
            case VALUE_STRING -> add(features.of(member + "=" + parser.getString()), 1);
            case VALUE_NULL -> {}
            default -> throw wrong("member '" + member + "' must be a number, a text, a boolean or null");
        }
    }

    private double finite(String member, JsonParser parser) {
        double value = parser.getDoubleValue();
        if (!Double.isFinite(value)) {
            throw wrong("member '" + member + "' must be a finite number, got " + parser.getString());
        }
        return value;
    }

    private void add(int feature, double value) {
        if (size == index.length) {
            index = Arrays.copyOf(index, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        index[size] = feature;
        values[size++] = value;
    }

    private DataException wrong(String rule) {
        return new DataException(name + ":" + line() + ": " + rule);
    }

    @Override
    public long line() {
        return lines.line();
    }

    @Override
    public int task() {
        return task;
    }

    @Override
    public int labels() {
        return Double.isNaN(label) ? 0 : 1;
    }

    @Override
    public int labelTask(int k) {
        return task;
    }

    @Override
    public double label(int k) {
        return label;
    }

    @Override
    public double weight() {
        return 1;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int index(int k) {
        return index[k];
    }

    @Override
    public double value(int k) {
        return values[k];
    }

    @Override
    public String text() {
        throw new IllegalStateException("JSON lines have no input string");
    }

    @Override
    public String id(int k) {
        throw new IndexOutOfBoundsException("JSON lines have no id columns, asked for " + k);
    }

    @Override
    public long ignored() {
        return 0;
    }

    @Override
    public List<String> tasks() {
        return Collections.unmodifiableList(tasks.names);
    }

    @Override
    public List<String> features() {
        return Collections.unmodifiableList(features.names);
    }

    @Override
    public List<String> classes() {
        return Collections.unmodifiableList(classes.names);
    }

    @Override
    public void close() {
        lines.close();
    }
}
