package dev.kith.export.onnx;

import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A graph that is being built: operations in the order they run, numbers they use, what goes in and what comes out. Numbers are doubles, or
 * singles where that is asked for. Methods add an operation and return what it makes.
 */
final class Graph {
    /*
     * Field numbers and codes are those of onnx.proto, IR version 8 [1]. Operations are of opset 17 and ai.onnx.ml 3: old enough for the
     * runtimes in use, new enough for doubles in all that is used here.
     *
     * [1] github.com/onnx/onnx, onnx/onnx.proto.
     */
    private static final int IR_VERSION = 8;
    private static final int OPSET = 17;
    private static final int ML_OPSET = 3;
    static final String ML = "ai.onnx.ml";
    private static final long FLOAT = 1;
    private static final long INT64 = 7;
    private static final long STRING = 8;
    private static final long DOUBLE = 11;
    static final long BOOLEAN = 9;

    /** Numbers in one file at most: 256 MB. Protobuf itself ends at 2 GB. */
    static final long MOST_NUMBERS = 1L << 25;

    /** The first dimension of every input and output: how many rows are asked. */
    private static final String ROWS = "rows";

    private final boolean singles;
    private final Optional<SingleRun> live;
    private final List<ProtoMessage> nodes = new ArrayList<>();
    private final Map<String, ProtoMessage> constants = new LinkedHashMap<>();
    private final List<ProtoMessage> inputs = new ArrayList<>();
    private final List<ProtoMessage> outputs = new ArrayList<>();
    private final List<String> inputWords = new ArrayList<>();
    private final List<String> outputWords = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final Set<String> used = new HashSet<>();
    private int names;
    private long numbers;

    /** @param singles whether numbers are of single precision */
    Graph(boolean singles) {
        this(singles, Optional.empty());
    }

    /** @param live runs the graph as it is built */
    Graph(boolean singles, Optional<SingleRun> live) {
        this.singles = singles;
        this.live = live;
    }

    boolean singles() {
        return singles;
    }

    /** What a tensor holds. */
    enum Kind {
        REAL,
        WHOLE,
        TEXT
    }

    private long code(Kind kind) {
        return switch (kind) {
            case REAL -> singles ? FLOAT : DOUBLE;
            case WHOLE -> INT64;
            case TEXT -> STRING;
        };
    }

    /** rows x columns of an input; one dimension where {@code columns} is 0. A name that is taken gets an underscore. */
    Value input(String name, Kind kind, int columns) {
        String own = free(name);
        inputs.add(described(own, kind, columns));
        inputWords.add(words(own, kind, columns));
        return new Value(own);
    }

    /** Gives what was made its name outside; dimensions and name as those of {@link #input}. */
    void output(String name, Kind kind, int columns, Value made) {
        String own = free(name);
        node("Identity", "", List.of(made), own);
        outputs.add(described(own, kind, columns));
        outputWords.add(words(own, kind, columns));
    }

    private String free(String name) {
        String own = name;
        while (!taken.add(own)) {
            own += "_";
        }
        return own;
    }

    private String words(String name, Kind kind, int columns) {
        String type = switch (kind) {
            case REAL -> singles ? "float" : "double";
            case WHOLE -> "int64";
            case TEXT -> "string";
        };
        return name + " (" + type + ", rows" + (columns > 0 ? " x " + columns : "") + ")";
    }

    /** What goes in, in words: name, type and shape. */
    List<String> inputWords() {
        return List.copyOf(inputWords);
    }

    /** What comes out, in words. */
    List<String> outputWords() {
        return List.copyOf(outputWords);
    }

    private ProtoMessage described(String name, Kind kind, int columns) {
        ProtoMessage shape = new ProtoMessage().message(1, new ProtoMessage().text(2, ROWS));
        if (columns > 0) {
            shape.message(1, new ProtoMessage().number(1, columns));
        }
        ProtoMessage tensor = new ProtoMessage().number(1, code(kind)).message(2, shape);
        return new ProtoMessage().text(1, name).message(2, new ProtoMessage().message(1, tensor));
    }

    private void node(String operation, String domain, List<Value> from, String to, Attribute... attributes) {
        ProtoMessage node = new ProtoMessage();
        from.forEach(value -> node.text(1, value.name()));
        from.forEach(value -> used.add(value.name()));
        node.text(2, to).text(3, to).text(4, operation);
        for (Attribute attribute : attributes) {
            node.message(5, attribute.message());
        }
        nodes.add(domain.isEmpty() ? node : node.text(7, domain));
    }

