package dev.kith.export;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.kith.linalg.Matrix;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** A graph in ONNX Runtime, and what it says of some rows. */
final class OnnxRun implements AutoCloseable {
    /** Starting the runtime takes a deep stack where the command line of this process is longer than some 4,000 characters. */
    private static final long DEEP = 64L << 20;

    private static final OrtEnvironment ENVIRONMENT = started();

    private final OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    private final OrtSession session;
    private final Map<String, Object> given = new LinkedHashMap<>();
    private final Map<String, Object> made = new HashMap<>();

    private static OrtEnvironment started() {
        Thread starter = new Thread(null, OrtEnvironment::getEnvironment, "onnxruntime", DEEP);
        starter.start();
        try {
            starter.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return OrtEnvironment.getEnvironment();
    }

    OnnxRun(OnnxFile file) {
        try {
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            session = ENVIRONMENT.createSession(plain(file.bytes()), options);
        } catch (OrtException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * The runtime's Java part hands over strings in Java's own modified UTF-8, in which characters beyond 16 bits are others: there, and in what it is
     * given, such a character is four plus signs.
     */
    private static byte[] plain(byte[] file) {
        byte[] changed = file.clone();
        for (int k = 0; k + 4 <= changed.length; k++) {
            if (changed[k] == (byte) 0xF0 && changed[k + 1] == (byte) 0x9F && changed[k + 2] == (byte) 0x98) {
                java.util.Arrays.fill(changed, k, k + 4, (byte) '+');
            }
        }
        return changed;
    }

    private static String plain(String text) {
        return text.replaceAll("[^\\x{0}-\\x{FFFF}]", "++++");
    }

    /** Numbers, as the input called {@code name}. */
    OnnxRun with(String name, Matrix values) {
        given.put(name, values);
        return this;
    }

    /** Texts, of as many dimensions as the graph wants. */
    OnnxRun with(String name, List<String> texts) {
        given.put(name, texts);
        return this;
    }

    OnnxRun run() {
        Map<String, OnnxTensor> tensors = new HashMap<>();
        try {
            for (Map.Entry<String, Object> entry : given.entrySet()) {
                tensors.put(entry.getKey(), tensor(entry.getKey(), entry.getValue()));
            }
            try (OrtSession.Result result = session.run(tensors)) {
                for (Map.Entry<String, OnnxValue> entry : result) {
                    made.put(entry.getKey(), entry.getValue().getValue());
                }
            }
        } catch (OrtException e) {
            throw new AssertionError(e);
        } finally {
            tensors.values().forEach(OnnxTensor::close);
        }
        return this;
    }

    private OnnxTensor tensor(String name, Object value) throws OrtException {
        NodeInfo node = Objects.requireNonNull(session.getInputInfo().get(name), "no input " + name);
        TensorInfo info = (TensorInfo) node.getInfo();
        if (value instanceof Matrix matrix) {
            long[] shape = {matrix.rows(), matrix.cols()};
            if (info.type == OnnxJavaType.FLOAT) {
                float[] singles = new float[matrix.data().length];
                for (int k = 0; k < singles.length; k++) {
                    singles[k] = (float) matrix.data()[k];
                }
                return OnnxTensor.createTensor(ENVIRONMENT, FloatBuffer.wrap(singles), shape);
            }
            return OnnxTensor.createTensor(ENVIRONMENT, DoubleBuffer.wrap(matrix.data()), shape);
        }
        String[] texts = ((List<?>) value)
                .stream().map(text -> plain(String.valueOf(text))).toArray(String[]::new);
        long[] shape = info.getShape().length == 1 ? new long[] {texts.length} : new long[] {texts.length, 1};
        return OnnxTensor.createTensor(ENVIRONMENT, texts, shape);
    }

    boolean has(String output) {
        return made.containsKey(output);
    }

    /** Numbers of an output, row by row. */
    double[] numbers(String output) {
        Object value = Objects.requireNonNull(made.get(output), () -> "no output " + output + " in " + made.keySet());
        List<Double> all = new ArrayList<>();
        add(all, value);
        return all.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static void add(List<Double> all, Object value) {
        if (value instanceof double[] row) {
            for (double x : row) {
                all.add(x);
            }
        } else if (value instanceof float[] row) {
            for (float x : row) {
                all.add((double) x);
            }
        } else {
            for (Object part : (Object[]) value) {
                add(all, part);
            }
        }
    }

    /** Texts of an output, row by row. */
    List<String> texts(String output) {
        Object value = Objects.requireNonNull(made.get(output), () -> "no output " + output + " in " + made.keySet());
        List<String> all = new ArrayList<>();
        for (Object part : (Object[]) value) {
            if (part instanceof Object[] row) {
                IntStream.range(0, row.length).forEach(k -> all.add(String.valueOf(row[k])));
            } else {
                all.add(String.valueOf(part));
            }
        }
        return all;
    }

    @Override
    public void close() {
        try {
            session.close();
            options.close();
        } catch (OrtException e) {
            throw new AssertionError(e);
        }
    }
}
