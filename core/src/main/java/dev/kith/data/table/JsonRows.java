package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.read.Symbols;
import dev.kith.data.read.TaskNames;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** Rows of JSON lines, as {@link Tables#jsonLines} describes them. */
final class JsonRows implements RowStream {
    private static final int MAX_LINE = 1 << 24;
    private static final Set<Roles.Part> PARTS =
            Set.of(Roles.Part.TASK, Roles.Part.TARGET, Roles.Part.FEATURE, Roles.Part.DROP);

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
    private final TaskNames tasks;
    private final Symbols features = new Symbols();
    private final Symbols classes = new Symbols();
    private Kind kind = Kind.UNKNOWN;
    private int task;
    private double label;
    private int[] index = new int[16];
    private double[] values = new double[16];
    private int size;

    /** Labels are all numbers or all texts; the first decides. */
    private enum Kind {
        UNKNOWN,
        NUMBERS,
        TEXTS
    }

    JsonRows(String name, InputStream in, Roles roles) {
        this.name = name;
        this.lines = new TextLines(name, in, MAX_LINE);
        for (Roles.Part part : roles.parts().keySet()) {
            if (!PARTS.contains(part)) {
                throw new DataException(name + ": JSON lines have a task, a target and features (texts are one-hot"
                        + " already), " + part + " has no meaning");
            }
        }
        this.taskMember = only(roles, Roles.Part.TASK);
        this.targetMember = only(roles, Roles.Part.TARGET);
        this.tasks = new TaskNames(roles);
        this.chosen = new HashSet<>(roles.columns(Roles.Part.FEATURE));
        this.dropped = new HashSet<>(roles.columns(Roles.Part.DROP));
        roles.columns(Roles.Part.FEATURE).forEach(member -> number(features, member));
    }

    private String only(Roles roles, Roles.Part part) {
        return roles.columns(part).stream()
                .findFirst()
                .orElseThrow(() -> new DataException(
                        name + ": JSON lines need a task and a target, names of members, got no " + part));
    }

    private static int number(Symbols names, String name) {
        return names.add(name.toCharArray(), 0, name.length());
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
            task = task(parser.getString());
        } else if (member.equals(targetMember)) {
            label = label(member, parser, token);
        } else if (!dropped.contains(member) && (chosen.isEmpty() || chosen.contains(member))) {
            feature(member, parser, token);
        } else {
            parser.skipChildren();
        }
    }

    private int task(String text) {
        int number = tasks.number(text);
        if (number < 0) {
            throw wrong(Names.unknown("task", text, tasks.names()));
        }
        return number;
    }

    private double label(String member, JsonParser parser, JsonToken token) {
        if (token == JsonToken.VALUE_NULL) {
            return Double.NaN;
        }
        boolean text = token == JsonToken.VALUE_STRING;
        boolean truth = token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE;
        Kind found = text ? Kind.TEXTS : Kind.NUMBERS;
        if (!(text || truth || token.isNumeric()) || (kind != Kind.UNKNOWN && kind != found)) {
            throw wrong("member '" + member + "' must be all numbers or all texts");
        }
        kind = found;
        if (!text) {
            return truth ? (token == JsonToken.VALUE_TRUE ? 1 : 0) : finite(member, parser);
        }
        int number = number(classes, parser.getString());
        if (number > 1) {
            throw wrong("member '" + member + "' must have two values, got " + classes.names());
        }
        return number;
    }

    private void feature(String member, JsonParser parser, JsonToken token) {
        switch (token) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> add(number(features, member), finite(member, parser));
            case VALUE_TRUE -> add(number(features, member), 1);
            case VALUE_FALSE -> number(features, member);
            case VALUE_STRING -> add(number(features, member + "=" + parser.getString()), 1);
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
        return tasks.names();
    }

    @Override
    public List<String> features() {
        return features.names();
    }

    @Override
    public List<String> classes() {
        return classes.names();
    }

    @Override
    public void close() {
        lines.close();
    }
}
