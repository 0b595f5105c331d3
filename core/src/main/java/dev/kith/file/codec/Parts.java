package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What one kind of model keeps in its file beside {@link ModelInfo}: short texts and tensors by name. Writers add, readers
 * take; what a reader leaves is refused by {@link #done}, as it might have mattered, unless its name says that predictions
 * do not depend on it.
 */
public final class Parts {
    /** How the names of parts begin that a reader may leave. */
    public static final String OPTIONAL = "optional_";

    private final Map<String, String> texts;
    private final Map<String, Tensor> tensors;

    public Parts() {
        this(Map.of(), Map.of());
    }

    Parts(Map<String, String> texts, Map<String, Tensor> tensors) {
        this.texts = new LinkedHashMap<>(texts);
        this.tensors = new LinkedHashMap<>(tensors);
    }

    Map<String, String> texts() {
        return texts;
    }

    public Map<String, Tensor> tensors() {
        return tensors;
    }

    void add(String name, String text) {
        texts.put(name, text);
    }

    void add(String name, Matrix matrix) {
        matrix.requireFinite(name);
        tensors.put(name, new Tensor.Entries(List.of(matrix.rows(), matrix.cols()), matrix));
    }

    /** Adds a 1 x n matrix as a vector. */
    void addRow(String name, Matrix row) {
        row.requireFinite(name);
        tensors.put(name, new Tensor.Entries(List.of(row.cols()), row));
    }

    void add(String name, double[] values) {
        add(name, Matrix.wrap(1, values.length, values));
        tensors.put(name, new Tensor.F64(List.of(values.length), values));
    }

    void add(String name, int[] values) {
        tensors.put(name, new Tensor.I32(List.of(values.length), values));
    }

    void add(String name, byte[] values) {
        tensors.put(name, new Tensor.U8(List.of(values.length), values));
    }

    /** Adds a model that another one is made of: its description as a text, its tensors as {@code name.TENSOR}. */
    void addModel(String name, Model model) {
        Parts own = new Parts();
        add(name, ModelContent.write(model, own));
        own.tensors.forEach((tensor, values) -> tensors.put(name + "." + tensor, values));
    }

    /** Takes the model that {@link #addModel} added. */
    Model model(String name) {
        String description = text(name);
        String prefix = name + ".";
        Map<String, Tensor> own = new LinkedHashMap<>();
        for (String tensor : List.copyOf(tensors.keySet())) {
            if (tensor.startsWith(prefix)) {
                own.put(tensor.substring(prefix.length()), Objects.requireNonNull(tensors.remove(tensor)));
            }
        }
        return ModelContent.read(description, own).model();
    }

    boolean has(String tensor) {
        return tensors.containsKey(tensor);
    }

    boolean hasText(String name) {
        return texts.containsKey(name);
    }

    String text(String name) {
        String text = texts.remove(name);
        if (text == null) {
            throw new DataException("the model has no text '" + name + "'");
        }
        return text;
    }

    Matrix matrix(String name) {
        if (take(name, 2) instanceof Tensor.F64 tensor) {
            return Matrix.wrap(tensor.shape().get(0), tensor.shape().get(1), tensor.values());
        }
        throw wrong(name, "F64 of two dimensions");
    }

    /** A vector as a 1 x n matrix. */
    Matrix row(String name) {
        double[] values = doubles(name);
        return Matrix.wrap(1, values.length, values);
    }

    double[] doubles(String name) {
        if (take(name, 1) instanceof Tensor.F64 tensor) {
            return tensor.values();
        }
        throw wrong(name, "F64 of one dimension");
    }

    int[] ints(String name) {
        if (take(name, 1) instanceof Tensor.I32 tensor) {
            return tensor.values();
        }
        throw wrong(name, "I32 of one dimension");
    }

    byte[] bytes(String name) {
        if (take(name, 1) instanceof Tensor.U8 tensor) {
            return tensor.values();
        }
        throw wrong(name, "U8 of one dimension");
    }

    private Tensor take(String name, int dimensions) {
        Tensor tensor = tensors.remove(name);
        if (tensor == null) {
            throw new DataException("the model has no tensor '" + name + "'");
        }
        if (tensor.shape().size() != dimensions) {
            throw new DataException(
                    "tensor '" + name + "' must have " + dimensions + " dimensions, got shape " + tensor.shape());
        }
        return tensor;
    }

    private static DataException wrong(String name, String rule) {
        return new DataException("tensor '" + name + "' must be " + rule);
    }

    void done() {
        texts.keySet().removeIf(name -> name.startsWith(OPTIONAL));
        tensors.keySet().removeIf(name -> name.startsWith(OPTIONAL));
        if (!texts.isEmpty() || !tensors.isEmpty()) {
            throw new DataException("the model has unknown parts " + texts.keySet() + " " + tensors.keySet());
        }
    }
}