    private String fresh(String word) {
        return free(word + "-" + names++);
    }

    /** An operation of the standard's own domain. */
    Value make(String operation, List<Value> from, Attribute... attributes) {
        return make(operation, "", from, attributes);
    }

    /** An operation. */
    Value make(String operation, String domain, List<Value> from, Attribute... attributes) {
        String name = fresh(operation);
        node(operation, domain, from, name, attributes);
        live.ifPresent(run -> run.run(operation, from, name, attributes));
        return new Value(name);
    }

    /** A number by itself. */
    Value number(double value) {
        return reals(new double[] {value});
    }

    Value row(double... values) {
        return reals(values, 1, values.length);
    }

    Value matrix(Matrix values) {
        return reals(values.data(), values.rows(), values.cols());
    }

    /** Numbers of these dimensions; none is a scalar. */
    Value reals(double[] values, long... dimensions) {
        count(values.length);
        ByteBuffer raw = ByteBuffer.allocate((singles ? Float.BYTES : Double.BYTES) * values.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        for (double value : values) {
            if (singles) {
                raw.putFloat((float) value);
            } else {
                raw.putDouble(value);
            }
        }
        Value made = constant("numbers", code(Kind.REAL), raw.array(), dimensions);
        live.ifPresent(run -> run.give(made.name(), new Tensor(ints(dimensions), values.clone())));
        return made;
    }

    Value wholes(long[] values, long... dimensions) {
        count(values.length);
        ByteBuffer raw = ByteBuffer.allocate(Long.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(values).forEach(raw::putLong);
        Value made = constant("wholes", INT64, raw.array(), dimensions);
        double[] doubles = Arrays.stream(values).asDoubleStream().toArray();
        live.ifPresent(run -> run.give(made.name(), new Tensor(ints(dimensions), doubles)));
        return made;
    }

    private static int[] ints(long... sizes) {
        return Arrays.stream(sizes).mapToInt(Math::toIntExact).toArray();
    }

    /** A scalar. */
    Value whole(long value) {
        return wholes(new long[] {value});
    }

    /** A list, one dimension. */
    Value list(long... values) {
        return wholes(values, values.length);
    }

    Value words(List<String> values) {
        String name = fresh("words");
        ProtoMessage tensor = new ProtoMessage().number(1, values.size()).number(2, STRING);
        values.forEach(value -> tensor.text(6, value));
        constants.put(name, tensor.text(8, name));
        return new Value(name);
    }

    private Value constant(String word, long code, byte[] raw, long... dimensions) {
        String name = fresh(word);
        ProtoMessage tensor = new ProtoMessage();
        Arrays.stream(dimensions).forEach(size -> tensor.number(1, size));
        constants.put(name, tensor.number(2, code).text(8, name).bytes(9, raw));
        return new Value(name);
    }

    private void count(long more) {
        numbers += more;
        if (numbers > MOST_NUMBERS) {
            throw new DataException(
                    "an ONNX file must have no more than " + MOST_NUMBERS + " numbers (256 MB), this model"
                            + " has more: fit it with fewer inputs (--approximation landmarks:300 or fourier:500), or take out tasks");
        }
    }

    /** The code of the numbers, for operations that must be told. */
    long realCode() {
        return code(Kind.REAL);
    }

    static long wholeCode() {
        return INT64;
    }

    /** The whole file. */
    byte[] bytes(String version, Map<String, String> properties) {
        ProtoMessage graph = new ProtoMessage();
        nodes.forEach(node -> graph.message(1, node));
        graph.text(2, "kith");
        constants.forEach((name, tensor) -> {
            if (used.contains(name)) {
                graph.message(5, tensor);
            }
        });
        inputs.forEach(value -> graph.message(11, value));
        outputs.forEach(value -> graph.message(12, value));
        ProtoMessage model = new ProtoMessage()
                .number(1, IR_VERSION)
                .text(2, "kith")
                .text(3, version)
                .message(7, graph)
                .message(8, new ProtoMessage().text(1, "").number(2, OPSET))
                .message(8, new ProtoMessage().text(1, ML).number(2, ML_OPSET));
        properties.forEach((key, value) ->
                model.message(14, new ProtoMessage().text(1, key).text(2, value)));
        return model.toByteArray();
    }
}
